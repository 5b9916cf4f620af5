"""The tables of an evaluation, as Markdown or as plain aligned text."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from unicodedata import east_asian_width

from maskerad.evaluation.mistakes import MEANINGS, Kind
from maskerad.evaluation.report.numbers import WHY_UNDEFINED, fraction, interval
from maskerad.evaluation.result import Evaluation, LabelRow
from maskerad.pages.numbers import UNDEFINED, decimal


@dataclass(frozen=True, slots=True)
class Table:
    """A titled table of cells; the first column is text, ``n_text`` columns in all are, the others are numbers."""

    title: str
    header: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]
    n_text: int = 1


def tables(evaluation: Evaluation) -> list[Table]:
    """All tables of the report that have rows."""
    made = (
        _corpus(evaluation),
        _figures(evaluation),
        _lines(evaluation),
        _labels(evaluation),
        _left_out(evaluation),
        _mistakes(evaluation),
    )
    return [table for table in made if table.rows]


def to_markdown(evaluation: Evaluation) -> str:
    """The report as Markdown."""
    return joined_parts((f"## {table.title}", markdown_table(table)) for table in tables(evaluation))


def to_plain(evaluation: Evaluation) -> str:
    """The report as aligned text, for a terminal without colours."""
    return joined_parts((table.title, aligned_table(table)) for table in tables(evaluation))


def joined_parts(parts: Iterable[tuple[str, str]]) -> str:
    """Titles and contents one after the other; says at the end what undefined means, if anything is."""
    body = "\n\n".join(f"{title}\n\n{content}" for title, content in parts)
    return f"{body}\n\n{WHY_UNDEFINED}\n" if UNDEFINED in body else f"{body}\n"


def _corpus(evaluation: Evaluation) -> Table:
    corpus = evaluation.corpus
    rows = [
        ("documents", f"{corpus.n_documents:,}"),
        ("records", f"{corpus.n_records:,}"),
        ("characters", f"{corpus.n_chars:,}"),
        ("gold mentions", f"{corpus.n_mentions:,}"),
        ("predicted spans", f"{corpus.n_predicted:,}"),
        ("scheme of gold / predicted / scores", f"{corpus.gold_scheme} / {corpus.predicted_scheme} / {corpus.scheme}"),
        ("fingerprint", corpus.fingerprint),
    ]
    if corpus.n_without_gold:
        rows.insert(1, ("documents without gold, left out", f"{corpus.n_without_gold:,}"))
    return Table("Corpus", ("what", "value"), rows)


def _figures(evaluation: Evaluation) -> Table:
    rows = [
        (f.definition.title, decimal(f.value), interval(f), fraction(f), str(f.signature)) for f in evaluation.figures
    ]
    return Table("Figures", ("measure", "value", "95 % interval", "of", "signature"), rows)


SCORE_HEADER = ("matching", "precision", "recall", "F1", "signature")


def score_rows(evaluation: Evaluation) -> list[tuple[str, ...]]:
    """The cells of one row a matching, under ``SCORE_HEADER``."""
    scores = ((line, line.score) for line in evaluation.lines)
    return [
        (line.title, *map(decimal, (score.precision, score.recall, score.f1)), str(line.signature))
        for line, score in scores
    ]


def _lines(evaluation: Evaluation) -> Table:
    return Table("Precision, recall, F1", SCORE_HEADER, score_rows(evaluation))


LABEL_HEADER = (
    "label",
    "gold",
    "predicted",
    "precision",
    "recall",
    "F1",
    "overlap F1",
    "token F1",
    "char F1",
    "covered",
)


def label_cells(row: LabelRow) -> tuple[str, ...]:
    """The cells of one label, under ``LABEL_HEADER``."""
    exact = row.exact.score
    return (
        row.label,
        str(row.exact.n_gold),
        str(row.exact.n_predicted),
        decimal(exact.precision),
        decimal(exact.recall),
        decimal(exact.f1),
        decimal(row.overlap.score.f1),
        decimal(row.tokens.score.f1),
        decimal(row.characters.score.f1),
        decimal(row.covered.value),
    )


def _labels(evaluation: Evaluation) -> Table:
    title = f"By label ({evaluation.signature.of('exact', 'per-label')})"
    return Table(title, LABEL_HEADER, [label_cells(row) for row in evaluation.labels])


def _left_out(evaluation: Evaluation) -> Table:
    gold = [
        (label, "gold", str(share.whole), decimal(share.value)) for label, share in evaluation.left_out.gold.items()
    ]
    predicted = [(label, "predicted", str(n), "") for label, n in evaluation.left_out.predicted.items()]
    title = f"Left out of label-aware scores: no place in scheme {evaluation.corpus.scheme}"
    return Table(title, ("label", "side", "spans", "covered"), gold + predicted, n_text=2)


def _mistakes(evaluation: Evaluation) -> Table:
    rows = [(kind.value, str(evaluation.n_mistakes(kind)), MEANINGS[kind]) for kind in Kind]
    return Table(f"Mistakes ({evaluation.signature.of('best-overlap', 'count')})", ("kind", "number", "meaning"), rows)


def markdown_table(table: Table) -> str:
    """A table as Markdown, without its title."""
    rule = ["---" if i < table.n_text else "---:" for i in range(len(table.header))]
    return "\n".join("| " + " | ".join(_escaped(row)) + " |" for row in (table.header, rule, *table.rows))


def _escaped(cells: Iterable[str]) -> Iterator[str]:
    return (cell.replace("|", "\\|") for cell in cells)


def aligned_table(table: Table) -> str:
    """A table as aligned text, without its title."""
    rows = [table.header, *table.rows]
    widths = [max(_columns(row[i]) for row in rows) for i in range(len(table.header))]
    return "\n".join("  ".join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)) for row in rows)


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - _columns(cell))


def _columns(cell: str) -> int:
    """Width on a terminal: East Asian wide characters take two columns."""
    return sum(2 if east_asian_width(character) in "WF" else 1 for character in cell)
