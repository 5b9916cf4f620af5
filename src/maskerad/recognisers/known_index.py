"""The known identifiers of one record, arranged by the way they are looked for."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from maskerad.core.document import Identifier
from maskerad.text.edit_distance import edit_distance
from maskerad.text.folding import fold

KNOWN = "known.v1"
NAME_KINDS = frozenset({"given", "family", "name"})
NUMBER_KINDS = {"id": "ID", "phone": "PHONE"}
LITERAL_KINDS = {"address": "STREET", "email": "EMAIL", "other": "OTHER_PHI"}

NAME_MIN_CHARS = 2
NUMBER_MIN_DIGITS = 5
INITIALS_MAX = 4  # more letters are no initials
# Letters of a word to errors allowed in it: a short name misspelt is another name.
ERRORS_BY_LENGTH = ((9, 2), (5, 1))

WORD = re.compile(r"[^\W\d_]+")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")

People = frozenset[int]  # places in ``KnownIndex.people``
NOBODY: People = frozenset()


@dataclass(frozen=True, slots=True)
class Bearer:
    """Somebody known: the role, and the folded words of the name in the order of the table."""

    role: str
    words: tuple[str, ...] = field(repr=False)


@dataclass
class KnownIndex:
    """What is known of one record.

    Attributes:
        people: Everybody with a name.
        words: Folded word of a name to those who bear it.
        joined: The words of one name written together, likewise.
        numbers: Digits to label.
        dates: Figures of birth dates.
        literals: Folded text to label.
    """

    people: list[Bearer] = field(default_factory=list)
    words: dict[str, People] = field(default_factory=dict)
    joined: dict[str, People] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    dates: set[str] = field(default_factory=set)
    literals: dict[str, str] = field(default_factory=dict)

    def role(self, people: People) -> str:
        """The role of the first of them."""
        return self.people[min(people)].role

    def misspelt(self, word: str) -> People:
        """Those whose name is the nearest that a folded word may be a misspelling of."""
        most = next((errors for length, errors in ERRORS_BY_LENGTH if len(word) >= length), 0)
        near: dict[int, People] = {}
        for known, people in self.words.items() if most else ():
            if known[0] == word[0] or known[1:] == word[1:]:
                distance = edit_distance(word, known, most)
                if distance <= most < len(known) - 2:
                    near[distance] = near.get(distance, NOBODY) | people
        return near[min(near)] if near else NOBODY


def index_of(known: Sequence[Identifier]) -> KnownIndex:
    """Arranges what is known of a record."""
    index = KnownIndex()
    for names in _by_person(known):
        _add_person(index, names)
    for identifier in known:
        if identifier.kind == "birth_date":
            index.dates.update(_date_forms(identifier.value))
        elif identifier.kind in NUMBER_KINDS:
            _add_number(index, identifier.value, NUMBER_KINDS[identifier.kind])
        elif identifier.kind not in NAME_KINDS:
            index.literals[fold(identifier.value)] = LITERAL_KINDS.get(identifier.kind, "OTHER_PHI")
    return index


def _by_person(known: Sequence[Identifier]) -> Iterator[list[Identifier]]:
    """The names of each person: those of one number; without numbers, those of one role, whole names by themselves."""
    names: dict[tuple[int, str, int], list[Identifier]] = {}
    for place, identifier in enumerate(known):
        if identifier.kind in NAME_KINDS:
            alone = place + 1 if identifier.kind == "name" and not identifier.person else 0
            names.setdefault((identifier.person, identifier.role, alone), []).append(identifier)
    yield from names.values()


def _add_person(index: KnownIndex, names: Sequence[Identifier]) -> None:
    me = frozenset({len(index.people)})
    written = [fold(name.value) for name in names]
    index.people.append(Bearer(names[0].role, tuple(word for name in written for word in WORD.findall(name))))
    for name in written:
        words = WORD.findall(name)
        if _CJK.search(name):
            index.literals[name] = names[0].role
        for word in words:
            if len(word) >= NAME_MIN_CHARS:
                index.words[word] = index.words.get(word, NOBODY) | me
        together = "".join(words)
        if together:
            index.joined[together] = index.joined.get(together, NOBODY) | me


def _add_number(index: KnownIndex, value: str, label: str) -> None:
    digits = re.sub(r"\D", "", value)
    for form in (digits, digits[2:] if digits[:2] in ("19", "20") and len(digits) >= 10 else digits):
        if len(form) >= NUMBER_MIN_DIGITS:
            index.numbers[form] = label
            index.numbers.setdefault(form.lstrip("0"), label)
    if not digits.isdigit() or len(digits) < NUMBER_MIN_DIGITS or re.search(r"[^\W\d_]", value):
        index.literals[fold(value)] = label


def _date_forms(value: str) -> Iterator[str]:
    """Figures of an ISO date in every order and with a short or long year, without separators."""
    year, month, day = [*re.findall(r"\d+", value), "", "", ""][:3]
    if len(year) != 4 or not month or not day:
        return
    for m in {month.zfill(2), month.lstrip("0")}:
        for d in {day.zfill(2), day.lstrip("0")}:
            for y in (year, year[2:]):
                yield from (y + m + d, d + m + y, m + d + y)
