"""The learner as its page shows it: what it may do with each label, and why."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from maskerad.pages.lines import Axes, Point, Series, line_chart
from maskerad.pages.scale import Scale, scale_to
from maskerad.web.workspace.decisions.trust import Seen, Thresholds, has_drifted, judge
from maskerad.web.workspace.learner.alone import why_not_alone
from maskerad.web.workspace.learner.learnt import FOLDER, Learnt, read_learnt
from maskerad.web.workspace.project import Project


def learner_view(project: Project, is_running: bool) -> dict[str, Any]:
    """The learner as its page shows it."""
    learnt, target = read_learnt(project.folder), project.protocol.miss_rate
    labels = learnt.labels
    why = why_not_alone(learnt, project)
    return {
        "state": {
            "running": is_running,
            "last_trained": learnt.trained_at,
            "n_documents": learnt.n_documents,
            "n_sample": len(learnt.sample),
            "model": f"{FOLDER}/{learnt.model}" if learnt.model else "",
            "message": learnt.message,
            "retrain_after": int(project.settings["retrain_after"]),
        },
        "labels": [_label_view(label, learnt, target) for label in labels],
        "target": target,
        "plots": list(_plots(learnt, labels)),
        "batch": {"can": not why, "why": why},
    }


def _label_view(label: str, learnt: Learnt, target: float) -> dict[str, Any]:
    looks, thresholds = learnt.of(label), learnt.thresholds.get(label, Thresholds())
    judged = learnt.judged(label, target)
    return {
        "label": label,
        "state": judged.trust.value,
        "suggest": thresholds.suggest,
        "accept": thresholds.accept,
        "precision": judged.precision,
        "precision_low": judged.precision_low,
        "recall_low": judged.recall_low,
        "miss_high": judged.miss_high,
        "n_sample": judged.n_sample,
        "n": sum(look.n_gold for look in looks),
        "has_drifted": has_drifted(looks),
    }


def _plots(learnt: Learnt, labels: Sequence[str]) -> Iterable[dict[str, str]]:
    """Precision, and the lower bound of recall, against the documents learnt from; all labels together, then each."""
    if not learnt.looks:
        return
    most = max(n for n, _ in learnt.looks)
    axes = Axes(scale_to(float(most), "documents learnt from"), Scale())
    for title, wanted in (("All labels", list(labels)), *((label, [label]) for label in labels)):
        points: list[tuple[int, Seen]] = []
        for n, seen in learnt.looks:
            here = sum((seen[label] for label in wanted if label in seen), Seen())
            if here.n_gold:
                points.append((n, here))
        if points:
            judged = [(n, judge([seen], Thresholds(), 0.0)) for n, seen in points]
            lines = [
                Series(
                    "precision",
                    [Point.of(n, judgement.precision) for n, judgement in judged if judgement.precision is not None],
                ),
                Series(
                    "recall, lower bound",
                    [Point.of(n, judgement.recall_low) for n, judgement in judged if judgement.recall_low is not None],
                ),
            ]
            yield {"title": title, "svg": line_chart(title, axes, [line for line in lines if line.points])}
