"""From members and development texts to the folder of a hybrid. All checks come before any hour is spent."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, InputError
from maskerad.core.schemes import load_scheme
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_folder
from maskerad.evaluation import Pair, Settings, evaluate
from maskerad.evaluation.signature import installed_version
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.recognisers.hybrid.folder import MEMBERS, MEMBERS_FOLDER, check_member, hash_of
from maskerad.recognisers.hybrid.operating_points import POINTS_FILE, OperatingPoints, write_points
from maskerad.recognisers.hybrid.policy import POLICY_FILE, RULES, write_policy
from maskerad.recognisers.hybrid.recogniser import Ensemble
from maskerad.recognisers.model_folder import HYBRID, ModelCard, labels_of, read_card, write_card
from maskerad.recognisers.models import make_ensemble
from maskerad.recognisers.rules.rulebook import RuleBook, load_rulebook
from maskerad.text.codes import Code
from maskerad.training.cards import render_card
from maskerad.training.crf_model import Corpus, CrfPlan, train_crf
from maskerad.training.hybrid.calibrating import errors_of
from maskerad.training.hybrid.choosing import MIN_RECORDS, Chosen, choose, decided_pairs, marked_pairs
from maskerad.training.hybrid.proposals import Sample, no_chances, propose
from maskerad.training.hybrid.recall_targets import Effect, RecallTarget, find_points, refuse_unreachable
from maskerad.training.hygiene import refuse_shared
from maskerad.training.preparation import check_corpus
from maskerad.training.scoring import PartScore
from maskerad.training.seen import refuse_chosen, refuse_seen, write_seen
from maskerad.training.splits import Documents, by_record, fingerprint, folds

FOLDER_SUFFIXES = frozenset({".json", ".md", ".safetensors", ".txt", ".model"})
_FOLDS = ".folds"  # inside the folder that is being made, gone before it is there
OnStage = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class HybridPlan:
    """What a hybrid is made of.

    Attributes:
        language: Code of the language of the texts.
        scheme: Label scheme of the texts and of every member.
        folders: Trained members: name to model folder.
        fields: Members that are trained here: name to what is trained. What they propose comes from fields
            that were trained on other records.
        n_folds: Folds of records for that, and for choosing.
        seed: Of these folds.
        targets: Recalls that operating points are to reach.
    """

    language: str
    scheme: str
    folders: Mapping[str, Path]
    fields: Mapping[str, CrfPlan] = field(default_factory=dict)
    n_folds: int = 5
    seed: int = 1
    targets: tuple[RecallTarget, ...] = ()

    @property
    def members(self) -> tuple[str, ...]:
        """Names of all members, those trained here last."""
        return (*self.folders, *self.fields)


@dataclass(frozen=True, slots=True)
class HybridCorpus:
    """The texts.

    Attributes:
        dev: What is chosen on; no member has learnt from it.
        test: What is scored once, at the end; may be empty.
        trained_on: What members have learnt from, where their folders do not say.
    """

    dev: Documents = field(repr=False)
    test: Documents = field(default=(), repr=False)
    trained_on: Documents = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Trained:
    """A hybrid that was made.

    Attributes:
        card: What it is.
        chosen: How its policy was found.
        effects: What its operating points do.
        calibration: Of each member, with operating points: expected error before and after, on other folds.
    """

    card: ModelCard
    chosen: Chosen
    effects: tuple[Effect, ...] = ()
    calibration: Mapping[str, tuple[float | None, float | None]] = field(default_factory=dict)


def train_hybrid(
    corpus: HybridCorpus, plan: HybridPlan, target: Destination, on_stage: OnStage = lambda stage: None
) -> Trained:
    """Chooses a policy and writes the folder, whole or not at all.

    Raises:
        InputError: If there is too little to choose on, or a member has learnt from a text, or parts share one.
        LabelError, OverlapError, BoundsError: If an annotation cannot be used.
        MissingError, ModelError: If a member is not there, does not fit, or learnt another scheme.
        ConfigError: If there are no members, or the target must not be written.
    """
    on_stage("checking")
    check_hybrid(corpus, plan)
    with atomic_folder(target, FOLDER_SUFFIXES) as folder:
        return _Making(corpus, plan, folder, on_stage).make()


def check_hybrid(corpus: HybridCorpus, plan: HybridPlan) -> None:
    """All that can be checked before anything is read.

    Raises:
        As ``train_hybrid``.
    """
    scheme = load_scheme(plan.scheme)
    if not plan.members:
        raise ConfigError("a hybrid needs one trained member at least, beside the rules")
    n_records = len(by_record(corpus.dev))
    if n_records < MIN_RECORDS:
        raise InputError(f"{counted(n_records, 'record')} to choose a policy on; at least {MIN_RECORDS} are needed")
    for path in plan.folders.values():
        check_member(path, read_card(path), plan.scheme, (plan.language,))
    for name, part in (("dev", corpus.dev), ("test", corpus.test)):
        if part:
            check_corpus(part, scheme, f"{name} part", plan.language)
    refuse_unreachable(plan.targets, corpus.dev)
    refuse_shared({"dev": corpus.dev, "test": corpus.test})
    for path in plan.folders.values():
        refuse_seen(path, read_card(path), [*corpus.dev, *corpus.test], corpus.trained_on)
        refuse_chosen(path, read_card(path), corpus.test)


class _Making:
    """One run; holds what its steps share."""

    def __init__(self, corpus: HybridCorpus, plan: HybridPlan, folder: Path, on_stage: OnStage) -> None:
        self._corpus, self._plan, self._folder, self._on_stage = corpus, plan, folder, on_stage
        self._rulebook: RuleBook = load_rulebook(plan.language)
        self._start_s = time.process_time()

    def make(self) -> Trained:
        self._on_stage("listening to the members")
        samples = self._samples()
        self._on_stage("choosing")
        chosen = choose(samples, self._plan.members, self._plan.scheme, self._plan.n_folds)
        points, effects = self._find_points(chosen)
        members = self._write_members()
        write_policy(self._folder / POLICY_FILE, chosen.policy)
        write_seen(self._folder, self._corpus.dev)
        self._on_stage("scoring")
        scores = self._scores(chosen, members)
        card = self._card(members, chosen, scores, points)
        write_card(self._folder, card, render_card(card))
        return Trained(card, chosen, effects, self._calibration(chosen))

    def _find_points(self, chosen: Chosen) -> tuple[OperatingPoints, tuple[Effect, ...]]:
        """The operating points, written into the folder if any are asked for."""
        if not self._plan.targets:
            return OperatingPoints(), ()
        self._on_stage("finding operating points")
        points, effects = find_points(chosen.folds, self._plan.members, self._plan.scheme, self._plan.targets)
        write_points(self._folder / POINTS_FILE, points)
        return points, effects

    def _calibration(self, chosen: Chosen) -> dict[str, tuple[float | None, float | None]]:
        if not self._plan.targets:
            return {}
        parts = [fold.samples for fold in chosen.folds]
        return {member: errors_of(parts, member) for member in self._plan.members}

    def _samples(self) -> list[Sample]:
        """What everybody says of the development texts; of members trained here, what they say of unseen records."""
        dev = self._corpus.dev
        if not self._plan.fields:
            return self._samples_of(dev, self._plan.folders)
        samples: list[Sample] = []
        for number, fold in enumerate(folds(dev, self._plan.n_folds, self._plan.seed)):
            self._on_stage(f"fold {number + 1} of {self._plan.n_folds}")
            home = self._folder / _FOLDS / str(number)
            trained = self._train_fields(fold.parts["train"], home)
            samples += self._samples_of(fold.parts["test"], {**self._plan.folders, **trained})
        shutil.rmtree(self._folder / _FOLDS)
        return samples

    def _samples_of(self, documents: Documents, members: Mapping[str, Path]) -> list[Sample]:
        chances_of = Ensemble.chances if self._plan.targets else no_chances
        return propose(documents, self._ensemble(members), self._rulebook, chances_of)

    def _train_fields(self, documents: Documents, home: Path) -> dict[str, Path]:
        home.mkdir(parents=True, exist_ok=True)
        for name, plan in self._plan.fields.items():
            train_crf(Corpus(documents), plan, Destination(home / name))
        return {name: home / name for name in self._plan.fields}

    def _ensemble(self, members: Mapping[str, Path]) -> Ensemble:
        return make_ensemble(members, self._rulebook, DEFAULT_CHAIN, self._plan.scheme)

    def _write_members(self) -> dict[str, Path]:
        home = self._folder / MEMBERS_FOLDER
        home.mkdir()
        for name, path in self._plan.folders.items():
            shutil.copytree(path, home / name)
        if self._plan.fields:
            self._on_stage("training on all records")
            self._train_fields(self._corpus.dev, home)
        return {name: home / name for name in self._plan.members}

    def _scores(self, chosen: Chosen, members: Mapping[str, Path]) -> list[PartScore]:
        """Of what is decided, and of that with the net."""
        scheme = self._plan.scheme
        test = propose(self._corpus.test, self._ensemble(members), self._rulebook) if self._corpus.test else []
        scores = []
        for how, pairs_of in (("", decided_pairs), (" with the net", marked_pairs)):
            scores.append(_score(f"dev{how}, chosen on other folds", chosen.held_out(pairs_of), scheme))
            if test:
                scores.append(_score(f"test{how}", pairs_of(test, chosen.policy, scheme), scheme))
        return scores

    def _card(
        self, members: Mapping[str, Path], chosen: Chosen, scores: Sequence[PartScore], points: OperatingPoints
    ) -> ModelCard:
        cards = {name: read_card(path) for name, path in members.items()}
        return ModelCard(
            kind=HYBRID,
            scheme=self._plan.scheme,
            labels=labels_of(self._plan.scheme, {label for card in cards.values() for label in card.labels}),
            code=Code.BIO,
            languages=(self._plan.language,),
            features={MEMBERS: {name: hash_of(path) for name, path in members.items()}},
            beside=tuple(dict.fromkeys(name for card in cards.values() for name in card.beside)),
            training={
                "dev": {"documents": len(self._corpus.dev), "fingerprint": fingerprint(self._corpus.dev)},
                "folds": self._plan.n_folds,
                "seed": self._plan.seed,
                "members": [RULES, *self._plan.members],
                "default": str(chosen.policy.default),
                "one role a name": chosen.policy.is_one_role,
                "choices": {label: str(choice) for label, choice in chosen.policy.choices.items()},
                "operating points": {
                    p.name: f"{p.target:g} reached: {p.bound:.4f} of {p.n_mentions}" for p in points.points
                },
                "processor seconds": round(time.process_time() - self._start_s),
            },
            scores=tuple(asdict(score) for score in scores),
            version=installed_version(),
        )


def _score(part: str, pairs: Sequence[Pair], scheme: str) -> PartScore:
    settings = Settings(gold_scheme=scheme, predicted_scheme=scheme, scheme=scheme, resamples=0)
    return PartScore.of(part, evaluate(pairs, settings))


def member_names(paths: Sequence[Path]) -> dict[str, Path]:
    """A name for each member, by its kind: ``crf``, ``bilstm``, ``bilstm-2``.

    Raises:
        MissingError, ModelError: If a folder holds no model.
        ConfigError: If a model is named twice.
    """
    named: dict[str, Path] = {}
    for path in paths:
        if any(path.resolve() == other.resolve() for other in named.values()):
            raise ConfigError(f"member {path} is named twice")
        kind = read_card(path).kind.partition(".")[0]
        alike = sum(name.partition("-")[0] == kind for name in named)
        named[f"{kind}-{alike + 1}" if alike else kind] = path
    return named
