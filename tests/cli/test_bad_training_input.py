"""What cannot be learnt from, or run, is refused at the command line before any fit: by name and place, no text."""

from __future__ import annotations

import json
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.recognisers.tampering import change_card
from typer.testing import CliRunner

from maskerad.cli.main import app
from maskerad.core.errors import MaskeradError
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from training.notes import notes

RUN = CliRunner()
HYBRID = ("train", "hybrid", "gold.jsonl", "model", "-l", "sv", "--member", "crf")
CRF = ("train", "crf", "gold.jsonl", "model", "-l", "sv", "--scheme", "core")
NETWORK = ("train", "bilstm", "gold.jsonl", "model", "-l", "sv", "--scheme", "core")
STUDY = ("experiment", "crossval", "gold.jsonl", "-l", "sv", "--folds", "2", "-m", "rules", "-m", "crf")
Entities = list[dict[str, object]]


def write(path: Path, documents: list[AnnotatedDocument], spoil: Callable[[Entities], object] = len) -> None:
    lines = []
    for number, item in enumerate(documents):
        entities: Entities = [{"start": s.start, "end": s.end, "label": s.label} for s in item.spans]
        if number == 3:
            spoil(entities)
        lines.append(json.dumps({"id": item.document.id, "text": item.document.text, "entities": entities}))
    path.write_text("\n".join(lines), encoding="utf-8")


def refused(*command: str) -> str:
    found = RUN.invoke(app, command)
    assert isinstance(found.exception, MaskeradError), found.output
    assert not Path("model").exists()
    message = str(found.exception)
    assert "Falkbring" not in message and "Besök" not in message
    return message


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


MISSING = {
    "crf": (CRF, "pycrfsuite", "crf"),
    "crf, lemmas": (CRF, "simplemma", "crf"),
    "hybrid": (HYBRID, "pycrfsuite", "crf"),
    "study": (STUDY, "pycrfsuite", "crf"),
    "bilstm": (NETWORK, "torch", "train"),
    "bilstm, weights": (NETWORK, "safetensors", "train"),
    "charlm": (("train", "charlm", ".", "model"), "torch", "train"),
    "transformer": (
        ("train", "transformer", "gold.jsonl", "model", "--base", ".", "-l", "sv"),
        "transformers",
        "transformer",
    ),
    "annotator": (("experiment", "annotator", "gold.jsonl", "-l", "sv", "--learner", "crf"), "pycrfsuite", "crf"),
    "language": (("train", "crf", "gold.jsonl", "model", "-l", "ja"), "sudachipy", "ja"),
}


@pytest.mark.parametrize("case", MISSING)
def test_a_part_that_is_not_installed_is_told_before_anything_is_read(
    case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The corpora are not there: a command that opened one would say so."""
    command, module, extra = MISSING[case]
    monkeypatch.setitem(sys.modules, module, None)
    assert f"pip install 'maskerad[{extra}]'" in refused(*command)


@pytest.mark.parametrize("command", [CRF, NETWORK, STUDY], ids=["crf", "bilstm", "study"])
def test_annotations_that_cannot_be_learnt(command: tuple[str, ...]) -> None:
    if command is NETWORK:
        pytest.importorskip("torch")
    write(Path("gold.jsonl"), notes(20), lambda entities: entities[0].update(label="HERO"))
    assert "HERO" in refused(*command)
    write(Path("gold.jsonl"), notes(20), lambda entities: entities.append(dict(entities[0], label="CITY")))
    message = refused(*command)
    assert "n1-3" in message and "overlap" in message
    write(Path("gold.jsonl"), notes(1))
    assert "cannot be split into 2 parts" in refused(*command)


@pytest.mark.parametrize("command", [CRF, NETWORK, HYBRID], ids=["crf", "bilstm", "hybrid"])
def test_two_languages_are_refused_at_once(command: tuple[str, ...]) -> None:
    if command is NETWORK:
        pytest.importorskip("torch")
    write(Path("gold.jsonl"), notes(20))
    at = command.index("sv")
    for codes, reason in (("sv,en", "one language here"), ("auto", "one language here"), ("svv", "did you mean 'sv'?")):
        assert reason in refused(*command[:at], codes, *command[at + 1 :])
    first, *others = Path("gold.jsonl").read_text(encoding="utf-8").splitlines()
    foreign = json.dumps({**json.loads(first), "language": "en"})
    Path("gold.jsonl").write_text("\n".join([foreign, *others]), encoding="utf-8")
    message = refused(*command)
    assert "is in 'en', not 'sv'" in message and "train one for each" in message


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        ("hosta 0.1 0.2\nfeber 1\n", "vectors.txt, line 2: 1 numbers behind the word, 2 expected"),
        ("hosta 0.1 0.2\nfeber 1 x\n", "vectors.txt, line 2: something behind the word is no number"),
        ("3 2\nhosta 0.1 0.2\nfeber 1 2\n", "vectors.txt, line 1: 3 vectors promised, 2 found"),
    ],
)
def test_broken_vectors(lines: str, reason: str) -> None:
    pytest.importorskip("torch")
    write(Path("gold.jsonl"), notes(20))
    Path("vectors.txt").write_text(lines, encoding="utf-8")
    assert reason in refused(*NETWORK, "--vectors", "vectors.txt")
    assert not Path("model.training").exists()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "old"
    plan = CrfPlan("sv", "core", parse_feature_set("anonymate2019,-clusters"), fit=Fit(max_iterations=3))
    train_crf(Corpus(tuple(notes(10))), plan, Destination(target))
    return target


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        ({"format": 99}, "folder format 99; this version reads 2; train anew"),
        ({"tokeniser": "pieces.v9"}, "cuts texts by 'pieces.v9'"),
        ({"kind": "crf.v9"}, "unknown kind of model 'crf.v9'"),
    ],
)
def test_a_model_of_another_version(trained: Path, changed: dict[str, object], reason: str) -> None:
    shutil.copytree(trained, "old")
    change_card(Path("old"), changed)
    write(Path("gold.jsonl"), notes(20, seed=5))
    assert reason in refused("detect", "gold.jsonl", "found.jsonl", "-l", "sv", "--model", "old")
    assert reason in refused("train", "hybrid", "gold.jsonl", "model", "-l", "sv", "--member", "old")
    assert reason in refused(*STUDY, "-m", "model:old")
