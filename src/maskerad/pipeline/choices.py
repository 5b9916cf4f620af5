"""What somebody says of a run, on a command line or in a program: one assembly of settings for both."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.policy import Policy, parse_policy
from maskerad.pipeline.configuration.scopes import parse_scopes
from maskerad.pipeline.configuration.settings import AUTO, Settings, settings_for
from maskerad.pipeline.projects.project import read_project
from maskerad.surrogates import DateShift, shift_for
from maskerad.surrogates.dates.public_holidays import check_country


@dataclass(frozen=True, slots=True)
class Choices:
    """Choices as people write them; of what is not said, the project decides, and without one the default.

    Attributes:
        language: A code, several with commas, or "auto".
        project: Folder made by ``maskerad init``.
        foreign: What is done with lines in another language: "quarantine", "drop" or "keep".
        recognisers: Names in order, "model" among them where the model shall run.
        models: Folders in place of the models that ship; ``model_choice.NONE`` alone for rules alone.
        strategies: ``LABEL=strategy`` items.
        scopes: ``LABEL=scope`` items.
        shift: How dates move: "weeks", "weeks:52", "days", "days:30", "none".
        public_holidays: Country whose public holidays dates keep off and on.
    """

    language: str = ""
    project: Path | None = None
    foreign: str = ""
    recognisers: Sequence[str] = ()
    models: Sequence[Path] = ()
    strategies: Sequence[str] = field(default=(), repr=False)
    scopes: Sequence[str] = ()
    shift: str = ""
    public_holidays: str = ""

    def settings(self) -> Settings:
        """The settings of a run.

        Raises:
            UnknownNameError: If a language, label, strategy, scope, country or recogniser does not exist.
            MissingError: If the project or a model is not there.
            ModelError: If a model does not fit.
        """
        language = self.language
        own = read_project(self.project, language) if self.project else settings_for(language or AUTO)
        own = replace(own, policy=self._policy(own.policy), shift=self._shift(own.shift))
        if self.foreign:
            own = own.with_foreign(self.foreign)
        return with_models(own, self.models, self.recognisers)

    def _policy(self, own: Policy) -> Policy:
        policy = parse_policy(self.strategies, own)
        return replace(policy, scopes=parse_scopes(self.scopes, policy.scopes))

    def _shift(self, own: DateShift) -> DateShift:
        chosen = replace(shift_for(self.shift), country=own.country) if self.shift else own
        return replace(chosen, country=check_country(self.public_holidays)) if self.public_holidays else chosen
