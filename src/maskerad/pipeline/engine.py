"""The whole of Maskerad behind two methods, for programs that have one text in hand."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from maskerad.core import Document, Quarantined, Record, Released, SpanSet
from maskerad.core.errors import ReleaseError
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.policy import parse_policy
from maskerad.pipeline.project import KEY_FILE, read_project
from maskerad.pipeline.scopes import parse_scopes
from maskerad.pipeline.settings import Settings, settings_for
from maskerad.surrogates import KEY_BYTES, read_key

TEXT_ID = "text"


class Engine:
    """Detects and de-identifies texts and records.

    Args:
        settings: Languages, recognisers, strategies.
        key: 32 bytes that decide every surrogate.
    """

    def __init__(self, settings: Settings, key: bytes) -> None:
        self.settings = settings
        self._key = key

    @cached_property
    def _detector(self) -> Detector:
        return Detector(self.settings)

    @cached_property
    def _deidentifier(self) -> Deidentifier:
        return Deidentifier(self.settings, self._key)

    def detect(self, text: str) -> SpanSet:
        """Everything in a text that identifies somebody."""
        return self._detector.detect(_record(text))[0]

    def deidentify(self, text: str) -> Released:
        """A safe text with its spans and its map back.

        Raises:
            MaskeradError: If the text must not leave; the message does not hold any of it.
        """
        outcome = self._deidentifier.release(_record(text))[0]
        if isinstance(outcome, Quarantined):
            raise ReleaseError(f"quarantined at {outcome.stage}: {outcome.reason}")
        return outcome

    def detect_record(self, record: Record) -> list[SpanSet]:
        """The same for all documents of a record together: a name found in one is found in all."""
        return self._detector.detect(record)

    def deidentify_record(self, record: Record) -> list[Released | Quarantined]:
        """Every document of a record, with surrogates that agree over the record."""
        return self._deidentifier.release(record)


def _record(text: str) -> Record:
    return Record(TEXT_ID, (Document(TEXT_ID, text),))


def load(
    language: str = "auto",
    *,
    project: Path | str | None = None,
    strategies: tuple[str, ...] = (),
    scopes: tuple[str, ...] = (),
    models: tuple[Path | str, ...] = (),
) -> Engine:
    """Makes an engine.

    Args:
        language: A code, several with commas, or "auto".
        project: Folder made by ``maskerad init``: its settings and its key. Without one a fresh key is used and
            not kept.
        strategies: ``LABEL=strategy`` items, as on the command line.
        scopes: ``LABEL=scope`` items, likewise.
        models: Folders of trained models.

    Raises:
        UnknownNameError: If a language, label, strategy or scope does not exist.
        MissingError: If the project or its key is not there.
    """
    folder = Path(project) if project is not None else None
    settings = read_project(folder, language) if folder else settings_for(language)
    policy = parse_policy(strategies, settings.policy)
    settings = replace(settings, policy=replace(policy, scopes=parse_scopes(scopes, policy.scopes)))
    settings = replace(settings, models=tuple(Path(model) for model in models))
    return Engine(settings, read_key(folder / KEY_FILE) if folder else os.urandom(KEY_BYTES))
