"""The one table of recognisers: versioned name to factory, resolved on request.

Third parties add entry points of the group ``maskerad.recognisers``; nothing registers itself on import.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError, PluginError, RecogniserError, UnknownNameError
from maskerad.recognisers.base import Evidence, Findings, Recogniser
from maskerad.recognisers.known import Known
from maskerad.recognisers.rules.joining import Joining
from maskerad.recognisers.rules.modules import CommonWords, Dictionary, Learning, Titles
from maskerad.recognisers.rules.propagation import Propagation
from maskerad.recognisers.rules.recogniser import Grammar, Patterns
from maskerad.recognisers.rules.rulebook import RuleBook

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint, EntryPoints

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


def make_rules(names: Sequence[str], rulebook: RuleBook) -> list[Recogniser]:
    """Recognisers in the given order, without models.

    Raises:
        UnknownNameError: If there is none of some name.
        PluginError: If one of an installed package cannot be made.
    """
    return [_factory(name)(rulebook) for name in names]


def _factory(name: str) -> Factory:
    if name in RECOGNISERS:
        return RECOGNISERS[name]
    for entry in _entry_points():
        if entry.name == name:
            return partial(_plugin, entry)
    raise UnknownNameError("recogniser", name, recogniser_names())


@dataclass(frozen=True)
class _Plugin:
    """A recogniser of an installed package, whose errors say no more than that it failed."""

    name: str
    inner: Recogniser

    def recognise(self, evidence: Evidence) -> Findings:
        try:
            return self.inner.recognise(evidence)
        except Exception as error:  # noqa: BLE001  whatever it says may hold text of the record
            raise RecogniserError(self.name, error) from None


def _plugin(entry: EntryPoint, rulebook: RuleBook) -> Recogniser:
    try:
        return _Plugin(entry.name, entry.load()(rulebook))
    except Exception as error:  # noqa: BLE001  an import may fail in any way
        raise PluginError(entry.name, error) from None


def _entry_points() -> EntryPoints:
    from importlib.metadata import entry_points  # slow to import, and mostly not needed

    return entry_points(group=GROUP)
