"""The models that ship: whole, small, in the default way, and never silently missing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from tests.privacy.runs import Runner
from tests.recognisers.tampering import TO_A_FILE, change_card

import maskerad
from maskerad import models
from maskerad.core.errors import ConfigError, MaskeradError, MissingError, ModelError, UnknownNameError
from maskerad.languages.pack import DATA as LANGUAGE_DATA
from maskerad.models import LANGUAGES, shipped_model
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.recognisers.finder.beliefs import Beliefs, as_data
from maskerad.recognisers.model_folder import FINDER, README_FILE, read_card

MAX_BYTES = 4_000_000
NOTE = "Inskrivningssamtal: modern Ann-Katrin Sjögren-Holmqvist kommer på fredag, syrran Fia har tel 0911-555 83."


@pytest.fixture
def broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the shipped models, in their place."""
    home = tmp_path / "data"
    shutil.copytree(models.DATA / "sv", home / "sv")
    monkeypatch.setattr(models, "DATA", home)
    return home / "sv"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_model_ships_for_each_language(language: str) -> None:
    folder = shipped_model(language)
    assert folder is not None
    card = read_card(folder, FINDER)
    assert card.languages == (language,) and card.beside == ()
    assert not {"rules", "patterns"} & set(card.features["groups"])
    assert sum(file.stat().st_size for file in folder.iterdir()) < MAX_BYTES
    assert "invented" in (folder / README_FILE).read_text(encoding="utf-8")


def test_it_runs_unless_it_is_turned_off() -> None:
    on, off, alone = maskerad.load("sv"), maskerad.load("sv", model=None), maskerad.load("sv", recognisers=["model"])
    assert [card.name for card in on.settings.models] == ["sv"]
    assert off.settings.models == () and alone.settings.chain == ()
    found = alone.detect(NOTE)
    assert found and all(span.source.recogniser == FINDER for span in found)
    assert all(span.source.recogniser != FINDER for span in off.detect(NOTE))
    assert {span.text for span in alone.detect(NOTE)} & {"Ann-Katrin Sjögren-Holmqvist", "Fia"}


def test_one_folder_takes_its_place_in_its_own_language(tmp_path: Path) -> None:
    own = shutil.copytree(models.DATA / "sv", tmp_path / "own")
    settings = with_models(settings_for("sv,en"), [own])
    assert settings.models == (own, models.DATA / "en")


def test_a_model_of_another_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="reads sv, not de"):
        maskerad.load("de", model=models.DATA / "sv")


@pytest.mark.parametrize("change", TO_A_FILE.values(), ids=TO_A_FILE)
@pytest.mark.parametrize("name", ["model.json", "weights.safetensors", "network.safetensors"])
def test_a_damaged_one_is_told_before_any_text_is_read(broken: Path, name: str, change: object) -> None:
    change(broken / name)
    with pytest.raises(MaskeradError) as raised:
        maskerad.load("sv")
    assert isinstance(raised.value, MissingError | ModelError) and "sv" in str(raised.value)
    assert maskerad.load("sv", model=None).detect(NOTE)


def test_half_a_folder_is_no_reason_to_go_on_without(broken: Path) -> None:
    shutil.rmtree(broken)
    with pytest.raises(MissingError):
        maskerad.load("sv")


@pytest.mark.parametrize(
    ("features", "says"),
    [
        ({"beliefs": None}, "does not say when it is believed"),
        ({"beliefs": as_data(Beliefs({"*": 3.0}))}, "something else than numbers"),
        ({"beliefs": as_data(Beliefs({"WARD": 0.5}))}, "for its own labels"),
        ({"beliefs": as_data(Beliefs(guess=-1))}, "something else than numbers"),
    ],
)
def test_beliefs_that_are_none_are_refused(broken: Path, features: dict[str, object], says: str) -> None:
    card = json.loads((broken / "model.json").read_text(encoding="utf-8"))
    change_card(broken, {"features": card["features"] | features})
    with pytest.raises(ModelError, match=says):
        maskerad.load("sv")


def test_choices_that_contradict_one_another_are_refused() -> None:
    with pytest.raises(ConfigError, match="both asked for"):
        with_models(settings_for("sv"), [Path("none")], ["model"])
    with pytest.raises(ConfigError, match="both asked for"):
        with_models(settings_for("sv"), [Path("none"), models.DATA / "sv"])
    with pytest.raises(UnknownNameError, match="model"):
        with_models(settings_for("sv"), recognisers=["modell"])


def test_where_nothing_would_look_nothing_runs(tmp_path: Path) -> None:
    shutil.copytree(LANGUAGE_DATA / "sv", tmp_path / "xx")
    with pytest.raises(ConfigError, match="nothing would look for anything in xx"):
        with_models(settings_for("xx", tmp_path), recognisers=["model"])


def test_the_command_line_says_which_model_spoke(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("note.txt").write_text(NOTE, encoding="utf-8")
    runner = Runner(tmp_path, capfd, caplog, monkeypatch)
    shipped = f"sv {FINDER} {read_card(models.DATA / 'sv').fingerprint} (shipped)"
    for options, told in (((), [shipped]), (("--model", "none"), [])):
        ran = runner.run("detect", "note.txt", "out.jsonl", "-l", "sv", "--overwrite", "--json", *options)
        assert ran.status == 0
        assert json.loads(ran.shown)["models"] == told
        assert f"model: {told[0] if told else 'none'}" in ran.said
