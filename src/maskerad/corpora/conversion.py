"""From any format to any other, with a report of what is lost on the way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from maskerad.core.errors import InputError
from maskerad.core.schemes import SchemeMap
from maskerad.core.span import Span
from maskerad.corpora.annotated import AnnotatedDocument, Broken, Unread
from maskerad.corpora.files.atomic import Destination
from maskerad.corpora.formats import Writer, detect_format, open_writer, read_items, target_format
from maskerad.corpora.losses import Loss, LossReport
from maskerad.corpora.options import FormatOptions


@dataclass(frozen=True, slots=True)
class Conversion:
    """How to convert.

    Attributes:
        source_format: "" detects it.
        target_format: "" takes it from the name of the target, else from the source.
        reading: Options of the reader.
        writing: Options of the writer.
        labels: From the scheme of the source to that of the target; None leaves labels as they are.
        overwrite: Whether an existing target may be replaced.
    """

    source_format: str = ""
    target_format: str = ""
    reading: FormatOptions = field(default_factory=FormatOptions)
    writing: FormatOptions = field(default_factory=FormatOptions)
    labels: SchemeMap | None = None
    overwrite: bool = False


def stop_at(broken: Broken) -> None:
    """Raises the error of a broken item."""
    raise broken.as_error()


def convert(
    source: Path, target: Path, plan: Conversion | None = None, on_broken: Callable[[Broken], None] = stop_at
) -> LossReport:
    """Converts a file or a folder, one document in memory at a time.

    Args:
        source: What to read; stays as it is.
        target: What to make; appears whole or not at all, and is its owner's alone, as it holds the texts.
        plan: Formats, options, labels.
        on_broken: Called with each item that cannot be read, or that the target cannot hold. It may raise, as the
            default does, or return to leave the item out.

    Returns:
        What the target could not express.

    Raises:
        MaskeradError: If something cannot be read or written at all.
    """
    plan = plan or Conversion()
    losses = LossReport()
    source_format = plan.source_format or detect_format(source)
    items = read_items(source, plan.reading, format_name=source_format, losses=losses)
    destination = Destination(target, source, plan.overwrite, losses, is_private=True)
    name = plan.target_format or target_format(target, source, source_format)
    with open_writer(destination, plan.writing, format_name=name) as writer:
        for item in items:
            if isinstance(item, Unread):
                losses.note(Loss.UNREAD, 1, item.kind)
                continue
            broken = item if isinstance(item, Broken) else _write(writer, item, plan.labels, losses)
            if broken is not None:
                on_broken(broken)
    return losses


def _write(writer: Writer, item: AnnotatedDocument, labels: SchemeMap | None, losses: LossReport) -> Broken | None:
    spans = item.spans if labels is None else _relabelled(item.spans, labels, losses)
    try:
        writer.write(item.document, spans)
    except InputError as error:
        return Broken.of("output", error, item.document.id)
    return None


def _relabelled(spans: Iterable[Span], labels: SchemeMap, losses: LossReport) -> tuple[Span, ...]:
    kept: list[Span] = []
    for span in spans:
        label = labels.label(span.label)
        if label is None:
            losses.note(Loss.LABELS, 1, span.label)
        else:
            kept.append(span.relabelled(label))
    return tuple(kept)
