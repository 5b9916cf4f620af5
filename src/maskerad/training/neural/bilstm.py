"""From two annotated corpora to the folder of a BiLSTM-CRF."""

from __future__ import annotations

import resource
import shutil
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, InputError, MissingError
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Span
from maskerad.corpora import AnnotatedDocument
from maskerad.corpora.files.atomic import write_whole
from maskerad.corpora.files.partial import FOLDER_MODE
from maskerad.evaluation import Pair, Settings, evaluate
from maskerad.recognisers.model_folder import ModelCard, labels_of, write_card
from maskerad.recognisers.neural import store
from maskerad.recognisers.neural.averaged import Averaged
from maskerad.recognisers.neural.charlm import CharacterLM
from maskerad.recognisers.neural.network import Network
from maskerad.recognisers.neural.recogniser import KIND
from maskerad.recognisers.neural.threads import one_thread
from maskerad.recognisers.neural.tokens import TokenReader, Tokens, reading_signature
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import all_tags
from maskerad.text.views import normalise
from maskerad.training.cards import render_card
from maskerad.training.hygiene import refuse_shared
from maskerad.training.neural.charlm_folder import OpenedLM, open_language_models
from maskerad.training.neural.dataset import Example, tagged
from maskerad.training.neural.progress import Report, Step, silent
from maskerad.training.neural.tagger import Corpus, TaggerSettings, Trained, predict, train_tagger
from maskerad.training.neural.vectors import WordVectors, read_vectors
from maskerad.training.preparation import check_corpus, in_view
from maskerad.training.scoring import PartScore
from maskerad.training.seen import write_chosen, write_seen
from maskerad.training.silver import apart, check_silver, described
from maskerad.training.splits import Documents, fingerprint

MIN_DOCUMENTS = 2


@dataclass(frozen=True, slots=True)
class Job:
    """What is to be trained.

    Attributes:
        train: To learn from.
        dev: To choose the best epoch on; shares no document with ``train``.
        language: Code of the language of both.
        scheme: Name of the label scheme of both.
        settings: How.
        vectors: File of word vectors, if any.
        language_models: Folder made by ``maskerad train charlm``, if any.
        n_networks: Networks trained with other random numbers each, whose scores are averaged.
        silver: Annotated by a model, learnt from beside ``train``; what it shares with ``dev`` is left out.
    """

    train: Sequence[AnnotatedDocument] = field(repr=False)
    dev: Sequence[AnnotatedDocument] = field(repr=False)
    language: str
    scheme: str
    settings: TaggerSettings = field(default_factory=TaggerSettings)
    vectors: Path | None = None
    language_models: Path | None = None
    n_networks: int = 1
    silver: Documents = field(default=(), repr=False)

    def __post_init__(self) -> None:
        if not 1 <= self.n_networks <= store.NETWORKS_MAX:
            raise ConfigError(f"{self.n_networks} networks; 1 to {store.NETWORKS_MAX} can be averaged")
        object.__setattr__(self, "silver", apart(self.silver, tuple(self.dev)))

    @property
    def learnt(self) -> Documents:
        """All that is learnt from."""
        return (*self.train, *self.silver)


def train_bilstm(job: Job, folder: Path, report: Report = silent) -> ModelCard:
    """Trains a model into a folder. What is wrong with the input is said before any hour is spent.

    Checkpoints lie beside the folder, in ``<folder>.training``, until the model is complete.

    Args:
        job: What is to be trained.
        folder: Must not exist.
        report: Called with progress.

    Raises:
        ConfigError: If the folder exists, or checkpoints of another run lie beside it.
        MissingError: If the folder above it is not there.
        InputError: If there are too few documents, or some stand in both parts.
        LabelError: If a label is not of the scheme.
        OverlapError: If two spans of a document share a character.
        FormatError: If the vectors have a broken line.
        ModelError: If the language models cannot be read.
    """
    start = time.monotonic()
    labels = checked(job, folder)
    vectors = read_vectors(job.vectors) if job.vectors else None
    models = open_language_models(job.language_models) if job.language_models else []
    work = begun(folder)
    for model in models:
        write_whole(work / model.path.name, model.path.read_bytes())
    corpus = make_corpus(job, labels, vectors, models, report)
    trained = [_train_one(corpus, job.settings, number, work, report) for number in range(job.n_networks)]
    minutes = (time.monotonic() - start) / 60
    _write_networks(work, [member.network for member in trained])
    card = _card(job, labels, trained, corpus, minutes)
    write_seen(work, job.learnt)
    write_chosen(work, job.dev)
    write_card(work, card, render_card(card))
    for path in work.glob("checkpoints-*"):
        shutil.rmtree(path)  # last of all: whatever stops the steps before costs no hour
    work.rename(folder)
    return card


def checked(job: Job, folder: Path) -> tuple[str, ...]:
    """The labels of a job, in order; everything is checked that can be without reading the texts' features."""
    if folder.exists():
        raise ConfigError(f"model folder {folder} exists; name another")
    if not folder.parent.is_dir():
        raise MissingError(f"folder {folder.parent} is not there")
    load_rulebook(job.language)
    for name, part in (("training", job.train), ("development", job.dev)):
        if len(part) < MIN_DOCUMENTS:
            raise InputError(f"{len(part)} {name} documents; at least {MIN_DOCUMENTS} are needed")
        check_corpus(part, load_scheme(job.scheme), f"{name} part", job.language)
    check_silver(job.silver, load_scheme(job.scheme))
    refuse_shared({"train": job.train, "dev": job.dev})
    return tuple(sorted({span.label for item in job.learnt for span in item.spans}))


