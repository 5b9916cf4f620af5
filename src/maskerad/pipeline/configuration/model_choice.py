"""Which trained models a run works with: those that ship, none, or folders that somebody named."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.models import is_shipped, shipped_model
from maskerad.pipeline.configuration.settings import Settings
from maskerad.recognisers import recogniser_names
from maskerad.recognisers.model_folder import read_card

NONE = Path("none")
MODEL = "model"  # among the names of recognisers: the trained model


def with_models(settings: Settings, named: Sequence[Path] = (), recognisers: Sequence[str] = ()) -> Settings:
    """Settings with the models of a run, and with the recognisers beside them.

    Args:
        settings: With the languages.
        named: Folders, each of which takes the place of the shipped model of its languages; ``none`` for no model;
            nothing for those that ship.
        recognisers: Names in order, "model" among them where the model shall run; with "model" alone it runs alone.
            Nothing for all rules and the model.

    Raises:
        UnknownNameError: If there is no recogniser of some name.
        ConfigError: If nothing would run, or the choices contradict one another.
        MissingError, ModelError: If a model is not there or does not fit.
    """
    if NONE in named and (len(named) > 1 or MODEL in recognisers):
        raise ConfigError("no model and a model were both asked for")
    if recognisers:
        settings = replace(settings, chain=_rules(recognisers))
    if NONE in named or (recognisers and MODEL not in recognisers and not named):
        folders: tuple[Path, ...] = ()
    else:
        folders = (*named, *_shipped_beside(settings, named))
    chosen = replace(settings, models=folders)
    _check_somebody_reads(chosen)
    return chosen


def told_models(settings: Settings) -> list[str]:
    """What a run says of its models: languages, kind and fingerprint of each, and whether it ships."""
    return [_told(folder, settings) for folder in settings.models]


def _told(folder: Path, settings: Settings) -> str:
    card = read_card(folder)
    languages = ",".join(code for code in settings.languages if code in card.languages)
    return f"{languages} {card.kind} {card.fingerprint}{' (shipped)' if is_shipped(folder) else ''}"


def _rules(recognisers: Sequence[str]) -> tuple[str, ...]:
    known = recogniser_names()
    for name in recognisers:
        if name not in (MODEL, *known):
            raise UnknownNameError("recogniser", name, [*known, MODEL])
    return tuple(name for name in recognisers if name != MODEL)


def _shipped_beside(settings: Settings, named: Sequence[Path]) -> list[Path]:
    """The shipped models of those languages that no named model reads."""
    read = {code for folder in named for code in read_card(folder).languages}
    paths = (shipped_model(code) for code in settings.languages if code not in read)
    return [folder for folder in paths if folder is not None]


def _check_somebody_reads(settings: Settings) -> None:
    """Refuses a run in which nothing would look at the texts of a language."""
    if settings.chain:
        return
    read = {code for folder in settings.models for code in read_card(folder).languages}
    unread = [code for code in settings.languages if code not in read]
    if unread:
        raise ConfigError(f"nothing would look for anything in {', '.join(unread)}: there is neither rule nor model")
