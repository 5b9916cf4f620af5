"""Institutions, streets and occupations that stay of their kind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from benchmarks.world.record import Fault, World
from benchmarks.world.words import is_eastern, listed, plain
from maskerad.languages import load_pack

N_SUFFIX = 4
N_STOP = 2
N_LONG = 6
BUILDINGS = frozenset({"house", "lodge", "building"})  # "Kings Square House" is no square
SAINT = re.compile(
    r"(?<!['’])\b(?:s|st|ste|san|santa|santo|saint|sainte|sankt|sint)\b\.?[ -][^\W_]+"
)  # "S. Croce" is no ambulance
# Words inside names of kinds that tell none by themselves: "vigili del fuoco".
JOINING = frozenset(
    {"del", "della", "dei", "delle", "degli", "des", "der", "die", "das", "les", "los", "las", "von", "van", "den"}
    | {"the", "and", "und", "och", "misericordia"}
)
# Words for one kind of house, which stand for each other in any of the languages.
SAME = (
    (
        "ziekenhuis", "ziekenhuizen", "kranken-anstalt", "krankenanstalt", "sjukhusorganisation", "同院",
        "mc", "umc", "medisch centrum", "gasthuis", "hospital", "infirmary", "medical center", "general",
        "medical centre", "chu", "chr", "ch", "centre hospitalier", "hopital", "klinikum", "krankenhaus", "uniklinik",
        "spital", "ospedale", "policlinico", "sjukhus", "lasarett", "complejo hospitalario", "病院", "医療センター",
        "医大", "大",
    ),
    ("krankenkasse", "bkk", "aok", "ikk", "barmer", "dak", "tk", "kkh"),
    ("clinic", "surgery", "practice", "health centre", "health center", "medical practice"),
)  # fmt: skip


def kind_faults(world: World) -> Iterator[Fault]:
    """Institutions that lost the word for what they are, streets that became squares, women's jobs become men's."""
    seen: set[tuple[str, str]] = set()
    for mention in world.labelled("HOSPITAL", "ORGANIZATION", "STREET", "PROFESSION"):
        place = mention.label, plain(mention.old)
        if place in seen or place[1] == plain(mention.new):
            continue
        seen.add(place)
        if mention.label == "STREET":
            old, new = _street(mention.old, world.language), _street(mention.new, world.language)
            if old and not old & new:
                yield Fault("streets", mention, "another kind of street")
        elif mention.label == "PROFESSION":
            before, after = _gender(mention.old, world.language), _gender(mention.new, world.language)
            if {before, after} == {"f", "m"}:
                yield Fault("occupations", mention, "of the other gender")
        elif _is_lost(mention.old, mention.new, world.language):
            yield Fault("kinds", mention, "the word for its kind is gone")


def _is_lost(old: str, new: str, language: str) -> bool:
    """Whether the new name tells no kind of the old one's."""
    wanted, named = _kinds(old, language), _listed(old, language)
    if plain(old) in _kind_words(language) or not wanted:
        return False
    return not (wanted & _kinds(new, language) or named & _listed(new, language))


def _kinds(text: str, language: str) -> set[str]:
    """The kinds that a name tells: its words for one, their group, and endings that are such words."""
    line = plain(text)
    if language == "ja":
        found = {max((word for word in _kind_words(language) if line.endswith(word)), key=len, default="")} - {""}
    else:
        named = SAINT.sub("", line)
        tokens = [token for token in re.findall(r"[^\W_]+(?:['’.&/-][^\W_]+)*", named) if len(token) > 1]
        kinds = _kind_words(language)
        found = {token for token in tokens if token in kinds}
        found |= {word for token in tokens for word in _suffixes(language) if token.endswith(word) and token != word}
        found |= {" ".join(tokens[at : at + 2]) for at in range(len(tokens))} & kinds
    found |= {_groups(language)[stem] for word in found for stem in _groups(language) if stem in word}
    return found | {f"same {number}" for number, group in enumerate(SAME) if any(_tells(word, line) for word in group)}


