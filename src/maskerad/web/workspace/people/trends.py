"""How agreement went as the work went on: F1 over the last documents, in the order in which they were decided.

Two things are told: each annotator against the adjudicated layer, and two annotators against each other, which needs no
curator. Documents that an annotator has not finished are left out: what is still open in them is no disagreement.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil

from sqlalchemy import Connection, func, select

from maskerad.evaluation.counts import Counts
from maskerad.pages.lines import Axes, Point, Series, line_chart
from maskerad.pages.scale import Scale, scale_to
from maskerad.web.workspace.marks import State
from maskerad.web.workspace.store.layers import ADJUDICATED
from maskerad.web.workspace.store.stages import DONE
from maskerad.web.workspace.store.tables import changes, marks, stages, versions

WINDOW = 10  # documents over which a point of a curve is taken
POINTS_MAX, PAIRS_MAX = 60, 6

Place = tuple[int, int, str]  # start, end, label


@dataclass(frozen=True, slots=True)
class Decided:
    """A document as a layer has it.

    Attributes:
        places: What somebody said is there.
        entry: Number of the log's entry that changed it last.
    """

    places: frozenset[Place]
    entry: int


Layer = Mapping[int, Decided]
"""By number of the document."""


def decided_layers(connection: Connection, names: Iterable[str]) -> dict[str, dict[int, Decided]]:
    """What the adjudicated layer holds, and of annotators the documents that they have finished."""
    wanted = [ADJUDICATED, *names]
    finished = select(stages.c.layer, stages.c.document).where(stages.c.state == DONE)
    adjudicated = select(versions.c.layer, versions.c.document).where(versions.c.layer == ADJUDICATED)
    kept = {(layer, document) for layer, document in connection.execute(finished.union(adjudicated))}
    places: defaultdict[tuple[str, int], set[Place]] = defaultdict(set)
    query = select(marks.c.layer, marks.c.document, marks.c.start, marks.c.end, marks.c.label)
    stands = query.where(marks.c.layer.in_(wanted), marks.c.state == State.HUMAN.value)
    for layer, document, start, end, label in connection.execute(stands):
        places[layer, document].add((start, end, label))
    last = select(changes.c.layer, changes.c.document, func.max(changes.c.entry)).group_by(
        changes.c.layer, changes.c.document
    )
    layers: dict[str, dict[int, Decided]] = {name: {} for name in wanted}
    for layer, document, entry in connection.execute(last.where(changes.c.layer.in_(wanted))):
        if (layer, document) in kept:
            layers[layer][document] = Decided(frozenset(places[layer, document]), entry)
    return layers


def running_f1(left: Layer, right: Layer) -> list[Point]:
    """F1 of two layers over the last ``WINDOW`` documents that both have, a point each time another one was decided.

    Args:
        left: Whose documents come in the order in which it decided them.
        right: What it is compared with.
    """
    shared = sorted(left.keys() & right.keys(), key=lambda number: left[number].entry)
    counts = [Counts.of(right[number].places, left[number].places) for number in shared]
    step = ceil(len(counts) / POINTS_MAX) or 1
    ends = sorted({*range(step, len(counts) + 1, step), len(counts)} - {0})
    points = ((end, sum(counts[max(0, end - WINDOW) : end], Counts()).score.f1) for end in ends)
    return [Point.of(end, f1) for end, f1 in points if f1 is not None]


def against_adjudicated(layers: Mapping[str, Layer]) -> dict[str, list[Point]]:
    """The curve of each annotator who has one, by name."""
    curves = {
        name: running_f1(layer, layers[ADJUDICATED]) for name, layer in sorted(layers.items()) if name != ADJUDICATED
    }
    return {name: points for name, points in curves.items() if points}


def against_each_other(layers: Mapping[str, Layer]) -> dict[str, list[Point]]:
    """The curves of the pairs that share most documents."""
    people = sorted(set(layers) - {ADJUDICATED})
    pairs = sorted(combinations(people, 2), key=lambda pair: -len(layers[pair[0]].keys() & layers[pair[1]].keys()))
    curves = {f"{left} and {other}": running_f1(layers[left], layers[other]) for left, other in pairs[:PAIRS_MAX]}
    return {name: points for name, points in curves.items() if points}


def trend_plots(layers: Mapping[str, Layer]) -> Iterator[dict[str, str]]:
    """The curves as plots, with what they are taken over in their titles."""
    for title, curves in (
        ("Agreement with the adjudicated layer over time", against_adjudicated(layers)),
        ("Agreement of two annotators over time", against_each_other(layers)),
    ):
        if curves:
            yield {"title": title, "svg": _chart(title, [Series(name, points) for name, points in curves.items()])}


def _chart(title: str, lines: Sequence[Series]) -> str:
    most = max(point.x for line in lines for point in line.points)
    axes = Axes(scale_to(most, "documents finished"), Scale(title=f"F1 of the last {WINDOW} documents"))
    return line_chart(title, axes, lines)
