"""Known identifiers: what the hospital's own tables say of the people in a record, found however it is written.

Names are found word by word, with genitive endings, in any case, misspelt by a bounded edit distance, split or joined
("Anna-Karin", "Annakarin", "Anna Karin"), and as initials. Numbers are found with any separators, and without their
century. Birth dates are found in every order of figures. Everything else is found as written, whatever the case.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from maskerad.core.document import Identifier
from maskerad.core.span import Source, Span
from maskerad.recognisers.base import Evidence, Findings
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.edit_distance import edit_distance
from maskerad.text.folding import fold

KNOWN = "known.v1"
NAME_KINDS = frozenset({"given", "family", "name"})
NUMBER_KINDS = {"id": "ID", "phone": "PHONE"}
LITERAL_KINDS = {"address": "STREET", "email": "EMAIL", "other": "OTHER_PHI"}

NAME_MIN_CHARS = 2
JOIN_MAX_WORDS = 3
NUMBER_MIN_DIGITS = 5
# Letters of a word to errors allowed in it: a short name misspelt is another name.
ERRORS_BY_LENGTH = ((9, 2), (5, 1))

_WORD = re.compile(r"[^\W\d_]+")
_NUMBER = re.compile(r"\d(?:[ .\-/()]{0,2}\d){3,24}")
_DATE = re.compile(r"(?<!\d)\d{1,4}(?:[ .\-/]?\d{1,2}){1,2}(?:\d{2})?(?!\d)")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")


@dataclass
class _Index:
    """The known identifiers of one record, by the way they are looked for."""

    words: dict[str, str] = field(default_factory=dict)
    joined: dict[str, str] = field(default_factory=dict)
    initials: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, str] = field(default_factory=dict)
    dates: set[str] = field(default_factory=set)
    literals: dict[str, str] = field(default_factory=dict)


class Known:
    """Marks the identifiers given with a record."""

    def __init__(self, rulebook: RuleBook) -> None:
        self._genitives = tuple(rulebook.pack.strings("genitive", "names"))
        self._ordinary = re.compile(rulebook.alphabet.charset("common_word"))

    def recognise(self, evidence: Evidence) -> Findings:
        """Spans of everything known; nothing when the record brings no identifiers."""
        if not evidence.known:
            return Findings([[] for _ in evidence.documents])
        index = _index(evidence.known)
        return Findings([list(self._spans(document, index)) for document in evidence.documents])

    def _spans(self, document: Analysed, index: _Index) -> Iterator[Span]:
        yield from self._names(document, index)
        yield from _initials(document, index)
        yield from _figures(document.document.text, index)
        yield from _literals(document.document.text, index)

    def _names(self, document: Analysed, index: _Index) -> Iterator[Span]:
        words = [token for token, text in enumerate(document.texts) if text[0].isalpha()]
        folded = [fold(document.texts[token]) for token in words]
        for place, token in enumerate(words):
            found = self._word(folded[place], document, token, index)
            if found is not None:
                label, rule = found
                yield document.span(token, token + 1, label, 0.97, Source(KNOWN, rule, "a known name"))
            for count in range(2, min(JOIN_MAX_WORDS, len(words) - place) + 1):
                stop = words[place + count - 1] + 1
                label = index.joined.get("".join(folded[place : place + count]), "")
                if label and stop - token <= 2 * count:
                    yield document.span(token, stop, label, 0.97, Source(KNOWN, "split_name", "a known name, split"))

    def _word(self, word: str, document: Analysed, token: int, index: _Index) -> tuple[str, str] | None:
        for form in self._stems(word):
            label = index.words.get(form) or index.joined.get(form)
            if label:
                return (label, "name") if self._may_be_name(document, token) else None
        if document.texts[token][0].isupper() and not self._ordinary.match(document.classes, token):
            return next(((label, "misspelt_name") for label in _misspelt(word, index)), None)
        return None

    def _stems(self, word: str) -> Iterator[str]:
        yield word
        for ending in self._genitives:
            if word.endswith(ending) and len(word) - len(ending) >= NAME_MIN_CHARS:
                yield word[: -len(ending)]

    def _may_be_name(self, document: Analysed, token: int) -> bool:
        """A word in lower case that is also an ordinary one ("ask", "berg") is left alone."""
        return document.texts[token][0].isupper() or not self._ordinary.match(document.classes, token)


def _index(known: Sequence[Identifier]) -> _Index:
    index = _Index()
    letters: dict[str, str] = {}
    for identifier in known:
        if identifier.kind in NAME_KINDS:
            _add_name(index, identifier)
            first_letters = "".join(word[0] for word in _WORD.findall(fold(identifier.value)))
            letters[identifier.role] = letters.get(identifier.role, "") + first_letters
        elif identifier.kind == "birth_date":
            index.dates.update(_date_forms(identifier.value))
        elif identifier.kind in NUMBER_KINDS:
            _add_number(index, identifier.value, NUMBER_KINDS[identifier.kind])
        else:
            index.literals[fold(identifier.value)] = LITERAL_KINDS.get(identifier.kind, "OTHER_PHI")
    for role, initials in letters.items():
        if 2 <= len(initials) <= 4:
            index.initials |= {initials: role, initials[0] + initials[-1]: role}
    return index


def _add_name(index: _Index, identifier: Identifier) -> None:
    value = fold(identifier.value)
    words = _WORD.findall(value)
    if _CJK.search(value):
        index.literals[value] = identifier.role
    for word in words:
        if len(word) >= NAME_MIN_CHARS:
            index.words.setdefault(word, identifier.role)
    if len(words) > 1:
        index.joined.setdefault("".join(words), identifier.role)
    elif words:
        index.joined.setdefault(words[0], identifier.role)


def _add_number(index: _Index, value: str, label: str) -> None:
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


def _misspelt(word: str, index: _Index) -> Iterator[str]:
    """Labels of the known names that a word may be a misspelling of, the nearest first."""
    most = next((errors for length, errors in ERRORS_BY_LENGTH if len(word) >= length), 0)
    if not most:
        return
    near = []
    for known, label in index.words.items():
        if known[0] == word[0] or known[1:] == word[1:]:
            distance = edit_distance(word, known, most)
            if distance <= most < len(known) - 2:
                near.append((distance, label))
    yield from (label for _, label in sorted(near))


def _initials(document: Analysed, index: _Index) -> Iterator[Span]:
    """Two to four capitals with or without full stops that are the initials of one known person."""
    for letters, role in index.initials.items():
        pattern = r"\.?\s?".join(letters) + r"\.?"
        for match in re.finditer(rf"(?<!\w){pattern}(?!\w)", document.document.text, re.IGNORECASE):
            if match[0].isupper() and "." in match[0]:
                yield Span(*match.span(), "INITIALS", 0.9, Source(KNOWN, "initials", f"initials of a known {role}"))


def _figures(text: str, index: _Index) -> Iterator[Span]:
    if index.numbers:
        for match in _NUMBER.finditer(text):
            digits = re.sub(r"\D", "", match[0])
            label = index.numbers.get(digits) or index.numbers.get(digits.lstrip("0"))
            if label:
                yield Span(*match.span(), label, 0.99, Source(KNOWN, "number", "a known number"))
    if index.dates:
        for match in _DATE.finditer(text):
            if re.sub(r"\D", "", match[0]) in index.dates:
                yield Span(*match.span(), "DATE", 0.99, Source(KNOWN, "birth_date", "a known birth date"))


def _literals(text: str, index: _Index) -> Iterator[Span]:
    if not index.literals:
        return
    folded = fold(text)
    if len(folded) != len(text):  # folding changed offsets: look for the plain lower-case form instead
        folded = text.lower() if len(text.lower()) == len(text) else text
    for value, label in index.literals.items():
        start = folded.find(value) if len(value) > 1 else -1
        while start >= 0:
            yield Span(start, start + len(value), label, 0.97, Source(KNOWN, "literal", "a known value"))
            start = folded.find(value, start + len(value))
