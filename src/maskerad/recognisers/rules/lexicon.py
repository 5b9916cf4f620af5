"""The lexicon of a language: what each word may be, as a set of atoms.

An **atom** is a one-word property of a token that rules can ask for: ``given``, ``family``, ``title_doctor``,
``city``, ``cap`` (capitalised), ``num2`` (two digits), ``'tfn'`` (the word itself). The atoms of a token are bits
of an integer, its **mask**. Masks are mapped to single characters, **classes**, so that a text becomes a
string with one character a token, and a rule over tokens becomes an ordinary regular expression over that string
(see ``alphabet``).

What the lists tell is kept apart from what the spelling tells, the **form**: case, genitive, likeness to names.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from maskerad.core.errors import ConfigError
from maskerad.text.tokens import split_pieces

# Forms, six bits. Bits 0-2 hold the case; for words in Chinese characters or kana they say
# KANJI or KANA, and bits 3-5 hold the part of speech. For other words bit 3 is a genitive, bit 4 likeness to names.
LOWER, CAP, UPPER, MIXED, INITIAL, OTHER, KANJI, KANA = range(8)
CASE_BITS, GENITIVE, NAMELIKE = 7, 8, 16
FORMS = 64

POS_SHIFT = 3
PARTS_OF_SPEECH = ("other", "surname", "forename", "person", "place", "noun", "particle", "suffix")


def _forms(*cases: int, bits: int = 0) -> frozenset[int]:
    return frozenset(f for f in range(FORMS) if f & CASE_BITS in cases and f & bits == bits)


FORM_ATOMS: Mapping[str, frozenset[int]] = {
    "lower": _forms(LOWER),
    "title": _forms(CAP),
    "upper": _forms(UPPER),
    "mixed": _forms(MIXED),
    "initial": _forms(INITIAL),
    "cap": _forms(CAP, UPPER, MIXED),
    "letters": _forms(LOWER, CAP, UPPER, MIXED, INITIAL, KANJI, KANA),
    "kanji": _forms(KANJI),
    "kana": _forms(KANA),
    "genitive": _forms(LOWER, CAP, UPPER, MIXED, bits=GENITIVE),
    "namelike": _forms(LOWER, CAP, UPPER, MIXED, bits=NAMELIKE),
} | {
    f"pos_{name}": frozenset(code << POS_SHIFT | case for case in (KANJI, KANA))
    for code, name in enumerate(PARTS_OF_SPEECH)
}


def case_of(word: str) -> int:
    """The case form of a letter token.

    Example:
        >>> [case_of(w) for w in ("anna", "Anna", "ANNA", "McCoy", "A")] == [LOWER, CAP, UPPER, MIXED, INITIAL]
        True
    """
    if len(word) == 1:
        return INITIAL if word.isupper() else LOWER
    if word.islower():
        return LOWER
    if word.istitle():
        return CAP
    if word.isupper():
        return UPPER
    return MIXED if word[0].isupper() else LOWER


@dataclass(frozen=True, slots=True)
class Phrase:
    """The rest of a many-word entry, after its first two words.

    ``is_cue`` entries match in any case; others only when the text capitalises the first word.
    """

    rest: tuple[str, ...]
    mask: int
    is_cue: bool


@dataclass
class Lexicon:
    """Words and their atoms; built once per pack, then only read.

    Attributes:
        bits: Atom name to its bit.
        words: Folded word to its mask.
        suffixes: Ending to the mask of words that no list has and that end so.
        phrases: First two words of the many-word entries to those entries, by the rest of their words.
        first_words, second_words: Of those entries.
        inflected: Words that some list has and that are besides a name with an ending ("finns": Finn's), to the
            union of both masks.
    """

    bits: dict[str, int] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    suffixes: dict[str, int] = field(default_factory=dict)
    phrases: dict[tuple[str, str], dict[tuple[str, ...], Phrase]] = field(default_factory=dict)
    first_words: set[str] = field(default_factory=set)
    second_words: set[str] = field(default_factory=set)
    inflected: dict[str, int] = field(default_factory=dict)

    def bit(self, atom: str) -> int:
        """The bit of an atom, made on first use.

        Raises:
            ConfigError: If the name is one that spelling decides.
        """
        if atom in FORM_ATOMS:
            raise ConfigError(f"atom {atom!r} is decided by spelling; a list cannot give it")
        return self.bits.setdefault(atom, 1 << len(self.bits))

    def add(self, atom: str, entries: Iterable[str], *, is_cue: bool = False) -> None:
        """Gives an atom to words and to phrases, in any case of letters."""
        bit = self.bit(atom)
        words = self.words
        for entry in entries:
            word = entry.lower()
            if word.isalpha():
                words[word] = words.get(word, 0) | bit
            else:
                self._add_phrase(bit, word, is_cue)

    def _add_phrase(self, bit: int, entry: str, is_cue: bool) -> None:
        tokens = tuple(piece for piece in split_pieces(entry) if not piece.isspace())
        if len(tokens) == 1:
            self.words[tokens[0]] = self.words.get(tokens[0], 0) | bit
        elif tokens:
            self._merge_phrase((tokens[0], tokens[1]), Phrase(tokens[2:], bit, is_cue))

    def _merge_phrase(self, first_two: tuple[str, str], phrase: Phrase) -> None:
        known = self.phrases.get(first_two, {}).get(phrase.rest)
        if known is not None:
            phrase = Phrase(known.rest, known.mask | phrase.mask, known.is_cue or phrase.is_cue)
        self.put_phrase(first_two, phrase)

    def put_phrase(self, first_two: tuple[str, str], phrase: Phrase) -> None:
        """Puts a phrase in, in the place of one with the same words."""
        self.first_words.add(first_two[0])
        self.second_words.add(first_two[1])
        self.phrases.setdefault(first_two, {})[phrase.rest] = phrase

    def add_suffixes(self, atom: str, endings: Iterable[str]) -> None:
        """Gives an atom to words outside every list that end so."""
        bit = self.bit(atom)
        for ending in endings:
            self.suffixes[ending] = self.suffixes.get(ending, 0) | bit

    def add_inflections(self, endings: Iterable[str], names: int) -> None:
        """Notes the listed words that are also a name with an ending.

        Args:
            endings: Genitive endings.
            names: Bits of the lists whose words take them.
        """
        for ending in endings:
            for word, mask in self.words.items():
                if word.endswith(ending) and not mask & names:
                    stem = self.words.get(word[: -len(ending)], 0)
                    if stem & names:
                        self.inflected[word] = mask | stem

    def masks(self) -> list[int]:
        """All distinct masks that a token can have, 0 (nothing known) first."""
        phrases = {phrase.mask for entries in self.phrases.values() for phrase in entries.values()}
        listed = set(self.words.values()) | set(self.suffixes.values()) | set(self.inflected.values())
        return sorted({0} | listed | phrases)
