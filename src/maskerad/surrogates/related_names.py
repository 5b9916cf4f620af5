"""Names of the record that stand in addresses, user names and codes: the new names go there too."""

from __future__ import annotations

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from maskerad.languages import LanguagePack
from maskerad.surrogates.candidates import LATIN, is_kana, romanised, script_of
from maskerad.surrogates.cultures import NewName
from maskerad.surrogates.names import NameWord, ParsedName, Someone
from maskerad.surrogates.personas import Personas, personas
from maskerad.surrogates.request import RecordContext
from maskerad.text.folding import fold, folded_words

# How letters are written where only ASCII can be; general knowledge.
IN_ASCII = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae"})
BEARERS_MAX = 50  # people of one name, looked through for the owner of an initial


@dataclass(frozen=True, slots=True)
class RelatedNames:
    """The names of a record as they stand in an address, to the new ones in ASCII.

    Attributes:
        words: Word to new word; given names first.
        bearers: Word to those who bear it, in an order that depends on nothing else.
        own: Who, to the words and new words of all of the names.
    """

    words: Mapping[str, str] = field(repr=False)
    bearers: Mapping[str, list[Someone]] = field(repr=False)
    own: Mapping[Someone, Mapping[str, str]] = field(repr=False)

    def start(self, start: str, words: Iterable[str]) -> str:
        """The new first letters for those of a name whose bearer's other name stands among ``words``; else ""."""
        for word in words:
            for someone in self.bearers.get(word, ())[:BEARERS_MAX]:
                own = self.own[someone]
                found = next((old for old in own if old.startswith(start) and own[old] != own[word]), "")
                if found:
                    return own[found][: len(start)]
        return ""


def related_names(record: RecordContext) -> RelatedNames:
    """The names that stand in addresses of a record, worked out once."""
    record = record.context_of("PERSON")
    return record.once("related", lambda: _related(personas(record)))


def related_word(record: RecordContext, word: str) -> str:
    """The new word for a name of the record that stands in an address or a user name, in ASCII; else ""."""
    return related_names(record).words.get(fold(word), "")


def _related(book: Personas) -> RelatedNames:
    words: dict[str, str] = {}
    bearers: dict[str, list[Someone]] = defaultdict(list)
    own: dict[Someone, dict[str, str]] = defaultdict(dict)
    for name in book.names.mentions:
        whole: list[str] = []
        for word in name.words:
            new = book.new(name.someone, word)
            text = _in_ascii(new, name.original.pack) if new else ""
            whole.append(text)
            for spelling in _spellings(name, word) if text else ():
                words.setdefault(spelling, text)
                if spelling not in own[name.someone]:
                    own[name.someone][spelling] = text
                    bearers[spelling].append(name.someone)
        if len(whole) > 1 and all(whole):  # annalind@
            words.setdefault("".join(folded_words(name.original.text)), "".join(whole))
    return RelatedNames(words, bearers, own)


def _spellings(name: ParsedName, word: NameWord) -> Iterator[str]:
    """A name as an address may have it: folded, with two letters for one of another alphabet, in Latin letters."""
    yield word.word
    written = unicodedata.normalize("NFC", name.original.text[word.part.start : word.part.end]).lower()
    if not written.isascii():
        in_full = fold(written.translate(IN_ASCII))
        if in_full != word.word:
            yield in_full
        if is_kana(written) and (latin := romanised(name.original.pack, written)):
            yield fold(latin)


def _in_ascii(new: NewName, pack: LanguagePack) -> str:
    text = new.folded if script_of(new.stem) == LATIN else fold(romanised(pack, new.reading))
    return "".join(char for char in text if char.isascii() and char.isalnum())
