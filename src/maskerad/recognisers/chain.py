"""The recognisers of a run: rules in order, and trained models beside them."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from maskerad.recognisers.base import Recogniser
from maskerad.recognisers.model_folder import read_card
from maskerad.recognisers.registry import make_rules
from maskerad.recognisers.rules.rulebook import RuleBook


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
        from maskerad.recognisers.models import combined  # needs numpy, which rules alone do not

        return [combined(fitting, rulebook, names)]
    return make_rules(names, rulebook)
