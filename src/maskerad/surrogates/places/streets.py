"""Streets: another common street of the same type, with other numbers of the same size.

"Gussarvsgatan 18" becomes another -gatan, "12 bis chemin du Mas" another chemin, "77 Linthouse Way" another Way. What
stands beside the name (flat, floor, entrance, box) stays.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.names import own_entries
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.near_numbers import near_letter, near_number, near_ordinal
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import in_case_of
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import is_cjk

CANDIDATES_MIN = 5
TELLING_CHARS = 4  # of a word: "av. du Maréchal-Foch" tells the old "av. Foch"
ORDINAL_CHARS_MIN = 2
WHOLE = "whole"  # the type of a name without any word of type: a farm, a house, a Japanese quarter

_WORD = r"[^\W\d_]+(?:['’·.][^\W\d_]+)*[.]?"
_STOREY = re.compile(r"(?<=\d[-/ ])[IVX]{1,4}(?![^\W_])")  # 12-III
STOREYS = ("I", "II", "III", "IV")
_NUMBER = re.compile(rf"\d+|{_STOREY.pattern}|(?<![^\W\d_])[^\W\d_](?![^\W\d_]|[.'’/])")
_INNER_STOP = re.compile(r"(?<=\b[a-z])[.](?=[a-z]\b)")  # P.O.
_ROAD = re.compile(r"[A-Z]{1,3}[- ]?")  # before the number of a road: "GC-1", "N 340"
_BLOCK = re.compile(r"[一二三四五六七八九十]*(?:丁目|番地|番|号|条)")


class Name(NamedTuple):
    """The name of a street inside a mention.

    Attributes:
        start, end: Where it stands, its type left out where that is a word or an ending.
        kind: Its type: "-gatan", "rue -", "- street", or "whole".
    """

    start: int
    end: int
    kind: str


@dataclass(frozen=True, slots=True)
class StreetWords:
    """The ``[streets]`` table of a pack, folded, and its streets by type.

    Attributes:
        kinds: Words that are a type of street.
        units: Words beside a number.
        word: Pattern of a word; a type with a hyphen ("Grande-Rue") is one.
        part: Pattern of a part of an address: no number is in one, but that of a day ("Calle 25 de Mayo").
        endings: Ends of compounds that are a type, longest first.
        same: Abbreviated type to the full one.
        is_type_last: Whether the type stands behind the name ("St. John's Road"), by most streets of the list.
    """

    pack: LanguagePack = field(repr=False)
    kinds: frozenset[str] = field(repr=False)
    units: frozenset[str] = field(repr=False)
    word: re.Pattern[str] = field(repr=False)
    part: re.Pattern[str] = field(repr=False)
    endings: tuple[str, ...] = field(repr=False)
    same: Mapping[str, str] = field(repr=False)
    is_type_last: bool = False

    def kind(self, word: str) -> str:
        """The full form of a type."""
        return self.same.get(word, word)


@lru_cache(maxsize=32)
def street_words(pack: LanguagePack) -> StreetWords:
    """The words of a pack, worked out once."""
    late = pack.late_table(FILE, "streets")
    table = late.get("same", {})
    same = table if isinstance(table, dict) else {}
    kinds = frozenset(map(_plain, (*pack.strings("kind_words", "streets"), *strings(late, "kinds"), *same)))
    streets = own_entries(pack, "streets")
    return StreetWords(
        pack,
        kinds,
        frozenset(map(_plain, (*pack.strings("unit_words", "streets"), *strings(late, "units")))),
        re.compile("|".join((*(rf"(?i:{re.escape(kind)})\b" for kind in sorted(kinds) if "-" in kind), _WORD))),
        _part(pack),
        tuple(
            sorted((end.lower().strip(".") for end in pack.strings("kind_suffixes", "streets")), key=len, reverse=True)
        ),
        {fold(str(short)): fold(str(long)) for short, long in same.items()},
        sum((_plain(name.split()[-1]) in kinds) - (_plain(name.split()[0]) in kinds) for name in streets) > 0,
    )


def _part(pack: LanguagePack) -> re.Pattern[str]:
    """A run without numbers and marks, that of a day before its month aside."""
    months = "|".join(map(re.escape, pack.strings("full", "months")))
    day = rf"\b[0-9]{{1,2}}(?:er|[.º°])? (?:de |di )?(?:{months})\b(?: (?:1[89]|20)[0-9]{{2}}\b)?|" if months else ""
    return re.compile(rf"(?:{day}[^\d,;\n()（）])+", re.IGNORECASE)


def _plain(word: str) -> str:
    return _INNER_STOP.sub("", fold(word).strip("./ "))


def street(request: Request) -> str:
    """Another street, with other numbers.

    Raises:
        SurrogateError: If it holds neither a name nor a number.
    """
    new, text, parts, at = _new_names(request.record), request.text, list[str](), 0
    for name in _names(request.original):
        key = _key(text, name)
        if key not in new:
            raise request.refusal("no candidate is left for a street")
        parts += [_renumbered(text[at : name.start], request), in_case_of(new[key], text[name.start : name.end])]
        at = name.end
    parts.append(_renumbered(text[at:], request))
    return "".join(parts)


def _key(text: str, name: Name) -> str:
    return f"{name.kind} {fold(' '.join(text[name.start : name.end].split()))}"


def _names(original: Original) -> list[Name]:
    return _names_in(original.text, original.pack)


@lru_cache(maxsize=20_000)
def _names_in(text: str, pack: LanguagePack) -> list[Name]:
    """Every name of a street in a mention, in order."""
    words = street_words(pack)
    parts = [match.span() for match in words.part.finditer(text)]
    typed = [name for start, end in parts for name in _typed(text, start, end, words)]
    rest = [(start, end) for start, end in parts if not any(start <= name.start < end for name in typed)]
    untyped = [name for start, end in rest for name in _untyped(text, start, end, words, bool(typed))]
    return sorted(typed + untyped)


def _tokens(text: str, start: int, end: int, words: StreetWords) -> list[tuple[int, int]]:
    return [match.span() for match in words.word.finditer(text, start, end)]


def _typed(text: str, start: int, end: int, words: StreetWords) -> Iterator[Name]:
    """The name beside a word of type, or in a compound that ends in one."""
    whole = _tokens(text, start, end, words)
    tokens = _inner(text, whole, words)
    if len(tokens) == 1 and _plain(text[slice(*tokens[0])]) in words.kinds:
        tokens = whole  # "Back Lane": its name is a word that elsewhere stands beside a number
    if all(_plain(text[slice(*token)]) in words.kinds for token in tokens):
        return  # "PO Box", "County Road"
    first, last = 0, len(tokens) - 1
    for at in (last, first) if words.is_type_last else (first, last):
        left, right = tokens[at]
        word = _plain(text[left:right])
        if word in words.kinds and len(tokens) > 1:
            kind = words.kind(word)
            if at == last and last > first and text[left].isupper() and text[tokens[0][0] : left].islower():
                return  # "MM 218 on Hwy 61"
            if at == first:
                yield Name(_after(text, right), _end(text, tokens[-1][1], end), f"{kind} -")
            else:
                yield Name(tokens[0][0], tokens[at - 1][1], f"- {kind}")
            return
    for left, right in tokens:
        ending = _ending(text[left:right], words)
        if ending:
            yield Name(tokens[0][0], right - len(ending), f"-{words.kind(_plain(ending))}")
            return


def _after(text: str, at: int) -> int:
    while at < len(text) and not text[at].isalnum():
        at += 1
    return at


def _end(text: str, after_words: int, end: int) -> int:
    """Where a name ends: behind the year of a day ("rue du 8 Mai 1945"), else behind its last word."""
    stop = len(text[:end].rstrip())
    return stop if text[stop - 1].isdecimal() else after_words


def _ending(word: str, words: StreetWords) -> str:
    """The end of a compound that is a type of street, with its full stop."""
    bare = word.rstrip(".")
    for ending in words.endings:
        if bare.lower().endswith(ending) and len(bare) > len(ending):
            return word[len(bare) - len(ending) :]
    return ""


def _inner(text: str, tokens: Sequence[tuple[int, int]], words: StreetWords) -> list[tuple[int, int]]:
    """Tokens without those at both ends that stand beside a number and name nothing."""
    inner = list(tokens)
    while len(inner) > 1 and _is_unit(text, inner[0], words):
        del inner[0]
    while len(inner) > 1 and _is_unit(text, inner[-1], words):
        del inner[-1]
    return inner


def _is_unit(text: str, token: tuple[int, int], words: StreetWords) -> bool:
    word = _plain(text[slice(*token)])
    is_storey = _STOREY.match(text, token[0]) or _is_storey(text, token, words)
    is_number = len(word) == 1 or bool(is_storey)
    return (word in words.units or is_number) and word not in words.kinds


def _is_storey(text: str, token: tuple[int, int], words: StreetWords) -> bool:
    """Whether a number in Roman letters stands right before a word for a floor: "II piano"."""
    behind = words.word.match(text, token[1] + 1)
    return text[slice(*token)] in STOREYS and behind is not None and _plain(behind.group()) in words.units


def _untyped(text: str, start: int, end: int, words: StreetWords, has_typed: bool) -> Iterator[Name]:
    """A name without a word of type; beside one that has it, only where a capital shows a name."""
    if is_cjk(text[start:end]):
        yield from _quarter(text, start, end, words)
        return
    tokens = _inner(text, _tokens(text, start, end, words), words)
    naming = [t for t in tokens if not _is_unit(text, t, words) and _plain(text[slice(*t)]) not in words.kinds]
    is_glued = start > 0 and text[start - 1].isdecimal() and text[start].isalpha()
    if text[end : end + 1].isdecimal() and _ROAD.fullmatch(text[start:end].lstrip()):
        return
    naming = naming[1:] if is_glued and naming and naming[0][0] == start else naming
    has_kind = any(text[left].isupper() and _plain(text[left:right]) in words.kinds for left, right in tokens)
    if naming and (not (has_typed or has_kind) or any(text[left].isupper() for left, _ in naming)):
        yield Name(naming[0][0], naming[-1][1], WHOLE)


def _quarter(text: str, start: int, end: int, words: StreetWords) -> Iterator[Name]:
    """A quarter or a building of a Japanese address: a run without the number of its block, or the word of its type."""
    for match in re.finditer(r"[^\s\d\W]+", text[start:end]):
        left, right = start + match.start(), start + match.end()
        block = _BLOCK.match(text, left)
        left = block.end() if block and left > 0 else left
        block = _BLOCK.search(text, left, right)
        right = block.start() if block else right
        ending = _ending(text[left:right], words)
        left += len(text[left:right]) - len(text[left:right].lstrip("のノ"))
        if right > left and _plain(text[left:right]) not in words.units | words.kinds:
            kind = f"-{fold(ending)}" if ending else WHOLE
            yield Name(left, right - len(ending), kind)


def _new_names(record: RecordContext) -> Mapping[str, str]:
    """New names of the record's streets, by type and old name."""
    return record.once("streets", lambda: _make_names(record))


