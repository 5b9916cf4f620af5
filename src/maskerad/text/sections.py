"""Sections of letters, notes and chats: what each line is, and under which heading it stands.

The code knows no language. It knows shapes (``line_shapes``) and takes the words, how a letter begins and ends and who
speaks in a chat, from ``SectionCues``, which a language fills in. Every character that is not blank lies in exactly
one section.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from maskerad.text import line_shapes as shapes
from maskerad.text.cues import CueIndex, SectionCues, SectionKind
from maskerad.text.line_shapes import Turn

MAX_SIGNATURE_LINES = 5
MAX_ADDRESS_LINES = 3  # above the line with the postcode
MIN_SIGNED_LINES = 3  # a text with fewer has no signature of its own

_LINE = re.compile(r"[^\r\n]+")


_LABEL_KINDS = frozenset({SectionKind.DATE, SectionKind.REFERENCE, SectionKind.SIGNATURE})
_MERGED = frozenset({SectionKind.ADDRESS, SectionKind.BODY, SectionKind.SIGNATURE, SectionKind.TURN})


@dataclass(frozen=True, slots=True)
class Section:
    """Some lines, or a part of one.

    Attributes:
        start: First code point.
        end: One past the last.
        kind: What it is.
        heading: The words it stands under, without colon or brackets, or the speaker of a turn. May hold a name.
    """

    start: int
    end: int
    kind: SectionKind
    heading: str = field(default="", repr=False)


class _Line(NamedTuple):
    """One line without the blanks around it."""

    start: int
    text: str
    is_after_gap: bool


class SectionSplitter:
    """Cuts texts into sections, with the cues of one language or of several together.

    Example:
        >>> splitter = SectionSplitter([SectionCues(closing=("med vänlig hälsning",))])
        >>> text = "Status: gott AT\\n\\nMed vänlig hälsning\\nTyra Falk"
        >>> [(section.kind.value, section.heading) for section in splitter.split(text)]
        [('heading', 'Status'), ('body', 'Status'), ('closing', ''), ('signature', '')]
    """

    def __init__(self, cues: Iterable[SectionCues]) -> None:
        all_cues = list(cues)
        labels = {
            SectionKind.SIGNATURE: [word for cue in all_cues for word in cue.signature],
            SectionKind.REFERENCE: [word for cue in all_cues for word in cue.reference],
            SectionKind.DATE: [word for cue in all_cues for word in cue.date],
        }
        heads = {
            SectionKind.CLOSING: [word for cue in all_cues for word in cue.closing],
            SectionKind.SALUTATION: [word for cue in all_cues for word in cue.salutation],
        }
        self._cues = CueIndex(heads | labels)
        self._labels = {word: kind for kind, words in labels.items() for word in words}
        self._headings = frozenset(word for cue in all_cues for word in cue.heading)
        self._roles = CueIndex({SectionKind.SPEAKER: [word for cue in all_cues for word in cue.chat_role]})

    def split(self, text: str) -> list[Section]:
        """The sections of a text, in order and disjoint; time is linear."""
        lines = list(_lines(text))
        turns = self._turns(lines)
        kinds = [self._kind(line.text) for line in lines]
        _spread_addresses(lines, kinds)
        if not turns:
            _spread_signatures(lines, kinds)
        return list(_merged(self._sections(lines, kinds, turns)))

    def _turns(self, lines: list[_Line]) -> dict[int, Turn]:
        """Chat turns by line; none unless the text is a chat: two speakers at least, who have a third of the lines."""
        pairs = ((index, shapes.turn(line.text)) for index, line in enumerate(lines))
        turns = {index: turn for index, turn in pairs if turn is not None}
        counts = Counter(turn.speaker.lower() for turn in turns.values())
        known = {name for name, n in counts.items() if (n > 1 and len(name) > 1) or self._roles.match(name)}
        sure = [turn.speaker.lower() for turn in turns.values() if turn.is_marked or turn.speaker.lower() in known]
        return turns if len(set(sure)) > 1 and len(sure) * 3 >= len(lines) else {}

    def _kind(self, line: str) -> SectionKind:
        """What a line is when looked at alone."""
        cue = self._cues.match(line)
        if cue is not None and _is_cued(line, *cue):
            return cue[0]
        if line.rstrip(" :：").lower() in self._headings or shapes.heading(line):
            return SectionKind.HEADING
        if shapes.is_date(line):
            return SectionKind.DATE
        return SectionKind.ADDRESS if shapes.has_postcode(line) else SectionKind.BODY

    def _sections(self, lines: list[_Line], kinds: list[SectionKind], turns: Mapping[int, Turn]) -> Iterator[Section]:
        """Lines into sections, with the heading or the speaker that each stands under."""
        heading, speaker = "", None
        for index, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
            if index in turns:
                speaker = turns[index].speaker
                yield from _turn_sections(line, turns[index])
            elif speaker is not None and not line.is_after_gap:
                yield _section(line, 0, len(line.text), SectionKind.TURN, speaker)
            else:
                speaker = None
                sections, heading = self._letter_sections(line, kind, heading)
                yield from sections

    def _letter_sections(self, line: _Line, kind: SectionKind, heading: str) -> tuple[list[Section], str]:
        """The sections of one line, and the heading that the next line stands under."""
        if kind is SectionKind.HEADING:
            return _heading_sections(line)
        if kind in (SectionKind.CLOSING, SectionKind.SALUTATION):
            return [_section(line, 0, len(line.text), kind)], ""
        fields = shapes.fields(line.text)
        if not fields:
            return [_section(line, 0, len(line.text), kind, heading)], heading
        sections = [] if fields[0].start == 0 else [_section(line, 0, fields[0].start, kind, heading)]
        ends = [field.start for field in fields[1:]] + [len(line.text)]
        for label, end in zip(fields, ends, strict=True):
            sections.append(_section(line, label.start, label.end, SectionKind.HEADING, label.label))
            value_kind = self._value_kind(label.label, line.text[label.end : end], kind)
            sections.append(_section(line, label.end, end, value_kind, label.label))
        is_open = len(fields) == 1 and fields[0].end == len(line.text)
        return sections, fields[0].label if is_open else heading

    def _value_kind(self, label: str, value: str, kind: SectionKind) -> SectionKind:
        by_label = self._labels.get(label.lower())
        if by_label is not None:
            return by_label
        return SectionKind.ADDRESS if kind is SectionKind.BODY and shapes.has_postcode(value.strip()) else kind


def _lines(text: str) -> Iterator[_Line]:
    """The lines that hold something; a blank line between two is a gap."""
    previous_end = 0
    for match in _LINE.finditer(text):
        stripped = match[0].strip()
        if stripped:
            start = match.start() + len(match[0]) - len(match[0].lstrip())
            yield _Line(start, stripped, text.count("\n", previous_end, start) > 1)
            previous_end = start + len(stripped)


def _section(line: _Line, start: int, end: int, kind: SectionKind, heading: str = "") -> Section:
    """A piece of a line, given by offsets within the line; blanks at its ends are left out."""
    piece = line.text[start:end]
    first = line.start + start + len(piece) - len(piece.lstrip())
    return Section(first, first + len(piece.strip()), kind, heading)


def _heading_sections(line: _Line) -> tuple[list[Section], str]:
    """A heading, and what follows it on its line."""
    marked = shapes.heading(line.text)
    if marked is None:
        label = line.text.rstrip(" :：")
        return [_section(line, 0, len(line.text), SectionKind.HEADING, label)], label
    sections = [_section(line, 0, marked.end, SectionKind.HEADING, marked.label)]
    return [*sections, _section(line, marked.end, len(line.text), SectionKind.BODY, marked.label)], marked.label


def _turn_sections(line: _Line, turn: Turn) -> list[Section]:
    message = _section(line, turn.end, len(line.text), SectionKind.TURN, turn.speaker)
    return [_section(line, 0, turn.end, SectionKind.SPEAKER, turn.speaker), message]


def _is_cued(line: str, kind: SectionKind, n_cue_chars: int) -> bool:
    """Whether a line that begins with a cue is what the cue says, not a sentence that happens to begin so."""
    rest = line[n_cue_chars:].strip(" .,\t")
    if rest[:1] in (":", "："):  # a label: the line has fields
        return False
    if kind in _LABEL_KINDS and line[n_cue_chars : n_cue_chars + 1].isalnum():  # in Japanese: a longer word
        return False
    if kind is SectionKind.REFERENCE:
        return len(line) <= shapes.MAX_SHORT_CHARS and any(char.isdigit() for char in rest)
    if kind is SectionKind.DATE:
        return bool(rest) and shapes.is_date(rest)
    if kind is SectionKind.SALUTATION:
        return len(line) <= shapes.MAX_SHORT_CHARS and not line.endswith((".", "?", "。"))
    return len(line) <= shapes.MAX_ADDRESS_CHARS


def _spread_addresses(lines: list[_Line], kinds: list[SectionKind]) -> None:
    """Streets and addressees above a line with a postcode are part of the address."""
    for index in [index for index, kind in enumerate(kinds) if kind is SectionKind.ADDRESS]:
        for above in range(index - 1, max(-1, index - 1 - MAX_ADDRESS_LINES), -1):
            if lines[above + 1].is_after_gap or not _is_addressee(lines[above].text, kinds[above]):
                break
            kinds[above] = SectionKind.ADDRESS


def _is_addressee(line: str, kind: SectionKind) -> bool:
    """Whether a line can stand in an address: "Madame Petit" looks like a salutation."""
    is_open = kind in (SectionKind.BODY, SectionKind.SALUTATION)
    return is_open and shapes.is_name_like(line) and not shapes.fields(line)


def _spread_signatures(lines: list[_Line], kinds: list[SectionKind]) -> None:
    """Lines after a closing are the signature, until a gap and no name after it; so is a last line like a name."""
    left = 0
    for index, (line, kind) in enumerate(zip(lines, kinds, strict=True)):
        if kind is SectionKind.CLOSING:
            left = MAX_SIGNATURE_LINES
            continue
        is_plain = kind in (SectionKind.BODY, SectionKind.ADDRESS) and len(line.text) <= shapes.MAX_ADDRESS_CHARS
        is_title = kind is SectionKind.HEADING and not line.is_after_gap and _is_sign_off(line.text)
        goes_on = left == MAX_SIGNATURE_LINES or not line.is_after_gap or _is_sign_off(line.text)
        if left and goes_on and (is_plain or is_title):
            kinds[index] = SectionKind.SIGNATURE
            left -= 1
        else:
            left = 0
    if len(lines) >= MIN_SIGNED_LINES and kinds[-1] is SectionKind.BODY and _is_sign_off(lines[-1].text):
        kinds[-1] = SectionKind.SIGNATURE


def _is_sign_off(line: str) -> bool:
    return shapes.is_name_like(line) and sum(map(str.isdigit, line)) <= 4 and not shapes.fields(line)


def _merged(sections: Iterable[Section]) -> Iterator[Section]:
    """Neighbours of one kind under one heading as one section; empty pieces left out."""
    last: Section | None = None
    for section in sections:
        if section.start == section.end:
            continue
        if last and section.kind is last.kind and section.kind in _MERGED and section.heading == last.heading:
            last = Section(last.start, section.end, last.kind, last.heading)
            continue
        if last:
            yield last
        last = section
    if last:
        yield last
