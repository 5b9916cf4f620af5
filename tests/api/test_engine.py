"""The engine as programs use it: texts, records, streams, and what is known of people."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import maskerad
from maskerad.api.engine import Engine
from maskerad.core import MaskeradError, Quarantined, Released
from maskerad.core.errors import ConfigError, InputError, RestoreError
from maskerad.pipeline.projects.project import KEY_FILE, PROJECT_FILE

KEY = bytes(range(32))
NOTE = "Dr Karin Ek träffade Gunilla Lindqvist den 12 mars 2020, tfn 0652-72 56."
CANARY = "Zzyzxqvist"


@pytest.fixture(scope="module")
def engine() -> Engine:
    return maskerad.load("sv", key=KEY)


def test_spans_come_with_their_text_which_nothing_prints(engine: Engine):
    found = engine.detect(f"Mamma Gunilla {CANARY} kom.")
    assert [(one.text, one.label) for one in found] == [(f"Gunilla {CANARY}", "RELATIVE")]
    assert (found[0].start, found[-1].end) == (6, 6 + len(found[0].text))
    assert found[:1] == (found[0],) and found.spans[0] == found[0].span
    assert CANARY not in repr(found) + repr(found[0]) + str(found) + str(list(found))


def test_a_call_without_a_record_is_a_record_by_itself(engine: Engine):
    texts = [f"Anna Lindqvist kom den 12 mars 2020. Besök {number}." for number in range(12)]
    new = [engine.deidentify(text).text.partition(" Besök")[0] for text in texts]
    assert len({text.partition(" kom")[0] for text in new}) > 6  # another name nearly every time
    assert len({text.partition(" den ")[2] for text in new}) > 6  # and another shift
    assert engine.deidentify(texts[0]) == maskerad.load("sv", key=KEY).deidentify(texts[0])
    assert engine.deidentify(texts[0]) != maskerad.load("sv", key=bytes(32)).deidentify(texts[0])


def test_calls_with_one_record_agree(engine: Engine):
    first = engine.deidentify("Anna Lindqvist kom den 12 mars 2020.", record="p1").text
    again = engine.deidentify("Anna Lindqvist kom den 19 mars 2020.", record="p1").text
    other = engine.deidentify("Anna Lindqvist kom den 12 mars 2020.", record="p2").text
    assert first.partition(" kom")[0] == again.partition(" kom")[0] != other.partition(" kom")[0]


def test_a_stream_keeps_order_and_gives_what_single_calls_give(engine: Engine):
    texts = [NOTE, "inget", NOTE.replace("Karin", "Lena"), ""]
    alone = [engine.deidentify(text).text for text in texts]
    assert [one.text for one in engine.pipe(iter(texts)) if isinstance(one, Released)] == alone
    assert [one.text for one in engine.pipe(texts, n_workers=2) if isinstance(one, Released)] == alone


def test_a_stream_works_on_the_neighbours_of_a_record_together(engine: Engine):
    texts = ["Gunilla Lindqvist kom.", "Sedan gick Lindqvist.", "Lindqvist"]
    one, two, _ = engine.pipe(texts, records=["p1", "p1", ""])
    assert isinstance(one, Released) and isinstance(two, Released)
    family = one.text.removesuffix(" kom.").split()[-1]
    assert two.text == f"Sedan gick {family}."
    with pytest.raises(InputError, match="as many"):
        list(engine.pipe(texts, records=["p1"]))


def test_a_stream_goes_on_after_a_text_that_must_not_leave():
    engine = maskerad.load("sv,en", key=KEY)
    foreign = "Это предложение написано по-русски, чтобы проверить язык сообщения."
    outcomes = list(engine.pipe(["Anna kom hem till Lund.", foreign, "Anna gick hem till Lund."]))
    assert [type(outcome) for outcome in outcomes] == [Released, Quarantined, Released]
    with pytest.raises(MaskeradError):
        engine.deidentify(foreign)


@pytest.mark.parametrize("n_workers", [1, 2])
def test_a_stream_goes_on_after_what_is_no_text(engine: Engine, n_workers: int):
    texts: list[Any] = [None, "Gunilla Lindqvist kom.", 7, "Sedan gick Lindqvist.", "inget", "Anna", b"x", None]
    records: list[Any] = ["p1", "p1", "p1", "p1", "", 5, "", ""]
    outcomes = list(engine.pipe(texts, records=records, n_workers=n_workers))
    good = {at: outcome for at, outcome in enumerate(outcomes) if isinstance(outcome, Released)}
    assert len(outcomes) == len(texts) and list(good) == [1, 3, 4]
    assert good[3].text == f"Sedan gick {good[1].text.removesuffix(' kom.').split()[-1]}."
    told = [outcome.reason for outcome in outcomes if isinstance(outcome, Quarantined)]
    kinds = ["a text must be a str, not " + name for name in ("NoneType", "int", "bytes", "NoneType")]
    assert told == [*kinds[:2], "the id of a record must be a str, not int", *kinds[2:]]
    assert {outcome.stage for outcome in outcomes if isinstance(outcome, Quarantined)} == {"read"}
    assert "Anna" not in str(told)


def test_a_project_has_its_own_language_key_and_choices(tmp_path: Path):
    (tmp_path / PROJECT_FILE).write_text('language = "sv"\n[strategies]\ndefault = "tag"\n', encoding="utf-8")
    (tmp_path / KEY_FILE).write_text(KEY.hex())
    (tmp_path / KEY_FILE).chmod(0o600)
    engine = maskerad.load(project=tmp_path)
    assert engine.settings.languages == ("sv",)
    assert engine.deidentify(NOTE).text.startswith("Dr [CLINICIAN] träffade [")
    assert maskerad.load("en", project=tmp_path).settings.languages == ("en",)
    surrogates = maskerad.load(project=tmp_path, strategies={"default": "surrogate"}).deidentify(NOTE).text
    assert surrogates == maskerad.load("sv", key=KEY, strategies={"default": "surrogate"}).deidentify(NOTE).text


def test_what_is_known_is_found_in_its_record_alone():
    engine = maskerad.load("sv", key=KEY, known=[{"record": "p1", "given": "Annakarin", "family": "Xyster"}])
    assert [one.text for one in engine.detect("xyster kom", record="p1")] == ["xyster"]
    assert not len(engine.detect("xyster kom", record="p2")) and not len(engine.detect("xyster kom"))
    with pytest.raises(MaskeradError, match="row 1"):
        maskerad.load("sv", known=[{"record": ""}])


def test_a_vault_gives_back_what_it_kept(tmp_path: Path):
    pytest.importorskip("cryptography")
    (tmp_path / "vault.key").write_text(bytes(range(32, 64)).hex())
    (tmp_path / "vault.key").chmod(0o600)
    files = {"vault": tmp_path / "v.vault", "vault_key": tmp_path / "vault.key"}
    engine = maskerad.load("sv", key=KEY, **files)
    safe = engine.deidentify(NOTE).text
    (streamed,) = engine.pipe(["Gunilla Lindqvist kom."], records=["p1"])
    assert isinstance(streamed, Released) and "Gunilla" not in safe + streamed.text
    again = maskerad.load("sv", key=KEY, **files)
    assert again.reidentify(safe, who="A. Steward", why="asked") == NOTE
    assert again.reidentify(streamed.text, who="A. Steward", why="asked", record="p1") == "Gunilla Lindqvist kom."
    with pytest.raises(RestoreError):
        again.reidentify(safe + "!", who="A. Steward", why="asked")
    with pytest.raises(ConfigError):
        maskerad.load("sv").reidentify(safe, who="A. Steward", why="asked")


@settings(max_examples=25)
@given(st.lists(st.sampled_from(["Anna Ek kom.", "Ek gick.", "Dr Berg 12/3 2020", ""]), max_size=6), st.data())
def test_whatever_the_records_a_stream_gives_one_outcome_a_text(texts: list[str], data: st.DataObject):
    records = [data.draw(st.sampled_from(["", "a", "b"])) for _ in texts]
    engine = maskerad.load("sv", key=KEY)
    outcomes = list(engine.pipe(texts, records=records))
    assert len(outcomes) == len(texts)
    for text, record, outcome in zip(texts, records, outcomes, strict=True):
        if not record:
            assert outcome == engine.deidentify(text)


def test_the_known_people_of_the_guide_are_each_one_person():
    rows = [
        {"record": "p1", "given": "Anna-Karin", "family": "Lindqvist", "ids": "19660503-1234", "relatives": "Bo Ek"},
        {"record": "p1", "role": "RELATIVE", "given": "Gunilla", "family": "Lindqvist"},
    ]
    engine = maskerad.load("sv", key=KEY, known=rows)
    text = "annakarin lindkvist (660503 1234) kom med bo"
    found = [(one.text, one.label) for one in engine.detect(text, record="p1")]
    assert found == [("annakarin lindkvist", "PATIENT"), ("660503 1234", "ID"), ("bo", "RELATIVE")]
    for initials in ("A-K L", "A.-K.L.", "A-K. L.", "A.K.L."):
        released = engine.deidentify(f"{initials} kom med Gunilla Lindqvist.", record="p1")
        assert [span.entity for span in released.spans] == ["PATIENT-1", "RELATIVE-1"]
        assert initials not in released.text