def _make_names(record: RecordContext) -> Mapping[str, str]:
    named: dict[str, tuple[Name, LanguagePack]] = {}
    for original in sorted(record.originals, key=lambda o: (o.pack.code, o.text)):
        for name in _names(original) if original.label == "STREET" else ():
            named.setdefault(_key(original.text, name), (name, original.pack))
    old = {key.split(" ", 2)[-1] for key in named} | {key.partition(" ")[2] for key in named}
    telling = [[word] for key in old for word in folded_words(key) if len(word) >= TELLING_CHARS]

    def propose(key: str, attempt: int) -> str | None:
        name, pack = named[key]
        new = proposal(record.keyed, record.scope, "STREET", key, _candidates(pack, name.kind), attempt)
        is_other = new is None or (fold(new) not in old and folded_words(new)[-1:] not in telling)
        return new if is_other else ""

    return record.distinct("STREET", named, propose)


@lru_cache(maxsize=1_024)
def _candidates(pack: LanguagePack, kind: str) -> tuple[str, ...]:
    """Names of the listed streets of a type; of all streets with a word of type in the same place where it has few."""
    by_kind = _streets_by_kind(pack)
    own = by_kind.get(kind, ())
    if len(own) >= CANDIDATES_MIN:
        return own
    place = (kind.startswith("- "), kind.endswith(" -"), kind.startswith("-"))
    alike = [
        name
        for other, names in sorted(by_kind.items())
        if (other.startswith("- "), other.endswith(" -"), other.startswith("-")) == place and kind != WHOLE
        for name in names
        if not name[0].islower()  # "d'Aragó" goes with its own type alone
    ]
    houses = tuple(row[0] for row in pack.list("evocative").rows if "house" in row[-1].split())
    if len(alike) < CANDIDATES_MIN and kind != WHOLE:
        return houses or tuple(alike) or tuple(by_kind.get(WHOLE, ()))
    return tuple(alike) or houses or tuple(by_kind.get(WHOLE, ())) or own_entries(pack, "streets")


