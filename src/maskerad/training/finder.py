"""Trains a finder: a field that sees texts and lists but no rule, so that it knows what the rules do not.

A field that reads the marks of rules learns to copy them where rules were written on the same records. This one cannot.
It does not tell people apart: who is whose mother is for rules and linking to say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType

from maskerad.core.schemes import CORE, load_scheme, people_labels
from maskerad.corpora import AnnotatedDocument, Destination
from maskerad.corpora.atomic import atomic_folder
from maskerad.evaluation.signature import installed_version
from maskerad.recognisers.crf.feature_sets import FEATURE_SETS, FeatureSet
from maskerad.recognisers.crf.model import cutter_of, make_resources
from maskerad.recognisers.crf.weights import WEIGHTS_FILE, Weights, leaning, write_weights
from maskerad.recognisers.finder.beliefs import BELIEFS, Beliefs, as_data
from maskerad.recognisers.model_folder import FINDER, ModelCard, labels_of, read_card, write_card
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.text.codes import Code
from maskerad.training.cards import render_card
from maskerad.training.crf import Fit, OnIteration, fit_crf
from maskerad.training.preparation import Prepared, check_corpus, prepare
from maskerad.training.seen import write_seen
from maskerad.training.splits import fingerprint

FOLDER_SUFFIXES = frozenset({".json", ".md", ".safetensors"})
PERSON = "PERSON"
SMALL = Fit(c1=0.1, c2=0.05, max_iterations=60, min_count=2, min_records=2)


@dataclass(frozen=True, slots=True)
class FinderPlan:
    """What to train.

    Attributes:
        language: Code of the language of the corpus.
        beliefs: When the finder will be believed.
        features: What it reads; no marks of rules.
        fit: Settings of the fit.
        lean: How much it leans towards marking; see ``weights.leaning``.
    """

    language: str
    beliefs: Beliefs
    features: FeatureSet = FEATURE_SETS["finder"]
    fit: Fit = SMALL
    lean: float = 1.0


def train_finder(
    documents: Sequence[AnnotatedDocument],
    plan: FinderPlan,
    target: Destination,
    told: Mapping[str, object] = MappingProxyType({}),
    scores: Sequence[Mapping[str, object]] = (),
    on_iteration: OnIteration = lambda iteration, loss, n_features: None,
) -> ModelCard:
    """Trains a finder and writes its folder, whole or not at all. The same call gives the same bytes.

    Args:
        documents: Annotated in labels of the core scheme.
        plan: How.
        target: The folder.
        told: What the card shall say of the training beside settings and counts.
        scores: What the card shall say of how well such a finder does.
        on_iteration: Is told how far it is.

    Raises:
        InputError: If there is nothing to learn from.
        LabelError, OverlapError, BoundsError: If an annotation cannot be learnt.
        ConfigError: If the target must not be written.
        ExtraError: If python-crfsuite is not installed.
    """
    check_corpus(documents, load_scheme(CORE), language=plan.language)
    with atomic_folder(target, FOLDER_SUFFIXES) as folder:
        prepared, weights = _fitted(documents, plan, on_iteration)
        write_weights(folder / WEIGHTS_FILE, weights)
        write_seen(folder, documents)
        card = ModelCard(
            kind=FINDER,
            scheme=CORE,
            labels=labels_of(CORE, set(prepared.labels)),
            code=Code.BIO,
            languages=(plan.language,),
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
                "weights": len(weights.features),
                **told,
            },
            scores=tuple(scores),
            version=installed_version(),
        )
        write_card(folder, card, render_card(card))
        return read_card(folder)


def _fitted(
    documents: Sequence[AnnotatedDocument], plan: FinderPlan, on_iteration: OnIteration
) -> tuple[Prepared, Weights]:
    rulebook = load_rulebook(plan.language)
    prepared = prepare(map(_without_roles, documents), rulebook, cutter_of(rulebook), Code.BIO, before=())
    fitted = fit_crf(prepared, plan.features, make_resources(rulebook, {}), Code.BIO, plan.fit, on_iteration)
    return prepared, leaning(fitted, plan.lean)


def _without_roles(item: AnnotatedDocument) -> AnnotatedDocument:
    people = people_labels()
    return replace(item, spans=tuple(s.relabelled(PERSON) if s.label in people else s for s in item.spans))
