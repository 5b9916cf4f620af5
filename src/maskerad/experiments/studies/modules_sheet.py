"""The study of module orders in the layout of its paper: figures 1–3, all orders, the effect of each module."""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.evaluation.signature import signed_version
from maskerad.experiments.studies.modules import KINDS, Effect, ModuleStudy, OrderScore, effects
from maskerad.pages.bars import Group, bar_chart, effect_chart
from maskerad.pages.numbers import decimal

# The orders that the paper speaks of, beside the dictionary and the titles alone.
PAPER_ORDERS = ("D", "T", "TCD", "TCDL", "CTL", "CDTL", "TLD", "CLT")
FIGURES = {
    "total": "Figure 1: given and family names",
    "given": "Figure 2: given names",
    "family": "Figure 3: family names",
}
LEAD = (
    "Which order of the dictionary (D), titles (T), common words (C) and learning (L) modules finds the names of "
    "people best? After Carlsson and Dalianis (2010), every order of every subset."
)
PRF = ("precision", "recall", "F1")


def modules_sheet(study: ModuleStudy) -> Sheet:
    """All of it."""
    gold = study.gold
    n_words = sum(len(item.spans) for item in gold.documents)
    guessed = f"{gold.n_by_record} of lone names from their record, {gold.n_by_role} guessed from the role"
    facts = {
        "corpus": f"{study.corpus.name}: {study.corpus.facts}",
        "modules": ", ".join(study.modules),
        "gold words of names": f"{n_words:,}; kind of {guessed}",
        "best order": f"{study.best().order} (total), {study.best('given').order} (given), "
        f"{study.best('family').order} (family)",
        "worst order that marks anything": study.worst().order,
    }
    parts = [_figure(study, kind) for kind in KINDS]
    parts += [Part(_all_orders(study), _signature(study)), *_effect_parts(study)]
    return Sheet("Order of modules", LEAD, facts, parts, _values(study))


def _signature(study: ModuleStudy) -> str:
    how = "words-exact+micro|given,family"
    return f"{how}|{study.corpus.fingerprint}|{len(study.corpus.documents)}d|maskerad-{signed_version()}"


def _figure(study: ModuleStudy, kind: str) -> Part:
    shown = _shown(study, kind)
    groups = [Group(f"{score.order}-M", _prf(score, kind)) for score in shown]
    rows = [(f"{score.order}-M", *(decimal(value) for value in _prf(score, kind))) for score in shown]
    table = Table(FIGURES[kind], ("order", *PRF), rows)
    return Part(table, _signature(study), bar_chart(FIGURES[kind], PRF, groups))


def _shown(study: ModuleStudy, kind: str) -> list[OrderScore]:
    """The paper's orders, and the best and the worst one here."""
    named = [study.of(order) for order in PAPER_ORDERS]
    shown = [score for score in named if score is not None]
    shown += [score for score in (study.best(kind), study.worst(kind)) if score not in shown]
    return shown


def _prf(outcome: OrderScore, kind: str) -> tuple[float | None, float | None, float | None]:
    score = outcome.score(kind)
    return score.precision, score.recall, score.f1


def _all_orders(study: ModuleStudy) -> Table:
    header = ("order", *(f"{kind} {name}" for kind in KINDS for name in PRF))
    ranked = sorted(study.orders, key=lambda score: (-(score.score("total").f1 or 0.0), score.order))
    rows = [
        (f"{score.order}-M", *(decimal(value) for kind in KINDS for value in _prf(score, kind))) for score in ranked
    ]
    return Table("All orders, by total F1", header, rows)


def _effect_parts(study: ModuleStudy) -> list[Part]:
    found = effects(study)
    header = ("module", "names", "precision", "from", "to", "recall", "from", "to", "orders")
    table = Table("Effect of each module", header, [_effect_row(effect) for effect in found], n_text=2)
    note = (
        "Mean difference between an order with the module and the same order without it, over all orders and all "
        "places for the module; lowest and highest beside it. C at the end and L at the beginning change nothing by "
        "their nature."
    )
    groups = [Group(f"{effect.module}, {effect.kind}", (effect.precision, effect.recall)) for effect in found]
    plot = effect_chart("Effect of each module on precision and recall", ("precision", "recall"), groups)
    return [Part(table, _signature(study), plot, note)]


def _effect_row(effect: Effect) -> tuple[str, ...]:
    return (
        effect.module,
        effect.kind,
        *_signed(effect.precision, effect.precision_range),
        *_signed(effect.recall, effect.recall_range),
        str(effect.n_orders),
    )


def _signed(mean: float | None, reach: tuple[float, float] | None) -> tuple[str, ...]:
    if mean is None or reach is None:
        return (decimal(None), "", "")
    return tuple(f"{value:+.3f}" for value in (mean, *reach))


def _values(study: ModuleStudy) -> dict[str, object]:
    def numbers(values: Sequence[float | None]) -> dict[str, float | None]:
        return dict(zip(PRF, values, strict=True))

    return {order.order: {kind: numbers(_prf(order, kind)) for kind in KINDS} for order in study.orders}
