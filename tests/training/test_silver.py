"""Silver documents: a model annotates, another learns from it, and nothing that is scored on is among them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from tests.training.notes import notes

from maskerad.cli.main import app
from maskerad.core import Document
from maskerad.core.errors import InputError
from maskerad.corpora import AnnotatedDocument, Destination, read_documents
from maskerad.recognisers.crf.feature_sets import parse_feature_set
from maskerad.recognisers.model_folder import read_card
from maskerad.training.crf import Fit
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from maskerad.training.hybrid.train import HybridCorpus, HybridPlan, train_hybrid
from maskerad.training.seen import read_seen
from maskerad.training.silver import annotate, apart

PLAN = CrfPlan("sv", "core", parse_feature_set("maskerad,-clusters"), fit=Fit(0.01, 0.01, 30))
DEV = tuple(notes(20, 2))
UNLABELLED = [item.document for item in notes(30, 7)]


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("models") / "teacher"
    train_crf(Corpus(tuple(notes(60)), DEV), PLAN, Destination(target))
    return target


def test_a_model_annotates_in_its_own_labels(teacher: Path) -> None:
    found = list(annotate(UNLABELLED, teacher))
    gold = {item.document.id: set(_places(item)) for item in notes(30, 7)}
    assert [item.document for item in found] == UNLABELLED
    n_right = sum(len(gold[item.document.id] & set(_places(item))) for item in found)
    assert n_right > 0.9 * sum(map(len, gold.values()))


def test_a_hybrid_annotates_as_it_decides(teacher: Path, tmp_path: Path) -> None:
    plan = HybridPlan("sv", "core", {"crf": teacher})
    train_hybrid(HybridCorpus(tuple(notes(30, 4))), plan, Destination(tmp_path / "hybrid"))
    found = list(annotate(UNLABELLED, tmp_path / "hybrid"))
    assert sum(len(item.spans) for item in found) > len(UNLABELLED)


def test_a_pupil_learns_what_only_silver_shows(teacher: Path, tmp_path: Path) -> None:
    few = tuple(notes(60))[:3]
    silver = tuple(annotate(UNLABELLED, teacher))
    alone = train_crf(Corpus(few, DEV), PLAN, Destination(tmp_path / "alone"))
    taught = train_crf(Corpus(few, DEV, silver=silver), PLAN, Destination(tmp_path / "taught"))
    assert taught.scores[0]["f1"] > alone.scores[0]["f1"]
    assert str(taught.training["silver"]).startswith("30 documents, ")
    seen = read_seen(tmp_path / "taught", read_card(tmp_path / "taught"))
    assert seen is not None and len(seen) == 33


def test_what_is_scored_on_is_left_out() -> None:
    silver = tuple(notes(10, 7))
    same_text = replace(silver[0], document=Document("other", silver[0].document.text.replace(" ", "  ")))
    same_record = replace(silver[1], document=Document("new", "Inget särskilt att anföra.", record="r1"))
    long_text = " ".join(f"ord{number} ord" for number in range(40))
    alike = AnnotatedDocument(Document("alike", long_text + " slut"), ())
    scored = (
        AnnotatedDocument(Document("1", same_text.document.text), ()),
        AnnotatedDocument(Document("2", "Kort.", record="r1"), ()),
        AnnotatedDocument(Document("3", long_text), ()),
    )
    left = apart((*silver[2:], same_text, same_record, alike), scored)
    assert left == silver[2:]


def test_silver_in_which_nothing_was_found_is_refused(tmp_path: Path) -> None:
    empty = tuple(AnnotatedDocument(document, ()) for document in UNLABELLED)
    with pytest.raises(InputError, match="no annotation in any silver document, of 30"):
        train_crf(Corpus(tuple(notes(9)), silver=empty), PLAN, Destination(tmp_path / "model"))


def test_the_commands(teacher: Path, tmp_path: Path) -> None:
    source, out, pupil = tmp_path / "texts.jsonl", tmp_path / "silver.jsonl", tmp_path / "pupil"
    lines = [json.dumps({"id": one.id, "text": one.text}, ensure_ascii=False) for one in UNLABELLED]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    _run("train", "silver", source, out, "--model", teacher, "--most", "12")
    found = list(read_documents(out))
    assert len(found) == 12 and any(item.spans for item in found)
    train, dev = tmp_path / "train.jsonl", tmp_path / "dev.jsonl"
    _run("convert", out, train)
    _run("train", "silver", source, dev, "--model", teacher, "--overwrite")
    options = ("--silver", out, "-l", "sv", "--iterations", "5", "--features", "anonymate2019,-clusters")
    _run("train", "crf", train, pupil, "--dev-share", "0.2", *options)
    # What of silver lies in the part that was split off is not learnt from.
    assert not str(read_card(pupil).training["silver"]).startswith("12 ")


def _run(*arguments: object) -> None:
    assert not app([str(argument) for argument in arguments], standalone_mode=False)


def _places(item: AnnotatedDocument) -> list[tuple[int, int, str]]:
    return [(span.start, span.end, span.label) for span in item.spans]
