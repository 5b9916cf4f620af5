"""A model that somebody else trained, tiny and made here: taken over with a map of its labels, nothing cut off."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

pytest.importorskip("transformers", reason="needs the extra 'transformer'")
pytest.importorskip("torch", reason="needs the extra 'train'")

from tests.recognisers.tampering import write_sealed
from tests.training.invented import invented_notes
from tests.training.tiny import write_tiny_bert

from maskerad.cli.main import app
from maskerad.core import Document, record_of
from maskerad.core.errors import ConfigError, LabelError, MissingError, ModelError
from maskerad.corpora import Destination
from maskerad.pipeline.configuration.model_choice import MODEL, with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.base import first_evidence
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.neural.adopted import adopt, read_label_map
from maskerad.recognisers.neural.transformer import Transformer, open_transformer
from maskerad.recognisers.rules.rulebook import load_rulebook

NOTES = invented_notes(12, 1)
TAGS = ("I-LOC", "B-PER", "O", "I-PER", "B-LOC", "B-MISC", "I-MISC")  # in an order of their own
LABELS = {"PER": "PERSON", "LOC": "CITY", "MISC": ""}


@pytest.fixture
def source(tmp_path: Path) -> Path:
    return made(tmp_path / "theirs", TAGS)


def made(folder: Path, tags: tuple[str, ...]) -> Path:
    """A folder as others publish it: every word "Madrid" is a place, every "Dr" somebody, every "Pulso" something."""
    import torch
    from transformers import AutoTokenizer, BertForTokenClassification

    write_tiny_bert(folder, [item.document.text for item in NOTES] + ["Madrid Dr Pulso"])
    names = dict(enumerate(tags))
    network = BertForTokenClassification.from_pretrained(
        folder,
        num_labels=len(tags),
        id2label=names,
        label2id={t: n for n, t in names.items()},
        ignore_mismatched_sizes=True,
    )
    vocabulary = AutoTokenizer.from_pretrained(folder).get_vocab()
    with torch.no_grad():
        for parameter in network.parameters():
            parameter.zero_()
        for layer in network.bert.encoder.layer:
            layer.output.LayerNorm.weight.fill_(1.0)
            layer.attention.output.LayerNorm.weight.fill_(1.0)
        network.bert.embeddings.LayerNorm.weight.fill_(1.0)
        network.classifier.bias[tags.index("O")] = 1.0
        for at, (word, tag) in enumerate((("Madrid", "B-LOC"), ("Dr", "B-PER"), ("Pulso", "B-MISC"))):
            network.bert.embeddings.word_embeddings.weight[vocabulary[word], at] = 10.0
            if tag in tags:
                network.classifier.weight[tags.index(tag), at] = 5.0
    network.save_pretrained(folder)
    return folder


def test_its_labels_stand_for_ours_and_what_is_left_out_is_not_given(source: Path, tmp_path: Path) -> None:
    card = adopt(source, Destination(tmp_path / "model"), "es", LABELS)
    assert card.labels == {"CITY": "CITY", "PERSON": "PERSON"}
    text = "Madrid y Dr y Pulso"
    found = Detector(with_models(settings_for("es"), [tmp_path / "model"], [MODEL])).detect(
        record_of(Document("d", text))
    )
    assert [(text[s.start : s.end], s.label) for s in found[0]] == [("Madrid", "CITY"), ("Dr", "PERSON")]


def test_nothing_of_a_long_text_is_lost(source: Path, tmp_path: Path) -> None:
    adopt(source, Destination(tmp_path / "model"), "es", LABELS)
    rulebook = load_rulebook("es")
    text = "nombre " * 100 + "Madrid " + "nombre " * 100 + "Madrid"
    document = rulebook.analyser.analyse(Document("d", text))
    assert len(document.starts) > 4 * open_transformer(tmp_path / "model").encoder.window_pieces
    (spans,) = Transformer(tmp_path / "model", rulebook).recognise(first_evidence([document])).spans
    assert [text[s.start : s.end] for s in spans] == ["Madrid", "Madrid"]
    assert [s.start for s in spans] == [700, len(text) - 6]


def test_chances_are_those_of_our_labels(source: Path, tmp_path: Path) -> None:
    adopt(source, Destination(tmp_path / "model"), "es", LABELS)
    rulebook = load_rulebook("es")
    document = rulebook.analyser.analyse(Document("d", "Madrid y Pulso"))
    (chances,) = Transformer(tmp_path / "model", rulebook).chances(first_evidence([document]))
    assert chances.labels == ("CITY", "PERSON")
    assert chances.values[0].argmax() == 0 and chances.values[0].max() > 0.9
    assert chances.values[-1].max() < 0.1


@pytest.mark.parametrize(
    ("labels", "error", "told"),
    [
        ({"PER": "PERSON", "LOC": "CITY"}, LabelError, "lacks MISC"),
        (LABELS | {"ORG": "ORGANIZATION"}, LabelError, "unknown are ORG"),
        (LABELS | {"PER": "HUMAN"}, LabelError, "HUMAN"),
        (dict.fromkeys(LABELS, ""), ConfigError, "nothing would be found"),
    ],
)
def test_a_map_that_does_not_fit_is_refused(
    source: Path, tmp_path: Path, labels: dict[str, str], error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        adopt(source, Destination(tmp_path / "model"), "es", labels)
    assert not (tmp_path / "model").exists()


@pytest.mark.parametrize("tags", [("O", "PER"), ("O", "I-PER"), ("B-PER", "I-PER"), ("O", "B-", "I-")])
def test_tags_of_another_kind_are_refused(source: Path, tmp_path: Path, tags: tuple[str, ...]) -> None:
    config = json.loads((source / "config.json").read_text())
    config["id2label"] = {str(number): tag for number, tag in enumerate(tags)}
    (source / "config.json").write_text(json.dumps(config))
    with pytest.raises(ModelError):
        adopt(source, Destination(tmp_path / "model"), "es", LABELS)


def test_weights_of_another_kind_are_no_model(source: Path, tmp_path: Path) -> None:
    (source / "model.safetensors").rename(source / "pytorch_model.bin")
    with pytest.raises(MissingError, match="safetensors"):
        adopt(source, Destination(tmp_path / "model"), "es", LABELS)


def test_a_card_that_was_changed_is_refused(source: Path, tmp_path: Path) -> None:
    adopt(source, Destination(tmp_path / "model"), "es", LABELS)
    path = tmp_path / "model" / "model.json"
    card = json.loads(path.read_text())
    card["features"]["tags"]["labels"]["MISC"] = "HUMAN"
    write_sealed(path, card)
    with pytest.raises(ModelError, match="which tags"):
        open_transformer(tmp_path / "model")


def test_from_the_command_line(source: Path, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    labels = tmp_path / "labels.toml"
    labels.write_text('PER = "PERSON"\nLOC = "CITY"\nMISC = ""\n', encoding="utf-8")
    told = CliRunner().invoke(
        app, ["train", "adopt", str(source), str(tmp_path / "model"), "-l", "es", "--labels", str(labels)]
    )
    assert told.exit_code == 0, told.output
    assert set(read_card(tmp_path / "model").labels) == {"CITY", "PERSON"}


@pytest.mark.parametrize("content", ["PER = 1\n", "PER PERSON\n"])
def test_a_map_that_cannot_be_read_is_told(tmp_path: Path, content: str) -> None:
    (tmp_path / "labels.toml").write_text(content, encoding="utf-8")
    with pytest.raises(ConfigError, match='PER = "PERSON"'):
        read_label_map(tmp_path / "labels.toml")
