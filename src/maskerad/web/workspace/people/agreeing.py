"""How far two annotators of the project agree: the figures of ``maskerad agreement``, on their layers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, select

from maskerad.core.errors import MaskeradError
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation import Settings, evaluate, pair_up
from maskerad.evaluation.agreement.agreement import Annotator, PairAgreement, agree
from maskerad.evaluation.counts import ratio
from maskerad.evaluation.inference.bootstrap import bootstrap_intervals
from maskerad.web.workspace.people.curation import annotators
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.store.layers import read_marks
from maskerad.web.workspace.store.tables import records, versions
from maskerad.web.workspace.store.texts import read_document

RESAMPLES = 1000
UNDEFINED = "undefined: neither annotator marked anything, or both gave every token the same one label"


def agreement_view(connection: Connection, project: Project, left: str = "", right: str = "") -> dict[str, Any]:
    """The figures of two annotators on the documents that both have worked on.

    Args:
        connection: Of the project.
        project: Whose labels are compared.
        left, right: Names of annotators; the first two when not given.
    """
    known = annotators(connection)
    left, right = left or next(iter(known), ""), right or next(iter(known[1:]), "")
    made: dict[str, Any] = {"annotators": known, "a": left, "b": right, "figures": [], "labels": [], "signature": ""}
    try:
        sides = [layer_documents(connection, name) for name in (left, right)]
        asked = [Annotator(name, side, project.scheme_name) for name, side in zip((left, right), sides, strict=True)]
        agreement = agree(asked, project.scheme_name).pairs[0]
    except MaskeradError:
        sentence = "two annotators who have worked on the same documents are needed; there are none yet"
        return made | {"n_records": 0, "n_documents": 0, "sentence": sentence}
    ours, theirs = _shared(*sides)
    n_records = len({item.document.record for item in ours})
    figures = _figures(agreement, ours, theirs, project)
    undefined = [figure["name"] for figure in figures if figure["value"] is None]
    return made | {
        "n_records": n_records,
        "n_documents": agreement.n_documents,
        "figures": figures,
        "labels": [_label(label, agreement) for label in sorted(agreement.exact)],
        "sentence": f"{', '.join(undefined)}: {UNDEFINED}" if undefined else "",
        "signature": str(agreement.signature),
    }


def layer_documents(connection: Connection, layer: str) -> list[AnnotatedDocument]:
    """The documents that a layer has been written to, with its decisions."""
    names = dict(tuple(row) for row in connection.execute(select(records.c.id, records.c.name)))
    query = select(versions.c.document).where(versions.c.layer == layer).order_by(versions.c.document)
    documents = []
    for number in connection.execute(query).scalars().all():
        stored = read_document(connection, number)
        marks = read_marks(connection, layer, {stored.id: stored.as_text()}).values()
        spans = sorted({mark.as_span() for mark in marks if mark.is_human})
        documents.append(AnnotatedDocument(stored.as_document(str(names[stored.record])), tuple(spans)))
    return documents


def _figures(
    agreement: PairAgreement, ours: Sequence[AnnotatedDocument], theirs: Sequence[AnnotatedDocument], project: Project
) -> list[dict[str, Any]]:
    settings = Settings(project.scheme_name, project.scheme_name, project.scheme_name, resamples=0)
    pairs = pair_up(ours, theirs)
    lines = {line.key: line.score for line in evaluate(pairs, settings).lines}
    intervals = _intervals(ours, theirs)
    n_spans = agreement.total.n_gold + agreement.total.n_predicted
    n_tokens = sum(agreement.tokens.values())
    n_marked = n_tokens - agreement.tokens.get(("", ""), 0)
    rows = (
        ("F1", agreement.total.score.f1, n_spans, "label and both ends agree"),
        ("F1, ends only", agreement.blind.score.f1, n_spans, "both ends agree, whatever the label"),
        ("F1, overlapping", lines["overlap"].f1, n_spans, "partial credit by characters"),
        ("kappa", agreement.kappa, n_tokens, "Cohen's, over all tokens"),
        ("kappa, marked tokens", agreement.kappa_marked, n_marked, "Cohen's, over tokens that one of the two marked"),
    )
    return [
        {"name": name, "value": value, "low": low, "high": high, "n": n, "said": said}
        for (name, value, n, said) in rows
        for low, high in [intervals.get(name) or (None, None)]
    ]


def _intervals(
    ours: Sequence[AnnotatedDocument], theirs: Sequence[AnnotatedDocument]
) -> dict[str, tuple[float, float] | None]:
    """95 % intervals of both F1 by drawing records."""
    rows: dict[str, dict[str, int]] = {}
    for item, other in zip(ours, theirs, strict=True):
        row = rows.setdefault(item.document.record or item.document.id, {"same": 0, "ends": 0, "both": 0})
        exact = {(s.start, s.end, s.label) for s in item.spans}, {(s.start, s.end, s.label) for s in other.spans}
        ends = {(s.start, s.end) for s in item.spans}, {(s.start, s.end) for s in other.spans}
        row["same"] += 2 * len(exact[0] & exact[1])
        row["ends"] += 2 * len(ends[0] & ends[1])
        row["both"] += len(exact[0]) + len(exact[1])
    measures = {
        "F1": lambda sums: ratio(sums["same"], sums["both"]),
        "F1, ends only": lambda sums: ratio(sums["ends"], sums["both"]),
    }
    return bootstrap_intervals(list(rows.values()), measures, RESAMPLES, 1)


def _label(label: str, agreement: PairAgreement) -> dict[str, Any]:
    score = agreement.exact[label].score
    n = agreement.exact[label].n_gold + agreement.exact[label].n_predicted
    return {"label": label, "precision": score.precision, "recall": score.recall, "f1": score.f1, "n": n}


def _shared(
    left: Sequence[AnnotatedDocument], right: Sequence[AnnotatedDocument]
) -> tuple[list[AnnotatedDocument], list[AnnotatedDocument]]:
    others = {(item.document.record, item.document.id): item for item in right}
    ours = [item for item in left if (item.document.record, item.document.id) in others]
    return ours, [others[item.document.record, item.document.id] for item in ours]
