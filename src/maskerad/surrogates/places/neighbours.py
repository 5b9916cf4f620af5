"""What stands beside a place: its preposition, and the other parts of its address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from maskerad.core.span import Span

BEFORE_CHARS = 14  # longer than any preposition with its article
AFTER_CHARS = 24  # as long as "of last year"
GAP_CHARS_MAX = 6
REACH = 3  # parts of an address to either side
PHONE_REACH_CHARS = 60  # from a town to a telephone number that is told to be of it
PARTS = frozenset({"STREET", "ZIP", "CITY", "LOCATION", "REGION", "COUNTRY"})
TOWNS = frozenset({"CITY", "LOCATION"})
TELLING = PARTS - {"STREET"}

Beside = tuple[tuple[str, str], ...]


def text_after(text: str, end: int) -> str:
    """The beginning of what stands after a mention."""
    return text[end : end + AFTER_CHARS]


def text_before(text: str, start: int) -> str:
    """The end of what stands before a mention."""
    return text[max(0, start - BEFORE_CHARS) : start]


def addresses(text: str, spans: Iterable[Span]) -> Mapping[int, Beside]:
    """(label, text) of the nearest other parts of the address that a place stands in, by its start.

    Of a telephone number, the last town before it on its line.

    Args:
        text: The document.
        spans: All its spans, in order.

    Example:
        >>> town, code = Span(7, 12, "CITY"), Span(0, 6, "ZIP")
        >>> addresses("126 37 Hemse", [code, town])[7]
        (('ZIP', '126 37'),)
    """
    by_start: dict[int, Beside] = {}
    run: list[Span] = []
    town: Span | None = None
    for span in spans:
        if span.label == "PHONE" and town and _is_within_reach(text, town, span):
            by_start[span.start] = (("CITY", text[town.start : town.end]),)
        if span.label not in PARTS:
            continue
        town = span if span.label in TOWNS else town
        if run and not _touch(text, run[-1], span):
            _put_beside(text, run, by_start)
            run = []
        run.append(span)
    _put_beside(text, run, by_start)
    return by_start


def _is_within_reach(text: str, town: Span, phone: Span) -> bool:
    """Whether a number stands soon behind a town, on the same line."""
    gap = text[town.end : phone.start]
    return len(gap) <= PHONE_REACH_CHARS and "\n" not in gap


def _touch(text: str, left: Span, right: Span) -> bool:
    """Whether only punctuation and blanks, and no empty line, part two spans."""
    gap = text[left.end : right.start]
    return len(gap) <= GAP_CHARS_MAX + 20 * gap.isspace() and not any(map(str.isalnum, gap)) and gap.count("\n") < 2


def _gap_chars(span: Span, other: Span) -> int:
    """How far two spans are apart."""
    return max(other.start - span.end, span.start - other.end, 0)


def _put_beside(text: str, run: Sequence[Span], by_start: dict[int, Beside]) -> None:
    for at, span in enumerate(run if len(run) > 1 else ()):
        reach = range(max(0, at - REACH), min(len(run), at + REACH + 1))
        near = sorted(reach, key=lambda other: (abs(other - at), _gap_chars(span, run[other])))
        parts: dict[str, str] = {}
        for other in near[1:]:
            label = run[other].label
            if label in TELLING and label != span.label:
                parts.setdefault(label, text[run[other].start : run[other].end])
        by_start[span.start] = tuple(sorted(parts.items()))
