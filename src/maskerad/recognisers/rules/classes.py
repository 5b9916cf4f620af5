"""From pieces of text to classes: a cache that fills itself as new words come."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.grammar import GAP, NEWLINE
from maskerad.recognisers.rules.lexicon import (
    CAP,
    GENITIVE,
    KANA,
    KANJI,
    LOWER,
    MIXED,
    NAMELIKE,
    OTHER,
    PARTS_OF_SPEECH,
    POS_SHIFT,
    UPPER,
    Lexicon,
    case_of,
)
from maskerad.recognisers.rules.numbers import number_atoms

CACHE_MAX = 50_000
WORD_MAX_CHARS = 40
GAP_MIN_BLANKS = 3
SUFFIX_MAX_CHARS = 14
NAME_ATOMS = ("given", "family", "kana_", "romaji_")


class Classes(dict[str, str]):
    """Maps a piece to its class character; blanks map to the empty string.

    Args:
        lexicon: The words of the language.
        alphabet: Gives the characters.
        genitives: Endings that a name may carry ("s", "'s" is a token of its own).
        is_namelike: Whether an unknown word is spelt like a name.

    Attributes:
        first_words, second_words: Pieces met so far that are the first or second word of some phrase, as written.
    """

    def __init__(
        self,
        lexicon: Lexicon,
        alphabet: Alphabet,
        genitives: Sequence[str],
        is_namelike: Callable[[str], bool],
    ) -> None:
        super().__init__()
        self._lexicon = lexicon
        self._alphabet = alphabet
        self._genitives = tuple(genitives)
        self._is_namelike = is_namelike
        self._inflected = name_bits(lexicon)
        self._known_to_dictionaries = sum(
            bit for atom, bit in lexicon.bits.items() if atom == "common" or atom.startswith(NAME_ATOMS)
        )
        self.first_words: set[str] = set()
        self.second_words: set[str] = set()

    def __missing__(self, piece: str) -> str:
        if len(self) >= CACHE_MAX:
            self.clear()
        result = self._classify(piece)
        if len(piece) <= WORD_MAX_CHARS:
            self[piece] = result
        folded = piece.lower()
        if folded in self._lexicon.first_words:
            self.first_words.add(piece)
        if folded in self._lexicon.second_words:
            self.second_words.add(piece)
        return result

    def of_morpheme(self, surface: str, part_of_speech: str) -> str:
        """Class of a Japanese word: what the lists say, and its part of speech."""
        mask = self._lexicon.words.get(surface, 0)
        form = cjk_case(surface) | PARTS_OF_SPEECH.index(part_of_speech) << POS_SHIFT
        return self._alphabet.character(mask, form)

    def is_joint(self, word: str) -> bool:
        """Whether a word is listed as more than a name of people or an ordinary word.

        A dictionary of morphemes knows those, so where it cuts them ("日|後", also a rare name) it knows better.
        """
        return bool(self._lexicon.words.get(word, 0) & ~self._known_to_dictionaries)

    def _classify(self, piece: str) -> str:
        first = piece[0]
        if first in "\r\n":
            return NEWLINE
        if first.isspace():
            return GAP if "\t" in piece or len(piece) >= GAP_MIN_BLANKS else ""
        if first.isdigit():
            return self._alphabet.character(self._number_mask(piece), OTHER)
        if first.isalpha():
            return self._word(piece)
        return self._alphabet.character(self._lexicon.words.get(piece, 0), OTHER)

    def _number_mask(self, digits: str) -> int:
        if not digits.isdecimal():
            return 0
        bits = self._lexicon.bits
        return sum(bits[atom] for atom in number_atoms(digits)) | self._lexicon.words.get(digits, 0)

    def _word(self, word: str) -> str:
        if len(word) > WORD_MAX_CHARS:
            return self._alphabet.character(0, case_of(word))
        folded, case = word.lower(), cjk_case(word)
        mask = self._lexicon.words.get(folded, 0)
        form = case
        if not mask or (case != LOWER and not mask & self._inflected):
            mask, form = self._inflection(folded, mask, case)
        if not mask:
            mask = self._suffix_mask(folded)
        if case in (LOWER, CAP, UPPER, MIXED) and self._is_namelike(folded):
            form |= NAMELIKE
        return self._alphabet.character(mask, form)

    def _inflection(self, folded: str, mask: int, case: int) -> tuple[int, int]:
        """Mask and form of a name with an ending ("Annas"), or what was known without one."""
        if mask:
            return self._lexicon.inflected.get(folded, mask), case
        for ending in self._genitives:
            stem = folded[: -len(ending)]
            if len(stem) > 1 and folded.endswith(ending):
                stem_mask = self._lexicon.words.get(stem, 0)
                if stem_mask & self._inflected:
                    return stem_mask, case | GENITIVE
        return mask, case

    def _suffix_mask(self, folded: str) -> int:
        suffixes = self._lexicon.suffixes
        for length in range(min(SUFFIX_MAX_CHARS, len(folded) - 2), 1, -1):
            mask = suffixes.get(folded[-length:])
            if mask:
                return mask
        return 0


INFLECTED_ATOMS = ("given_female", "given_male", "family", "cities", "world_cities", "regions", "countries")


def name_bits(lexicon: Lexicon) -> int:
    """Bits of the lists whose words take genitive endings."""
    return sum(lexicon.bits.get(atom, 0) for atom in INFLECTED_ATOMS)


def cjk_case(word: str) -> int:
    """The case of a word, KANJI or KANA for Japanese script."""
    first = word[0]
    if "\u3040" <= first <= "\u30ff" or "\uff66" <= first <= "\uff9f":
        return KANA
    if "\u3400" <= first <= "\u9fff" or first in "々〆〇":
        return KANJI
    return case_of(word)
