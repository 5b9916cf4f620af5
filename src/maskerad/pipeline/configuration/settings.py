"""What a run of the pipeline is told."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.core.extras import JAPANESE, require
from maskerad.languages import load_pack
from maskerad.languages.pack import needs_morphemes, readable_codes
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.limits import Limits
from maskerad.pipeline.configuration.policy import DEFAULT, Policy
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.surrogates import BY_WEEKS, DateShift

AUTO = "auto"
NO_RULES = ColumnRules()


NO_MORE = Limits()


class Foreign(Enum):
    """What is done with lines in a language that is not configured."""

    QUARANTINE = "quarantine"
    DROP = "drop"
    KEEP = "keep"


@dataclass(frozen=True, slots=True)
class Settings:
    """Frozen choices of a run; workers receive a copy and make their own engine of it.

    Attributes:
        languages: Codes of the languages that texts may be in. With one, no text is asked for its language.
        is_auto: Whether the language of each text and line is chosen among several.
        chain: Names of recognisers, in order.
        policy: What is done with each label.
        foreign: What is done with lines in none of the languages; None when nobody said: they are quarantined where
            lines are asked for their language anyway, and not looked for with one language.
        quarantine_leaks: Whether a leak found at the end quarantines the record instead of being masked.
        shift: How dates move.
        columns: What is done with the columns beside the text of a table.
        codec: Encoding that the new texts are to be written in; surrogates have no character that it lacks.
        project: Folder with word lists and rules of the user's own, one folder a language.
        project_file: The project file that the settings were read from; None where there is none.
        limits: How much a record may ask for before it is quarantined.
        models: Folders of trained models; each is one more recogniser for the languages it was trained on.

    Raises:
        ConfigError: If no language is given, or a model reads none of the languages.
        UnknownNameError: If a language does not exist.
        ExtraError: If a part that a language or a model needs is not installed.
        MissingError, ModelError: If a model folder is not there or does not fit.
    """

    languages: tuple[str, ...]
    is_auto: bool = False
    chain: tuple[str, ...] = DEFAULT_CHAIN
    policy: Policy = field(default=DEFAULT, repr=False)
    foreign: Foreign | None = None
    quarantine_leaks: bool = False
    shift: DateShift = BY_WEEKS
    columns: ColumnRules = NO_RULES
    codec: str = "utf-8"
    project: Path | None = None
    project_file: Path | None = None
    limits: Limits = NO_MORE
    models: tuple[Path, ...] = ()

    def __post_init__(self) -> None:
        if not self.languages:
            raise ConfigError("no language given")
        for code in self.languages:
            if needs_morphemes(load_pack(code, self.project)):
                require(JAPANESE, f"language {code!r}")
        if self.models:
            from maskerad.recognisers.models import check_models  # needs numpy, which rules alone do not

            check_models(self.models, self.languages)

    @property
    def has_lines_identified(self) -> bool:
        """Whether each line is asked for its language, which needs a model."""
        return self.is_auto or self.foreign in (Foreign.QUARANTINE, Foreign.DROP)

    def with_foreign(self, choice: str) -> Settings:
        """The same with another choice for lines in none of the languages.

        Raises:
            UnknownNameError: If there is no such choice.
        """
        if choice not in {kind.value for kind in Foreign}:
            raise UnknownNameError("choice for foreign lines", choice, [kind.value for kind in Foreign])
        return replace(self, foreign=Foreign(choice))


def languages_named(language: str) -> tuple[str, ...]:
    """The codes in a ``--language`` value, whether there are such languages or not."""
    return tuple(code.strip() for code in language.split(",") if code.strip())


def settings_for(language: str, project: Path | None = None) -> Settings:
    """Settings from a ``--language`` value: a code, several with commas, or ``auto`` for all.

    Args:
        language: As on the command line.
        project: Folder with languages of the user's own.

    Example:
        >>> settings_for("sv,en").languages
        ('sv', 'en')
    """
    named = languages_named(language)
    chosen = readable_codes(project) if named == (AUTO,) else named
    return Settings(chosen, is_auto=len(chosen) > 1, project=project)
