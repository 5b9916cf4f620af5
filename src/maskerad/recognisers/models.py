"""Trained models beside the rules: one folder or several made into one recogniser.

What a kind of model needs is imported when one is opened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from maskerad.core.document import Document
from maskerad.core.errors import ConfigError, ModelError, UnknownNameError
from maskerad.core.extras import CRF, NEURAL, TRANSFORMER, require
from maskerad.core.label_scheme import CORE
from maskerad.recognisers.base import Model, Recogniser, first_evidence
from maskerad.recognisers.finder.beliefs import beliefs_of
from maskerad.recognisers.hybrid.folder import points_of, policy_of, read_members
from maskerad.recognisers.hybrid.recogniser import Ensemble, Hybrid, Union
from maskerad.recognisers.model_folder import FINDER, HYBRID, read_card
from maskerad.recognisers.registry import SPREADING, make_rules
from maskerad.recognisers.rules.rulebook import RuleBook

TRIAL = "Anna, 1."


def make_ensemble(
    members: Mapping[str, Path], rulebook: RuleBook, names: Sequence[str], scheme: str = CORE
) -> Ensemble:
    """Rules and models side by side.

    Args:
        members: Name to folder of each model.
        rulebook: Of the language that they will read.
        names: Of the other recognisers, in order.
        scheme: In which models and rules are compared.

    Raises:
        As ``registry.make_chain``.
    """
    place = _place(names)
    rules = make_rules(names, rulebook)
    models = {name: make_model(folder, rulebook, names[:place]) for name, folder in members.items()}
    return Ensemble(rules[:place], models, rules[place:], scheme)


def combined(folders: Sequence[Path], rulebook: RuleBook, names: Sequence[str]) -> Recogniser:
    """A hybrid, a finder beside the rules, or plain models whose every word is believed.

    Raises:
        As ``registry.make_chain``.
    """
    cards = [read_card(folder) for folder in folders]
    if any(card.kind == FINDER for card in cards):
        return _weighed(folders, rulebook, names)
    if not any(card.kind == HYBRID for card in cards):
        return Union(make_ensemble({str(folder): folder for folder in folders}, rulebook, names))
    if len(folders) > 1:
        raise ConfigError("a hybrid speaks for all its members: give it alone, or train one with the other model too")
    members = read_members(folders[0], cards[0])
    ensemble = make_ensemble(members, rulebook, names, cards[0].scheme)
    policy = policy_of(folders[0], cards[0], members)
    return Hybrid(ensemble, policy, cards[0], points_of(folders[0], cards[0], members))


def _weighed(folders: Sequence[Path], rulebook: RuleBook, names: Sequence[str]) -> Recogniser:
    from maskerad.recognisers.finder.charts import Charts
    from maskerad.recognisers.finder.model import Finder
    from maskerad.recognisers.finder.weighing import Weighed

    if len(folders) > 1:
        raise ConfigError("a finder is weighed against the rules alone: give no other model beside it")
    place = _place(names)
    rules = make_rules(names, rulebook)
    finder = make_model(folders[0], rulebook, names[:place])
    assert isinstance(finder, Finder)  # by the kind of its card
    if not rules:
        return finder
    return Weighed(rules[:place], finder, rules[place:], rulebook.lexicon, Charts.of(rulebook))


def _place(names: Sequence[str]) -> int:
    """Where models stand among the rules: before those that spread what was found."""
    return next((at for at, name in enumerate(names) if name in SPREADING), len(names))


def make_model(folder: Path, rulebook: RuleBook, before: Sequence[str]) -> Model:
    """The recogniser of a model folder, tried on a short text: parts that do not fit are told before any record.

    Args:
        folder: Where the model is.
        rulebook: Of the language that it will read.
        before: Names of the recognisers that run before it.

    Raises:
        As ``registry.make_chain``.
    """
    card = read_card(folder)
    if card.kind not in MODELS:
        raise UnknownNameError("kind of model", card.kind, MODELS)
    lacking = [name for name in card.beside if name not in before]
    if lacking:
        raise ConfigError(f"model {folder} was trained beside recognisers that do not run: {', '.join(lacking)}")
    model = MODELS[card.kind](folder, rulebook)
    trial = first_evidence([rulebook.analyser.analyse(Document("trial", TRIAL, rulebook.pack.code))])
    try:
        model.spans(trial)
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise ModelError(f"model {folder}: its parts do not fit one another ({type(error).__name__})") from None
    return model


def check_models(folders: Sequence[Path], languages: Sequence[str]) -> None:
    """Refuses models that cannot be opened or that no language of a run is for.

    Raises:
        MissingError, ModelError: As ``read_card``.
        ConfigError: If a model reads none of the languages.
        ExtraError: If a part that one needs is not installed.
    """
    for folder in folders:
        card = read_card(folder)
        members = read_members(folder, card).values() if card.kind == HYBRID else (folder,)
        for kind in {read_card(member).kind for member in members} & NEEDS.keys():
            require(NEEDS[kind], f"model {folder}")
        if card.kind == FINDER:
            beliefs_of(folder, card)
        if not set(card.languages) & set(languages):
            raise ConfigError(f"model {folder} reads {', '.join(card.languages)}, not {', '.join(languages)}")


def _crf(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.crf.recogniser import Crf

    return Crf(folder, rulebook)


def _finder(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.finder.model import Finder

    return Finder(folder, rulebook)


def _bilstm(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.neural.recogniser import BiLSTM

    return BiLSTM(folder, rulebook)


def _transformer(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.neural.transformer import Transformer

    return Transformer(folder, rulebook)


# Parts that are not always installed, by the kind of model that needs them.
NEEDS: Mapping[str, str] = {"crf.v1": CRF, "bilstm.v1": NEURAL, "transformer.v1": TRANSFORMER}
# Kinds of trained models; what they need is imported when one is opened.
MODELS: Mapping[str, Callable[[Path, RuleBook], Model]] = {
    "crf.v1": _crf,
    FINDER: _finder,
    "bilstm.v1": _bilstm,
    "transformer.v1": _transformer,
}
