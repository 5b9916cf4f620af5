"""One text in other layouts: wrapped, indented, quoted, with tabs; and where each of its characters went."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from maskerad.core import Span

WIDTHS = (40, 60, 80, 100, 120)
Layout = Callable[[str, Sequence[Span]], "LaidOut"]
Piece = tuple[str, int]  # some text, and how many characters of the old one it stands for


@dataclass(frozen=True, slots=True)
class LaidOut:
    """A text in a new layout.

    Attributes:
        text: The new text.
        places: For each character of the old text, where it stands in the new one; for one that is gone, what follows.
    """

    text: str = field(repr=False)
    places: tuple[int, ...] = field(repr=False)

    def moved(self, span: Span) -> Span:
        """A span of the old text in the new one."""
        start, end = self.places[span.start], self.places[span.end - 1] + 1
        return Span(start, end, span.label, span.score, span.source, span.entity)


def laid_out(pieces: Iterable[Piece]) -> LaidOut:
    """The new text of pieces that together stand for the old one."""
    parts: list[str] = []
    places: list[int] = []
    at = 0
    for new, n_chars in pieces:
        places += (at + min(i, max(0, len(new) - 1)) for i in range(n_chars))
        parts.append(new)
        at += len(new)
    return LaidOut("".join(parts), tuple(places))


def as_received(text: str, spans: Sequence[Span]) -> LaidOut:
    """The text as it is."""
    return laid_out((char, 1) for char in text)


def wrapped(width: int, prefix: str = "") -> Layout:
    """Every line filled up to a width in columns, with a prefix before each; a break takes the blanks at its place.

    Lines break at blanks, and before and after a Chinese character or kana, as Unicode Standard Annex 14 has it.
    """

    def layout(text: str, spans: Sequence[Span]) -> LaidOut:
        return laid_out(_wrapped(text, width - len(prefix), prefix))

    return layout


def _wrapped(text: str, width: int, prefix: str) -> Iterator[Piece]:
    column, blanks = 0, ""
    yield prefix, 0
    for word in _words(text):
        columns = columns_of(word)
        if word == "\n":
            yield blanks, len(blanks)
            yield "\n" + prefix, 1
            column, blanks = 0, ""
        elif word.isspace():
            blanks += word
        elif column and column + columns_of(blanks) + columns > width:
            yield "\n" + prefix, len(blanks)
            yield word, len(word)
            column, blanks = columns, ""
        else:
            yield blanks, len(blanks)
            yield word, len(word)
            column, blanks = column + columns_of(blanks) + columns, ""
    yield blanks, len(blanks)


def _words(text: str) -> Iterator[str]:
    """What no line break parts: words, runs of blanks, line ends, single wide characters."""
    word = ""
    for char in text:
        is_alone = char == "\n" or is_wide(char)
        if word and (is_alone or char.isspace() != word.isspace()):
            yield word
            word = ""
        if is_alone:
            yield char
        else:
            word += char
    if word:
        yield word


def is_wide(char: str) -> bool:
    """Whether a character takes two columns."""
    return unicodedata.east_asian_width(char) in "WF"


def columns_of(text: str) -> int:
    """How many columns a text takes."""
    return sum(2 if is_wide(char) else 1 for char in text)


def with_prefix(prefix: str) -> Layout:
    """A prefix before every line."""

    def layout(text: str, spans: Sequence[Span]) -> LaidOut:
        pieces = (("\n" + prefix, 1) if char == "\n" else (char, 1) for char in text)
        return laid_out([(prefix, 0), *pieces])

    return layout


def with_line_ends(end: str) -> Layout:
    """Other line ends."""
    return lambda text, spans: laid_out((end if char == "\n" else char, 1) for char in text)


def with_tabs(text: str, spans: Sequence[Span]) -> LaidOut:
    """A tab for every single blank between two words."""
    return laid_out(("\t" if is_single_blank(text, at) else char, 1) for at, char in enumerate(text))


def in_names(new: str) -> Layout:
    """Something else for every blank in a name."""

    def layout(text: str, spans: Sequence[Span]) -> LaidOut:
        inside = {at for span in spans for at in range(span.start + 1, span.end - 1)}
        return laid_out((new if at in inside and char.isspace() else char, 1) for at, char in enumerate(text))

    return layout


def is_single_blank(text: str, at: int) -> bool:
    """Whether a blank stands between two characters that are none."""
    around = text[at - 1 : at] + text[at + 1 : at + 2]
    return text[at] == " " and len(around) == 2 and not any(map(str.isspace, around))
