"""A language pack made ready to run: its lexicon, its alphabet and its compiled rules.

Rule files are TOML with three tables: ``[macros]`` (pieces of token patterns), ``[[token]]`` rules (see
``grammar``) and ``[[text]]`` rules (see ``patterns``). Files of a language come after the shared ones; a rule or
macro of the same name takes the earlier one's place, and ``off = true`` takes it away.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path

from maskerad.languages import LanguagePack
from maskerad.languages.pack import needs_morphemes
from maskerad.languages.toml_file import TomlFile
from maskerad.recognisers.rules.alphabet import UNKNOWN, Alphabet, literal_atom, make_alphabet
from maskerad.recognisers.rules.analysis import Analyser, DocumentAnalyser, MorphemeAnalyser
from maskerad.recognisers.rules.classes import Classes, name_bits
from maskerad.recognisers.rules.compiled import Parts, keep_compiled, read_compiled
from maskerad.recognisers.rules.grammar import TokenRule, read_token_rule
from maskerad.recognisers.rules.kept import Kept
from maskerad.recognisers.rules.lexicon import FORM_ATOMS, Lexicon
from maskerad.recognisers.rules.numbers import number_atoms, number_samples
from maskerad.recognisers.rules.patterns import TextRule, read_text_rule
from maskerad.recognisers.rules.programs import Programs
from maskerad.recognisers.rules.sources import read_sources
from maskerad.text.morphemes import make_morpheme_splitter
from maskerad.text.name_likelihood import NameLikelihood

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

ENDINGS = {"institutions": "care_ending", "organizations": "org_ending"}


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
    kept = Kept.of(pack)
    programs = Programs(kept)
    parts = (read_compiled(kept, programs) if kept else None) or _compile(pack, kept, programs)
    lexicon, alphabet, token_rules, text_rules = parts
    classes = Classes(lexicon, alphabet, pack.strings("genitive", "names"), NameLikelihood.load().is_namelike)
    analyser = _make_analyser(pack, lexicon, alphabet, classes)
    return RuleBook(pack, lexicon, alphabet, token_rules, text_rules, analyser)


def _compile(pack: LanguagePack, kept: Kept | None, programs: Programs) -> Parts:
    sources = read_sources(map(TomlFile.read, pack.rule_files()))
    lexicon = make_lexicon(pack, sources.names(), sources.quoted_words())
    alphabet = make_alphabet(lexicon, sources.atoms, sources.expressions())
    words, macros = word_groups(pack), sources.macros
    parts = (
        lexicon,
        alphabet,
        tuple(read_token_rule(name, rule, alphabet, macros, programs) for name, rule in sources.active("token")),
        tuple(read_text_rule(name, rule, alphabet, words, programs) for name, rule in sources.active("text")),
    )
    if kept:
        keep_compiled(kept, parts, macros)
    return parts


def _make_analyser(pack: LanguagePack, lexicon: Lexicon, alphabet: Alphabet, classes: Classes) -> DocumentAnalyser:
    """Words by blanks, or by a morphological analyser where a language writes none."""
    if needs_morphemes(pack):
        return MorphemeAnalyser(classes, make_morpheme_splitter())
    return Analyser(lexicon, alphabet, classes)


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
    for table, atom in ENDINGS.items():
        lexicon.add_suffixes(atom, pack.strings("kind_suffixes", table))
    for word in sorted(quoted_words):
        lexicon.add(literal_atom(word), [word])
    lexicon.add_inflections(pack.strings("genitive", "names"), name_bits(lexicon))
    _add_numbers(lexicon)
    return lexicon


def _add_numbers(lexicon: Lexicon) -> None:
    """Gives numbers that a list or rule names what all numbers of their kind have, and each kind a place of its own.

    The place is a word that no text has: a sample that a list names as well would leave the others of its kind without.
    """
    bits = {digits: sum(map(lexicon.bit, number_atoms(digits))) for digits in number_samples()}
    lexicon.words |= {f"\0{digits}": mask for digits, mask in bits.items()}
    for word in [word for word in lexicon.words if word.isdecimal()]:
        lexicon.words[word] |= sum(map(lexicon.bit, number_atoms(word)))


def atom_names(pack: LanguagePack, names: Iterable[str]) -> set[str]:
    """What an expression of a rule may name besides the aliases of the rule files.

    Args:
        pack: The language.
        names: What the rules name: a list is there for those that one names.
    """
    listed = {*STANDARD_LISTS, *set(names).intersection(pack.list_names())}
    numbers = {atom for digits in number_samples() for atom in number_atoms(digits)}
    return {*listed, *word_groups(pack), *pack.table("suffixes"), *ENDINGS.values(), *numbers, *FORM_ATOMS, UNKNOWN}


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
