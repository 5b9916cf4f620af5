"""The whole evaluation: figures by hand, mixed schemes, and what must always hold."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Span
from maskerad.core.errors import InputError, LabelError, UnknownNameError
from maskerad.evaluation import Evaluation, Pair, Settings, evaluate, signature
from maskerad.evaluation.counts import UNDEFINED, Score, Share
from maskerad.evaluation.mistakes import Kind

from .drawing import pairs

FAST = Settings(resamples=0)
CORPORA = Path(os.environ.get("MASKERAD_CORPORA", Path(__file__).parents[2] / "../shared/corpora"))

TEXT = "Anna Ek, född 1980, bor i Umeå. Dr Bo Al."
NAME, BORN, TOWN, DOCTOR = Span(0, 7, "PATIENT"), Span(14, 18, "DATE"), Span(26, 30, "CITY"), Span(35, 40, "CLINICIAN")
GOLD = (NAME, BORN, TOWN, DOCTOR)


def values(evaluation: Evaluation) -> dict[str, float | None]:
    return {figure.definition.key: figure.value for figure in evaluation.figures}


def test_figures_by_hand() -> None:
    """One name covered by the wrong label, one half covered, the town missed, one prediction beside everything."""
    predicted = [Span(0, 7, "CITY"), Span(14, 18, "DATE"), Span(35, 37, "CLINICIAN"), Span(8, 12, "AGE")]
    clean = Pair("clean", "", "x" * 50, (), [Span(0, 2, "AGE")])
    evaluation = evaluate([Pair("a", "", TEXT, GOLD, predicted), clean], FAST)
    assert values(evaluation) == {
        "person_recall": 1 / 2,
        "mention_recall": 2 / 4,
        "character_precision": (7 + 4 + 2) / (7 + 4 + 2 + 4 + 2),
        "documents_with_leak": 1.0,
        "exact_f1": 2 * 1 / (5 + 4),
        "blind_f1": 2 * 2 / (5 + 4),
        "character_recall": (7 + 4 + 2) / (7 + 4 + 4 + 5),
        "mentions_exposed": 2 / 4,
        "documents_exposed": 1.0,
        "records_exposed": 1.0,
        "over_redaction": 100 * (4 + 2 + 2 - 2) / (len(TEXT) - 20 + 50),
    }
    kinds = {kind: evaluation.n_mistakes(kind) for kind in Kind}
    assert kinds == {Kind.MISSED: 1, Kind.SPURIOUS: 2, Kind.BOUNDARY: 1, Kind.LABEL: 1}
    assert evaluation.confusion.cells == {
        ("PATIENT", "CITY"): 1,
        ("DATE", "DATE"): 1,
        ("CITY", ""): 1,
        ("CLINICIAN", "CLINICIAN"): 1,
        ("", "AGE"): 2,
    }
    assert evaluation.uncovered == (2,)


def test_identical_sides_score_one_and_leak_nothing() -> None:
    evaluation = evaluate([Pair("a", "", TEXT, GOLD, GOLD)], FAST)
    assert all(line.score == Score(1.0, 1.0, 1.0) for line in evaluation.lines)
    assert evaluation.figure("documents_with_leak").value == 0.0
    assert evaluation.figure("over_redaction").value == 0.0
    assert evaluation.mistakes == ()
    everything = Pair("b", "", TEXT[:7], [NAME], [NAME])
    assert evaluate([everything], FAST).figure("over_redaction").value is None


def test_what_is_blacked_out_beside_mentions_is_over_redaction_wherever_it_stands() -> None:
    whole = Span(0, len(TEXT), "PATIENT")
    evaluation = evaluate([Pair("a", "", TEXT, GOLD, [whole]), Pair("clean", "", "Ok.", (), ())], FAST)
    n_outside = len(TEXT) - sum(span.end - span.start for span in GOLD)
    assert evaluation.figure("over_redaction").value == pytest.approx(100 * n_outside / (n_outside + 3))


def test_disjoint_sides_score_zero() -> None:
    evaluation = evaluate([Pair("a", "", TEXT, GOLD[:1], [Span(19, 21, "AGE")])], FAST)
    assert all(line.score.f1 == 0.0 for line in evaluation.lines)
    assert evaluation.figure("documents_with_leak").value == 1.0


def test_nothing_against_nothing_is_undefined() -> None:
    for empty in ([], [Pair("a", "", "", (), ())], [Pair("a", "", "inget här", (), ())]):
        evaluation = evaluate(empty, FAST)
        assert all(line.score == UNDEFINED for line in evaluation.lines)
        known = {key for key, value in values(evaluation).items() if value is not None}
        assert known <= {"over_redaction"}


def test_documents_merge_into_records() -> None:
    """Two documents of one record leak, one record is safe: two of three documents, one of two records."""
    leak = [Pair(name, "r1", TEXT, [TOWN], ()) for name in "ab"]
    evaluation = evaluate([*leak, Pair("c", "r2", TEXT, [TOWN], [TOWN])], FAST)
    assert evaluation.figure("documents_with_leak").value == pytest.approx(2 / 3)
    assert evaluation.figure("records_exposed").value == 1 / 2
    assert evaluation.corpus.n_records == 2


def test_person_names_follow_the_lineage_of_the_core_scheme() -> None:
    gold = [Span(0, 4, "GIVEN_NAME"), Span(5, 7, "FAMILY_NAME"), Span(14, 18, "INITIALS")]
    evaluation = evaluate([Pair("a", "", TEXT, gold, [Span(0, 4, "CITY")])], FAST)
    figure = evaluation.figure("person_recall")
    assert (figure.part, figure.whole) == (1, 2)


def test_mixed_schemes_meet_in_the_chosen_one() -> None:
    gold = [Span(0, 7, "NAME_PATIENT"), Span(32, 34, "NAME_TITLE"), Span(35, 40, "NAME_DOCTOR")]
    predicted = [Span(0, 7, "Name"), Span(35, 40, "Name"), Span(26, 30, "Address")]
    pair = Pair("a", "", TEXT, gold, predicted)
    settings = Settings(gold_scheme="grascco", predicted_scheme="nut", scheme="stockholm", resamples=0)
    evaluation = evaluate([pair], settings)
    assert [row.label for row in evaluation.labels] == ["Name", "Location"]
    assert evaluation.line("exact").score == Score(2 / 3, 1.0, 0.8)
    assert evaluation.left_out.gold == {"NAME_TITLE": Share(0, 1)}
    assert evaluation.left_out.predicted == {}
    assert evaluation.figure("mention_recall").whole == 3
    assert evaluation.figure("person_recall").whole == 2
    assert "|stockholm|" in str(evaluation.line("exact").signature)
    assert "|any|" in str(evaluation.figure("mention_recall").signature)


def test_a_signature_tells_what_it_was_measured_with(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "family.txt").write_text("Ek\n", encoding="utf-8")
    monkeypatch.setattr(signature, "PACKAGE", tmp_path)

    def version() -> str:
        signature.signed_version.cache_clear()
        return str(evaluate([Pair("a", "", TEXT, GOLD, GOLD)], FAST).line("exact").signature).rpartition("|")[2]

    before = version()
    assert re.fullmatch(r"maskerad-[\w.+]+-[0-9a-f]{8}", before) and version() == before
    (tmp_path / "lists" / "family.txt").write_text("Al\n", encoding="utf-8")
    assert version() != before
    signature.signed_version.cache_clear()


def test_coarse_folds_labels_to_their_root() -> None:
    pair = Pair("a", "", TEXT, [NAME, TOWN], [NAME.relabelled("PERSON"), TOWN.relabelled("COUNTRY")])
    evaluation = evaluate([pair], FAST)
    assert evaluation.line("exact").score.f1 == 0.0
    assert evaluation.line("coarse").score.f1 == 1.0


def test_meddocan_lines_in_its_own_labels() -> None:
    gold = [Span(0, 4, "NOMBRE_SUJETO_ASISTENCIA"), Span(5, 7, "NOMBRE_SUJETO_ASISTENCIA")]
    settings = Settings(gold_scheme="meddocan", predicted_scheme="core", scheme="meddocan", resamples=0)
    evaluation = evaluate([Pair("a", "", TEXT, gold, [NAME])], settings)
    assert evaluation.line("meddocan_ner").score.f1 == 0.0
    assert evaluation.line("meddocan_strict").score.f1 == 0.0
    assert evaluation.line("meddocan_merged").score == Score(1.0, 1.0, 1.0)


def test_meddocan_ner_is_scored_in_the_labels_of_the_gold_whatever_else_is_scored_in() -> None:
    gold = [Span(0, 4, "ID_SUJETO_ASISTENCIA"), Span(5, 7, "ID_ASEGURAMIENTO")]
    swapped = [Span(0, 4, "ID_ASEGURAMIENTO"), Span(5, 7, "ID_SUJETO_ASISTENCIA")]
    settings = Settings(gold_scheme="meddocan", predicted_scheme="meddocan", scheme="core", resamples=0)
    evaluation = evaluate([Pair("a", "", TEXT, gold, swapped)], settings)
    assert evaluation.line("exact").score.f1 == 1.0
    assert evaluation.line("meddocan_ner").score == Score(0.0, 0.0, 0.0)
    assert "|meddocan|" in str(evaluation.line("meddocan_ner").signature)


def test_labels_outside_their_scheme_are_refused_without_text() -> None:
    with pytest.raises(LabelError, match=r"document 'a': predicted span 0\.\.7 has label 'PER'") as error:
        evaluate([Pair("a", "", TEXT, GOLD, [Span(0, 7, "PER")])], FAST)
    assert "Anna" not in str(error.value)
    with pytest.raises(UnknownNameError):
        evaluate([], Settings(scheme="i2b2"))


def test_a_document_that_stands_twice_is_refused() -> None:
    with pytest.raises(InputError, match="document 'a' of record 'r' stands twice"):
        evaluate([Pair("a", "r", TEXT, (), ()), Pair("a", "r", TEXT, (), ())], FAST)


def test_the_fingerprint_follows_texts_and_gold_only() -> None:
    one, two = Pair("a", "", TEXT, GOLD, ()), Pair("b", "", "annan text", (), ())

    def fingerprint(*documents: Pair) -> str:
        return evaluate(documents, FAST).corpus.fingerprint

    assert fingerprint(one, two) == fingerprint(two, one)
    assert fingerprint(one) == fingerprint(Pair("a", "", TEXT, tuple(reversed(GOLD)), GOLD))
    assert len({fingerprint(one), fingerprint(two), fingerprint(Pair("a", "", TEXT, GOLD[:2], ()))}) == 3


def test_text_is_kept_only_when_asked_for() -> None:
    pair = Pair("a", "", TEXT, GOLD, ())
    assert all(mistake.excerpt is None for mistake in evaluate([pair], FAST).mistakes)
    kept = evaluate([pair], Settings(with_text=True, resamples=0)).mistakes
    assert [m.excerpt.text[m.start - m.excerpt.offset :][:4] for m in kept if m.excerpt] == [
        "Anna",
        "1980",
        "Umeå",
        "Bo A",
    ]
    assert "Anna" not in repr(evaluate([pair], Settings(with_text=True)))


@given(st.lists(pairs(), max_size=4))
def test_what_must_always_hold(drawn: list[Pair]) -> None:
    documents = [Pair(str(i), str(i % 2), pair.text, pair.gold, pair.predicted) for i, pair in enumerate(drawn)]
    evaluation = evaluate(documents, FAST)
    assert evaluation == evaluate(documents, FAST)
    scores = {line.key: line.score for line in evaluation.lines}
    for value in [v for s in scores.values() for v in (s.precision, s.recall, s.f1)]:
        assert value is None or 0 <= value <= 1 + 1e-9
    found = values(evaluation)
    assert (found["mentions_exposed"] or 0) <= 1 - (found["mention_recall"] or 0) + 1e-9
    assert (found["documents_exposed"] or 0) <= (found["documents_with_leak"] or 0)
    assert sum(evaluation.confusion.cells.values()) >= sum(row.exact.n_gold for row in evaluation.labels)
    n_gold = sum(row.exact.n_gold for row in evaluation.labels)
    assert n_gold == evaluation.corpus.n_mentions
    n_exact = sum(row.exact.tp for row in evaluation.labels)
    gold_mistakes = sum(mistake.gold is not None for mistake in evaluation.mistakes)
    assert gold_mistakes == n_gold - n_exact


@given(pairs())
def test_adding_predictions_never_lowers_cover(pair: Pair) -> None:
    few = Pair(pair.document, "", pair.text, pair.gold, pair.predicted[:2])
    less, more = evaluate([few], FAST), evaluate([pair], FAST)
    for key in ("mention_recall", "person_recall", "character_recall"):
        low, high = less.figure(key).value, more.figure(key).value
        assert (low is None and high is None) or (low is not None and high is not None and low <= high)


def test_many_spans_in_one_document_take_linear_work() -> None:
    """Counts the questions asked instead of the time: twice the spans must not ask four times as much."""
    asked = []
    for n in (1000, 2000):
        text = "Anna Ek 12 " * n
        nested = [Span(i, len(text) - i, ("PATIENT", "CITY")[i % 2]) for i in range(n)]
        asked.append(count_overlap_questions(text, nested))
    assert 0 < asked[1] <= 2.2 * asked[0]


def count_overlap_questions(text: str, spans: list[Span]) -> int:
    calls = 0

    class Counting(Span):
        def overlaps(self, other: Span) -> bool:
            nonlocal calls
            calls += 1
            return Span.overlaps(self, other)

    predicted = [Counting(span.start, span.end, "AGE") for span in spans]
    evaluate([Pair("a", "", text, spans, predicted)], FAST)
    return calls


@pytest.mark.corpora
def test_a_development_corpus_against_itself_is_perfect() -> None:
    path = CORPORA / "hand/sv/dev.jsonl"
    if not path.is_file():
        pytest.skip("no development corpora")
    documents = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    made = [
        Pair(d["id"], d["record"], d["text"], spans, spans)
        for d in documents
        for spans in [[Span(e["start"], e["end"], e["label"]) for e in d["entities"]]]
    ]
    evaluation = evaluate(made, FAST)
    assert evaluation.figure("mention_recall").value == 1.0
    assert evaluation.figure("documents_with_leak").value == 0.0
    assert evaluation.line("exact_macro").score.f1 == 1.0
