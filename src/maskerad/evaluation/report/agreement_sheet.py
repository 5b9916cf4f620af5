"""Agreement of annotators, and what they should look at again, as a sheet."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict

from maskerad.evaluation.agreement.adjudication import Decision
from maskerad.evaluation.agreement.agreement import Agreement, PairAgreement
from maskerad.evaluation.agreement.consistency import Oddity, Question
from maskerad.evaluation.counts import ratio
from maskerad.evaluation.mistakes import Kind
from maskerad.evaluation.report.mistake_list import Browser, Finding
from maskerad.evaluation.report.sheet import Part, Sheet
from maskerad.evaluation.report.tables import Table
from maskerad.pages.bars import Group, bar_chart
from maskerad.pages.numbers import decimal
from maskerad.pages.scale import Scale, scale_around

MAX_ROWS = 50
NOTE = (
    "F1 counts a span when label and both ends agree; it is the same whichever annotator is taken for right. Kappa is "
    "Cohen's, by token: over all tokens, and over those that one of the two marked."
)
Decisions = Sequence[tuple[str, Decision]]


def agreement_sheet(agreement: Agreement, decisions: Decisions, oddities: Sequence[Oddity]) -> Sheet:
    """The tables of Trienes et al. 2020 (table 3) and of AnonyMate (table 3), then the list of places to look at.

    Args:
        agreement: Of all pairs.
        decisions: Document and what the union decided there.
        oddities: Of the union.
    """
    conflicts = [(document, decision) for document, decision in decisions if decision.is_conflict]
    return Sheet(
        "Agreement of annotators",
        "How far annotators of the same texts agree, by label and by pair; what their union is; what to look at again.",
        {"annotators": ", ".join(agreement.annotators), "labels compared in": agreement.scheme, **_alone(agreement)},
        [
            Part(_labels(agreement, decisions), _signatures(agreement), _label_plot(agreement)),
            Part(_pairs(agreement.pairs), plot=_pair_plot(agreement.pairs), note=NOTE),
            Part(_conflicts(conflicts), note=_cut(len(conflicts))),
            Part(_oddities(oddities), note=_cut(len(oddities))),
        ],
        _values(agreement, conflicts, oddities),
        _browser(agreement),
    )


def _alone(agreement: Agreement) -> dict[str, str]:
    alone = {name: n for name, n in agreement.n_alone.items() if n}
    return {"annotated by one alone, left out": ", ".join(f"{name}: {n}" for name, n in alone.items())} if alone else {}


def _signatures(agreement: Agreement) -> str:
    return "; ".join(f"{pair.left} × {pair.right}: {pair.signature}" for pair in agreement.pairs)


def _labels(agreement: Agreement, decisions: Decisions) -> Table:
    labels = [decision.span.label for _, decision in decisions]
    counted = sorted({*labels, *agreement.exact}, key=lambda label: (-labels.count(label), label))
    rows = [_label_row(agreement, label, labels.count(label), len(labels)) for label in counted]
    rows.append(("Total", f"{len(labels):,}", "100.00" if labels else "", decimal(agreement.f1, 2)))
    return Table("Labels in the union, and agreement", ("PHI tag", "count", "frac. (%)", "IAA"), rows)


def _label_row(agreement: Agreement, label: str, n: int, total: int) -> tuple[str, ...]:
    counts = agreement.exact.get(label)
    f1 = decimal(counts.score.f1, 2) if counts else ""
    return label, f"{n:,}", decimal(ratio(100 * n, total), 2), f1


def _pairs(pairs: Sequence[PairAgreement]) -> Table:
    header = ("annotators", "documents", "F1", "F1, ends only", "kappa", "kappa, marked tokens")
    rows = [
        (
            f"{pair.left} × {pair.right}",
            str(pair.n_documents),
            decimal(pair.total.score.f1),
            decimal(pair.blind.score.f1),
            decimal(pair.kappa),
            decimal(pair.kappa_marked),
        )
        for pair in pairs
    ]
    return Table("Pairs of annotators", header, rows)


def _label_plot(agreement: Agreement) -> str:
    """F1 of each label, the best agreed on first; labels that nobody gave are left out."""
    scores = {label: counts.score.f1 for label, counts in agreement.exact.items()}
    ranked = sorted(scores.items(), key=lambda item: (-(item[1] or 0.0), item[0]))
    groups = [Group(label, (f1,)) for label, f1 in ranked if f1 is not None]
    return bar_chart("Agreement by label", ("F1",), groups, Scale(title="F1 of all pairs")) if groups else ""


def _pair_plot(pairs: Sequence[PairAgreement]) -> str:
    groups = [
        Group(f"{pair.left} × {pair.right}", (pair.total.score.f1, pair.blind.score.f1, pair.kappa, pair.kappa_marked))
        for pair in pairs
    ]
    series = ("F1", "F1, ends only", "kappa", "kappa, marked tokens")
    lowest = min((value for group in groups for value in group.values if value is not None), default=0.0)
    return bar_chart("Agreement of pairs", series, groups, scale_around(1.0) if lowest < 0 else Scale())


def _browser(agreement: Agreement) -> Browser:
    findings = [
        Finding(
            disagreement, (pair.left, pair.right), f"{pair.left} × {pair.right}" if len(agreement.pairs) > 1 else ""
        )
        for pair in agreement.pairs
        for disagreement in pair.disagreements
    ]
    kinds = {
        Kind.MISSED: "the first alone",
        Kind.SPURIOUS: "the second alone",
        Kind.BOUNDARY: "other ends",
        Kind.LABEL: "other label",
    }
    return Browser(findings, "Disagreements, one by one", "pair", kinds)


def _conflicts(conflicts: Decisions) -> Table:
    rows = [
        (document, f"{one.span.start}–{one.span.end}", one.labels[0], ", ".join(one.labels[1:]))
        for document, one in conflicts[:MAX_ROWS]
    ]
    title = f"Same place, different labels ({len(conflicts):,})"
    return Table(title, ("document", "characters", "taken", "also given"), rows, n_text=4)


def _oddities(oddities: Sequence[Oddity]) -> Table:
    rows = [
        (
            one.question.value,
            ", ".join(label or "(not marked)" for label in one.labels),
            str(len(one.places)),
            "; ".join(f"{p.document} {p.start}–{p.end}" for p in one.places[:4]),
        )
        for one in oddities[:MAX_ROWS]
    ]
    n_labels = sum(oddity.question is Question.LABELS for oddity in oddities)
    title = f"Same string, different labels ({n_labels:,}); marked here, not there ({len(oddities) - n_labels:,})"
    return Table(title, ("what", "labels", "places", "first places"), rows, n_text=2)


def _cut(n_rows: int) -> str:
    return f"The first {MAX_ROWS} of {n_rows:,} are shown; all are in the JSON." if n_rows > MAX_ROWS else ""


def _values(agreement: Agreement, conflicts: Decisions, oddities: Sequence[Oddity]) -> dict[str, object]:
    return {
        "f1": agreement.f1,
        "mean_kappa": agreement.mean_kappa,
        "labels": {label: counts.score.f1 for label, counts in sorted(agreement.exact.items())},
        "pairs": [
            {
                "annotators": [pair.left, pair.right],
                "f1": pair.total.score.f1,
                "kappa": pair.kappa,
                "kappa_marked": pair.kappa_marked,
                "labels": {label: asdict(counts) for label, counts in sorted(pair.exact.items())},
                "signature": str(pair.signature),
            }
            for pair in agreement.pairs
        ],
        "conflicts": [
            {
                "document": document,
                "start": decision.span.start,
                "end": decision.span.end,
                "labels": list(decision.labels),
            }
            for document, decision in conflicts
        ],
        "oddities": [
            {
                "question": oddity.question.value,
                "labels": list(oddity.labels),
                "places": [asdict(p) for p in oddity.places],
            }
            for oddity in oddities
        ],
    }
