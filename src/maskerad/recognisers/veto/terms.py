"""Words that are a medicine, test, device, heading or eponym and were taken for a person, place or institution."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from maskerad.core.schemes import people_labels
from maskerad.core.span import Span
from maskerad.languages.everyday import EverydayWords
from maskerad.languages.medicine import TERM_LISTS, MedicalCues
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.recognisers.veto.people import PersonSyntax

_LABELS = people_labels() | {
    "ORGANIZATION", "HOSPITAL", "CITY", "INITIALS", "USERNAME", "STREET", "LOCATION",
}  # fmt: skip
_PIECE = re.compile(r"[^\W_]+(?:[-'’+][^\W_]+)*[+]?")
_NUMERAL = re.compile(r"[IVX]{1,4}[a-cAB]?|\d{1,3}[a-cA-C]?|[A-D]|g")  # the last of "Semmes-Weinstein 10 g"
_AGE_UNITS = r"år|jaar|Jahre|años|anni|ans|years|yrs|yo|歳"
_GRADE = re.compile(
    r"""(?:['’]?s)? [ \t]? [:=]? [ \t]? \(?
    (?: (?: grade? | graad | gr | type? | tipo | stage | stad | stadium | stadio | klass | classe? )
        \.? [ \t] )?
    (?: [IVX]{1,4} [a-cA-C]? (?!\w)
      | [0-6] [a-cA-C]? (?: [-–] [0-6] )? (?: [ \t]? / [ \t]? \d{1,2} )?
        (?= [ \t]* (?: [,.;)\]] (?!\d) | $ | \n | [–→] ) )
      | [-+±]{1,3} (?!\w)
      | (?: neg | pos | negativ | positiv | negat | ua ) \b
    )""",
    re.VERBOSE,
)
_VALUE = re.compile(
    r"""[ \t]? [:=<>≤≥]? [ \t]? [<>≤≥]? [ \t]?
    (?: \d+[.,]\d | \d{3} | \d{1,2} [ \t]? (?: % | mm | cm | mg | g/ | ml | / ) )
    | [ \t]? [-+±] (?!\w)""",
    re.VERBOSE,
)
_UPPER_VALUE = re.compile(rf"[ \t]?[:=<>≤≥]?[ \t]?\d{{1,3}}(?!\d|\s?(?:{_AGE_UNITS})\b)")
_VALUE_OR_COLON = re.compile(r"[ \t]?(?:[:：=<>≤≥+±]|\d)")
_TYPIST = re.compile(r"[/:][a-z]{2,3}(?:[ \t]{3}|[ \t]*(?:\n|\Z))")  # behind who dictated: "PVR:tj"
_COLON = re.compile(r"[ \t]?[:：]")
ENDING_MIN_STEM, INFLECTED_MIN_STEM = 3, 6
_HYPHENED_LEFT = re.compile(r"(?<![^\W_])([^\W_]+)[-–]$")
_BEFORE_A_PART = "-–\n"
_HYPHENED_RIGHT = re.compile(r"[-–]([^\W_]+)")
CACHE_MAX = 4_096
BESIDE_CHARS = 30
SHORT_MAX_CHARS = 4
GUESS_MAX = 0.62  # the score of what rests on a capital
_PEOPLE = people_labels()


@dataclass(frozen=True, slots=True)
class _Piece:
    """A word of a candidate.

    Attributes:
        start: In the candidate.
        word: As written.
        kind: ``term``, ``eponym`` or "".
    """

    start: int
    word: str
    kind: str


class Terms:
    """Judges candidates that are words.

    Args:
        rulebook: The language.
        cues: Its medical words.
        people: Knows names.
    """

    def __init__(self, rulebook: RuleBook, cues: MedicalCues, people: PersonSyntax) -> None:
        pack, lexicon = rulebook.pack, rulebook.lexicon
        self._people = people
        self._terms = {entry.lower().rstrip("."): entry for name in TERM_LISTS for entry in pack.list(name).entries}
        self._scores = frozenset(entry.lower() for entry in pack.list("scores").entries)
        self._headings = frozenset(entry.lower().rstrip(".") for entry in pack.list("headings").entries)
        self._words = lexicon.words
        self._medical, self._eponyms = lexicon.bits.get("medical", 0), lexicon.bits.get("eponyms", 0)
        self._endings = tuple(cues.ending)
        self._genitives = tuple(end for end in pack.strings("genitive", "names") if end.isalpha())
        self._eponym_before = _directly_before(cues.eponym_before)
        self._everyday = EverydayWords([pack])
        self._alone = lru_cache(maxsize=CACHE_MAX)(self._alone_of)

    def reason(self, text: str, span: Span) -> str:
        """Why a candidate is a term of medicine; "" if it may be a name."""
        if span.label not in _LABELS:
            return ""
        inner = text[span.start : span.end]
        if self.stands_in_term(text, span):
            return f"term {inner!r} with its value, or the part of one"
        compound = self._compound(text, span)
        if compound:
            return compound
        whole, pieces = self._alone(inner)
        if not pieces or (span.label == "INITIALS" and not _has_value(text, span.end)):
            return ""
        if whole:
            return self._listed(text, span, inner, whole)
        return self._of_pieces(text, span, pieces) if span.label not in ("USERNAME", "INITIALS") else ""

    def stands_in_term(self, text: str, span: Span) -> bool:
        """Whether a candidate is a term of medicine with its value or a part of one, whoever is called so."""
        return span.label in _LABELS and self._everyday.stands_in_term(text, span.start, span.end)

    def _compound(self, text: str, span: Span) -> str:
        """A candidate that is a part of one hyphenated word: a listed one, or one whose other part is medicine."""
        may_go_on = span.start > 0 and text[span.start - 1] in _BEFORE_A_PART  # the search below is the dear one
        left = _HYPHENED_LEFT.search(text, max(0, span.start - BESIDE_CHARS), span.start) if may_go_on else None
        right = _HYPHENED_RIGHT.match(text, span.end)
        if left is None and right is None:
            return ""
        start, end = (left.start() if left else span.start), (right.end() if right else span.end)
        entry = self._terms.get(text[start:end].lower(), "")
        if entry:
            return f"term {entry!r}"
        others = [match[1] for match in (left, right) if match]
        other = next((word for word in others if len(word) > SHORT_MAX_CHARS and self._kind_of(word) == "term"), "")
        return f"term {other!r} in the same word" if other else ""

    def _alone_of(self, inner: str) -> tuple[str, Sequence[_Piece]]:
        """The entry that a candidate is, and its words with their kinds; nothing of one without a medical word."""
        pieces = [_Piece(match.start(), match[0], self._kind_of(match[0])) for match in _PIECE.finditer(inner)]
        whole = self._terms.get(inner.lower().rstrip("."), "")
        return (whole, pieces) if whole or any(piece.kind for piece in pieces) else ("", ())

    def _listed(self, text: str, span: Span, inner: str, entry: str) -> str:
        """A whole candidate that a list has: enough where its last word is nobody's name, else with a value behind."""
        behind = text[span.end : span.end + SHORT_MAX_CHARS * 4]
        is_heading = inner.lower().rstrip(".") in self._headings
        if not any(map(self._people.is_name, _PIECE.findall(inner)[-1:])):
            return f"{'heading' if is_heading else 'term'} {entry!r}"
        if is_heading:
            return f"heading {entry!r}" if _COLON.match(behind) and inner[:1].isupper() else ""
        if entry.lower() in self._scores and inner[:1].isupper() and _GRADE.match(text, span.end):
            return f"score {entry!r} with its grade"
        if _VALUE.match(behind) or (inner.isupper() and entry.isupper() and _UPPER_VALUE.match(behind)):
            return f"term {entry!r} with its value" if inner == entry or not entry.isupper() else ""
        return ""

    def _of_pieces(self, text: str, span: Span, pieces: Sequence[_Piece]) -> str:
        """A candidate of several words: every one medicine, or a numeral."""
        rest = [piece for piece in pieces if not piece.kind]
        if (rest and span.label == "HOSPITAL") or not all(_NUMERAL.fullmatch(piece.word) for piece in rest):
            return ""
        term = next((piece.word for piece in pieces if piece.kind == "term"), "")
        return f"term {term!r}" if term else next(filter(None, self._eponym(text, span, pieces)), "")

    def _eponym(self, text: str, span: Span, pieces: Sequence[_Piece]) -> Iterator[str]:
        """An eponym that is no listed name or word, or with its noun, its grade or a word of method beside it."""
        named = " ".join(piece.word for piece in pieces)
        may_be_guess = span.label in _PEOPLE and (span.score <= GUESS_MAX or all("-" in piece.word for piece in pieces))
        known = self._people.is_name, self._people.is_common
        if may_be_guess and not any(is_known(piece.word) for piece in pieces for is_known in known):
            yield f"eponym {named!r}, nobody's listed name"
        starts = [(span.start + piece.start, span.start + piece.start + len(piece.word)) for piece in pieces]
        if all(self._everyday.stands_in_eponym(text, start, end) for start, end in starts):
            yield f"eponym {named!r} with its noun"
        if _GRADE.match(text, span.end) or (len(pieces) > 1 and _NUMERAL.fullmatch(pieces[-1].word)):
            yield f"eponym {named!r} with its grade"
        if self._eponym_before and self._eponym_before.search(text, max(0, span.start - BESIDE_CHARS), span.start):
            yield f"eponym {named!r} behind a word of method"

    def _kind_of(self, piece: str) -> str:
        """``term``, ``eponym`` or "" for a word."""
        folded = piece.lower()
        if any(self._words.get(stem, 0) & self._eponyms for stem in self._stems(folded)):
            return "eponym"
        if self._people.is_name(piece):
            return ""
        if (folded in self._terms and folded not in self._headings) or self._words.get(folded, 0) & self._medical:
            return "term"
        if any(len(stem) >= INFLECTED_MIN_STEM and stem in self._terms for stem in _without_article(folded)):
            return "term"
        stems = (folded.removesuffix(end) for end in self._endings if folded.endswith(end))
        return "term" if any(len(stem) >= ENDING_MIN_STEM for stem in stems) else ""

    def _stems(self, folded: str) -> Iterator[str]:
        yield folded
        yield from (folded.removesuffix(end) for end in self._genitives)


def _has_value(text: str, end: int) -> bool:
    """Whether a value or a colon follows, and not who typed."""
    return _VALUE_OR_COLON.match(text, end) is not None and _TYPIST.match(text, end) is None


def _without_article(folded: str) -> Iterator[str]:
    """A word without an ending that a name of a thing may carry: "Eliquisen", "Alvedonet", "Voltarens"."""
    return (folded.removesuffix(end) for end in ("en", "et", "s") if folded.endswith(end))


def _directly_before(words: Iterable[str]) -> re.Pattern[str] | None:
    entries = sorted(set(words), key=lambda word: (-len(word), word))
    if not entries:
        return None
    return re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, entries))})[ \t]?[\"“„«'’]?$", re.IGNORECASE)
