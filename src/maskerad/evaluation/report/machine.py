"""An evaluation as JSON. Holds text only if the evaluation does."""

from __future__ import annotations

import json
from dataclasses import asdict

from maskerad.core import Span
from maskerad.evaluation.counts import Counts
from maskerad.evaluation.figures import Figure
from maskerad.evaluation.mistakes import Mistake
from maskerad.evaluation.result import Evaluation, LabelRow, Line

FORMAT = "maskerad-evaluation-1"


def to_json(evaluation: Evaluation) -> str:
    """The report as JSON, two spaces of indent, keys in a fixed order; undefined values are ``null``."""
    return json.dumps(as_dict(evaluation), ensure_ascii=False, indent=2) + "\n"


def as_dict(evaluation: Evaluation) -> dict[str, object]:
    """The report as plain dictionaries, lists, strings and numbers."""
    return {
        "format": FORMAT,
        "signature": str(evaluation.signature),
        "corpus": asdict(evaluation.corpus),
        "figures": {figure.definition.key: _figure(figure) for figure in evaluation.figures},
        "scores": {line.key: _line(line) for line in evaluation.lines},
        "labels": {row.label: _label(row) for row in evaluation.labels},
        "labels_signature": str(evaluation.signature.of("exact", "per-label")),
        "absent_labels": list(evaluation.absent),
        "confusion": [
            {"gold": gold or None, "predicted": predicted or None, "n": n}
            for (gold, predicted), n in sorted(evaluation.confusion.cells.items())
        ],
        "by_score": [
            {"score": score, "right": share.part, "predictions": share.whole}
            for score, share in sorted(evaluation.scores.items())
        ],
        "uncovered_mentions_per_document": list(evaluation.uncovered),
        "left_out": {
            "gold": {label: share.whole for label, share in sorted(evaluation.left_out.gold.items())},
            "predicted": dict(sorted(evaluation.left_out.predicted.items())),
        },
        "mistakes": [_mistake(mistake) for mistake in evaluation.mistakes],
    }


def _figure(figure: Figure) -> dict[str, object]:
    return {
        "title": figure.definition.title,
        "value": figure.value,
        "part": figure.part,
        "whole": figure.whole,
        "interval": figure.interval,
        "meaning": figure.definition.meaning,
        "signature": str(figure.signature),
    }


def _line(line: Line) -> dict[str, object]:
    return {"title": line.title, **asdict(line.score), "signature": str(line.signature)}


def _label(row: LabelRow) -> dict[str, object]:
    return {
        "gold": row.exact.n_gold,
        "predicted": row.exact.n_predicted,
        "exact": _counts(row.exact),
        "overlap": asdict(row.overlap.score),
        "tokens": _counts(row.tokens),
        "characters": _counts(row.characters),
        "covered": row.covered.value,
    }


def _counts(counts: Counts) -> dict[str, object]:
    return {**asdict(counts), **asdict(counts.score)}


def _mistake(mistake: Mistake) -> dict[str, object]:
    said: dict[str, object] = {
        "kind": mistake.kind.value,
        "document": mistake.document,
        "record": mistake.record,
        "gold": _span(mistake.gold),
        "predicted": _span(mistake.predicted),
    }
    if mistake.excerpt is not None:
        said["excerpt"] = {"text": mistake.excerpt.text, "offset": mistake.excerpt.offset}
    return said


def _span(span: Span | None) -> dict[str, object] | None:
    return None if span is None else {"start": span.start, "end": span.end, "label": span.label}
