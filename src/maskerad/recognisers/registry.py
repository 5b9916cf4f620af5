"""The one table of recognisers: versioned name to factory, resolved on request.

Third parties add entry points of the group ``maskerad.recognisers``; nothing registers itself on import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.schemes import CORE
from maskerad.recognisers.base import Model, Recogniser
from maskerad.recognisers.hybrid.folder import KIND as HYBRID
from maskerad.recognisers.hybrid.folder import dial_of, policy_of, read_members
from maskerad.recognisers.hybrid.recogniser import Choir, Hybrid, Union
from maskerad.recognisers.known import Known
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.rules.joining import Joining
from maskerad.recognisers.rules.modules import CommonWords, Dictionary, Learning, Titles
from maskerad.recognisers.rules.propagation import Propagation
from maskerad.recognisers.rules.recogniser import Grammar, Patterns
from maskerad.recognisers.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoints

Factory = Callable[[RuleBook], Recogniser]

RECOGNISERS: Mapping[str, Factory] = {
    "known.v1": Known,
    "rules.patterns.v1": Patterns,
    "rules.grammar.v1": Grammar,
    "rules.titles.v1": Titles,
    "rules.common_words.v1": CommonWords,
    "rules.dictionary.v1": Dictionary,
    "rules.learning.v1": lambda rulebook: Learning(),
    "rules.propagation.v1": Propagation,
    "rules.joining.v1": Joining,
}
DEFAULT_CHAIN = (
    "known.v1",
    "rules.patterns.v1",
    "rules.grammar.v1",
    "rules.common_words.v1",
    "rules.titles.v1",
    "rules.dictionary.v1",
    "rules.propagation.v1",
    "rules.joining.v1",
)
# What marks further mentions of what was found, or joins spans: models come before it.
SPREADING = frozenset({"rules.learning.v1", "rules.propagation.v1", "rules.joining.v1"})
GROUP = "maskerad.recognisers"


def recogniser_names() -> list[str]:
    """All names, the built-in ones first.

    Raises:
        ConfigError: If an installed package offers a name that exists already.
    """
    added = [entry.name for entry in _entry_points()]
    twice = sorted({name for name in added if name in RECOGNISERS or added.count(name) > 1})
    if twice:
        raise ConfigError(f"recognisers offered twice: {', '.join(twice)}")
    return [*RECOGNISERS, *sorted(added)]


def make_chain(names: Sequence[str], rulebook: RuleBook, models: Sequence[Path] = ()) -> list[Recogniser]:
    """Recognisers in the given order; with trained models for the language, one recogniser that holds them all.

    Models come before those rules that spread what was found.

    Raises:
        UnknownNameError: If there is no recogniser of some name, or none of the kind of a model.
        MissingError, ModelError: If a model folder is not there or does not fit.
        ConfigError: If a model was trained beside recognisers that the chain lacks.
    """
    fitting = [folder for folder in models if rulebook.pack.code in read_card(folder).languages]
    if fitting:
        return [_combined(fitting, rulebook, names)]
    return [_factory(name)(rulebook) for name in names]


def make_choir(members: Mapping[str, Path], rulebook: RuleBook, names: Sequence[str], scheme: str = CORE) -> Choir:
    """Rules and models side by side.

    Args:
        members: Name to folder of each model.
        rulebook: Of the language that they will read.
        names: Of the other recognisers, in order.
        scheme: In which models and rules are compared.

    Raises:
        As ``make_chain``.
    """
    place = next((at for at, name in enumerate(names) if name in SPREADING), len(names))
    rules = [_factory(name)(rulebook) for name in names]
    models = {name: make_model(folder, rulebook, names[:place]) for name, folder in members.items()}
    return Choir(rules[:place], models, rules[place:], scheme)


def _combined(folders: Sequence[Path], rulebook: RuleBook, names: Sequence[str]) -> Recogniser:
    """A hybrid, or plain models whose every word is believed."""
    cards = [read_card(folder) for folder in folders]
    if not any(card.kind == HYBRID for card in cards):
        return Union(make_choir({str(folder): folder for folder in folders}, rulebook, names))
    if len(folders) > 1:
        raise ConfigError("a hybrid speaks for all its members: give it alone, or train one with the other model too")
    members = read_members(folders[0], cards[0])
    choir = make_choir(members, rulebook, names, cards[0].scheme)
    policy = policy_of(folders[0], cards[0], members)
    return Hybrid(choir, policy, cards[0], dial_of(folders[0], cards[0], members))


def make_model(folder: Path, rulebook: RuleBook, before: Sequence[str]) -> Model:
    """The recogniser of a model folder.

    Args:
        folder: Where the model is.
        rulebook: Of the language that it will read.
        before: Names of the recognisers that run before it.

    Raises:
        As ``make_chain``.
    """
    card = read_card(folder)
    if card.kind not in MODELS:
        raise UnknownNameError("kind of model", card.kind, MODELS)
    lacking = [name for name in card.beside if name not in before]
    if lacking:
        raise ConfigError(f"model {folder} was trained beside recognisers that do not run: {', '.join(lacking)}")
    return MODELS[card.kind](folder, rulebook)


def check_models(folders: Sequence[Path], languages: Sequence[str]) -> None:
    """Refuses models that cannot be opened or that no language of a run is for.

    Raises:
        MissingError, ModelError: As ``read_card``.
        ConfigError: If a model reads none of the languages.
    """
    for folder in folders:
        card = read_card(folder)
        if card.kind == HYBRID:
            read_members(folder, card)
        if not set(card.languages) & set(languages):
            raise ConfigError(f"model {folder} reads {', '.join(card.languages)}, not {', '.join(languages)}")


def _crf(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.crf.recogniser import Crf

    return Crf(folder, rulebook)


def _bilstm(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.neural.recogniser import BiLSTM

    return BiLSTM(folder, rulebook)


def _transformer(folder: Path, rulebook: RuleBook) -> Model:
    from maskerad.recognisers.neural.transformer import Transformer

    return Transformer(folder, rulebook)


# Kinds of trained models; what they need is imported when one is opened.
MODELS: Mapping[str, Callable[[Path, RuleBook], Model]] = {
    "crf.v1": _crf,
    "bilstm.v1": _bilstm,
    "transformer.v1": _transformer,
}


def _factory(name: str) -> Factory:
    if name in RECOGNISERS:
        return RECOGNISERS[name]
    for entry in _entry_points():
        if entry.name == name:
            factory: Factory = entry.load()
            return factory
    raise UnknownNameError("recogniser", name, recogniser_names())


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to import, and mostly not needed

    return entry_points(group=GROUP)