@lru_cache(maxsize=32)
def _streets_by_kind(pack: LanguagePack) -> Mapping[str, tuple[str, ...]]:
    by_kind: dict[str, list[str]] = {}
    too_known = frozenset(strings(pack.late_table(FILE, "streets"), "too_known"))
    for entry in own_entries(pack, "streets"):
        if entry in too_known:
            continue
        names = _names_in(entry, pack)
        if len(names) == 1 and names[0].end > names[0].start:
            by_kind.setdefault(names[0].kind, []).append(entry[names[0].start : names[0].end])
    return {kind: tuple(dict.fromkeys(names)) for kind, names in by_kind.items()}


def _renumbered(text: str, request: Request) -> str:
    """Numbers, and letters beside them, replaced by others of the same size; words stay."""
    record, words = request.record, street_words(request.pack)
    parts, at = list[str](), 0
    for match in _NUMBER.finditer(text):
        old = match.group()
        parts += [text[at : match.start()], _other(old, text[match.end() : match.end() + 3], record, words)]
        at = match.end()
    return "".join([*parts, text[at:]])


def _other(old: str, after: str, record: RecordContext, words: StreetWords) -> str:
    fields = (record.scope, "STREET", fold(old))
    if old in STOREYS:
        others = [storey for storey in STOREYS if storey != old]
        return others[record.keyed.number(len(others), "storey", *fields)]
    if not old.isdecimal():
        is_kept = _plain(old) in words.units | words.kinds or is_cjk(old) or not (old.isascii() and old.isalpha())
        return old if is_kept else near_letter(old, record.keyed, *fields)
    glued = re.match(r"[a-z]*", after)
    if glued and len(glued.group()) >= ORDINAL_CHARS_MIN and len(old) < ORDINAL_CHARS_MIN + 1:
        return near_ordinal(old, record.keyed, *fields)
    return near_number(old, record.keyed, *fields)
