"""Wrong calls from Python are answered at the door, with what was wrong and what is allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import maskerad
from maskerad.core import Document, Record
from maskerad.core.errors import BoundsError, ConfigError, InputError, MaskeradError


@pytest.fixture(scope="module")
def engine() -> maskerad.Engine:
    return maskerad.load("sv", key=bytes(32))


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: maskerad.load(["sv"]), "language must be a str such as 'sv,en', not list"),
        (lambda: maskerad.load(language=None), "language must be a str"),
        (lambda: maskerad.load("svv"), "did you mean 'sv'?"),
        (lambda: maskerad.load("sv", strategies="PERSON=tag"), "strategies must be a mapping"),
        (lambda: maskerad.load("sv", strategies={"PERSON": None}), "strategies must be a mapping"),
        (lambda: maskerad.load("sv", strategies=7), "strategies must be a mapping"),
        (lambda: maskerad.load("sv", strategies={"PERSN": "tag"}), "did you mean 'PERSON'?"),
        (lambda: maskerad.load("sv", strategies={"PERSON": "tagg"}), "did you mean 'tag'?"),
        (lambda: maskerad.load("sv", scopes=["HOSPITAL"]), "write LABEL=SCOPE"),
        (lambda: maskerad.load("sv", shift=3), "shift must be a str such as 'weeks', not int"),
        (lambda: maskerad.load("sv", foreign=True), "foreign must be a str"),
        (lambda: maskerad.load("sv", project=3), "project must be a str or a Path"),
        (lambda: maskerad.load("sv", model=3), "model must be several"),
        (lambda: maskerad.load("sv", model=[3]), "a model must be a str or a Path"),
        (lambda: maskerad.load("sv", known=3), "known must be several"),
        (lambda: maskerad.load("sv", known=["p1"]), "rows that are mappings"),
        (lambda: maskerad.load("sv", key=3), "key must be a str or a Path"),
        (lambda: maskerad.load("sv", key=b"short"), "32 bytes"),
        (lambda: maskerad.load("sv", vault=3), "vault must be a str or a Path"),
    ],
)
def test_a_wrong_choice_is_named(call: Callable[[], object], says: str) -> None:
    with pytest.raises(MaskeradError) as raised:
        call()
    assert says in str(raised.value) and raised.value.code.startswith(("E4", "E1"))


@pytest.mark.parametrize("value", [None, 7, b"Anna", ["Anna"]])
def test_what_is_no_text_is_refused(engine: maskerad.Engine, value: object) -> None:
    calls: tuple[Callable[..., object], ...] = (
        engine.detect,
        engine.deidentify,
        lambda text: engine.deidentify_record(Record("p1", (Document("a", text),))),
    )
    for call in calls:
        with pytest.raises(InputError, match=f"must be a str, not {type(value).__name__}") as raised:
            call(value)
        assert "Anna" not in str(raised.value)


@pytest.mark.parametrize("value", ["Anna", ["Anna"], None, Document("a", "Anna")])
def test_what_is_no_record_is_refused(engine: maskerad.Engine, value: Any) -> None:
    for call in (engine.detect_record, engine.deidentify_record):
        with pytest.raises(InputError, match=r"Record|Documents") as raised:
            call(value)
        assert "Anna" not in str(raised.value)


def test_a_record_holds_documents() -> None:
    with pytest.raises(InputError, match="record 'p1': holds Documents, not str") as raised:
        Record("p1", ("Anna",))
    assert "Anna" not in str(raised.value)


def test_offsets_outside_a_text_are_refused(engine: maskerad.Engine) -> None:
    text = "Mamma Gunilla Lindqvist kom."
    released = engine.deidentify(text)
    offsets = released.offsets
    assert (offsets.to_old(len(released.text)), offsets.to_new(len(text))) == (len(text), len(released.text))
    for ask, offset in ((offsets.to_old, 9999), (offsets.to_old, -1), (offsets.to_new, 9999), (offsets.end_to_new, -1)):
        with pytest.raises(BoundsError, match=f"offset {offset} is not in the"):
            ask(offset)
    with pytest.raises(BoundsError, match="0 to 5"):
        engine.deidentify("inget").offsets.to_old(6)


def test_one_text_is_not_several(engine: maskerad.Engine) -> None:
    with pytest.raises(InputError, match="several"):
        list(engine.pipe("Anna"))
    with pytest.raises(ConfigError, match="record must be a str"):
        engine.deidentify("Anna", record=7)
