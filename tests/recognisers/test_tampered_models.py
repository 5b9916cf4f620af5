"""Whatever was done to a model folder, it is refused with a code before any record is read; nothing of it is run."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from tests.privacy.runs import exit_status
from tests.recognisers.tampering import TO_A_FILE, TO_THE_CARD, change_card, files_of, reseal
from tests.training.notes import notes, write
from tests.training.tiny import write_tiny_bert

import maskerad
from maskerad.cli.main import run
from maskerad.core.errors import MaskeradError

# Valid weights all the same; files that only training asks.
TRAINING_ONLY = ("seen.json", "chosen.json")
HARMLESS_IF_SEALED = dict.fromkeys(TO_A_FILE, TRAINING_ONLY) | {"one bit": (".safetensors", *TRAINING_ONLY)}
NOT_READ = {  # of the card, by this kind
    "hybrid": {"recognisers that do not run"},
    "transformer": {"features of another type", "no features"},
}
NETWORK = ("--hidden", "8", "--epochs", "1", "--dev", "dev.jsonl", "-l", "sv")
MADE = {
    "crf": ("train", "crf", "gold.jsonl", "crf", "-l", "sv", "--iterations", "3", "--dev", "dev.jsonl"),
    "hybrid": ("train", "hybrid", "more.jsonl", "hybrid", "-l", "sv", "--member", "crf", "--target-recall", "DATE=.5"),
    "charlm": ("train", "charlm", "archive.jsonl", "charlm", "--hidden", "8", "--epochs", "1"),
    "bilstm": ("train", "bilstm", "gold.jsonl", "bilstm", "--language-models", "charlm", "--batch", "4", *NETWORK),
    "transformer": ("train", "transformer", "gold.jsonl", "transformer", "--base", "base", *NETWORK[2:]),
}
NEEDS = {"crf": "pycrfsuite", "hybrid": "pycrfsuite", "bilstm": "torch", "transformer": "transformers"}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which models can be made, and those that were."""
    folder = tmp_path_factory.mktemp("home")
    for name, n, seed in (("gold", 20, 1), ("dev", 10, 2), ("more", 30, 9), ("in", 3, 7)):
        write(folder / f"{name}.jsonl", notes(n, seed=seed))
    text = "Patienten kom med hosta. " * 200
    lines = (json.dumps({"id": str(number), "text": text}) + "\n" for number in range(4))
    (folder / "archive.jsonl").write_text("".join(lines), encoding="utf-8")
    return folder


@pytest.fixture(params=NEEDS)
def kind(request: pytest.FixtureRequest, home: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A kind of model, of which one was made."""
    name = str(request.param)
    pytest.importorskip(NEEDS[name])
    monkeypatch.chdir(home)
    if name == "transformer" and not Path("base").exists():
        write_tiny_bert(Path("base"), [item.document.text for item in notes(20)])
    for one in ("charlm", name) if name == "bilstm" else (name,):
        if not Path(one).exists():
            assert status_of(monkeypatch, *MADE[one]) == 0
    return name


def status_of(patch: pytest.MonkeyPatch, *arguments: str) -> int:
    patch.setattr(sys, "argv", ["maskerad", *arguments])
    return exit_status(run)


def opened(folder: Path) -> str:
    """Opens a model as a program does; the code of the error, or "" for none. No other error may come."""
    try:
        maskerad.load("sv", model=[folder]).detect("Anna Lind kom den 3 maj.")
    except MaskeradError as error:
        return error.code
    return ""


def test_there_are_enough_of_them() -> None:
    assert len(TO_A_FILE) * len((False, True)) + len(TO_THE_CARD) >= 46


@pytest.mark.parametrize("is_sealed", [False, True], ids=["as it is", "sealed anew"])
@pytest.mark.parametrize("how", TO_A_FILE)
def test_every_change_of_a_file_is_refused(kind: str, how: str, is_sealed: bool, tmp_path: Path) -> None:
    files = [file.relative_to(kind) for file in files_of(Path(kind))]
    assert len(files) > 1
    for file in files:
        folder = shutil.copytree(kind, tmp_path / "model")
        TO_A_FILE[how](folder / file)
        if is_sealed:
            reseal(folder)
        is_harmless = is_sealed and file.name.endswith(HARMLESS_IF_SEALED[how])
        is_harmless |= is_sealed and file.name == "model.json" and how == "one bit"  # of a remark, say
        assert opened(folder) or is_harmless, file
        assert not Path("unpickled").exists()
        shutil.rmtree(folder)


@pytest.mark.parametrize("how", TO_THE_CARD)
def test_every_change_of_the_card_is_refused_if_it_is_read(kind: str, how: str, tmp_path: Path) -> None:
    folder = shutil.copytree(kind, tmp_path / "model")
    is_other_kind = kind != "crf" and how == "kind of another model"
    change_card(folder, TO_THE_CARD[how] | ({"kind": "crf.v1"} if is_other_kind else {}))
    assert bool(opened(folder)) == (how not in NOT_READ.get(kind, ()))


@pytest.mark.parametrize("name", ["pytorch_model.bin", "adapter_config.json", "tokenizer.py", "modeling.py"])
def test_a_file_that_the_card_does_not_name_is_refused(kind: str, name: str, tmp_path: Path) -> None:
    folder = shutil.copytree(kind, tmp_path / "model")
    (folder / name).touch()
    TO_A_FILE["a pickle"](folder / name)
    assert opened(folder) == "E403"
    assert not Path("unpickled").exists()


@pytest.mark.parametrize("workers", ["1", "2"])
def test_the_command_ends_before_it_reads(
    kind: str,
    workers: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    folder = shutil.copytree(kind, tmp_path / "model")
    for file in (*folder.rglob("*.safetensors"), *folder.rglob("policy.json")):
        file.write_bytes(b"{}")
    reseal(folder)
    target = tmp_path / "out.jsonl"
    call = ("detect", "in.jsonl", str(target), "-l", "sv", "--model", str(folder), "--workers", workers)
    assert status_of(monkeypatch, *call) == 2
    said = capfd.readouterr().err
    assert "[E403]" in said and "Traceback" not in said
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]
