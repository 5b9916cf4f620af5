"""What annotation costs: per annotator, with suggestions and without, and whether texts are still read."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from sqlalchemy import Connection, select

from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.scale import scale_to
from maskerad.web.workspace.people.curation import annotators, causes
from maskerad.web.workspace.people.trends import against_adjudicated, decided_layers, trend_plots
from maskerad.web.workspace.people.worked import Key, Reading, Work, readings_of, works_of
from maskerad.web.workspace.store.stages import DONE
from maskerad.web.workspace.store.tables import stages


def statistics_view(connection: Connection) -> dict[str, Any]:
    """Per annotator, and with suggestions against without."""
    by_way = works_of(connection)
    works: defaultdict[str, Work] = defaultdict(Work)
    for (name, _), work in by_way.items():
        works[name] += work
    finished, readings = _finished(connection), readings_of(connection)
    layers = decided_layers(connection, annotators(connection))
    agreement = {name: points[-1].y for name, points in against_adjudicated(layers).items()}
    listed = [
        _row(name, work, finished[name], agreement.get(name)) | _reading(readings.get(name, Reading()), work)
        for name, work in sorted(works.items())
    ]
    return {
        "annotators": listed,
        "preannotation": _preannotation(by_way),
        "causes": [{"cause": cause, "n": n} for cause, n in causes(connection).most_common()],
        "plots": [*_plots(works), *trend_plots(layers), *_costs(by_way)],
    }


def _finished(connection: Connection) -> Counter[str]:
    rows = connection.execute(select(stages.c.layer, stages.c.document).where(stages.c.state == DONE).distinct())
    return Counter(str(layer) for layer, _ in rows)


def _row(name: str, work: Work, n_documents: int, agreement: float | None) -> dict[str, Any]:
    return {
        "name": name,
        "n_documents": n_documents,
        "n_decisions": work.n_decisions,
        "seconds_per_decision": work.seconds_per_decision,
        "keys_per_decision": work.keys_per_decision,
        "n_kept": work.kept,
        "n_relabelled": work.relabelled,
        "n_resized": work.resized,
        "n_rejected": work.rejected,
        "n_added": work.added,
        "n_changed": work.n_changed,
        "share_changed": work.share_changed,
        "agreement": agreement,
    }


def _reading(reading: Reading, work: Work) -> dict[str, Any]:
    """Of what was held back how much was marked, beside how much of what was shown was kept, rightly shown or not."""
    n_shown = work.kept + work.n_changed
    return {
        "n_held": reading.n_held,
        "share_found": reading.share_found,
        "share_right": (n_shown - work.rejected) / n_shown if n_shown else None,
    }


def _preannotation(by_way: Mapping[Key, Work]) -> list[dict[str, Any]]:
    """Records that began with suggestions against those that did not."""
    made = []
    for is_with in (True, False):
        work = sum((cost for (_, way), cost in by_way.items() if way is is_with), Work())
        made.append(
            {
                "with": is_with,
                "n": work.n_decisions,
                "n_marks": work.n_marks,
                "decisions_per_mark": round(work.n_decisions / work.n_marks, 3) if work.n_marks else None,
                "seconds_per_decision": work.seconds_per_decision,
                "keys_per_decision": work.keys_per_decision,
            }
        )
    return made


def _costs(by_way: Mapping[Key, Work]) -> Iterable[dict[str, str]]:
    """Seconds and keys of a decision, with suggestions and without."""
    shown = _preannotation(by_way)
    for key, title, unit in (
        ("seconds_per_decision", "Seconds a decision", "seconds"),
        ("keys_per_decision", "Keys and clicks a decision", "keys"),
    ):
        groups = [
            Group("with suggestions" if row["with"] else "without", (row[key],), said=(f"{row[key]:.1f}",))
            for row in shown
            if row[key] is not None
        ]
        if len(groups) == len(shown):
            most = max(value or 0.0 for group in groups for value in group.values)
            yield {"title": title, "svg": bar_chart(title, (title,), groups, scale_to(most, unit))}


def _plots(works: Mapping[str, Work]) -> Iterable[dict[str, str]]:
    if works:
        series = ("kept", "relabelled", "resized", "rejected", "added")
        counts = {
            name: (work.kept, work.relabelled, work.resized, work.rejected, work.added)
            for name, work in sorted(works.items())
        }
        groups = [Group(name, times, said=[f"{n:,}" for n in times]) for name, times in counts.items()]
        most = max(value or 0.0 for group in groups for value in group.values)
        title = "What became of suggestions, and what was added"
        yield {"title": title, "svg": bar_chart(title, series, groups, scale_to(most, "marks"))}
