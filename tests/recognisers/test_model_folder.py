"""A model folder that does not fit is refused with the reason, when it is opened."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.recognisers.tampering import change_card

from maskerad.core.errors import LabelError, MissingError, ModelError
from maskerad.recognisers.model_folder import CARD_FILE, ModelCard, labels_of, read_card, write_card
from maskerad.text.codes import Code


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "weights.bin").write_bytes(b"\x00\x01")
    labels = labels_of("meddocan", {"FECHAS", "PAIS"})
    write_card(tmp_path, ModelCard("crf.v1", "meddocan", labels, Code.BIO, ("es",)), "# A model\n")
    return tmp_path


def changed(folder: Path, **values: object) -> Path:
    change_card(folder, values)
    return folder


def test_what_is_written_is_read(folder: Path) -> None:
    card = read_card(folder, "crf.v1")
    assert card.labels == {"FECHAS": "DATE", "PAIS": "COUNTRY"}
    assert (card.languages, card.code, list(card.files)) == (("es",), Code.BIO, ["weights.bin"])


@pytest.mark.parametrize(
    ("values", "reason"),
    [
        ({"format": 99}, "folder format 99"),
        ({"tokeniser": "words.v0"}, "cuts texts by 'words.v0'"),
        ({"labels": {"X": "NO_SUCH"}}, "unknown core labels: NO_SUCH"),
        ({"labels": 3}, "not of the right type: labels"),
        ({"code": "BILOU"}, "code"),
        ({"extra": 1}, "too much: extra"),
        ({"files": {"../weights.bin": "", "weights.bin": ""}}, "is not there"),
        ({"files": {}}, "'weights.bin' is not in its card"),
        ({"files": {"weights.bin": "0" * 64}}, "was changed after training"),
    ],
)
def test_what_does_not_fit_is_refused(folder: Path, values: dict[str, object], reason: str) -> None:
    with pytest.raises(ModelError, match=reason):
        read_card(changed(folder, **values))


@pytest.mark.parametrize(
    "values", [{"version": "9"}, {"scores": [{"f1": 1.0}]}, {"seal": ""}, {"languages": ["es", "it"]}]
)
def test_a_card_that_was_changed_is_refused(folder: Path, values: dict[str, object]) -> None:
    card = json.loads((folder / CARD_FILE).read_text(encoding="utf-8"))
    (folder / CARD_FILE).write_text(json.dumps(card | values), encoding="utf-8")
    with pytest.raises(ModelError, match=r"model.json was changed after training"):
        read_card(folder)


def test_another_kind_is_refused(folder: Path) -> None:
    with pytest.raises(ModelError, match=r"of kind 'crf.v1', not 'neural.v1'"):
        read_card(folder, "neural.v1")


def test_no_model_is_refused(tmp_path: Path) -> None:
    with pytest.raises(MissingError, match="holds no model"):
        read_card(tmp_path)
    (tmp_path / CARD_FILE).write_bytes(b"\xff\x00")
    with pytest.raises(ModelError, match="not JSON"):
        read_card(tmp_path)


def test_a_label_outside_the_scheme_is_refused() -> None:
    with pytest.raises(LabelError):
        labels_of("meddocan", {"PERSON"})
