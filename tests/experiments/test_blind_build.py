"""Excerpts and items of a blind study."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.experiments.invented import corpus

from maskerad.core import Span
from maskerad.core.errors import ConfigError, FormatError, InputError, MissingError
from maskerad.experiments.blind.build import BuildPlan, build_study
from maskerad.experiments.blind.excerpt import densest_lines, reading_lines
from maskerad.experiments.blind.study import read_items, read_truth, write_study
from maskerad.experiments.gold_records import gold_records
from maskerad.pipeline.configuration.settings import settings_for

KEY = bytes(range(32))
SETTINGS = settings_for("sv")
GOLD = gold_records(corpus(11))


def spans_at(*starts: int) -> list[Span]:
    return [Span(start, start + 2, "CITY") for start in starts]


@given(st.text(alphabet="ab \n\t年", max_size=400))
def test_reading_lines_join_to_the_text_and_are_short(text: str) -> None:
    lines = reading_lines(text)
    assert "".join(text[start:end] for start, end in lines) == text
    assert all(end - start <= 122 for start, end in lines)
    assert all("\n" not in text[start : end - 1] for start, end in lines)


@given(st.lists(st.integers(0, 38), max_size=8, unique=True), st.integers(1, 6))
def test_no_stretch_of_as_many_lines_holds_more(places: list[int], n_lines: int) -> None:
    text = "abcd\n" * 8
    spans = [Span(start, start + 1, "CITY") for start in sorted(places)]
    start, end, n_spans = densest_lines(text, spans, n_lines)
    counts = [sum(5 * i <= s.start < 5 * (i + n_lines) for s in spans) for i in range(9 - n_lines)]
    assert n_spans == max(counts)
    assert start == 5 * counts.index(n_spans)
    assert end - start >= 5 * n_lines and n_spans <= sum(start <= s.start < end for s in spans)


def test_the_paper_takes_twenty_lines_and_no_span_is_cut() -> None:
    text = "".join(f"rad {i:02}\n" for i in range(60))
    start, end, n_spans = densest_lines(text, spans_at(7 * 40, 7 * 41, 7 * 59))
    assert (text[start:end].count("\n"), n_spans) == (20, 3)
    crossing = [Span(5, 16, "STREET")]
    assert densest_lines(text, crossing, 1) == (0, 16, 1)
    assert densest_lines("", []) == (0, 0, 0)


def test_a_long_line_is_read_as_several() -> None:
    text = "ord " * 5_000
    start, end, _ = densest_lines(text, spans_at(12_000, 12_010), 2)
    assert start <= 12_000 < end <= start + 244
    assert len(reading_lines("x" * 100_000)) == 834


def test_half_is_real_as_it_was_and_half_is_pseudonymised() -> None:
    study = build_study(GOLD, SETTINGS, KEY)
    texts = {document.id: document.text for one in GOLD for document in one.record.documents}
    assert len(study.items) == 11
    assert sum(one.is_pseudonymised for one in study.truth.values()) == 5
    for item in study.items:
        truth = study.truth[item.id]
        old = texts[truth.document][truth.start : truth.end]
        assert (item.text == old) is not truth.is_pseudonymised
        names = [item.text[start:end] for start, end in truth.surrogates]
        assert len(names) == 5 and names[0].endswith(names[2]) and names[0].startswith(names[3])
        assert 5 <= truth.n_marked_words < truth.n_words
        assert "[" not in item.text  # no tag and no placeholder


def test_the_key_decides_halves_and_order_and_nothing_else_does() -> None:
    first, turned = build_study(GOLD, SETTINGS, KEY), build_study(GOLD[::-1], SETTINGS, KEY)
    assert first == turned and first.id == turned.id
    other = build_study(GOLD, SETTINGS, bytes(32))
    assert [first.truth[item.id].record for item in first.items] != [other.truth[i.id].record for i in other.items]
    assert first.id != other.id


def test_the_densest_records_are_taken_first() -> None:
    few = gold_records([*corpus(4)[:-1], *corpus(8)[12:]])
    thin = few[1]
    few[1] = type(thin)(thin.record, tuple(type(spans)(spans[:2]) for spans in thin.spans))
    study = build_study(few, SETTINGS, KEY, BuildPlan(n_records=len(few) - 1))
    assert thin.record.id not in {one.record for one in study.truth.values()}


def test_a_study_needs_records_with_spans() -> None:
    empty = [type(one)(one.record, tuple(type(spans)(()) for spans in one.spans)) for one in GOLD]
    with pytest.raises(InputError):
        build_study([GOLD[0], *empty[1:]], SETTINGS, KEY)


def test_the_folder_is_private_and_read_back_the_same(tmp_path: Path) -> None:
    study, folder = build_study(GOLD, SETTINGS, KEY), tmp_path / "study"
    write_study(study, folder)
    assert read_items(folder) == (study.id, study.items)
    assert read_truth(folder) == (study.id, study.truth)
    assert folder.stat().st_mode & 0o077 == 0
    assert sorted(path.name for path in folder.iterdir()) == ["answers", "items.json", "truth.json"]
    shown = (folder / "items.json").read_text()
    assert "pseudonymised" not in shown and not any(f'"r{i}' in shown for i in range(11))
    with pytest.raises(ConfigError):
        write_study(study, folder)


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"format": "maskerad-blind-truth-1", "items": {"R1": {}}}'])
def test_broken_files_are_refused_without_their_text(tmp_path: Path, content: str) -> None:
    with pytest.raises(MissingError):
        read_truth(tmp_path)
    (tmp_path / "truth.json").write_text(content)
    with pytest.raises(FormatError):
        read_truth(tmp_path)
