"""Where one mention holds two names: "Osas, Destiny", "Dear Dr Adjei, Diego has", "McNab, Euphemia  F".

What parts a family name from a given name parts people in a list as well, and ends a greeting or a field of a form. The
record tells which: whom it calls how elsewhere, and who stands beside. No letter is uncovered but the sex that a form
has behind a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from maskerad.core import Span, SpanSet
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.cues import is_greeted, is_greeted_by_title, people_words
from maskerad.names.name import Name, read_name
from maskerad.pipeline.look.people_names import PeopleNames
from maskerad.text.folding import fold

_PARTING = re.compile(r"[ \t]*,\s*|[ \t]*[\r\n]\s*|[ \t]{2,}|[ \t]+[-–—/][ \t]+")
_BLANK_LINE = re.compile(r"\n[ \t\r]*\n")
_SLASH = re.compile(r"(?<=[^\W\d_])/(?=[^\W\d_]{2})")
_COMMA = re.compile(r"[ \t]*,[ \t]*")
_EDGES = ", \t\r\n"
FIELD_CHARS = 24
INITIALS = "INITIALS"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A part of a mention, and what parts it from the one before."""

    start: int
    end: int
    sign: str = field(repr=False)


class Borders:
    """Parts mentions of people in one document.

    Args:
        text: Of the document.
        pack: Its language.
        names: What the record's people are called.
    """

    def __init__(self, text: str, pack: LanguagePack, names: PeopleNames) -> None:
        self._text, self._pack, self._names = text, pack, names

    def parted(self, spans: SpanSet) -> SpanSet:
        """The spans, those parted that hold two names or more."""
        pieces: list[Span] = []
        for at, span in enumerate(spans):
            if span.label == INITIALS:
                pieces += self._signs(span)
                continue
            if span.label not in people_labels() or not _PARTING.search(self._text, span.start, span.end):
                pieces.append(span)
                continue
            before, behind = spans[at - 1] if at else None, spans[at + 1] if at + 1 < len(spans) else None
            pieces += self._parts(span, self._is_listed(before, span) or self._is_listed(span, behind))
        return spans if pieces == list(spans) else SpanSet(tuple(pieces), spans.scheme)

    def _signs(self, span: Span) -> Iterator[Span]:
        """Who dictated and who wrote: "HC/nb" are two people's."""
        start = span.start
        for slash in _SLASH.finditer(self._text, span.start, span.end):
            if start < slash.start():
                yield replace(span, start=start, end=slash.start())
            start = slash.end()
        if start < span.end:
            yield replace(span, start=start)

    def _parts(self, span: Span, is_listed: bool) -> Iterator[Span]:
        pieces = self._pieces(span)
        first, *others = pieces
        start, end = first.start, first.end
        for piece in others:
            if piece is pieces[-1] and self._is_sex(piece):
                break
            if self._are_two(start, end, piece, is_listed):
                yield replace(span, start=start, end=end)
                start = piece.start
            end = piece.end
        yield replace(span, start=start, end=end)

    def _pieces(self, span: Span) -> list[_Piece]:
        """What stands between the signs that may part names: the first of a mention parts nothing, the last goes."""
        text = self._text[span.start : span.end]
        inner, end = span.end - len(text.lstrip(_EDGES)), span.start + len(text.rstrip(_EDGES))
        if inner >= end:
            return [_Piece(span.start, span.end, "")]
        pieces, start, sign = [], span.start, ""
        for match in _PARTING.finditer(self._text, inner, end):
            pieces.append(_Piece(start, match.start(), sign))
            start, sign = match.end(), match[0]
        return [*pieces, _Piece(start, end, sign)]

    def _is_sex(self, piece: _Piece) -> bool:
        """Whether a field of one letter behind a name tells the sex."""
        letter = self._text[piece.start : piece.end]
        is_field = piece.sign.isspace() and len(piece.sign) > 1 and len(letter) == 1
        return is_field and fold(letter) in people_words(self._pack).sexes

    def _is_listed(self, span: Span | None, other: Span | None) -> bool:
        """Whether two mentions of people stand side by side with no more than a comma between them."""
        if span is None or other is None or not {span.label, other.label} <= people_labels():
            return False
        between = self._text[span.end : other.start]
        return _COMMA.fullmatch(between) is not None or (not between.strip() and self._text[other.start] == ",")

    def _are_two(self, start: int, end: int, piece: _Piece, is_listed: bool) -> bool:
        """Whether a name ends where a piece begins."""
        if _BLANK_LINE.search(piece.sign):
            return True
        left, right = self._name(start, end), self._name(piece.start, piece.end)
        if "\n" in piece.sign and left.words and not right.words:
            return True
        if not left.words or not right.words or self._names.are_of_one(left.words, right.words):
            return False
        if "," not in piece.sign:
            return self._are_known(left, right) or ("\n" in piece.sign and self._is_no_name(right, left))
        return (
            self._is_whole(left)
            or self._is_greeting(start)
            or self._are_known(left, right)
            or (self._is_given(left) and self._is_given(right) and not self._is_field_of_given(start))
            or (is_listed and (self._is_given(left) or len(right.words) > 1))
        )

    def _name(self, start: int, end: int) -> Name:
        return read_name(self._text[start:end], "PERSON", self._pack)

    def _is_whole(self, name: Name) -> bool:
        """Whether a name has all its parts in the usual order, so that no given name follows: "B. Ahmadzai"."""
        has_initial = bool(name.initials) and name.leads
        is_led = has_initial or self._is_given_word(next(iter(name.given), ""))
        return bool(name.family) and is_led and not name.particles

    def _is_given(self, name: Name) -> bool:
        """Whether a name begins with what is surely a given name."""
        first = (*name.given, *name.lone)[:1]
        return bool(first) and not name.family and (first[0] in self._names.given or self._is_given_word(first[0]))

    def _is_given_word(self, word: str) -> bool:
        conventions = name_conventions(self._pack)
        return conventions.is_given(word) and word not in conventions.family | conventions.particles

    def _are_known(self, left: Name, right: Name) -> bool:
        """Whether the record calls one person by a name on the left, and another by the given name on the right."""
        names = self._names
        is_left = any(word in names.given or word in names.family for word in left.words)
        first = (*right.given, *right.lone)[:1]
        return is_left and bool(first) and first[0] in names.given

    def _is_greeting(self, start: int) -> bool:
        """Whether a greeting stands before a title: "Moin Herr Petersen, Ole war"."""
        return any(tells(self._text, start, self._pack) for tells in (is_greeted, is_greeted_by_title))

    def _is_field_of_given(self, start: int) -> bool:
        """Whether a word for given names stands before a list of them: "Prénoms : Rose, Aimée"."""
        before = fold(self._text[max(0, start - FIELD_CHARS) : start]).rstrip(" \t:.")
        return before.endswith(people_words(self._pack).given_fields)

    def _is_no_name(self, right: Name, left: Name) -> bool:
        """Whether a line begins with a word that nobody bears, behind a name that ends a line."""
        conventions, names = name_conventions(self._pack), self._names
        is_name = any(
            conventions.is_given(word) or word in conventions.family or word in names.given or word in names.family
            for word in right.words - conventions.particles  # "De : Mariam T.\nLe 28/07"
        )
        return not is_name and (len(left.words) > 1 or any(word in names.given for word in left.words))
