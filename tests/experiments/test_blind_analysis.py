"""Answers, and the figures that come of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from maskerad.core.errors import ConfigError, FormatError, InputError
from maskerad.experiments.blind.analysis import Analysis, analyse
from maskerad.experiments.blind.answers import (
    Answers,
    Judgement,
    Reason,
    Verdict,
    load_answers,
    parse_judgement,
    read_answers,
    save_answers,
    stored_answers,
)
from maskerad.experiments.blind.study import Truth
from maskerad.experiments.blind.tables import to_json, to_markdown, to_plain

REAL, PSEUDO = Judgement(Verdict.REAL), Judgement(Verdict.PSEUDONYMISED)


def truth(n_real: int, n_pseudonymised: int) -> dict[str, Truth]:
    def one(*, is_pseudonymised: bool) -> Truth:
        return Truth("r", "d", 0, 50, is_pseudonymised, ((0, 4), (10, 14)), 20, 2)

    made = {f"S{i}": one(is_pseudonymised=True) for i in range(n_pseudonymised)}
    return made | {f"T{i}": one(is_pseudonymised=False) for i in range(n_real)}


def said(evaluator: str, known: dict[str, Truth], found: list[str]) -> Answers:
    return Answers("s", evaluator, {name: PSEUDO if name in found else REAL for name in known})


def paper() -> Analysis:
    """Dalianis (2019, section 5): 58 real and 40 pseudonymised records, found by the two evaluators 4 + 2 and 3 + 1."""
    known = truth(58, 40)
    senior = said("senior", known, ["S0", "S1", "S2", "S3", "T0", "T1"])
    junior = said("junior", known, ["S4", "S5", "S6", "T2"])
    return analyse("s", known, [senior, junior])


def test_the_figures_of_the_paper() -> None:
    found = paper()
    junior, senior = found.rows
    assert [round(row.counts.score.precision or 0, 2) for row in (senior, junior)] == [0.67, 0.75]
    assert [round(row.counts.score.recall or 0, 3) for row in (senior, junior)] == [0.1, 0.075]
    assert found.judged_real == pytest.approx(0.9125)  # "91 percent of the pseudonymised records judged as real"
    assert (found.n_found_by_all, found.n_judged_by_all) == (0, 40)
    assert senior.real_as_real.value == pytest.approx(56 / 58)
    assert (senior.right.part, senior.right.whole) == (60, 98)
    assert senior.right_interval[0] < 60 / 98 < senior.right_interval[1]
    assert senior.p_value == pytest.approx(0.033360, abs=1e-6)  # summed from binomial coefficients
    (agreement,) = found.agreements
    # 88 of 98 agreed; by chance (6 · 4 + 92 · 94) / 98².
    assert agreement.kappa == pytest.approx((88 / 98 - 8672 / 9604) / (1 - 8672 / 9604))
    for text in (to_plain(found), to_markdown(found)):
        assert all(figure in text for figure in ("0.667", "0.100", "0.750", "0.075", "0.91", "0 / 40"))
    assert json.loads(to_json(found))["evaluators"]["senior"]["precision"] == pytest.approx(2 / 3)


def test_only_verdicts_count_and_undefined_is_said() -> None:
    known = truth(2, 2)
    nothing = Answers("s", "a", {"S0": Judgement(None, ((0, 4),))})
    found = analyse("s", known, [nothing])
    assert found.rows[0].counts.score.precision is None and found.judged_real is None
    assert found.rows[0].right.whole == 0 and found.rows[0].p_value == 1.0
    assert "undefined" in to_plain(found)
    assert found.rows[0].marks.part == 1


def test_marks_are_held_against_blind_marks_and_reasons_are_counted() -> None:
    judged = Judgement(Verdict.PSEUDONYMISED, ((0, 4), (11, 12), (20, 25)), (Reason.NAME, Reason.GENDER))
    real = Judgement(Verdict.REAL, ((0, 4),), ())
    row = analyse("s", truth(1, 1), [Answers("s", "a", {"S0": judged, "T0": real})]).rows[0]
    assert (row.marks.part, row.marks.whole) == (2, 3)
    assert row.marks_by_chance == pytest.approx(0.1)
    assert row.reasons == {Reason.NAME: 1, Reason.GENDER: 1}


def test_answers_that_cannot_be_are_refused() -> None:
    known = truth(1, 1)
    for answers in ([], [said("a", known, []), said("a", known, [])], [Answers("s", "a", {"X": REAL})]):
        with pytest.raises(InputError):
            analyse("s", known, answers)


def test_answers_are_kept_by_evaluator_and_taken_up_again(tmp_path: Path) -> None:
    (tmp_path / "answers").mkdir()
    assert load_answers(tmp_path, "s", "anna") == Answers("s", "anna")
    answers = Answers("s", "anna").with_judgement("R1", Judgement(None, ((3, 5), (0, 2)), ()))
    answers = answers.with_judgement("R2", PSEUDO).with_judgement("R2", REAL)
    save_answers(tmp_path, answers)
    kept = load_answers(tmp_path, "s", "anna")
    assert kept.judgements["R1"].marks == ((0, 2), (3, 5)) and kept.judgements["R2"] == REAL
    assert stored_answers(tmp_path, "s") == [kept]
    assert [path.name for path in (tmp_path / "answers").iterdir()] == ["anna.json"]
    assert read_answers(tmp_path / "answers" / "anna.json", "s") == kept
    with pytest.raises(InputError):
        load_answers(tmp_path, "another", "anna")


@pytest.mark.parametrize("name", ["", "a b", "../x", "å", "x" * 41, "a/b", "a.json"])
def test_names_that_are_no_file_names_are_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ConfigError):
        save_answers(tmp_path, Answers("s", name))


@pytest.mark.parametrize(
    "row",
    [
        [],
        {"verdict": "maybe"},
        {"verdict": []},
        {"verdict": None, "marks": [[1]]},
        {"verdict": None, "marks": [[2, 1]]},
        {"verdict": None, "marks": [[0, True]]},
        {"verdict": None, "marks": ["ab"]},
        {"verdict": None, "marks": [[0, 1]] * 3000},
        {"verdict": "real", "reasons": ["Qzxwvut"]},
        {"verdict": "real", "reasons": [[]]},
        {"verdict": "real", "reasons": "name"},
    ],
)
def test_judgements_out_of_form_are_refused_without_their_text(row: object) -> None:
    with pytest.raises(FormatError) as caught:
        parse_judgement(row, "here")
    assert "Qzxwvut" not in str(caught.value)
