"""What is wrong in rule files of the user's own: every mistake of every rule, without compiling the language."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import regex

from maskerad.core import load_scheme
from maskerad.core.errors import ConfigError, FormatError, did_you_mean
from maskerad.languages import LanguagePack
from maskerad.languages.shape import shape_problems
from maskerad.languages.toml_file import Problem, TomlFile
from maskerad.recognisers.rules.alphabet import Alphabet, atoms_of, literal_atom
from maskerad.recognisers.rules.grammar import SIGNS, expressions_of, place_names, read_token_rule
from maskerad.recognisers.rules.patterns import PLACES, read_text_rule
from maskerad.recognisers.rules.programs import Programs
from maskerad.recognisers.rules.rulebook import atom_names, word_groups
from maskerad.recognisers.rules.sources import KINDS, RuleSources, Table, entries_of, texts_of

_QUOTED = literal_atom("")


@dataclass(frozen=True, slots=True)
class _Rule:
    """A rule as it stands in a file of the user's own."""

    file: TomlFile
    kind: str
    number: int
    entry: Table

    @property
    def name(self) -> str:
        return str(self.entry.get("name", ""))

    @property
    def is_off(self) -> bool:
        return bool(self.entry.get("off"))

    def problem(self, key: str, what: str) -> Problem:
        """What is wrong at one of its keys."""
        where = (self.kind, self.number, key) if key in self.entry else (self.kind, self.number)
        return self.file.problem(where, f"rule {self.name!r}: {what}" if self.name else what)


class RuleCheck:
    """Checks rule files against the pack that they extend.

    Args:
        pack: The language with the user's own files.
        own: Those of its rule files that are the user's own and are TOML.
    """

    def __init__(self, pack: LanguagePack, own: Sequence[TomlFile]) -> None:
        self._pack, self._own = pack, own
        paths = {file.path for file in own}
        self._shipped = [path for path in pack.rule_files() if path not in paths]

    def problems(self) -> list[Problem]:
        """All of them, in the order of the files; of keys and types first."""
        problems = [problem for file in self._own for problem in shape_problems(file, "rules")]
        return [*problems, *self._of_macros(), *(problem for rule in self._rules for problem in self._of_rule(rule))]

    @cached_property
    def list_names(self) -> frozenset[str]:
        """Every name of a list or group that some rule of the language uses."""
        written = (*self._sources.expressions(), *self._sources.atoms.values())
        return frozenset(atom for expression in dict.fromkeys(written) for atom in _named(expression))

    @cached_property
    def _rules(self) -> list[_Rule]:
        return [
            _Rule(file, kind, number, entry)
            for file in self._own
            for kind in KINDS
            for number, entry in enumerate(entries_of(file, kind))
        ]

    @cached_property
    def _others(self) -> RuleSources:
        """The rules that are there without the user's own; files that cannot be read are told elsewhere."""
        sources = RuleSources()
        for path in self._shipped:
            try:
                sources.add(TomlFile.read(path))
            except FormatError:
                continue
        return sources

    @cached_property
    def _sources(self) -> RuleSources:
        """All that can be read: the other rules, and the user's own where their patterns are of the notation."""
        merged = RuleSources(dict(self._others.macros), dict(self._others.atoms), dict(self._others.rules))
        for file in self._own:
            macros = texts_of(file, "macros")
            merged.macros |= {name: pattern for name, pattern in macros.items() if not _faults(pattern)}
            merged.atoms |= texts_of(file, "atoms")
        for rule in self._rules:
            if rule.kind == "text" or not _faults(str(rule.entry.get("pattern", ""))):
                merged.rules[rule.name] = rule.entry | {"kind": rule.kind}
        return merged

    @cached_property
    def _alphabet(self) -> _NamesOnly:
        names = self._sources.names()
        return _NamesOnly({*atom_names(self._pack, names), *self._sources.atoms})

    @cached_property
    def _macros(self) -> dict[str, str]:
        return self._others.macros | {
            name: text for file in self._own for name, text in texts_of(file, "macros").items()
        }

    def _of_macros(self) -> Iterator[Problem]:
        for file in self._own:
            for name, pattern in texts_of(file, "macros").items():
                faults = _faults(pattern) or self._alphabet.faults(expressions_of(pattern))
                yield from (file.problem(("macros", name), fault) for fault in faults)
            for name, expression in texts_of(file, "atoms").items():
                yield from (file.problem(("atoms", name), fault) for fault in self._alphabet.faults([expression]))

    def _of_rule(self, rule: _Rule) -> Iterator[Problem]:
        if not rule.name:
            yield rule.problem("name", "a rule needs a name")
        elif rule.is_off and rule.name not in self._others.rules:
            yield rule.problem(
                "name", f"takes away a rule that is not there{did_you_mean(rule.name, self._others.rules)}"
            )
        elif any(other is not rule and other.name == rule.name for other in self._rules):
            yield rule.problem("name", "stands twice; a rule of the same name takes the earlier one's place")
        if not rule.is_off:
            yield from self._of_patterns(rule)

    def _of_patterns(self, rule: _Rule) -> Iterator[Problem]:
        places = [(key, name) for key in PLACES if key in rule.entry for name in place_names(str(rule.entry[key]))]
        faults = [(key, fault) for key, name in places if name not in SIGNS for fault in self._alphabet.faults([name])]
        yield from (rule.problem(key, fault) for key, fault in faults)
        if not faults:
            try:
                self._compile(rule)
            except ConfigError as error:
                yield rule.problem("pattern", str(error.args[0]).removeprefix(f"rule {rule.name!r}: "))

    def _compile(self, rule: _Rule) -> None:
        """Reads and compiles a rule as a run would.

        Raises:
            ConfigError: If that fails, or it would mark nothing or with an unknown label.
        """
        if rule.kind == "text":
            text_rule = read_text_rule(rule.name, rule.entry, self._alphabet, word_groups(self._pack), Programs())
            if not text_rule.source.strip():
                raise ConfigError("an empty pattern marks nothing")
            for written in (text_rule.source, text_rule.before_source):
                _check_syntax(written)
            _ = text_rule.group, text_rule.before
            return
        token_rule = read_token_rule(rule.name, rule.entry, self._alphabet, self._macros, Programs())
        _ = token_rule.pattern
        for label in set(token_rule.labels) - {rule.entry["label"]}:  # its own is checked with its keys
            known = load_scheme("core").labels
            if label not in known:
                raise ConfigError(f"unknown label {label!r}{did_you_mean(label, known)}")


