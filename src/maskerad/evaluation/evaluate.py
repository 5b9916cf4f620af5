"""The whole evaluation: pairs of gold and predicted spans in, all figures out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from maskerad.core import LabelScheme, load_scheme
from maskerad.core.errors import InputError
from maskerad.core.label_scheme import CORE
from maskerad.evaluation.cases import CaseMaker
from maskerad.evaluation.counts import Counts, Credit, Score, macro
from maskerad.evaluation.figures import DEFINITIONS, Definition, Figure
from maskerad.evaluation.inference.bootstrap import bootstrap_intervals
from maskerad.evaluation.mistakes import Mistake, mistakes_of
from maskerad.evaluation.pairs import Pair
from maskerad.evaluation.result import Confusion, Corpus, Evaluation, LabelRow, LeftOut, Line
from maskerad.evaluation.signature import Fingerprint, Signature, signed_version
from maskerad.evaluation.tally import Tally
from maskerad.evaluation.tokens import Tokeniser
from maskerad.text.tokens import tokenise_finely


@dataclass(frozen=True, slots=True)
class Settings:
    """How to evaluate.

    Attributes:
        gold_scheme: Label scheme of the gold spans.
        predicted_scheme: Label scheme of the predicted spans.
        scheme: Scheme in which both are scored where labels count.
        with_text: Whether mistakes carry the text around them. Off, no text of any document is kept.
        resamples: Draws of the bootstrap; 0 for no intervals.
        seed: Seed of the bootstrap.
        tokeniser: What a token is, for the token level.
    """

    gold_scheme: str = CORE
    predicted_scheme: str = CORE
    scheme: str = CORE
    with_text: bool = False
    resamples: int = 1000
    seed: int = 1
    tokeniser: Tokeniser = tokenise_finely


DEFAULT = Settings()


def evaluate(pairs: Iterable[Pair], settings: Settings = DEFAULT) -> Evaluation:
    """Scores predicted spans against gold spans, in one pass and in linear time.

    Args:
        pairs: One per document; they may be a stream, no text is held.
        settings: Schemes, bootstrap, and whether mistakes show text.

    Raises:
        InputError: If a document stands twice.
        LabelError: If a label is not of its scheme.
        UnknownNameError: If a scheme does not exist.

    Example:
        >>> pair = Pair("a", "", "Anna Ek, Umeå", [Span(0, 7, "PATIENT")], [Span(0, 7, "PATIENT")])
        >>> evaluate([pair]).figure("person_recall").value
        1.0
    """
    maker = CaseMaker(settings.gold_scheme, settings.predicted_scheme, settings.scheme)
    tally, fingerprint = Tally(maker.scheme, settings.tokeniser), Fingerprint()
    mistakes: list[Mistake] = []
    seen: set[tuple[str, str]] = set()
    for pair in pairs:
        _refuse_repeated(seen, pair)
        fingerprint.add(pair)
        case = maker.case(pair)
        mistakes += mistakes_of(pair, tally.add(case), settings.with_text)
    return _result(tally, maker.scheme, str(fingerprint), mistakes, settings)


def _refuse_repeated(seen: set[tuple[str, str]], pair: Pair) -> None:
    key = (pair.record, pair.document)
    if key in seen:
        raise InputError(f"document {pair.document!r} of record {pair.record!r} stands twice")
    seen.add(key)


def _result(
    tally: Tally, scheme: LabelScheme, fingerprint: str, mistakes: list[Mistake], settings: Settings
) -> Evaluation:
    signature = Signature("exact", "micro", scheme.name, fingerprint, tally.n_documents, tally.n_gold, signed_version())
    labels = tuple(_label_row(tally, label) for label in scheme.labels if label in tally.exact)
    return Evaluation(
        signature=signature,
        corpus=_corpus(tally, fingerprint, settings),
        figures=_figures(tally, signature, settings),
        lines=_lines(tally, signature, settings.gold_scheme),
        labels=labels,
        absent=tuple(label for label in scheme.labels if label not in tally.exact),
        confusion=Confusion(tuple(row.label for row in labels), dict(tally.confusion)),
        uncovered=tuple(tally.uncovered),
        left_out=LeftOut(dict(tally.left_out_gold), dict(tally.left_out_predicted)),
        scores=dict(tally.scores),
        mistakes=tuple(mistakes),
    )


def _corpus(tally: Tally, fingerprint: str, settings: Settings) -> Corpus:
    return Corpus(
        n_documents=tally.n_documents,
        n_records=len(tally.records),
        n_chars=tally.n_chars,
        n_mentions=tally.n_gold,
        n_predicted=tally.n_predicted,
        gold_scheme=settings.gold_scheme,
        predicted_scheme=settings.predicted_scheme,
        scheme=settings.scheme,
        fingerprint=fingerprint,
    )


def _figures(tally: Tally, signature: Signature, settings: Settings) -> tuple[Figure, ...]:
    rows = tally.rows()
    measures = {definition.key: definition.share for definition in DEFINITIONS}
    intervals = bootstrap_intervals(rows, measures, settings.resamples, settings.seed)
    sums: Counter[str] = Counter()
    for row in rows:
        sums.update(row)
    return tuple(_figure(definition, sums, intervals[definition.key], signature) for definition in DEFINITIONS)


def _figure(
    definition: Definition, sums: Mapping[str, int], interval: tuple[float, float] | None, signature: Signature
) -> Figure:
    own = signature.of(definition.matching)
    return Figure(
        definition,
        definition.value(sums),
        definition.part_of(sums),
        definition.whole_of(sums),
        (definition.per * interval[0], definition.per * interval[1]) if interval else None,
        own if definition.is_label_aware else own.label_blind(),
    )


def _lines(tally: Tally, base: Signature, gold_scheme: str) -> tuple[Line, ...]:
    none, own = base.label_blind(), base.within(load_scheme(gold_scheme).name)
    return (
        Line("exact", "Entity, exact, micro", _micro(tally.exact), base.of("exact")),
        Line("exact_macro", "Entity, exact, macro", _macro(tally.exact), base.of("exact", _macro_name(tally.exact))),
        Line("coarse", "Entity, exact, labels folded to their root", _micro(tally.coarse), base.of("exact-root")),
        Line("overlap", "Entity, partial credit by characters", _credit(tally.overlap), base.of("overlap")),
        Line("tokens", "Tokens", _micro(tally.tokens), base.of("tokens")),
        Line("characters", "Characters", _micro(tally.characters), base.of("characters")),
        Line("blind", "Entity, label-blind", tally.blind.score, none.of("exact-ends")),
        Line("blind_characters", "Characters, label-blind", tally.blind_characters.score, none.of("characters")),
        Line("meddocan_ner", "MEDDOCAN NER", tally.own.score, own.of("meddocan-ner")),
        Line("meddocan_strict", "MEDDOCAN span, strict", tally.blind.score, none.of("meddocan-strict")),
        Line("meddocan_merged", "MEDDOCAN span, merged", tally.merged.score, none.of("meddocan-merged")),
    )


def _micro(by_label: Mapping[str, Counts]) -> Score:
    return sum(by_label.values(), Counts()).score


def _macro(by_label: Mapping[str, Counts]) -> Score:
    return macro(counts.score for counts in by_label.values())


def _macro_name(by_label: Mapping[str, Counts]) -> str:
    return f"macro-{len(by_label)}-labels"


def _credit(by_label: Mapping[str, Credit]) -> Score:
    return sum(by_label.values(), Credit()).score


def _label_row(tally: Tally, label: str) -> LabelRow:
    return LabelRow(
        label,
        tally.exact[label],
        tally.overlap[label],
        tally.tokens[label],
        tally.characters[label],
        tally.covered[label],
    )
