"""Where a text is a chart: values, abbreviations and terms beside one another, and hardly a word that joins them.

There a capital says nothing. A guess of the rules that rests on it has to be seen by the finder too, and what the
finder alone sees needs a listed name, a code of some length, or next to certainty.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.languages.pack import needs_morphemes
from maskerad.recognisers.rules.lexicon import Lexicon
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.recognisers.veto.people import PersonSyntax

AROUND_CHARS = 60  # on either side, on the same line
WORDS_MIN, SENTENCE_MIN = 4, 8  # of fewer nothing can be said
N_LITTLE_WORDS = 300  # the most frequent words of a language join the others
CHART_SHARE, LITTLE_SHARE = 0.35, 0.12  # of the words around: at least, at most
ABBREVIATION_MAX = 5
SURE = 0.97  # of what the finder alone sees there, and no list has
SURE_INITIALS = 0.9  # but where a line ends, which is a signature's place
UNLIKELY = 0.5  # in notes without such words, be there values or not
MONTHS = 12
PERSON, ANY = "PERSON", "*"

# The highest score of a guess of the rules, and the probability from which on it stands: the first that fits.
# Chosen on notes that hold nobody and on records that the finders had not learnt.
GUESSES = {
    PERSON: ((0.62, 0.8), (0.8, 0.75), (0.9, 0.25)),
    "ORGANIZATION": ((0.78, 0.8),),
    "INITIALS": ((0.75, 0.4), (0.9, 0.15)),
    "DATE": ((0.8, 0.8), (0.9, 0.25)),
    "AGE": ((0.9, 0.3),),
    "PHONE": ((0.9, 0.25),),
    ANY: ((0.78, 0.4),),
}
GUESS_MAX = 0.9
SURE_MORE_THAN_WHOLE = 0.3  # of a date that is no score, for those are at most one: "3/2"
SURE_PART, UNLIKELY_PART = 0.97, 0.9  # of one that may be a score: "3/5", in charts and in notes of few joining words
SURE_MONTH = 0.9  # of one that may be a month and its year: "10/24"
SURE_BARE_AGE = 0.9  # of a number without a unit

_WORD = re.compile(
    r"\d(?:[ .-]?\d){5,}|[^\W\d_\u3040-\u9fff]+|[\u3040-\u30ff\u4e00-\u9fff]{1,3}|\d[\d.,]*|[+<>=%±/→Ø°]"
)
_LETTERS = re.compile(r"[^\W\d_]+")
_FRACTION = re.compile(r"(\d{1,2})\s?/\s?(\d{1,2})")
_CODE = re.compile(r"\d{5}|\d(?:[ .-]?\d){7}")  # rules know what it is, or nobody does
_LINE_BEGIN = re.compile(r"(?:\A|\n)[ \t>•*-]*$")
_CLOCK_BEHIND = re.compile(r"[ \t]*[\[(]?\d{1,2}[:.h]\d\d")
_LINE_END = re.compile(r"[\s.|]*(?:\n|\Z)")
_SPECIES = re.compile(r"[A-ZÀ-Þ][a-z]?\.[ ]?([a-zà-ÿ]{3,})(?![^\W\d_]|['’])")
_PAIR = re.compile(r"([A-ZÀ-Þ][a-zà-ÿ]+)[-–]([A-ZÀ-Þ][a-zà-ÿ]+)")
_MEDICINE = ("medical", "eponyms")
_GIVEN = ("given_female", "given_male", "given_usual")
_LISTED = (
    *_GIVEN, "family", "cities", "world_cities", "regions", "streets", "hospitals",
    "hospital_short", "organizations",
)  # fmt: skip
_KINDS = ("hosp_word", "care_kind", "house_kind", "care_home_kind", "org_kind")
PersonTest = Callable[[str, int, int], bool]


def _nobody(_text: str, _start: int, _end: int) -> bool:
    return False


class Charts:
    """Tells charts from prose, and what is believed in them.

    Args:
        lexicon: Of the language.
        little: Its most frequent words; none where words are not parted.
        is_person: Whether a title, word of kinship or name stands beside a place of a text.
    """

    def __init__(self, lexicon: Lexicon, little: Sequence[str] = (), is_person: PersonTest = _nobody) -> None:
        self._words, self._little, self._is_person = lexicon.words, frozenset(little), is_person
        self._medicine = sum(lexicon.bits.get(name, 0) for name in _MEDICINE)
        self._ordinary = self._medicine | lexicon.bits.get("common", 0)
        self._listed = sum(lexicon.bits.get(name, 0) for name in _LISTED)
        self._given = sum(lexicon.bits.get(name, 0) for name in _GIVEN)
        self._kinds = sum(lexicon.bits.get(name, 0) for name in _KINDS)

    @classmethod
    def of(cls, rulebook: RuleBook) -> Charts:
        """Those of a language."""
        has_little = not needs_morphemes(rulebook.pack)
        little = rulebook.pack.list("common").entries[:N_LITTLE_WORDS] if has_little else ()
        return cls(rulebook.lexicon, little, PersonSyntax(rulebook).stands)

    def stands(self, text: str, span: Span) -> bool:
        """Whether what a finder alone sees is believed, be it in a chart."""
        if self._is_species(text, span):
            return False
        if not self._is_chart(_around(text, span)):
            return True
        if self._is_pair(text, span):
            return False
        if span.label == "DATE" and text[span.start : span.end].isdigit():
            return _begins_line(text, span)
        if span.score >= SURE:
            return True
        if span.label == "INITIALS":
            return span.score >= SURE_INITIALS or _LINE_END.match(text, span.end) is not None
        if span.label == "DATE" and _begins_line(text, span):
            return True
        inner = text[span.start : span.end]
        return _CODE.search(inner) is not None or any(map(self._is_listed, _LETTERS.findall(inner)))

    def may_fall(self, text: str, span: Span, probability: float) -> bool:
        """Whether a guess of the rules falls in a chart, as the finder sees too little there.

        Names in small letters stay: finders know them less than rules do.
        """
        inner = text[span.start : span.end]
        if probability >= _least(span, inner) or inner.islower() or _CODE.search(inner):
            return False
        if _begins_line(text, span) and _CLOCK_BEHIND.match(text, span.end):  # who writes in a chat
            return False
        around = _around(text, span)
        unlikely = UNLIKELY_PART if span.label == "DATE" and _is_part(inner) else UNLIKELY
        return self._is_chart(around) or (probability < unlikely and self._is_disjointed(around))

    def _is_species(self, text: str, span: Span) -> bool:
        """Whether a letter stands for a genus: "E. coli", and no "B. anna"."""
        match = _SPECIES.match(text, span.start) if span.label == PERSON else None
        return match is not None and not self._is_listed(match[1])

    def _is_pair(self, text: str, span: Span) -> bool:
        """Whether two names that a hyphen joins are those of an eponym: "Lund-Mackay", and no "Anna-Karin"."""
        match = _PAIR.fullmatch(text, span.start, span.end) if span.label == PERSON else None
        if match is None or self._is_person(text, span.start, span.end):
            return False
        return not all(self._words.get(word.lower(), 0) & self._given for word in match.groups())

    def _is_chart(self, around: Sequence[str]) -> bool:
        """Whether values, abbreviations and terms prevail."""
        return len(around) >= WORDS_MIN and sum(map(self._is_of_chart, around)) >= CHART_SHARE * len(around)

    def _is_disjointed(self, around: Sequence[str]) -> bool:
        """Whether words that join others are rare."""
        n_little = sum(word.lower() in self._little for word in around)
        return bool(self._little) and len(around) >= SENTENCE_MIN and n_little < LITTLE_SHARE * len(around)

    def _is_of_chart(self, word: str) -> bool:
        if not word[0].isalpha():
            return not _CODE.search(word)
        is_short = 1 < len(word) <= ABBREVIATION_MAX and word.isupper()
        return is_short or bool(self._words.get(word.lower(), 0) & self._medicine)

    def _is_listed(self, word: str) -> bool:
        mask = self._words.get(word.lower(), 0)
        return bool(mask & self._kinds or (mask & self._listed and not mask & self._ordinary))


def _around(text: str, span: Span) -> list[str]:
    """The words, numbers and signs beside a candidate on its line."""
    before = text[max(0, span.start - AROUND_CHARS) : span.start].rpartition("\n")[2]
    behind = text[span.end : span.end + AROUND_CHARS].partition("\n")[0]
    return _WORD.findall(before) + _WORD.findall(behind)


def _begins_line(text: str, span: Span) -> bool:
    return _LINE_BEGIN.search(text, max(0, span.start - AROUND_CHARS), span.start) is not None


def _least(span: Span, inner: str) -> float:
    """From when on a guess stands in a chart; 0 for what is no guess."""
    if span.label == "DATE" and _FRACTION.fullmatch(inner):
        return _least_of_fraction(inner)
    if span.label == "AGE" and inner.isdigit():
        return SURE_BARE_AGE
    steps = GUESSES.get(PERSON if span.label in people_labels() else span.label, GUESSES[ANY])
    return next((least for score, least in steps if span.score <= score), 0.0)


def _least_of_fraction(inner: str) -> float:
    if not _is_part(inner):
        return SURE_MORE_THAN_WHOLE
    return SURE_PART if int(inner.rpartition("/")[2]) <= MONTHS else SURE_MONTH


def _is_part(inner: str) -> bool:
    """Whether a fraction is at most one, as a score is."""
    fraction = _FRACTION.fullmatch(inner)
    return fraction is not None and int(fraction[1]) <= int(fraction[2])