class _NamesOnly(Alphabet):
    """An alphabet that knows which expressions can be read and not which tokens satisfy them."""

    def __init__(self, names: Collection[str]) -> None:
        super().__init__({}, [], {})
        self._names = names

    def bits(self, expressions: Iterable[str]) -> int:
        """None; for its errors."""
        for fault in self.faults(expressions):
            raise ConfigError(fault)
        return 0

    def charset(self, expression: str) -> str:
        """A stand-in of the right width."""
        self.bits([expression])
        return "x"

    def faults(self, expressions: Iterable[str]) -> list[str]:
        """What is wrong with expressions."""
        return [fault for expression in dict.fromkeys(expressions) for fault in self._of(expression)]

    def _of(self, expression: str) -> Iterator[str]:
        try:
            atoms = atoms_of(expression)
        except ConfigError as error:
            yield str(error.args[0])
            return
        for atom in dict.fromkeys(atoms):
            if not atom.startswith(_QUOTED) and atom not in self._names:
                yield f"<{expression}>: no list or class {atom!r}{did_you_mean(atom, self._names)}"


def _check_syntax(pattern: str) -> None:
    """Checks a regular expression as it is written; what makes it fit for ``re`` would close an open bracket."""
    try:
        regex.compile(pattern, regex.VERBOSE | regex.V0)
    except regex.error as error:
        raise ConfigError(f"not a regular expression: {error}") from None


def _named(expression: str) -> list[str]:
    """The lists and classes that an expression names, none where it cannot be read."""
    try:
        return [atom for atom in atoms_of(expression) if not atom.startswith(_QUOTED)]
    except ConfigError:
        return []


def _faults(pattern: str) -> list[str]:
    """What keeps a token pattern from being read at all."""
    try:
        list(expressions_of(pattern))
    except ConfigError as error:
        return [str(error.args[0])]
    return []
