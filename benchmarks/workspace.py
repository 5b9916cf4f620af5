"""``python -m benchmarks workspace``: what annotation in the workspace costs, and what the server bears.

A simulated annotator knows the gold of the hand records and works with the workspace's own operations. Every decision
and every key or click is counted, in four ways of working:

- from nothing: every mention is selected and labelled, one decision and two acts each;
- correcting: every suggestion is confirmed or corrected, one by one, and what was missed is marked;
- string by string: what is wrong is corrected, over the record where that is right, and one key for each distinct
  string of a record accepts the rest: nothing is accepted unseen;
- workspace: the same, but one key a record accepts all the rest, which was read as it was shown.

The annotator never errs and reads everything; where a decision over the record and one at the place differ, it takes
the one that leaves less to do. So it is a lower bound of what people need.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from benchmarks.annotators import load
from benchmarks.boards import boards
from benchmarks.bounds import Missed, at_least
from benchmarks.data import CORPORA, LANGUAGES, records
from maskerad.core import Record, Span, load_scheme
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.drafts import Author, Draft
from maskerad.web.workspace.decisions.operations import Operation, carry_out
from maskerad.web.workspace.decisions.strings import Text, folded
from maskerad.web.workspace.marks import WEAK_BELOW, Mark, State
from maskerad.web.workspace.suggestions import suggested_spans

CORE = load_scheme("core")
LAYERS = ("dev", "dev2")
FEWER_THAN_NOTHING, FEWER_THAN_CORRECTING = 5.0, 2.0
AUTHOR = Author("oracle", "2020-01-01T00:00:00Z", "bench")

Place = tuple[int, int, int]  # document, start, end
Gold = Mapping[Place, str]


@dataclass(frozen=True)
class Cost:
    """Decisions, and keys and clicks."""

    decisions: int = 0
    acts: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(self.decisions + other.decisions, self.acts + other.acts)


@dataclass(frozen=True)
class Costs:
    """Of the ways of working on the same records."""

    mentions: int = 0
    correcting: Cost = Cost()
    workspace: Cost = Cost()
    strings: Cost = Cost()

    def __add__(self, other: Costs) -> Costs:
        return Costs(
            self.mentions + other.mentions,
            self.correcting + other.correcting,
            self.workspace + other.workspace,
            self.strings + other.strings,
        )


def main() -> Missed:
    """Prints the tables; answers with the bounds that were missed."""
    return [*decisions(), *boards(), *load()]


def decisions() -> Missed:
    """Decisions by language, layer of the hand records, and source of the suggestions."""
    missed: Missed = []
    total = Costs()
    print("decisions (keys and clicks); n× is how many times fewer decisions the workspace needs")
    head = ("mentions", "from nothing", "correcting", "string by string", "workspace", "/nothing", "/correcting")
    print(f"{'':22}" + "".join(f"{name:>17}" for name in head))
    for language in LANGUAGES:
        for layer in LAYERS:
            if not (CORPORA / f"hand/{language}/{layer}.jsonl").is_file():
                continue
            settings = with_models(settings_for(language))
            cost = _corpus_cost(f"hand/{language}/{layer}.jsonl", language, Detector(settings))
            print(_row(f"{language} {layer}", cost), flush=True)
            total += cost
    print(_row("all", total))
    missed += at_least("decisions, fewer than from nothing", _fewer(total)[0], FEWER_THAN_NOTHING)
    return missed + at_least("decisions, fewer than correcting", _fewer(total)[1], FEWER_THAN_CORRECTING)


def _row(name: str, cost: Costs) -> str:
    def told(one: Cost) -> str:
        return f"{one.decisions:,} ({one.acts:,})"

    nothing = Cost(cost.mentions, 2 * cost.mentions)
    cells = [f"{cost.mentions:,}", *map(told, (nothing, cost.correcting, cost.strings, cost.workspace))]
    cells += [f"{value:.1f}×" for value in _fewer(cost)]
    return f"{name:22}" + "".join(f"{cell:>17}" for cell in cells)


def _fewer(cost: Costs) -> tuple[float, float]:
    n = cost.workspace.decisions or 1
    return cost.mentions / n, cost.correcting.decisions / n


def _corpus_cost(name: str, language: str, detector: Detector) -> Costs:
    return sum((_record_cost(record, gold, language, detector) for record, gold in records(name)), Costs())


def _record_cost(record: Record, spans: Sequence[Sequence[Span]], language: str, detector: Detector) -> Costs:
    named = Record(record.id, tuple(replace(document, language=language) for document in record.documents))
    texts = {at: Text(at, one.text, language) for at, one in enumerate(named.documents)}
    gold = {(at, span.start, span.end): span.label for at, own in enumerate(spans) for span in own}
    found = [_mark(at, span) for at, own in enumerate(suggested_spans(named, detector)) for span in own]
    start = Draft(texts, {mark.id: mark for mark in found}, AUTHOR)
    corrected, cost = _corrected(start, gold)
    n_strings = len(
        {(folded(corrected.string(mark)), mark.label) for mark in corrected.marks.values() if mark.is_undecided}
    )
    by_string = cost + Cost(n_strings, n_strings)
    return Costs(len(gold), _correcting(found, gold), cost + Cost(1, 1), by_string)


def _mark(document: int, span: Span) -> Mark:
    state = State.WEAK if span.score < WEAK_BELOW else State.SUGGESTED
    return Mark(
        f"s{document}.{span.start}",
        document,
        span.start,
        span.end,
        span.label,
        state,
        score=span.score,
        entity=span.entity,
    )


def _correcting(found: Sequence[Mark], gold: Gold) -> Cost:
    """Each suggestion confirmed (a key) or corrected (a click and a key), what was missed marked (a drag and a key)."""
    n_right = sum(gold.get((mark.document, mark.start, mark.end)) == mark.label for mark in found)
    touched = {place for mark in found for place in gold if _overlap(mark, place)}
    n_wrong, n_missed = len(found) - n_right, len(gold) - len(touched)
    return Cost(n_right + n_wrong + n_missed, n_right + 2 * (n_wrong + n_missed))


def _corrected(draft: Draft, gold: Gold) -> tuple[Draft, Cost]:
    """The marks with all that is wrong put right, and what that cost."""
    cost = Cost()
    for step in range(10_000):
        wrong = _first_wrong(draft, gold)
        if wrong is None:
            return draft, cost
        tried = [_tried(draft, operation, step) for operation in _ways(draft, gold, wrong)]
        draft = min(tried, key=lambda one: _n_wrong(one, gold))
        cost += Cost(1, 2)
    raise AssertionError("the annotator goes round in circles")


def _ways(draft: Draft, gold: Gold, wrong: Mark | Place) -> Iterator[Operation]:
    """Operations that put one place right: over the record first."""
    if not isinstance(wrong, Mark):
        document, start, end = wrong
        given = {"start": start, "end": end, "label": gold[wrong]}
        yield Operation("add", document, {**given, "scope": "record"})
        yield Operation("add", document, given)
        yield Operation("add", document, {**given, "propagate": False})
        return
    place = (wrong.document, wrong.start, wrong.end)
    if place in gold:
        for more in ({"scope": "record"}, {}, {"propagate": False}):
            yield Operation("accept", wrong.document, {"span": wrong.id, "label": gold[place], **more})
        return
    inside = sorted(one for one in gold if wrong.document == one[0] and wrong.start <= one[1] and one[2] <= wrong.end)
    if len(inside) == 2 and {gold[one] for one in inside} == {wrong.label}:
        yield Operation("split", wrong.document, {"span": wrong.id, "at": inside[1][1]})
    for more in ({"scope": "record"}, {}, {"propagate": False}):
        yield Operation("reject", wrong.document, {"span": wrong.id, **more})
    taken = {(mark.start, mark.end) for mark in draft.marks.values() if mark.document == wrong.document}
    for near in (one for one in gold if _overlap(wrong, one) and (one[1], one[2]) not in taken):
        if gold[near] == wrong.label:
            yield Operation("resize", wrong.document, {"span": wrong.id, "start": near[1], "end": near[2]})
        for more in ({"scope": "record"}, {}):
            yield Operation("add", wrong.document, {"start": near[1], "end": near[2], "label": gold[near], **more})


def _tried(draft: Draft, operation: Operation, step: int) -> Draft:
    copy = Draft(draft.texts, dict(draft.marks), replace(AUTHOR, op_id=f"bench{step}"))
    carry_out(copy, operation, CORE)
    return copy


def _first_wrong(draft: Draft, gold: Gold) -> Mark | Place | None:
    """The first thing of the record that accepting the rest would leave wrong."""
    for mark in sorted(draft.marks.values(), key=lambda one: (one.document, one.start, one.end)):
        if _is_wrong(mark, gold):
            return mark
    there = _standing(draft)
    return next((place for place in sorted(gold) if place not in there), None)


def _standing(draft: Draft) -> set[Place]:
    return {(mark.document, mark.start, mark.end) for mark in draft.marks.values() if mark.state is not State.REJECTED}


def _is_wrong(mark: Mark, gold: Gold) -> bool:
    if mark.state is State.REJECTED:
        return False
    return mark.state is State.WEAK or gold.get((mark.document, mark.start, mark.end)) != mark.label


def _n_wrong(draft: Draft, gold: Gold) -> int:
    there = _standing(draft)
    return sum(_is_wrong(mark, gold) for mark in draft.marks.values()) + sum(place not in there for place in gold)


def _overlap(mark: Mark, place: Place) -> bool:
    return mark.document == place[0] and mark.start < place[2] and place[1] < mark.end
