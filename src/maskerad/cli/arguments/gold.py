"""What ``--spans gold`` needs to know before a run: in which label scheme the annotations are."""

from __future__ import annotations

from collections import Counter

from maskerad.batch import Gold, Job
from maskerad.cli.output.console import error_console
from maskerad.core import load_scheme
from maskerad.core.errors import MissingError, UnknownNameError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument, read_items

FOUND, GOLD = "found", "gold"


def gold_of(job: Job, spans: str, scheme: str = "") -> Gold | None:
    """How the annotations of a job's source are read; None where mentions are looked for.

    Says which labels are no identifiers, so that what they mark stays.

    Args:
        job: What is read.
        spans: As on the command line: where the spans come from.
        scheme: Of the annotations; "" tells it from their labels.

    Raises:
        UnknownNameError: If there is no such choice or scheme.
        MissingError: If there are no annotations at all.
        LabelError: If no scheme has all labels.
    """
    if spans not in (FOUND, GOLD):
        raise UnknownNameError("choice for --spans (--spans-to FILE writes them)", spans, [FOUND, GOLD])
    if spans == FOUND:
        return None
    named = load_scheme(scheme) if scheme else None
    labels: Counter[str] = Counter()
    for item in read_items(job.source, job.options, format_name=job.source_format):
        if isinstance(item, AnnotatedDocument):
            labels.update(span.label for span in item.spans)
    if not labels:
        raise MissingError(f"{job.source}: no annotations came with the texts; --spans gold needs them")
    chosen = named or load_scheme(infer_scheme(labels))
    stays = {label: n for label, n in labels.items() if label in chosen.labels and not chosen.to_core[label]}
    if stays:
        listing = ", ".join(f"{label} ({n:,})" for label, n in sorted(stays.items()))
        message = f"no identifiers in scheme {chosen.name!r}, so their text stays: {listing}"
        error_console().print(message, style="yellow", markup=False, highlight=False)
    return Gold(chosen)
