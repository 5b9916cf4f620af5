"""What the word before a place asks of its name: "på Öland" beside "i Lund", "au Mans" beside "à Lyon".

Read from ``[places]`` of ``places.toml`` of a pack:

``listed.CLASS``   names of a class ("island")
``instead.CLASS``  names that stand for those of a class, where they are others: "Centrum" for any part of a city
``begin.CLASS``    folded beginnings of the names of a class ("vowel": "a", "e"; "le": "le ")
``alike``          groups of classes that stand for one another where no word before tells
``before``         words before a name, each with the classes that may follow it
``before_bare``    the same where the article of the name stands in that word already: "au" before "(Le) Mans"

A name that no table knows is of class "plain". A language without the table has that class alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

FILE = "places.toml"
PLAIN = "plain"
_BLANKS = " \t\r\n\u00a0"


@dataclass(frozen=True, slots=True)
class PlaceGrammar:
    """The ``[places]`` table of a language, folded.

    Attributes:
        listed: Name to class.
        begin: (beginning, class), longest first.
        before: (word before, classes), longest first.
        words: The words of ``before``.
        names: Class to the names that stand for those of it.
        own: Classes whose names stand for one another alone.
        alike: Class to the classes of its group.
        articles: Articles that names begin with, with their blank: "le ", "l'".
    """

    listed: Mapping[str, str] = field(repr=False)
    names: Mapping[str, tuple[str, ...]] = field(repr=False)
    own: frozenset[str]
    begin: tuple[tuple[str, str], ...]
    before: tuple[tuple[str, frozenset[str]], ...]
    words: tuple[str, ...]
    alike: Mapping[str, frozenset[str]]
    articles: tuple[str, ...]


@lru_cache(maxsize=32)
def place_grammar(pack: LanguagePack) -> PlaceGrammar:
    """What a pack says of the words before places."""
    table = pack.late_table(FILE, "places")
    names = {kind: tuple(map(str, texts)) for kind, texts in _rows(table, "listed")}
    instead = {kind: tuple(map(str, texts)) for kind, texts in _rows(table, "instead")}
    begin = [(fold(str(text)), kind) for kind, texts in _rows(table, "begin") for text in texts]
    before = [
        (fold(word), frozenset(map(str, kinds)))
        for name in ("before", "before_bare")
        for word, kinds in _rows(table, name)
    ]
    return PlaceGrammar(
        {fold(text): kind for kind, texts in names.items() for text in texts},
        names | instead,
        frozenset(instead),
        tuple(sorted(begin, key=lambda row: -len(row[0]))),
        tuple(sorted(before, key=lambda row: -len(row[0]))),
        tuple(word for word, _ in before),
        {str(kind): frozenset(map(str, group)) for group in _groups(table) for kind in group},
        tuple(sorted(strings(table, "articles"), key=len, reverse=True)),
    )


def strings(table: Mapping[str, object], name: str) -> tuple[str, ...]:
    """An array of strings of a table, empty when missing."""
    value = table.get(name, ())
    return tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()


def _groups(table: Mapping[str, object]) -> list[list[object]]:
    groups = table.get("alike", [])
    return [group for group in groups if isinstance(group, list)] if isinstance(groups, list) else []


def _rows(table: Mapping[str, object], name: str) -> Iterable[tuple[str, list[object]]]:
    rows = table.get(name, {})
    return [(key, value) for key, value in rows.items() if isinstance(value, list)] if isinstance(rows, dict) else []


@lru_cache(maxsize=50_000)
def class_of(name: str, pack: LanguagePack) -> str:
    """The class of a place's name: which words may stand before it.

    Example:
        >>> from maskerad.languages import load_pack
        >>> class_of("Gotland", load_pack("sv")), class_of("Lund", load_pack("sv"))
        ('island', 'plain')
    """
    grammar, folded = place_grammar(pack), fold(name)
    listed = grammar.listed.get(folded)
    return listed or next((kind for start, kind in grammar.begin if folded.startswith(start)), PLAIN)


def asked(before: str, pack: LanguagePack) -> frozenset[str]:
    """The classes that may follow a text; none where its last word does not tell.

    Example:
        >>> from maskerad.languages import load_pack
        >>> sorted(asked("semester på ", load_pack("sv")))
        ['island']
    """
    grammar, folded = place_grammar(pack), fold(before).rstrip(_BLANKS)
    if not folded.endswith(grammar.words):
        return frozenset()
    for word, classes in grammar.before:
        if folded.endswith(word) and not folded[: -len(word)][-1:].isalpha():
            return classes
    return frozenset()


def without_article(name: str, pack: LanguagePack) -> str:
    """A name without the article it begins with.

    Example:
        >>> from maskerad.languages import load_pack
        >>> without_article("Le Mans", load_pack("fr")), without_article("Lens", load_pack("fr"))
        ('Mans', 'Lens')
    """
    lowered = name.lower()
    article = next((a for a in place_grammar(pack).articles if lowered.startswith(a)), "")
    return name[len(article) :]


def classes_for(befores: Iterable[str], own: str, pack: LanguagePack) -> frozenset[str]:
    """The classes that fit at every mention of one place; those like its own where the words before do not tell.

    Args:
        befores: The text before each mention.
        own: The name itself.
        pack: Their language.
    """
    common: frozenset[str] | None = None
    grammar, kind = place_grammar(pack), class_of(own, pack)
    asking = [asked(before, pack) for before in befores]
    if kind in grammar.own or any(len(classes) == 1 and classes <= grammar.own for classes in asking):
        return next((classes for classes in asking if len(classes) == 1 and classes <= grammar.own), frozenset([kind]))
    for classes in asking:
        if classes:
            common = classes if common is None else common & classes
    return common or grammar.alike.get(kind, frozenset([kind]))
