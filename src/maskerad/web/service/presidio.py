"""Answers in the shapes of Presidio's two services, for programs that call those today.

Source: the published API of presidio-analyzer and presidio-anonymizer 2.2 (routes, field names, operators and their
parameters). What differs is told: nothing is found by recognisers sent along, and ``encrypt`` is refused, as text
sealed in place is what the vault is for.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field

from maskerad.core.errors import BoundsError, ConfigError
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Source, Span
from maskerad.recognisers.resolve import resolve
from maskerad.web.service.answers import ServiceDocument, ServiceSpan
from maskerad.web.service.bodies import Prose

SCHEME = "presidio"
DEFAULT = "DEFAULT"
_SENT = Source("sent along")


class AnalyzeIn(BaseModel):
    """Presidio's request to analyse. Fields that change nothing here are taken and left."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={"examples": [{"text": "My name is Susan Whitfield, call 802-555-0143.", "language": "en"}]},
    )

    text: Prose | list[Prose]
    language: str = Field(max_length=20)
    entities: list[str] | None = Field(None, max_length=200)
    score_threshold: float = Field(0.0, ge=0, le=1)
    allow_list: list[str] = Field(default_factory=list, max_length=10_000)
    ad_hoc_recognizers: list[Any] = Field(default_factory=list, max_length=0)
    return_decision_process: bool = False


class AnalysisExplanation(BaseModel):
    """What found it, by which rule."""

    recognizer: str
    pattern_name: str | None
    score: float


class AnalyzeOut(BaseModel):
    """One result."""

    entity_type: str
    start: int
    end: int
    score: float
    recognition_metadata: dict[str, str]
    analysis_explanation: AnalysisExplanation | None = None


class ResultIn(BaseModel):
    """A result as the analyser gave it."""

    model_config = ConfigDict(extra="ignore")

    start: int = Field(ge=0)
    end: int = Field(ge=0)
    score: float = 1.0
    entity_type: str = Field(max_length=100)


class AnonymizeIn(BaseModel):
    """Presidio's request to anonymise: a text, what was found in it, and an operator for each kind."""

    model_config = ConfigDict(
        extra="ignore",
        json_schema_extra={
            "examples": [
                {
                    "text": "hello, my name is Susan",
                    "analyzer_results": [{"start": 18, "end": 23, "score": 0.8, "entity_type": "PERSON"}],
                    "anonymizers": {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}},
                }
            ]
        },
    )

    text: Prose
    analyzer_results: list[ResultIn] = Field(max_length=100_000)
    anonymizers: dict[str, dict[str, Any]] = Field(default_factory=dict, max_length=200)


class ItemOut(BaseModel):
    """What stands where a result stood."""

    operator: str
    entity_type: str
    start: int
    end: int
    text: str


class AnonymizeOut(BaseModel):
    """The new text and its items, the last first, as Presidio gives them."""

    text: str
    items: list[ItemOut]


def entities() -> list[str]:
    """The kinds that can be found: those of Presidio's scheme which a core label becomes."""
    return sorted(set(load_scheme(SCHEME).from_core.values()))


def results(answered: ServiceDocument, asked: AnalyzeIn, text: str) -> list[AnalyzeOut]:
    """What was found in a text, as Presidio tells it."""
    wanted, allowed = set(asked.entities or ()), set(asked.allow_list)
    return [
        _result(span, asked.return_decision_process)
        for span in answered.spans
        if span.score >= asked.score_threshold
        and (not wanted or span.label in wanted)
        and text[span.start : span.end] not in allowed
    ]


def _result(span: ServiceSpan, is_explained: bool) -> AnalyzeOut:
    explanation = AnalysisExplanation(recognizer=span.recogniser, pattern_name=span.rule or None, score=span.score)
    return AnalyzeOut(
        entity_type=span.label,
        start=span.start,
        end=span.end,
        score=span.score,
        recognition_metadata={"recognizer_name": span.recogniser},
        analysis_explanation=explanation if is_explained else None,
    )


def anonymize(asked: AnonymizeIn) -> AnonymizeOut:
    """Applies the operators. Overlapping results become disjoint ones that cover all of them.

    Raises:
        BoundsError: If a result is not in the text.
        ConfigError: If there is no such operator, or a parameter is missing or wrong.

    Example:
        >>> found = [{"start": 6, "end": 11, "entity_type": "PERSON"}]
        >>> anonymize(AnonymizeIn(text="I am Susan.", analyzer_results=found[:0])).text
        'I am Susan.'
    """
    spans = [_span(result, len(asked.text)) for result in asked.analyzer_results]
    pieces: list[str] = []
    items: list[ItemOut] = []
    end, n_chars = 0, 0
    for span in resolve(spans, text=asked.text):
        operator, value = _replaced(asked.text[span.start : span.end], span.label, asked.anonymizers)
        kept = asked.text[end : span.start]
        start = n_chars + len(kept)
        items.append(
            ItemOut(operator=operator, entity_type=span.label, start=start, end=start + len(value), text=value)
        )
        pieces += (kept, value)
        end, n_chars = span.end, start + len(value)
    pieces.append(asked.text[end:])
    return AnonymizeOut(text="".join(pieces), items=items[::-1])


def _span(result: ResultIn, n_chars: int) -> Span:
    if not result.start < result.end <= n_chars:
        raise BoundsError(f"a result {result.start}..{result.end} is not in the text of {n_chars} characters")
    return Span(result.start, result.end, result.entity_type, min(1.0, max(0.0, result.score)), _SENT)


def _replaced(text: str, kind: str, operators: Mapping[str, Mapping[str, Any]]) -> tuple[str, str]:
    operator = operators.get(kind, operators.get(DEFAULT, {"type": "replace"}))
    name = str(operator.get("type", "replace"))
    match name:
        case "replace":
            return name, str(operator.get("new_value") or f"<{kind}>")
        case "redact":
            return name, ""
        case "keep":
            return name, text
        case "mask":
            return name, _masked(text, operator)
        case "hash":
            return name, _hashed(text, operator)
    raise ConfigError(f"unknown operator {name[:40]!r}; known: hash, keep, mask, redact, replace")


def _masked(text: str, options: Mapping[str, Any]) -> str:
    char, n_chars = options.get("masking_char"), options.get("chars_to_mask")
    if not isinstance(char, str) or len(char) != 1:
        raise ConfigError("operator mask: masking_char must be one character")
    if not isinstance(n_chars, int) or isinstance(n_chars, bool):
        raise ConfigError("operator mask: chars_to_mask must be a whole number")
    n_masked = min(max(0, n_chars), len(text))
    if options.get("from_end", False):
        return text[: len(text) - n_masked] + char * n_masked
    return char * n_masked + text[n_masked:]


def _hashed(text: str, options: Mapping[str, Any]) -> str:
    kind, salt = options.get("hash_type", "sha256"), options.get("salt")
    if kind not in ("sha256", "sha512"):
        raise ConfigError("operator hash: hash_type must be sha256 or sha512")
    if not isinstance(salt, str) or len(salt) < 16:
        raise ConfigError(
            "operator hash: a salt of 16 characters or more is needed: a bare hash of a name is found by trying"
        )
    return hashlib.new(kind, (text + salt).encode()).hexdigest()


def of_many(answers: Sequence[list[AnalyzeOut]], is_list: bool) -> list[AnalyzeOut] | list[list[AnalyzeOut]]:
    """One list of results for one text, a list of lists for several."""
    return list(answers) if is_list else answers[0]
