"""What is done with each label: a closed set of strategies, and how they are chosen.

    suppress                ***
    drop                    nothing: it is taken out
    tag                     [PATIENT]
    indexed                 [PATIENT-1], the same number for the same entity over its scope
    indexed:TEXT            "Person 1": the text with the number in place of its #
    surrogate               a realistic text of the same kind
    unissued                a number that its register gives to nobody; the tag where it gives all to somebody
    keep                    the original
    keep-times              the original, unless it names a month, a year or an era, which move with the dates
    keep-large              the original, if it is a whole county, state or continent, and no smaller region
    substitute:TEXT         a fixed text
    classes:FILE            a text for each value ("London" becomes ENGLISH_CITY), from a file of two columns

``label_choices`` says for which labels a choice holds, ``scopes`` over what a replacement is the same.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from functools import partial
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError, MissingError, UnknownNameError
from maskerad.core.schemes import load_scheme
from maskerad.core.span import Span
from maskerad.pipeline.configuration.label_choices import (
    EVERY_LABEL,
    FOREIGN_LINE,
    GENERIC_CARE,
    NATIONAL_ID,
    choice_name,
    laid_over,
    parsed_choices,
)
from maskerad.pipeline.configuration.scopes import DEFAULT_SCOPES, Scopes
from maskerad.text.folding import fold

SUPPRESSED = "***"
NUMBER_MARK = "#"


class Kind(Enum):
    """The strategies."""

    SUPPRESS = "suppress"
    DROP = "drop"
    TAG = "tag"
    INDEXED = "indexed"
    SUBSTITUTE = "substitute"
    CLASSES = "classes"
    SURROGATE = "surrogate"
    UNISSUED = "unissued"
    KEEP = "keep"
    KEEP_TIMES = "keep-times"
    KEEP_LARGE = "keep-large"


@dataclass(frozen=True, slots=True)
class Strategy:
    """One strategy with what it needs.

    Attributes:
        kind: Which one.
        text: The fixed text of ``substitute``; the text with a # for the number of ``indexed``, "" for its tag.
        values: Folded value to text, for ``classes``; a value that is not there gets its tag.
    """

    kind: Kind
    text: str = ""
    values: Mapping[str, str] = field(default_factory=dict, repr=False)

    def __str__(self) -> str:
        return f"{self.kind.value}:{self.text}" if self.text else self.kind.value


@dataclass(frozen=True, slots=True)
class Policy:
    """Strategies by label of the core scheme.

    Attributes:
        chosen: Labels, ``NATIONAL_ID`` or ``default``, to strategies.
        scopes: Over what a replacement is the same, by label.
    """

    chosen: Mapping[str, Strategy] = field(default_factory=dict)
    scopes: Scopes = DEFAULT_SCOPES
    _settled: dict[str, Strategy] = field(default_factory=dict, init=False, repr=False, compare=False)

    def strategy(self, span: Span) -> Strategy:
        """The strategy for a span.

        Raises:
            LabelError: If its label is not of the core scheme.

        Example:
            >>> parse_policy(["PERSON=tag"]).strategy(Span(0, 4, "PATIENT")).kind.value
            'tag'
        """
        name = choice_name(span.label, span.source.rule)
        if name not in self._settled:
            lineage = (name, *load_scheme("core").lineage(span.label), EVERY_LABEL)
            self._settled[name] = next(self.chosen[ancestor] for ancestor in lineage if ancestor in self.chosen)
        return self._settled[name]

    def updated(self, choices: Mapping[str, Strategy]) -> Policy:
        """This policy with other choices laid over it; a choice for a parent also replaces those of its children.

        Raises:
            UnknownNameError: If a name is no label of the core scheme.
        """
        return replace(self, chosen=laid_over(self.chosen, choices))


DEFAULT = Policy(
    {
        EVERY_LABEL: Strategy(Kind.SURROGATE),
        "SEX": Strategy(Kind.KEEP),
        "TIME": Strategy(Kind.KEEP_TIMES),
        "COUNTRY": Strategy(Kind.KEEP),
        "REGION": Strategy(Kind.KEEP_LARGE),
        NATIONAL_ID: Strategy(Kind.UNISSUED),
        GENERIC_CARE: Strategy(Kind.KEEP),
        FOREIGN_LINE: Strategy(Kind.DROP),
    }
)


def parse_policy(items: Iterable[str], base: Policy = DEFAULT, folder: Path | None = None) -> Policy:
    """Lays ``LABEL=strategy`` items over a policy; of two for one label, the later holds.

    Args:
        items: As written on the command line.
        base: What holds for all other labels.
        folder: Where the files of ``classes:`` are; by default the working folder.

    Raises:
        ConfigError: If an item is not of that form, or a strategy lacks what it needs.
        UnknownNameError: If a label or a strategy does not exist.
        MissingError, FormatError: If a file of values is not there or not in form.
    """
    parse = partial(parse_strategy, folder=folder)
    return base.updated(parsed_choices(items, "strategy", "PERSON=indexed", parse))


def policy_from_table(table: Mapping[str, object], base: Policy = DEFAULT, folder: Path | None = None) -> Policy:
    """Reads the ``[strategies]`` table of a project file.

    A value is a strategy as on the command line, or a table of values: ``CITY = { London = "ENGLISH_CITY" }``.

    Raises:
        As ``parse_policy``.
    """
    choices: dict[str, Strategy] = {}
    for name, value in table.items():
        if isinstance(value, str):
            choices[name] = parse_strategy(value, folder)
        elif isinstance(value, dict) and value and all(isinstance(text, str) for text in value.values()):
            choices[name] = _by_value({str(key): str(text) for key, text in value.items()})
        else:
            raise ConfigError(f"[strategies] {name}: must be a strategy or a table of value = text")
    return base.updated(choices)


def parse_strategy(text: str, folder: Path | None = None) -> Strategy:
    """One strategy from its written form.

    Example:
        >>> parse_strategy("substitute:a town").text
        'a town'
    """
    name, _, argument = text.partition(":")
    if name not in {kind.value for kind in Kind}:
        raise UnknownNameError("strategy", name, [kind.value for kind in Kind])
    kind = Kind(name)
    if kind is Kind.INDEXED and argument:
        return _indexed(argument)
    if (kind in (Kind.SUBSTITUTE, Kind.CLASSES)) != bool(argument):
        wanted = "needs a text or file after a colon" if not argument else "takes nothing after a colon"
        raise ConfigError(f"strategy {name!r}: {wanted}")
    if kind is Kind.CLASSES:
        return _by_value(read_classes((folder or Path()) / argument))
    return Strategy(kind, argument)


def _indexed(text: str) -> Strategy:
    if text.count(NUMBER_MARK) != 1:
        raise ConfigError(f"strategy 'indexed': write one {NUMBER_MARK} where the number goes, as in indexed:Person #")
    return Strategy(Kind.INDEXED, text)


def _by_value(values: Mapping[str, str]) -> Strategy:
    return Strategy(Kind.CLASSES, values={fold(value): text for value, text in values.items()})


def read_classes(path: Path) -> dict[str, str]:
    """Reads value and text pairs: a TOML file of ``value = "text"``, or lines of two tab-separated columns.

    Raises:
        MissingError: If there is no such file.
        FormatError: If it is not UTF-8, or a line does not hold two columns; the message names the line.
    """
    if not path.is_file():
        raise MissingError(f"classes file {path}: no such file")
    try:
        text = path.read_text(encoding="utf-8")
        table = tomllib.loads(text) if path.suffix == ".toml" else _two_columns(path, text)
    except UnicodeDecodeError as error:
        raise FormatError(f"classes file {path}: not UTF-8 at byte {error.start}") from None
    except tomllib.TOMLDecodeError:
        raise FormatError(f"classes file {path}: not TOML") from None
    if not all(isinstance(value, str) for value in table.values()):
        raise FormatError(f"classes file {path}: every value must be a text")
    return {key: str(value) for key, value in table.items()}


def _two_columns(path: Path, text: str) -> dict[str, object]:
    pairs: dict[str, object] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        if line and not line.startswith("#"):
            value, tab, label = line.partition("\t")
            if not tab or not value or not label:
                raise FormatError(f"classes file {path}, line {number}: need two columns with a tab between them")
            pairs[value] = label
    return pairs
