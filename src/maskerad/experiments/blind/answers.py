"""What an evaluator said: one file each, written whole or not at all, without a word of any record."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, InputError
from maskerad.corpora.files.atomic import Destination, atomic_file
from maskerad.experiments.blind.study import ANSWERS_FOLDER, Place, read_json

FORMAT = "maskerad-blind-answers-1"
MARKS_MAX = 2_000
_NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")


class Verdict(StrEnum):
    """What an evaluator takes a record for."""

    REAL = "real"
    PSEUDONYMISED = "pseudonymised"


class Reason(StrEnum):
    """Why; the kinds of the paper's section 6. A closed list, as free words could repeat a record's."""

    NAME = "name"
    GENDER = "gender"
    FAMILY = "family"
    DATE = "date"
    PLACE = "place"
    CARE_UNIT = "care-unit"
    NUMBER = "number"
    LANGUAGE = "language"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Judgement:
    """Of one item.

    Attributes:
        verdict: What it is taken for; None as long as only marks were made.
        marks: Words that seem replaced, as offsets into the item's text.
        reasons: Why, for those who say.
    """

    verdict: Verdict | None
    marks: tuple[Place, ...] = ()
    reasons: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Answers:
    """All that one evaluator said of one study."""

    study: str
    evaluator: str
    judgements: Mapping[str, Judgement] = field(default_factory=dict)

    def with_judgement(self, item: str, judgement: Judgement) -> Answers:
        """The same with another judgement of an item."""
        return replace(self, judgements={**self.judgements, item: judgement})


def check_evaluator(name: str) -> str:
    """Returns the name of an evaluator if a file may be called so.

    Raises:
        ConfigError: If it may not.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError("the name of an evaluator has 1 to 40 letters A-Z, digits, - and _")
    return name


def answers_path(folder: Path, evaluator: str) -> Path:
    """Where the answers of an evaluator are kept.

    Raises:
        ConfigError: If the name will not do.
    """
    return folder / ANSWERS_FOLDER / f"{check_evaluator(evaluator)}.json"


def save_answers(folder: Path, answers: Answers) -> None:
    """Writes the answers of an evaluator over those before."""
    with atomic_file(Destination(answers_path(folder, answers.evaluator), overwrite=True)) as file:
        file.write((json.dumps(as_dict(answers), indent=1) + "\n").encode())


def load_answers(folder: Path, study: str, evaluator: str) -> Answers:
    """What an evaluator said so far; nothing at first.

    Raises:
        FormatError, InputError: If the file is not in form, or about another study.
    """
    path = answers_path(folder, evaluator)
    return read_answers(path, study) if path.exists() else Answers(study, evaluator)


def read_answers(path: Path, study: str) -> Answers:
    """Answers from a file, wherever it is from.

    Raises:
        MissingError, FormatError: If there is no such file, or it is not in form.
        InputError: If it is about another study.
        ConfigError: If the evaluator's name will not do.
    """
    content = read_json(path, FORMAT)
    if content.get("study") != study:
        raise InputError(f"{path}: answers to another study than {study}")
    rows = content.get("judgements")
    if not isinstance(rows, dict):
        raise FormatError(f"{path}: judgements are missing")
    judgements = {str(name): parse_judgement(row, f"{path}, item {name!r}") for name, row in rows.items()}
    return Answers(study, check_evaluator(str(content.get("evaluator", ""))), judgements)


def stored_answers(folder: Path, study: str) -> list[Answers]:
    """The answers of all evaluators of a study, by name.

    Raises:
        FormatError, InputError: If a file is not in form, or about another study.
    """
    paths = sorted((folder / ANSWERS_FOLDER).glob("*.json"))
    return [read_answers(path, study) for path in paths if not path.name.startswith(".")]


def parse_judgement(row: object, where: str) -> Judgement:
    """A judgement from its JSON.

    Args:
        row: Parsed.
        where: For the message.

    Raises:
        FormatError: If it is not in form; the message holds nothing of it.
    """
    if not isinstance(row, dict):
        raise FormatError(f"{where}: not a judgement")
    verdict, reasons = row.get("verdict"), row.get("reasons", [])
    if verdict not in (None, *Verdict):
        raise FormatError(f"{where}: verdict must be one of {', '.join(Verdict)}, or null")
    if not isinstance(reasons, list) or not all(reason in list(Reason) for reason in reasons):
        raise FormatError(f"{where}: reasons must be among {', '.join(Reason)}")
    marks = _marks(row.get("marks", []), where)
    return Judgement(Verdict(verdict) if verdict else None, marks, tuple(sorted(map(Reason, set(reasons)))))


def _marks(rows: object, where: str) -> tuple[Place, ...]:
    if not isinstance(rows, list) or len(rows) > MARKS_MAX or not all(map(_is_place, rows)):
        raise FormatError(f"{where}: marks must be at most {MARKS_MAX} pairs of offsets")
    return tuple(sorted({(start, end) for start, end in rows}))


def _is_place(row: object) -> bool:
    if not isinstance(row, Sequence) or len(row) != 2 or not all(type(offset) is int for offset in row):
        return False
    return bool(0 <= row[0] < row[1])


def as_dict(answers: Answers) -> dict[str, object]:
    """Answers as JSON has them."""
    return {
        "format": FORMAT,
        "study": answers.study,
        "evaluator": answers.evaluator,
        "judgements": {name: judgement_dict(judgement) for name, judgement in sorted(answers.judgements.items())},
    }


def judgement_dict(judgement: Judgement) -> dict[str, object]:
    """A judgement as JSON has it."""
    return {
        "verdict": judgement.verdict,
        "marks": [list(place) for place in judgement.marks],
        "reasons": list(judgement.reasons),
    }
