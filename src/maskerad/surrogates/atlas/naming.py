"""What in the name of a street or an institution names it, and what only says of which kind it is.

"Tallåsens vårdcentral" is a health centre, named by "Tallåsens"; "Storgatan 48 A" is a street (-gatan) with a number.
The kind stays, the rest is replaced, so a released text still tells a hospital from a care home.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.words import FILE, place_grammar, strings
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

NAME, ACRONYM, NUMBER, LETTER = "name", "acronym", "number", "letter"
ACRONYM_MAX = 4
CONNECTOR_MAX = 3
TOWN_CHARS_MAX = 8  # of a town with its ward at the beginning of an unbroken Japanese name
KIND_CHARS_MAX = 12  # of a word of kind in one
TAIL_MIN = 2  # characters of a name that may stand behind a town's in an unbroken Japanese one

_CJK = "\u3005-\u3007\u3040-\u30fa\u30fc-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_TOKEN = re.compile(
    rf"[0-9０-９]+|[{_CJK}]+|(?:[^\W\d_]\.){{2,}}"
    rf"|[^\W\d_]\.[a-z]{{2,3}}(?![^\W_])"  # F.lli
    rf"|(?:(?![{_CJK}])[^\W\d_][\u0300-\u036f]*)+(?:['’]s\b|['’](?=[^\W\d_]))?"
)
_JOINS = re.compile(r"\.?[ \u00a0]?[-&·]?[ \u00a0]?")


class Piece(NamedTuple):
    """A piece of the mention that has to change.

    ``kind`` is NAME, ACRONYM, NUMBER or LETTER; ``key`` is what is the same wherever it stands.
    """

    start: int
    end: int
    kind: str
    key: str


@dataclass(frozen=True, slots=True)
class NamingRules:
    """Words of one kind of named thing in one language.

    Attributes:
        kept: Folded words, without dots, that stay.
        suffixes: Ends of compound words that stay, longest first.
        connectors: Folded words that go with the name they stand inside.
        kept_endings: Ends of words that are never names: adjectives of a speciality.
        directions: Points of the compass, which stay beside the name of a town.
        articles: Folded articles.
        tails: Kinds in short that an unbroken Japanese name of three characters or more ends with.
        founded: What stands between a town and what it has founded, in an unbroken Japanese name.
    """

    kept: frozenset[str] = field(repr=False)
    suffixes: tuple[str, ...]
    connectors: frozenset[str] = field(repr=False)
    kept_endings: tuple[str, ...] = ()
    directions: frozenset[str] = frozenset()
    articles: frozenset[str] = frozenset()
    tails: tuple[str, ...] = ()
    founded: tuple[str, ...] = ()


@lru_cache(maxsize=64)
def naming_rules(pack: LanguagePack, *tables: str) -> NamingRules:
    """The rules of tables of the pack: "institutions", "organizations"."""
    late = pack.late_table(FILE, "names")
    kinds = [pack.strings(name, table) for table in tables for name in ("kind_words", "unit_words")]
    words = (*(word for words in kinds for word in words), *strings(late, "kept"))
    ends = {end.lower() for table in tables for end in pack.strings("kind_suffixes", table)}
    suffixes = sorted(ends.union(strings(late, "suffixes")), key=lambda end: (-len(end), end))
    return NamingRules(
        frozenset(_plain(word) for text in words for word in [text, *text.split()]),
        tuple(suffixes),
        name_conventions(pack).particles,
        tuple(map(fold, strings(late, "kept_endings"))),
        frozenset(map(fold, strings(late, "directions"))),
        frozenset(fold(article).strip() for article in place_grammar(pack).articles),
        strings(late, "tails") if "organizations" in tables else (),
        strings(late, "founded"),
    )


def is_kept(text: str, rules: NamingRules) -> bool:
    """Whether a whole text says of which kind something is."""
    return _plain(text) in rules.kept


def is_only_kinds(text: str, rules: NamingRules) -> bool:
    """Whether a text is nothing but words that say of which kind something is, and no name or number."""
    words = [match.group() for match in _TOKEN.finditer(text)]
    is_named = any(_is_behind_article(words[at], words[at - 1], rules) for at in range(2, len(words)))
    return bool(words) and not is_named and all(_is_kind(word, rules) for word in words)


def _is_behind_article(word: str, before: str, rules: NamingRules) -> bool:
    """Whether a word and the article before it have capitals, as the name in "muziekschool De Wijngaard" has."""
    is_elided = word[-1] in "'’"  # "Les P'tits Loups"
    return word[0].isupper() and before[0].isupper() and not is_elided and fold(before) in rules.articles


def _is_kind(word: str, rules: NamingRules) -> bool:
    if is_cjk(word):
        return not list(_unbroken_pieces(word, 0, len(word), rules, _never))
    plain = _plain(word)
    is_specialty = bool(rules.kept_endings) and plain.endswith(rules.kept_endings)
    is_word = len(plain) > 1 or word.islower()  # "y"
    return is_word and (plain in rules.kept or plain in rules.connectors or is_specialty)


def _plain(word: str) -> str:
    return fold(word).replace(".", "").strip("()（）")


def _never(_: str) -> bool:
    return False


def pieces(
    text: str, rules: NamingRules, is_stem: Callable[[str], bool] = _never, is_town: Callable[[str], bool] = _never
) -> list[Piece]:
    """What of a mention has to change, in order.

    Args:
        text: The mention.
        rules: What stays.
        is_stem: Whether a folded name is known to take a genitive ending; its key is then without it.
        is_town: Whether a folded name is that of a town, which is a piece of its own beside another name.
    """
    tokens = [match.span() for match in _TOKEN.finditer(text)]
    kinds = [_kind(text, tokens, at, rules) for at in range(len(tokens))]
    cut: list[Piece] = []
    at = 0
    while at < len(tokens):
        if kinds[at] == NAME:
            last = _end_of_run(text, tokens, kinds, at, rules)
            is_directed = last == at + 1 and fold(text[slice(*tokens[last])]) in rules.directions
            if is_directed and is_town(fold(text[slice(*tokens[at])])):  # "Klinikum Nürnberg Süd"
                cut.extend(_name_pieces(text, *tokens[at], rules, is_stem, is_town))
                at = last + 1
                continue
            if last > at and _is_beside_town(text, tokens, at, last, is_town):
                last -= 1
            cut.extend(_name_pieces(text, tokens[at][0], tokens[last][1], rules, is_stem, is_town))
            at = last
        elif kinds[at]:
            start, end = tokens[at]
            cut.append(Piece(start, end, kinds[at], fold(text[start:end])))
        at += 1
    return cut


def _kind(text: str, tokens: Sequence[tuple[int, int]], at: int, rules: NamingRules) -> str:
    """What a token is; "" for one that stays."""
    start, end = tokens[at]
    word = text[start:end]
    if word[0].isdecimal():
        return NUMBER
    if at > 1 and _is_behind_article(word, text[slice(*tokens[at - 1])], rules):
        return NAME
    if _plain(word) in rules.kept or (rules.kept_endings and _plain(word).endswith(rules.kept_endings)):
        return ""
    if len(word) == 1 and not is_cjk(word):
        touches = text[start - 1 : start].isdecimal() or text[end : end + 1].isdecimal()
        return LETTER if word.isupper() or touches else ""
    if word[-1] in "'’":
        return ""
    if word.islower() and (len(word) <= CONNECTOR_MAX or any(map(str.isupper, text))):
        return NAME if _has_suffix(word, rules) else ""
    is_acronym = word.replace(".", "").isupper() and len(word.replace(".", "")) <= ACRONYM_MAX
    if is_acronym and at == 0 and _is_before_name(text, tokens, rules):
        return ""
    return ACRONYM if is_acronym and (len(tokens) == 1 or not text.isupper()) else NAME


def _is_before_name(text: str, tokens: Sequence[tuple[int, int]], rules: NamingRules) -> bool:
    """Whether a first word tells a kind, with a connector and a name behind: "MSP du Pays de Caux"."""
    following = [text[slice(*token)] for token in tokens[1:3]]
    return len(following) > 1 and following[0] in rules.connectors and following[1][0].isupper()


def _has_suffix(word: str, rules: NamingRules) -> bool:
    return any(word.lower().endswith(suffix) and len(word) > len(suffix) for suffix in rules.suffixes)


def _end_of_run(text: str, tokens: Sequence[tuple[int, int]], kinds: Sequence[str], at: int, rules: NamingRules) -> int:
    """Index of the last token of the name that begins at ``at``; connectors inside it belong to it."""
    last = at
    for following in range(at + 1, len(tokens)):
        gap = text[tokens[following - 1][1] : tokens[following][0]]
        word = text[slice(*tokens[following])]
        if not _JOINS.fullmatch(gap) or is_cjk(word):
            break
        if kinds[following] == NAME:
            last = following
        elif kinds[following] or not (fold(word) in rules.connectors or word[-1] in "'’"):
            break
    return last


def _is_beside_town(
    text: str, tokens: Sequence[tuple[int, int]], first: int, last: int, is_town: Callable[[str], bool]
) -> bool:
    """Whether a name of several words ends with a town that is no part of it: "St. Elisabeth Leipzig"."""
    start, end = tokens[last]
    is_apart = text[tokens[last - 1][1] : start] == " " and not text[slice(*tokens[last - 1])].islower()
    return is_apart and is_town(fold(text[start:end])) and not is_town(fold(text[tokens[first][0] : end]))


def _name_pieces(
    text: str,
    start: int,
    end: int,
    rules: NamingRules,
    is_stem: Callable[[str], bool],
    is_town: Callable[[str], bool] = _never,
) -> Iterator[Piece]:
    """The part of a name that is not the end of a compound; nothing when all of it is."""
    name = text[start:end]
    if is_cjk(name):
        yield from _unbroken_pieces(text, start, end, rules, is_town)
        return
    end -= _suffix_chars(text[start:end], rules)
    key = fold(text[start:end])
    if key.endswith("s") and is_stem(key[:-1]) and not is_stem(key):
        key, end = key[:-1], end - 1
    if start < end:
        yield Piece(start, end, NAME, key)


def _unbroken_pieces(
    text: str, start: int, end: int, rules: NamingRules, is_town: Callable[[str], bool]
) -> Iterator[Piece]:
    """The town and the name in an unbroken Japanese name, without what says of which kind it is."""
    start += _prefix_chars(text[start:end], rules)
    while (size := _kind_chars(text[start:end], rules, is_town)) > 0:
        end -= size
    name = text[start:end]
    if not name or name in rules.kept:
        return
    if len(name) > 2 and not is_town(name):
        if name[-1] in rules.directions and is_town(name[:-1]):
            end -= 1
        elif name[0] in rules.directions and is_town(name[1:]):
            start += 1
        else:
            longest = min(TOWN_CHARS_MAX, len(name) - TAIL_MIN)
            size = next((n for n in range(longest, 1, -1) if is_town(name[:n])), 0)
            if size:
                yield Piece(start, start + size, NAME, fold(name[:size]))
                start += size
                start += next((len(sign) for sign in rules.founded if text.startswith(sign, start, end - 1)), 0)
            elif size := next((n for n in range(longest, 1, -1) if is_town(name[-n:])), 0):  # "聖隷浜松"
                yield Piece(start, end - size, NAME, fold(name[:-size]))
                start = end - size
    yield Piece(start, end, NAME, fold(text[start:end]))


def _kind_chars(name: str, rules: NamingRules, is_town: Callable[[str], bool]) -> int:
    """Length of the longest word of kind that an unbroken Japanese name ends with; 0 for none, and for a town: 総社."""
    return 0 if is_town(name) else max(_suffix_chars(name, rules), _kept_tail(name, rules, is_town))


def _kept_tail(name: str, rules: NamingRules, is_town: Callable[[str], bool]) -> int:
    """Length of the word of kind behind a name of two characters or a town; 0 for none."""
    sizes = range(min(KIND_CHARS_MAX, len(name) - 1), 1, -1)
    fits = (n for n in sizes if name[-n:] in rules.kept and (len(name) - n >= TAIL_MIN or is_town(name[:-n])))
    return next(fits, 0) or int(len(name) > TAIL_MIN and name.endswith(rules.tails or ("\0",)))


def _prefix_chars(name: str, rules: NamingRules) -> int:
    """Length of the words of kind that an unbroken Japanese name begins with."""
    at = 0
    while True:
        sizes = range(min(KIND_CHARS_MAX, len(name) - at - 1), 0, -1)
        size = next((n for n in sizes if name[at : at + n] in rules.kept), 0)
        if size < 2:
            return at
        at += size


def _suffix_chars(name: str, rules: NamingRules) -> int:
    lowered = name.lower()
    if len(lowered) != len(name):
        return 0
    for suffix in rules.suffixes:
        for ending in (suffix, suffix + "s"):
            if lowered.endswith(ending) and (len(name) > len(ending) or is_cjk(name)):
                return len(ending)
    return 0