def begun(folder: Path) -> Path:
    """The folder beside a model folder in which it grows; made here, so that one that cannot be is known at once."""
    work = folder.with_name(folder.name + ".training")
    work.mkdir(FOLDER_MODE, exist_ok=True)
    return work


def make_corpus(
    job: Job,
    labels: tuple[str, ...],
    vectors: WordVectors | None,
    models: Sequence[OpenedLM],
    report: Report = silent,
) -> Corpus:
    """Both parts as numbers. States of the language models are computed once, those to be scored as they will run."""
    numbers = {tag: number for number, tag in enumerate(all_tags(labels, job.settings.code))}
    reader = TokenReader(load_rulebook(job.language))
    with one_thread():
        fast = [model.fast for model in models]
        train = list(_examples(job.train, reader, fast, job, numbers, report))
        silver = list(_examples(job.silver, reader, fast, job, numbers, report))
        dev = list(_examples(job.dev, reader, [model.exact for model in models], job, {}, report))
    return Corpus(train, dev, labels, vectors, [model.exact for model in models], silver)


def _examples(
    documents: Sequence[AnnotatedDocument],
    reader: TokenReader,
    models: Sequence[CharacterLM],
    job: Job,
    numbers: dict[str, int],
    report: Report,
) -> Iterator[Example]:
    """Documents as detection shows them to a model: their views, and offsets of these.

    Without tag numbers the tokens stay as a text without annotation gives them, which is how models are scored.
    """
    analyser = load_rulebook(job.language).analyser
    start = time.monotonic()
    for done, item in enumerate(documents, 1):
        view = normalise(item.document.text)
        spans = tuple(in_view(view, span) for span in item.spans)
        tokens = reader.read([analyser.analyse(replace(item.document, text=view.text))])[0]
        tags, lost = [0] * len(tokens), 0
        if numbers:
            tokens, tags, lost = tagged(tokens, spans, job.settings.code, numbers)
        yield Example(tokens, spans, np.array(tags, dtype=np.int64), _states(models, view.text, tokens), lost)
        if done % 50 == 0 or done == len(documents):
            rate = done / (time.monotonic() - start)
            report(Step("reading", done, len(documents), 0.0, rate, (len(documents) - done) / rate))


def _states(models: Sequence[CharacterLM], text: str, tokens: Tokens) -> NDArray[np.float16]:
    if not models:
        return np.zeros((len(tokens), 0), dtype=np.float16)
    layers = [model.states(text, tokens.starts, tokens.ends) for model in models]
    return np.concatenate(layers, axis=1).astype(np.float16)


def _train_one(corpus: Corpus, settings: TaggerSettings, number: int, work: Path, report: Report) -> Trained:
    """Trains one of the networks; its checkpoints lie in a folder of its own."""

    def named(step: Step) -> None:
        report(replace(step, what=f"network {number + 1}, {step.what}"))

    own = replace(settings, seed=settings.seed + number)
    return train_tagger(corpus, own, work / f"checkpoints-{number + 1}", named if number else report)


def _write_networks(folder: Path, networks: Sequence[Network]) -> None:
    for name, network in zip(store.network_files(len(networks)), networks, strict=True):
        weights = {part: np.asarray(weight) for part, weight in network.weights.items()}
        store.write_file(folder / name, store.Stored(store.network_facts(network), weights))


def _card(job: Job, labels: tuple[str, ...], trained: Sequence[Trained], corpus: Corpus, minutes: float) -> ModelCard:
    training = {
        "train": f"{counted(len(job.train), 'document')}, {fingerprint(job.train)}",
        "silver": described(job.silver),
        "dev": f"{counted(len(job.dev), 'document')}, {fingerprint(job.dev)}",
        "settings": asdict(job.settings),
        "vectors": job.vectors.name if job.vectors else "",
        "networks": len(trained),
        "epochs": [member.epochs for member in trained],
        "unencodable_spans": sum(example.n_unencodable for example in corpus.learnt),
        "minutes": round(minutes, 1),
        "peak_memory_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024,
    }
    networks = Averaged(tuple(member.network for member in trained))
    features = {"reading": reading_signature(), "network": networks.networks[0].settings.to_json()}
    return ModelCard(
        kind=KIND,
        scheme=job.scheme,
        labels=labels_of(job.scheme, set(labels)),
        code=job.settings.code,
        languages=(job.language,),
        features=features,
        training=training,
        scores=(score_entry(job, predict(networks, trained[0].tags, corpus.dev)),),
    )


def score_entry(job: Job, predicted: Iterable[Sequence[Span]]) -> dict[str, object]:
    """Scores on the development part, as a card keeps them, of spans of the views of its documents."""
    pairs = [
        Pair(item.document.id, item.document.record, item.document.text, item.spans, _in_original(item, spans))
        for item, spans in zip(job.dev, predicted, strict=True)
    ]
    settings = Settings(gold_scheme=job.scheme, predicted_scheme=job.scheme, scheme=job.scheme, resamples=0)
    return asdict(PartScore.of("dev", evaluate(pairs, settings)))


def _in_original(item: AnnotatedDocument, spans: Iterable[Span]) -> list[Span]:
    view = normalise(item.document.text)
    places = ((span, view.to_original(span.start, span.end)) for span in spans)
    return [replace(span, start=start, end=end) for span, (start, end) in places]
