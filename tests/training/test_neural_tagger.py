"""BiLSTM-CRF: it learns, resumes, and the folder it leaves gives the same spans without torch."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra 'train'")

import torch
from safetensors.numpy import load_file
from tests.training.invented import invented_notes

from maskerad.core.document import Document
from maskerad.core.errors import ConfigError, InputError, LabelError, ModelError, OverlapError
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.evaluation.matching import exact_counts
from maskerad.recognisers.base import first_evidence
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.neural.recogniser import BiLSTM, open_model
from maskerad.recognisers.neural.settings import NetworkSettings
from maskerad.recognisers.neural.viterbi import best_paths
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code
from maskerad.training.neural import tagger
from maskerad.training.neural.bilstm import Job, checked, make_corpus, score_entry, train_bilstm
from maskerad.training.neural.charlm import CharLMSettings
from maskerad.training.neural.charlm_folder import train_both
from maskerad.training.neural.dataset import Cutting, WindowBatches
from maskerad.training.neural.tagger import TaggerSettings, predict, train_tagger
from maskerad.training.neural.tagger_model import Batch
from maskerad.training.neural.vectors import read_vectors
from maskerad.training.seen import refuse_chosen

NETWORK = NetworkSettings(12, 8, 12, "cnn", 4, 4, 12, 16, window_tokens=24, margin_tokens=4)
SMALL = TaggerSettings(network=NETWORK, epochs=4, batch=8, rate=2e-2, dropout=0.1, average=0.9, is_mixed=False)
TRAIN, DEV = invented_notes(24, 1), invented_notes(6, 2)


class Stopped(Exception):
    """Raised where a run is to be killed."""


@pytest.fixture
def job(monkeypatch: pytest.MonkeyPatch) -> Job:
    monkeypatch.setattr("maskerad.training.neural.bilstm.refuse_shared", lambda parts: None)
    monkeypatch.setattr("maskerad.training.neural.bilstm.apart", lambda silver, *scored: silver)
    return Job(TRAIN, DEV, "es", "meddocan", SMALL)


@pytest.fixture(scope="module")
def language_models(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("lm") / "lm"
    settings = CharLMSettings(embedding=8, hidden=8, batch=8, window_chars=32, epochs=1, is_mixed=False)
    train_both([item.document.text for item in invented_notes(60, 3)], settings, folder)
    return folder


def _vectors(tmp_path: Path) -> Path:
    path = tmp_path / "words.vec"
    path.write_text("3 5\nnombre 1 0 0 0 1\nteruel 0 1 0 2 1\nsoria 0 1 0 2 0.9\n", encoding="utf-8")
    return path


def _spans_by_torch(run: tagger._TaggerRun, weights: dict[str, torch.Tensor]) -> list[list[Span]]:
    """Predictions of the torch module, each development document one window."""
    run.model.load_state_dict(weights)
    run.model.eval()
    longest = max(len(example.tags) for example in run.corpus.dev)
    batches = WindowBatches(run.corpus.dev, run.words, run.characters, Cutting(longest, 1, len(run.corpus.dev)))
    network = run._network(weights)
    found = []
    for number, example in enumerate(run.corpus.dev):
        batch: Batch = batches._made([(number, 0, len(example.tags))], np.random.default_rng(1), 0.0)
        with torch.no_grad():
            emissions = run.model(batch)[:, 0].numpy()
        path = best_paths([emissions], network.chain)[0]
        found.append(tagger.spans_of(example.tokens, path, run.tags))
    return found


@pytest.mark.parametrize("characters", ["cnn", "lstm"])
@pytest.mark.parametrize("code", [Code.BIOES, Code.BIO])
def test_numpy_and_torch_give_the_same_spans(
    job: Job, tmp_path: Path, characters: str, code: Code, language_models: Path
) -> None:
    from maskerad.training.neural.charlm_folder import open_language_models

    network = replace(NETWORK, character_network=characters, window_tokens=400, margin_tokens=20)
    job = replace(job, settings=replace(SMALL, network=network, code=code, epochs=12, batch=3))
    models = open_language_models(language_models)
    labels = checked(job, tmp_path / "none")
    corpus = make_corpus(job, labels, read_vectors(_vectors(tmp_path)), models)
    run = tagger._TaggerRun(corpus, job.settings, tmp_path, lambda step: None)
    trained = run.train()
    by_torch = _spans_by_torch(run, run.averaged)
    by_numpy = predict(run._network(run.averaged), run.tags, corpus.dev)
    assert by_torch == by_numpy
    assert any(by_numpy)
    assert trained.best.n_gold == sum(len(item.spans) for item in DEV)


def test_it_learns_and_the_folder_gives_the_same(job: Job, tmp_path: Path, language_models: Path) -> None:
    folder = tmp_path / "model"
    settings = replace(SMALL, epochs=14)
    card = train_bilstm(replace(job, settings=settings, language_models=language_models), folder)
    assert not (tmp_path / "model.training").exists()
    assert card.scores[0]["f1"] > 0.8
    rulebook = load_rulebook("es")
    recogniser = BiLSTM(folder, rulebook)
    analysed = [rulebook.analyser.analyse(item.document) for item in DEV]
    found = recogniser.recognise(first_evidence(analysed)).spans
    alone = [recogniser.recognise(first_evidence([item])).spans[0] for item in analysed]
    core = read_card(folder).labels
    gold = [[span.relabelled(core[span.label]) for span in item.spans] for item in DEV]
    counts = [sum(c.tp for c in exact_counts(g, f).values()) for g, f in zip(gold, found, strict=True)]
    assert sum(counts) / sum(map(len, gold)) == pytest.approx(card.scores[0]["recall"], abs=0.04)
    assert [[(s.start, s.end, s.label) for s in spans] for spans in found] == [
        [(s.start, s.end, s.label) for s in spans] for spans in alone
    ]


def test_without_a_crf_each_tag_is_learnt_for_itself(job: Job, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    card = train_bilstm(replace(job, settings=replace(SMALL, epochs=14, layer="softmax")), folder)
    assert card.scores[0]["f1"] > 0.7
    weights = load_file(folder / "network.safetensors")
    assert not weights["crf.transitions"].any() and not weights["crf.start"].any() and not weights["crf.end"].any()
    rulebook = load_rulebook("es")
    analysed = [rulebook.analyser.analyse(item.document) for item in DEV]
    assert any(BiLSTM(folder, rulebook).recognise(first_evidence(analysed)).spans)


def test_an_unknown_layer_is_refused() -> None:
    with pytest.raises(ConfigError, match="crf, softmax"):
        replace(SMALL, layer="hmm")


def test_averaged_networks_are_those_of_their_seeds(job: Job, tmp_path: Path, language_models: Path) -> None:
    job = replace(job, settings=replace(SMALL, epochs=2), language_models=language_models)
    card = train_bilstm(replace(job, n_networks=2), tmp_path / "both")
    train_bilstm(replace(job, settings=replace(job.settings, seed=2)), tmp_path / "second")
    both, second = open_model(tmp_path / "both"), open_model(tmp_path / "second")
    assert card.training["epochs"] == [2, 2]
    assert len(both.networks.networks) == 2
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    tokens = corpus.dev[0].tokens
    states = [both.networks.networks[0].states(DEV[0].document.text, tokens)]
    one, two = (network.emissions([tokens], states)[0] for network in both.networks.networks)
    assert not np.allclose(one, two, atol=0.1)
    np.testing.assert_array_equal(two, second.networks.emissions([tokens], states)[0])
    np.testing.assert_allclose(both.networks.emissions([tokens], states)[0], (one + two) / 2, rtol=1e-5, atol=1e-5)


def test_texts_are_read_as_detection_reads_them(job: Job, tmp_path: Path) -> None:
    """Offsets of training are those of the view; scores are those of the text as it was received."""
    name, country = "Bert&amp;a Vi\u00addaurre", "España"
    text = f"Nombre: {name}.\nPaís: {country}."
    at = text.index(country)
    spans = (Span(8, 8 + len(name), "NOMBRE_SUJETO_ASISTENCIA"), Span(at, at + len(country), "PAIS"))
    item = AnnotatedDocument(Document("odd", text, "es"), spans)
    job = replace(job, dev=[item, *DEV])
    example = make_corpus(job, checked(job, tmp_path / "none"), None, []).dev[0]
    assert example.tokens.words[2:6] == ["Bert", "&", "a", "Vidaurre"]
    assert score_entry(job, [example.spans, *([] for _ in DEV)])["precision"] == 1.0


def test_too_many_networks_are_refused(job: Job) -> None:
    for number in (0, 21):
        with pytest.raises(ConfigError, match="1 to 20"):
            replace(job, n_networks=number)


@pytest.mark.parametrize("words_max", [5, 40])
def test_forgetting_words_changes_nothing(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words_max: int
) -> None:
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    run = tagger._TaggerRun(corpus, SMALL, tmp_path, lambda step: None)
    tokens = [example.tokens for example in corpus.train]
    states = [np.zeros((len(item), 0), dtype=np.float32) for item in tokens]
    whole = run._network(run.averaged).emissions(tokens, states)
    monkeypatch.setattr("maskerad.recognisers.neural.network.WORDS_MAX", words_max)
    forgetful = run._network(run.averaged)
    for expected, item in zip(whole, tokens, strict=True):
        found = forgetful.emissions([item], [np.zeros((len(item), 0), dtype=np.float32)])[0]
        np.testing.assert_allclose(found, expected, atol=1e-4)


def test_a_run_that_was_stopped_ends_like_one_that_was_not(
    job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    whole = train_tagger(corpus, SMALL, tmp_path / "whole")
    epoch = tagger._TaggerRun._epoch

    def stopping(self: tagger._TaggerRun, number: int, meter: tagger.Meter) -> float:
        if number == 2:
            raise Stopped
        return epoch(self, number, meter)

    monkeypatch.setattr(tagger._TaggerRun, "_epoch", stopping)
    with pytest.raises(Stopped):
        train_tagger(corpus, SMALL, tmp_path / "cut")
    monkeypatch.setattr(tagger._TaggerRun, "_epoch", epoch)
    resumed = train_tagger(corpus, SMALL, tmp_path / "cut")
    assert resumed.best == whole.best
    for name, weight in whole.network.weights.items():
        assert np.array_equal(weight, resumed.network.weights[name]), name


def test_an_epoch_reads_all_gold_and_as_much_silver(job: Job, tmp_path: Path) -> None:
    silver = tuple(invented_notes(60, 3))
    taught = replace(job, silver=silver)
    corpus = make_corpus(taught, checked(taught, tmp_path / "none"), None, [])
    assert (len(corpus.train), len(corpus.silver)) == (24, 60)
    longest = max(len(example.tags) for example in corpus.learnt)
    batches = WindowBatches(corpus.learnt, *tagger.vocabularies(corpus), Cutting(longest, 1, len(corpus.train)))
    drawn = [batches._drawn(np.random.default_rng(epoch)) for epoch in range(5)]
    assert all(numbers[:24] == list(range(24)) and len(set(numbers)) == 48 for numbers in drawn)
    assert len({number for numbers in drawn for number in numbers}) > 48
    assert batches.n_batches == 48
    card = train_bilstm(taught, tmp_path / "model")
    assert str(card.training["silver"]).startswith("60 documents, ")


def test_stochastic_gradient_descent_with_halving(job: Job, tmp_path: Path) -> None:
    settings = replace(SMALL, optimiser="sgd", rate=0.1, epochs=2)
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    assert train_tagger(corpus, settings, tmp_path).epochs == 2


def test_a_model_runs_without_torch(job: Job, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    train_bilstm(replace(job, settings=replace(SMALL, epochs=1)), folder)
    code = (
        "import sys; sys.modules['torch'] = None\n"
        "from pathlib import Path\n"
        "from maskerad.core.document import Document\n"
        "from maskerad.recognisers.base import first_evidence\n"
        "from maskerad.recognisers.neural.recogniser import BiLSTM, open_model\n"
        "from maskerad.recognisers.rules.rulebook import load_rulebook\n"
        "book = load_rulebook('es')\n"
        "texts = [Document('a', 'Nombre: Berta Vidaurre.'), Document('b', ''), Document('c', 'x ' * 2000)]\n"
        "found = BiLSTM(Path(sys.argv[1]), book).recognise(\n"
        "    first_evidence([book.analyser.analyse(text) for text in texts]))\n"
        "assert len(found.spans) == 3 and not found.spans[1]\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_bad_input_is_refused_before_anything_is_trained(job: Job, tmp_path: Path) -> None:
    out = tmp_path / "model"
    twice = AnnotatedDocument(Document("x", "Berta Vidaurre", "es"), (Span(0, 5, "PAIS"), Span(3, 8, "PAIS")))
    strange = AnnotatedDocument(Document("y", "Berta Vidaurre", "es"), (Span(0, 5, "NO_SUCH"),))
    with pytest.raises(OverlapError, match=r"document 'x': spans 0\.\.5 PAIS and 3\.\.8 PAIS overlap"):
        train_bilstm(replace(job, train=[*TRAIN, twice]), out)
    with pytest.raises(LabelError, match="NO_SUCH"):
        train_bilstm(replace(job, dev=[*DEV, strange]), out)
    with pytest.raises(InputError, match="1 development documents"):
        train_bilstm(replace(job, dev=DEV[:1]), out)
    with pytest.raises(InputError, match="no annotations"):
        bare = [replace(item, spans=()) for item in TRAIN]
        train_bilstm(replace(job, train=bare), out)
    assert not out.exists()
    assert not (tmp_path / "model.training").exists()


def test_documents_on_both_sides_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError):
        train_bilstm(Job(TRAIN, [*DEV, TRAIN[0]], "es", "meddocan", SMALL), tmp_path / "model")


def test_a_changed_reading_is_refused(job: Job, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "model"
    train_bilstm(replace(job, settings=replace(SMALL, epochs=1)), folder)
    with pytest.raises(ConfigError, match="exists"):
        train_bilstm(job, folder)
    monkeypatch.setattr("maskerad.recognisers.neural.tokens.READING", "v0")
    with pytest.raises(ModelError, match="train anew"):
        open_model(folder)


@pytest.mark.parametrize("change", [{"character_network": "gru"}, {"hidden": 0}, {"window_tokens": 48}])
def test_networks_that_cannot_be_are_refused(change: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        replace(NetworkSettings(), **({"margin_tokens": 24} | change))


def test_a_checkpoint_of_other_vectors_is_refused(job: Job, tmp_path: Path) -> None:
    corpus = make_corpus(job, checked(job, tmp_path / "none"), read_vectors(_vectors(tmp_path)), [])
    settings = replace(SMALL, epochs=1)
    train_tagger(corpus, settings, tmp_path)
    assert corpus.vectors is not None
    other = replace(corpus, vectors=replace(corpus.vectors, words=["soria", "teruel", "nombre"]))
    moved = replace(corpus.dev[0], spans=(Span(0, 3, corpus.labels[0]),))
    for changed in (other, replace(corpus, dev=[moved, *corpus.dev[1:]])):
        with pytest.raises(ConfigError, match="other settings or data"):
            train_tagger(changed, settings, tmp_path)


@pytest.mark.parametrize(("n_documents", "batch"), [(10, 4), (13, 8), (24, 24)])
def test_an_epoch_has_the_batches_it_promises(job: Job, tmp_path: Path, n_documents: int, batch: int) -> None:
    """Where every document is one window; the rates of one cycle are told by this number."""
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    words, characters = tagger.vocabularies(corpus)
    cutting = Cutting(500, batch, n_documents)
    batches = WindowBatches(corpus.train[:n_documents], words, characters, cutting)
    assert len(list(batches.epoch(np.random.default_rng(1), 0.0))) == batches.n_batches


def test_a_loss_that_is_no_number_stops_the_run(job: Job, tmp_path: Path) -> None:
    corpus = make_corpus(job, checked(job, tmp_path / "none"), None, [])
    with pytest.raises(ConfigError, match="no number in epoch 1"):
        train_tagger(corpus, replace(SMALL, rate=1e20, optimiser="sgd"), tmp_path)
    assert not list(tmp_path.glob("*.safetensors"))


def test_what_the_best_epoch_was_chosen_on_is_kept(job: Job, tmp_path: Path) -> None:
    folder = tmp_path / "model"
    train_bilstm(replace(job, settings=replace(SMALL, epochs=1)), folder)
    with pytest.raises(InputError, match="was chosen on this text"):
        refuse_chosen(folder, read_card(folder), DEV[2:3])
    refuse_chosen(folder, read_card(folder), invented_notes(3, 9))
