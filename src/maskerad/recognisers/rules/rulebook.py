"""A language pack made ready to run: its lexicon, its alphabet and its compiled rules.

Rule files are TOML with three tables: ``[macros]`` (pieces of token patterns), ``[[token]]`` rules (see
``grammar``) and ``[[text]]`` rules (see ``patterns``). Files of a language come after the shared ones; a rule or
macro of the same name takes the earlier one's place, and ``off = true`` takes it away.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from maskerad.core.errors import ConfigError, FormatError
from maskerad.languages import LanguagePack
from maskerad.recognisers.rules.alphabet import Alphabet, literal_atom, make_alphabet
from maskerad.recognisers.rules.analysis import Analyser, DocumentAnalyser, MorphemeAnalyser
from maskerad.recognisers.rules.classes import Classes, name_bits
from maskerad.recognisers.rules.compiled import Parts, keep_compiled, read_compiled
from maskerad.recognisers.rules.grammar import SIGNS, TokenRule, expressions_of, literals_of, read_rule
from maskerad.recognisers.rules.lexicon import Lexicon
from maskerad.recognisers.rules.numbers import number_atoms, number_samples
from maskerad.recognisers.rules.patterns import PLACES, TextRule, read_text_rule
from maskerad.text.morphemes import make_morpheme_splitter
from maskerad.text.name_likelihood import NameLikelihood

Table = dict[str, object]

_NAME = re.compile(r"\w+")

# Lists that shared rules name: a pack without one of them has it empty.
STANDARD_LISTS = (
    "cities",
    "common",
    "countries",
    "eponyms",
    "family",
    "given_female",
    "given_male",
    "hospital_short",
    "hospitals",
    "languages",
    "medical",
    "nationalities",
    "organizations",
    "professions",
    "regions",
    "streets",
    "world_cities",
)


@dataclass(frozen=True)
class RuleBook:
    """The compiled rules of one pack.

    Attributes:
        pack: Where they come from.
        lexicon: Words and atoms.
        alphabet: Atoms to class characters.
        token_rules: In the order of the files.
        text_rules: The same for text rules.
    """

    pack: LanguagePack
    lexicon: Lexicon
    alphabet: Alphabet
    token_rules: tuple[TokenRule, ...]
    text_rules: tuple[TextRule, ...]
    analyser: DocumentAnalyser = field(repr=False)


@dataclass
class _Sources:
    """Everything the rule files of a pack say, merged."""

    macros: dict[str, str] = field(default_factory=dict)
    atoms: dict[str, str] = field(default_factory=dict)
    rules: dict[str, Table] = field(default_factory=dict)

    def read(self, path: Path) -> None:
        try:
            data = tomllib.loads(path.read_text(encoding="utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise FormatError(f"rule file {path.parent.parent.name}/{path.name}: {error}") from None
        self.macros |= data.get("macros", {})
        self.atoms |= data.get("atoms", {})
        for kind in ("token", "text"):
            for entry in data.get(kind, []):
                self.rules[self._name(entry, path)] = entry | {"kind": kind}

    def _name(self, entry: Table, path: Path) -> str:
        if "name" not in entry:
            raise ConfigError(f"rule file {path.name}: a rule without a name")
        return str(entry["name"])

    def active(self, kind: str) -> Iterator[tuple[str, Table]]:
        return ((name, rule) for name, rule in self.rules.items() if rule["kind"] == kind and not rule.get("off"))

    def token_patterns(self) -> list[str]:
        """All token patterns and macros."""
        return [*(str(rule.get("pattern", "")) for _, rule in self.active("token")), *self.macros.values()]

    def expressions(self) -> Iterator[str]:
        """Every expression over atoms that any rule uses."""
        for pattern in self.token_patterns():
            yield from expressions_of(pattern)
        for _, rule in self.active("text"):
            places = (str(rule[key]) for key in PLACES if key in rule)
            yield from (place for place in places if place not in SIGNS)

    def names(self) -> set[str]:
        """Every name of a list, group or alias in any expression."""
        return {name for source in (*self.expressions(), *self.atoms.values()) for name in _NAME.findall(source)}

    def quoted_words(self) -> set[str]:
        """Every word that any expression or pattern names in quotes."""
        sources = [*self.token_patterns(), *self.expressions(), *self.atoms.values()]
        return {word for source in sources for word in literals_of(source)}


@lru_cache(maxsize=32)
def load_rulebook(pack_code: str, extra: Path | None = None) -> RuleBook:
    """Loads and compiles the rules of a language; kept, so that a second call is free."""
    from maskerad.languages import load_pack

    return make_rulebook(load_pack(pack_code, extra))


def make_rulebook(pack: LanguagePack) -> RuleBook:
    """The rules of a pack, as they were kept or newly compiled.

    Raises:
        FormatError: If a rule file is not TOML.
        ConfigError: If a rule cannot be compiled; the message names it.
    """
    lexicon, alphabet, token_rules, text_rules = read_compiled(pack) or _compile(pack)
    classes = Classes(lexicon, alphabet, pack.strings("genitive", "names"), NameLikelihood.load().is_namelike)
    analyser = _make_analyser(pack, lexicon, alphabet, classes)
    return RuleBook(pack, lexicon, alphabet, token_rules, text_rules, analyser)


def _compile(pack: LanguagePack) -> Parts:
    sources = _Sources()
    for path in pack.rule_files():
        sources.read(path)
    lexicon = make_lexicon(pack, sources.names(), sources.quoted_words())
    alphabet = make_alphabet(lexicon, sources.atoms, sources.expressions())
    words = word_groups(pack)
    parts = (
        lexicon,
        alphabet,
        tuple(_token_rule(name, rule, alphabet, sources.macros) for name, rule in sources.active("token")),
        tuple(read_text_rule(name, rule, alphabet, words) for name, rule in sources.active("text")),
    )
    keep_compiled(pack, parts, sources.macros)
    return parts


def _make_analyser(pack: LanguagePack, lexicon: Lexicon, alphabet: Alphabet, classes: Classes) -> DocumentAnalyser:
    """Words by blanks, or by a morphological analyser where a language writes none."""
    if pack.config.get("words_by") == "morphemes":
        return MorphemeAnalyser(classes, make_morpheme_splitter())
    return Analyser(lexicon, alphabet, classes)


def _token_rule(name: str, rule: Table, alphabet: Alphabet, macros: dict[str, str]) -> TokenRule:
    missing = [key for key in ("pattern", "label") if key not in rule]
    if missing:
        raise ConfigError(f"rule {name!r}: missing {' and '.join(missing)}")
    score = rule.get("score", 0.9)
    return read_rule(
        name,
        str(rule["pattern"]),
        str(rule["label"]),
        alphabet,
        macros,
        float(score) if isinstance(score, int | float) else 0.9,
        str(rule.get("evidence", "")),
    )


def make_lexicon(pack: LanguagePack, names: set[str], quoted_words: set[str]) -> Lexicon:
    """The words of a pack that rules read: of its lists, and of the tables of ``pack.toml`` that name words or endings.

    Args:
        pack: The language.
        names: What the rules name; a list that none names is for surrogates alone.
        quoted_words: Words that rules quote.
    """
    lexicon = Lexicon()
    for name in sorted({*STANDARD_LISTS, *names.intersection(pack.list_names())}):
        lexicon.add(name, pack.list(name).entries)
    for atom, words in word_groups(pack).items():
        lexicon.add(atom, words, is_cue=True)
    for atom, endings in pack.table("suffixes").items():
        lexicon.add_suffixes(atom, _strings(endings))
    for table, atom in (("institutions", "care_ending"), ("organizations", "org_ending")):
        lexicon.add_suffixes(atom, pack.strings("kind_suffixes", table))
    for word in sorted(quoted_words):
        lexicon.add(literal_atom(word), [word])
    lexicon.add_inflections(pack.strings("genitive", "names"), name_bits(lexicon))
    for digits in [*number_samples(), *filter(str.isdecimal, quoted_words)]:
        bits = sum(lexicon.bit(atom) for atom in number_atoms(digits))
        lexicon.words[digits] = lexicon.words.get(digits, 0) | bits
    return lexicon


def word_groups(pack: LanguagePack) -> dict[str, list[str]]:
    """Every group of words of ``pack.toml`` by the name of its atom."""
    groups = {atom: _strings(words) for atom, words in pack.table("words").items()}
    groups["particle"] = list(pack.strings("particles", "names"))
    groups["care_kind"] = list(pack.strings("kind_words", "institutions"))
    groups["org_kind"] = list(pack.strings("kind_words", "organizations"))
    for atom, table in (("month", "months"), ("weekday", "weekdays")):
        full, short = _flat(pack.table(table).get("full")), _flat(pack.table(table).get("short"))
        groups |= {atom: full + short, f"{atom}_full": full}
    return groups


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


def _flat(value: object) -> list[str]:
    """The strings of an array, or of an array of arrays, without their full stops."""
    if not isinstance(value, list):
        return [value.rstrip(".")] if isinstance(value, str) else []
    return [word for item in value for word in _flat(item)]
