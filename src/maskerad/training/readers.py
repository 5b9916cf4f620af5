"""What a trained model says of a record by itself, a hybrid deciding between its members, without a net of rules."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from maskerad.core.span import Span
from maskerad.recognisers import DEFAULT_CHAIN, Evidence, make_chain, run_chain
from maskerad.recognisers.hybrid.folder import policy_of, read_members
from maskerad.recognisers.hybrid.recogniser import decide_record, in_scheme
from maskerad.recognisers.model_folder import HYBRID, ModelCard
from maskerad.recognisers.models import make_ensemble, make_model
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.training.preparation import RULES_BEFORE

# Spans of every document of a record, in the labels that the model learnt.
Reader = Callable[[Evidence], Sequence[Sequence[Span]]]


def reader_of(folder: Path, card: ModelCard, rulebook: RuleBook) -> Reader:
    """A model, or a hybrid, ready to read; the rules run before it serve as what it reads.

    Raises:
        MissingError, ModelError: If the folder holds no model that can be run.
    """
    return _hybrid(folder, card, rulebook) if card.kind == HYBRID else _model(folder, rulebook)


def _model(folder: Path, rulebook: RuleBook) -> Reader:
    model = make_model(folder, rulebook, RULES_BEFORE)
    rules = make_chain(RULES_BEFORE, rulebook)

    def read(evidence: Evidence) -> Sequence[Sequence[Span]]:
        return model.spans(run_chain(rules, evidence))

    return read


def _hybrid(folder: Path, card: ModelCard, rulebook: RuleBook) -> Reader:
    members = read_members(folder, card)
    ensemble = make_ensemble(members, rulebook, DEFAULT_CHAIN, card.scheme)
    policy = policy_of(folder, card, members)

    def read(evidence: Evidence) -> Sequence[Sequence[Span]]:
        proposals = ensemble.propose(ensemble.read(evidence))
        return [in_scheme(taken) for taken in decide_record(proposals, policy, card.scheme)]

    return read
