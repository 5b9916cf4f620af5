"""What a worker process holds: one engine for each combination of language and choices that it was lately asked for."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from maskerad.core import Document, Quarantined, Record, Released, Span, SpanSet
from maskerad.core.errors import ConfigError, InputError, MaskeradError, UnknownNameError
from maskerad.core.keyed import Keyed
from maskerad.core.schemes import load_scheme
from maskerad.pipeline.anonymous import anonymous_id
from maskerad.pipeline.configuration.policy import parse_policy
from maskerad.pipeline.configuration.scopes import parse_scopes
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.foreign import without_foreign
from maskerad.pipeline.known_people import NOBODY, KnownPeople, known_people_of
from maskerad.recognisers.model_folder import read_card
from maskerad.web.service.answers import ServiceDocument, ServiceSpan
from maskerad.web.service.jobs import DETECT, Job, Refused

ENGINES_MAX = 8  # more combinations than a service meets in a minute; one holds little beside the shared packs

Outcome = Released | Quarantined | SpanSet
Choices = tuple[str, tuple[tuple[str, str], ...], tuple[tuple[str, str], ...]]


@dataclass(frozen=True, slots=True)
class _Engine:
    detector: Detector
    deidentifier: Deidentifier


class Engines:
    """Answers jobs. The answer depends on the job, the settings and the key alone: nothing is remembered of texts.

    Args:
        settings: Of the service.
        key: 32 bytes that decide every surrogate.
    """

    def __init__(self, settings: Settings, key: bytes) -> None:
        self._settings, self._key, self._keyed = settings, key, Keyed(key)
        self._engines: OrderedDict[Choices, _Engine] = OrderedDict()

    def load(self) -> None:
        """Opens every language, so that no request waits for it."""
        for code in self._settings.languages:
            self._engine(Job(DETECT, (), language=code)).deidentifier.release(Record("", (Document("", "."),)))

    def answer(self, job: Job) -> list[ServiceDocument] | Refused:
        """What came of each document, in order."""
        try:
            return self._answered(job)
        except ConfigError as error:  # a choice that is not allowed: the same for every document
            return Refused(422, error.code, str(error.args[0]))
        except MaskeradError as error:
            return _quarantined(job, error.code, str(error.args[0]) if error.args else error.code)
        except Exception as error:  # noqa: BLE001  text never leaves by accident, nor in the words of an error
            return _quarantined(job, MaskeradError.code, f"unexpected {type(error).__name__}")

    def _answered(self, job: Job) -> list[ServiceDocument] | Refused:
        try:
            names, engine, record = _Names(job.scheme), self._engine(job), self._record(job)
        except InputError as error:  # what is known beforehand is not what it must be
            return Refused(422, error.code, str(error.args[0]))
        outcomes: Sequence[Outcome] = (
            without_foreign(record, engine.detector.detect)
            if job.kind == DETECT
            else engine.deidentifier.release(record)
        )
        return [_told(text.id, job.record, outcome, names) for text, outcome in zip(job.texts, outcomes, strict=True)]

    def _record(self, job: Job) -> Record:
        for text in job.texts:
            self._check_language(text.language)
        record = job.record or anonymous_id("\0".join(text.text for text in job.texts), self._keyed)
        texts = tuple(
            Document(f"{number:06}", text.text, text.language or job.language, record)
            for number, text in enumerate(job.texts)
        )
        return _people(job.known, record).completed(Record(record, texts))

    def _engine(self, job: Job) -> _Engine:
        choices = (job.language, job.strategies, job.scopes)
        engine = self._engines.get(choices)
        if engine is None:
            settings = self._chosen(job)
            engine = _Engine(Detector(settings), Deidentifier(settings, self._key))
            self._engines[choices] = engine
            if len(self._engines) > ENGINES_MAX:
                self._engines.popitem(last=False)
        self._engines.move_to_end(choices)
        return engine

    def _check_language(self, code: str) -> None:
        if code and code not in self._settings.languages:
            raise UnknownNameError("language of this service", code, self._settings.languages)

    def _chosen(self, job: Job) -> Settings:
        settings = self._settings
        if job.language:
            self._check_language(job.language)
            models = tuple(folder for folder in settings.models if job.language in read_card(folder).languages)
            settings = replace(settings, languages=(job.language,), is_auto=False, models=models)
        policy = parse_policy([f"{label}={strategy}" for label, strategy in job.strategies], settings.policy)
        scopes = parse_scopes([f"{label}={scope}" for label, scope in job.scopes], policy.scopes)
        return replace(settings, policy=replace(policy, scopes=scopes))


class _Names:
    """Labels as the caller's scheme has them."""

    def __init__(self, scheme: str) -> None:
        self._scheme = None if scheme == "core" else load_scheme(scheme)

    def has(self, span: Span) -> bool:
        """Whether the scheme has a label for it."""
        return self._scheme is None or bool(self._scheme.from_core.get(span.label))

    def told(self, span: Span, new: Span | None = None) -> ServiceSpan:
        """The span as it is told."""
        label = span.label if self._scheme is None else self._scheme.from_core[span.label]
        place = (new.start, new.end) if new else (None, None)
        return ServiceSpan(span.start, span.end, label, span.score, span.source.recogniser, span.source.rule, *place)


def _told(document: str, record: str, outcome: Outcome, names: _Names) -> ServiceDocument:
    if isinstance(outcome, Quarantined):
        why = (outcome.stage, outcome.code, outcome.reason)
        return ServiceDocument(document, "quarantined", record, None, (), *why)
    if isinstance(outcome, SpanSet):
        return ServiceDocument(document, "detected", record, None, tuple(map(names.told, filter(names.has, outcome))))
    places = {outcome.offsets.to_old(new.start): new for new in outcome.new_spans}
    spans = tuple(names.told(span, places.get(span.start)) for span in outcome.spans if names.has(span))
    return ServiceDocument(document, "released", record, outcome.text, spans)


def _people(rows: tuple[Mapping[str, str], ...], record: str) -> KnownPeople:
    return known_people_of([{**row, "record": record} for row in rows]) if rows else NOBODY


def _quarantined(job: Job, code: str, reason: str) -> list[ServiceDocument]:
    return [ServiceDocument(text.id, "quarantined", job.record, None, (), "record", code, reason) for text in job.texts]