def _tells(word: str, line: str) -> bool:
    """Whether a word stands in a name, or a long one at the end of one of its words."""
    if is_eastern(word):
        return line.endswith(word)
    return re.search(rf"\b{word}\b" if len(word) < N_LONG else rf"{word}(?:s|et|es)?\b", line) is not None


@cache
def _named_kinds(language: str) -> dict[str, set[str]]:
    """Names, short forms and acronyms of well-known houses to their kind."""
    found: dict[str, set[str]] = {}
    for name in ("named_organizations", "named_institutions"):
        for row in load_pack(language).list(name).rows:
            kind = (row[1].split() or [""])[0] if len(row) > 1 else ""
            for form in (row[0], *(form for cell in row[2:4] for form in cell.split(","))):
                if form and kind not in ("", "agency"):  # of which there is one, and no other does its work
                    found.setdefault(plain(form), set()).add(kind)
    return found


def _listed(text: str, language: str) -> set[str]:
    return _named_kinds(language).get(plain(text), set())


@cache
def _kind_words(language: str) -> frozenset[str]:
    pack = load_pack(language)
    return frozenset(
        plain(word)
        for table in ("institutions", "organizations")
        for word in pack.strings("kind_words", table)
        if len(word) > (1 if language == "ja" else N_STOP) and plain(word) not in JOINING
    )


@cache
def _suffixes(language: str) -> tuple[str, ...]:
    pack = load_pack(language)
    found = {
        plain(word) for table in ("institutions", "organizations") for word in pack.strings("kind_suffixes", table)
    }
    return tuple(word for word in found if len(word) >= N_SUFFIX)


@cache
def _groups(language: str) -> dict[str, str]:
    """Words, or parts of words, to the kind that they tell."""
    table = load_pack(language).late_table("places.toml", "kinds")
    return {
        plain(str(word)): f"<{kind}>"
        for kind, members in table.items()
        if isinstance(members, list | tuple)
        for word in members
        if len(str(word)) >= N_SUFFIX or language == "ja"
    }


def _street(text: str, language: str) -> set[str]:
    """The kinds of street that a street's name tells."""
    tokens = [token.rstrip(".") for token in re.findall(r"[^\W\d_]+(?:[./][^\W\d_]*)*", plain(text))]
    types = {plain(word).rstrip(".") for word in listed(language, "street")}
    if language in ("sv", "nl", "de"):
        return {max((word for word in types if token.endswith(word)), key=len, default="") for token in tokens} - {""}
    if tokens and tokens[-1] in BUILDINGS:
        return set()
    return {_same_street(token) for token in tokens if token in types}


def _same_street(token: str) -> str:
    """One word for a kind of street and its abbreviations."""
    short = {
        "st": "street",
        "rd": "road",
        "ave": "avenue",
        "ln": "lane",
        "dr": "drive",
        "ct": "court",
        "blvd": "boulevard",
        "av": "avenue",
        "bd": "boulevard",
        "pl": "place",
        "c/": "calle",
        "c": "calle",
        "avda": "avenida",
        "pza": "plaza",
        "v.le": "viale",
        "p.za": "piazza",
        "p.zza": "piazza",
        "c.so": "corso",
    }
    return short.get(token, token)


def _gender(text: str, language: str) -> str:
    """F or m where the ending of an occupation tells; "" else."""
    first = text.casefold().split()[0] if text.split() else ""
    if first in listed(language, "epicene"):
        return ""
    ends = [(end, "f") for end in listed(language, "ends_female")] + [
        (end, "m") for end in listed(language, "ends_male")
    ]
    fitting = [(end, gender) for end, gender in ends if first.endswith(end)]
    return max(fitting, key=lambda pair: len(pair[0]), default=("", ""))[1]
