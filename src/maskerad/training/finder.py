"""Trains finders: each a field that sees texts and lists but no rule, so that it knows what the rules do not.

A field that reads the marks of rules learns to copy them where rules were written on the same records. This one cannot.
It does not tell people apart: who is whose mother is for rules and linking to say. A network that reads the same may be
trained beside the fields, one for all languages.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING

from maskerad.core.extras import TRAIN, require
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme, people_labels
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.corpora.files.atomic import atomic_folder
from maskerad.evaluation.signature import installed_version
from maskerad.recognisers.crf.feature_sets import FEATURE_SETS, FeatureSet
from maskerad.recognisers.crf.model import cutter_of, make_resources
from maskerad.recognisers.crf.weights import WEIGHTS_FILE, Weights, in_half, leaning, without_small, write_weights
from maskerad.recognisers.finder.beliefs import BELIEFS, Beliefs, as_data
from maskerad.recognisers.finder.network import NETWORK_FILE, Layers, write_layers
from maskerad.recognisers.model_folder import FINDER, ModelCard, labels_of, read_card, write_card
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import OUTSIDE, Code
from maskerad.training.cards import render_card
from maskerad.training.crf import Fit, OnIteration, Part, fit_together
from maskerad.training.preparation import Prepared, check_corpus, prepare
from maskerad.training.seen import write_seen
from maskerad.training.splits import fingerprint

if TYPE_CHECKING:
    from maskerad.training.neural.finder_network import OnEpoch, Recipe

FOLDER_SUFFIXES = frozenset({".json", ".md", ".safetensors"})
PERSON = "PERSON"
SMALL = Fit(c1=0.1, c2=0.05, max_iterations=60, min_count=2, min_records=2)


@dataclass(frozen=True, slots=True)
class FinderPlan:
    """How to train.

    Attributes:
        beliefs: When the finders will be believed.
        features: What they read; no marks of rules.
        fit: Settings of the fit.
        lean: How much they lean towards marking; see ``weights.leaning``.
        least: Features with smaller weights are left out.
    """

    beliefs: Beliefs
    features: FeatureSet = FEATURE_SETS["finder"]
    fit: Fit = SMALL
    lean: float = 1.0
    least: float = 0.18


def train_finders(
    corpora: Mapping[str, Sequence[AnnotatedDocument]],
    plan: FinderPlan,
    targets: Mapping[str, Destination],
    told: Mapping[str, object] = MappingProxyType({}),
    scores: Mapping[str, Sequence[Mapping[str, object]]] = MappingProxyType({}),
    networks: Mapping[str, Layers] = MappingProxyType({}),
    on_iteration: OnIteration = lambda iteration, loss, n_features: None,
) -> dict[str, ModelCard]:
    """Trains a finder for each of some languages, which teach each other, and writes their folders.

    A folder is written whole or not at all. The same call gives the same bytes.

    Args:
        corpora: Code of a language to its documents, annotated in labels of the core scheme.
        plan: How.
        targets: The folders, for all or some of the languages.
        told: What the cards shall say of the training beside settings and counts.
        scores: What the card of a language shall say of how well such a finder does.
        networks: Of some of the languages, to stand beside their fields.
        on_iteration: Is told how far it is.

    Raises:
        InputError: If there is nothing to learn from.
        LabelError, OverlapError, BoundsError: If an annotation cannot be learnt.
        ConfigError: If a target must not be written.
        ExtraError: If python-crfsuite is not installed.
    """
    for language, documents in corpora.items():
        check_corpus(documents, load_scheme(CORE), language=language)
    parts = {language: _part(language, documents) for language, documents in corpora.items()}
    fitted = fit_together(list(parts.values()), plan.features, Code.BIO, plan.fit, on_iteration)
    cards = {}
    for (language, part), weights in zip(parts.items(), fitted, strict=True):
        if language in targets:
            kept = in_half(leaning(without_small(weights, plan.least), plan.lean))
            told_too = {"learnt_with": [other for other in corpora if other != language], **told}
            card = _card(language, corpora[language], part.prepared, plan, kept, told_too, scores.get(language, ()))
            network = networks.get(language)
            beside = network and network.for_tags(kept.tags)
            cards[language] = _written(targets[language], corpora[language], kept, beside, card)
    return cards


def train_networks(
    corpora: Mapping[str, Sequence[AnnotatedDocument]],
    copies: Mapping[str, Sequence[Sequence[AnnotatedDocument]]],
    recipe: Recipe,
    on_epoch: OnEpoch = lambda number, loss: None,
) -> dict[str, Layers]:
    """Trains one network for all of some languages, to stand beside their fields.

    Args:
        corpora: As of ``train_finders``.
        copies: Code of a language to copies of its documents, each whole, with other names, places and numbers.
        recipe: How.
        on_epoch: Is told how far it is.

    Returns:
        What each language keeps.

    Raises:
        InputError, LabelError, OverlapError, BoundsError: As ``train_finders``.
        ExtraError: If torch is not installed.
    """
    require(TRAIN, "training the network of a finder")
    from maskerad.training.neural.finder_network import fit_network
    from maskerad.training.neural.finder_texts import Material

    materials = []
    for language, documents in corpora.items():
        versions = (documents, *copies.get(language, ()))
        for version in versions:
            check_corpus(version, load_scheme(CORE), language=language)
        itself, *others = (_part(language, version) for version in versions)
        materials.append(Material(itself, others))
    return dict(zip(corpora, fit_network(materials, recipe, on_epoch), strict=True))


def _part(language: str, documents: Sequence[AnnotatedDocument]) -> Part:
    rulebook = load_rulebook(language)
    prepared = prepare(map(_without_roles, documents), rulebook, cutter_of(rulebook), Code.BIO, before=())
    return Part(prepared, make_resources(rulebook, {}))


def _card(
    language: str,
    documents: Sequence[AnnotatedDocument],
    prepared: Prepared,
    plan: FinderPlan,
    weights: Weights,
    told: Mapping[str, object],
    scores: Sequence[Mapping[str, object]],
) -> ModelCard:
    return ModelCard(
        kind=FINDER,
        scheme=CORE,
        labels=labels_of(CORE, {tag.partition("-")[2] for tag in weights.tags if tag != OUTSIDE}),
        code=Code.BIO,
        languages=(language,),
        features={
            "name": plan.features.name,
            "groups": dict(plan.features.groups),
            BELIEFS: as_data(plan.beliefs),
        },
        training={
            "corpus": {"documents": len(documents), "fingerprint": fingerprint(tuple(documents))},
            "tokens": prepared.n_tokens,
            "annotations": prepared.n_spans,
            "unencodable": prepared.n_unencodable,
            "fit": asdict(plan.fit),
            "lean": plan.lean,
            "least": plan.least,
            "weights": len(weights.features),
            **told,
        },
        scores=tuple(scores),
        version=installed_version(),
    )


def _written(
    target: Destination,
    documents: Sequence[AnnotatedDocument],
    weights: Weights,
    network: Layers | None,
    card: ModelCard,
) -> ModelCard:
    with atomic_folder(target, FOLDER_SUFFIXES) as folder:
        write_weights(folder / WEIGHTS_FILE, weights)
        if network is not None:
            write_layers(folder / NETWORK_FILE, network)
        write_seen(folder, documents)
        write_card(folder, card, render_card(card))
        return read_card(folder)


def _without_roles(item: AnnotatedDocument) -> AnnotatedDocument:
    people = people_labels()
    return replace(item, spans=tuple(s.relabelled(PERSON) if s.label in people else s for s in item.spans))
