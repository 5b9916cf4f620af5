"""Initials of the people of a record, where initials stand.

Two letters are also the name of many a unit, drug and ward, so most places ask for more than letters that fit: full
stops or hyphens between them, or a place where somebody signs, is titled or speaks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.look.bearers import INITIALS_MAX, Bearer
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.verification.originals import Hit
from maskerad.text.distinct_words import distinct_words, places_of
from maskerad.text.folding import WORD, fold

LABEL = "INITIALS"
SURE_LETTERS = 3  # so many capitals that are all of somebody's initials are believed anywhere
TIME_CHARS = 9
START_CHARS = (2, 3)  # letters of a family name in initials: "HKe", "gsp"
_UPPER = "A-ZÀ-ÖØ-ÞŁŚŠŻŽČĆĐ"
_LETTER = r"[^\W\d_]"
_PART, _PART_END = rf"[{_UPPER}][a-zà-ÿ]{{0,2}}", r"(?:\.[ ]?-?|-|[ ])"
# A pattern that begins with a letter, and looks behind it, is searched for three times as fast as one that first looks.
# K.M.  A.-L. M.  S-B L  D.P.O'K.
_PARTED = re.compile(
    rf"[{_UPPER}](?<![\w.@'’][{_UPPER}])[a-zà-ÿ]{{0,2}}{_PART_END}"
    rf"(?:{_PART}{_PART_END}){{0,3}}(?:[Oo]['’])?{_PART}(?:\.|(?![\w@'’.-]))"
)
_PARTED_LOWER = re.compile(r"[a-zà-ÿ](?=\.)(?<![\w.@][a-zà-ÿ])\.[ ]?(?:[a-zà-ÿ]\.[ ]?){0,2}[a-zà-ÿ](?:\.|(?![\w@]))")
_TOGETHER = re.compile(rf"(?<![\w.@'’-])(?:[{_UPPER}]{_LETTER}{{1,4}}|[a-zà-ÿ]{{2,4}})(?![\w@'’-])")
_SINGLE = re.compile(rf"[{_UPPER}](?<![\w.@'’/-][{_UPPER}])(?:\.|(?![\w@'’.-]))")
_VALUE = re.compile(
    r"[ \t]*[:=]?[ \t]?(?:\d{3}(?!\d)|(?:3[2-9]|[4-9]\d)(?:[.,/]\d|[ \t]*(?:%|kg|cm)))"
)  # "PA 128/82", "FC 112"
_TIME_BEFORE = re.compile(r"\d{1,2}[:.]\d{2}[^\r\n\w]{0,3}\Z")


class Initials:
    """Looks for the initials of some people.

    Args:
        bearers: Of the record.
        words: What is an everyday word.
        slots: Where names stand.
    """

    def __init__(self, bearers: Sequence[Bearer], words: EverydayWords, slots: Slots) -> None:
        self._words, self._slots = words, slots
        self._whole = frozenset(
            letters for bearer in bearers for letters in bearer.initials() if len(letters) <= INITIALS_MAX
        )
        self._double = frozenset(
            "".join(name[0] for name in bearer.given) for bearer in bearers if len(bearer.given) > 1
        )
        self._short = frozenset(_short_forms(bearers))
        self._together = self._whole | self._short
        self._given = _letters((bearer.given[:1], bearer.documents) for bearer in bearers)
        self._family = _letters(((*bearer.particles[:1], *bearer.family), bearer.documents) for bearer in bearers)

    def find(self, text: str, document: str) -> Iterator[Hit]:
        """Where they stand.

        Args:
            text: Of a document, or a part of it.
            document: Its id: a lone letter is somebody of the same document.
        """
        if self._whole or self._double:
            yield from (_hit(match) for match in _PARTED.finditer(text) if self._is_parted(text, match))
            yield from (_hit(match) for match in _PARTED_LOWER.finditer(text) if self._is_signed(text, match))
            yield from self._find_together(text)
        yield from (_hit(match) for match in _SINGLE.finditer(text) if self._is_single(text, match, document))

    def _find_together(self, text: str) -> Iterator[Hit]:
        for at in places_of(distinct_words(text).of(self._together), text):
            match = _TOGETHER.match(text, at)
            if match and self._is_together(text, match):
                yield _hit(match)

    def _is_parted(self, text: str, match: re.Match[str]) -> bool:
        words = [fold(word) for word in WORD.findall(match[0])]
        letters = "".join(words)
        is_known = letters in self._whole or letters in self._short or letters in self._double
        if is_known and self._slots.is_cue(words[0]):
            return False  # a title before the initial of another: "Pr O. Wattel"
        return is_known and ("." in match[0] or "-" in match[0] or self._is_place(text, *match.span(), is_common=True))

    def _is_signed(self, text: str, match: re.Match[str]) -> bool:
        letters = "".join(map(fold, WORD.findall(match[0])))
        return letters in self._whole and self._slots.is_signed(text, *match.span())

    def _is_together(self, text: str, match: re.Match[str]) -> bool:
        letters = fold(match[0])
        if letters in self._whole:
            if match[0].isupper() and len(letters) >= SURE_LETTERS and not self._words.is_common(letters):
                return True
            return self._is_place(text, *match.span(), is_common=self._words.is_common(letters))
        return letters in self._short and self._is_place(text, *match.span(), is_common=self._words.is_common(letters))

    def _is_place(self, text: str, start: int, end: int, *, is_common: bool) -> bool:
        """Whether somebody signs there, or a title or a person's cue stands before; alone in brackets for capitals."""
        if self._slots.is_cue(fold(text[start:end])) or _VALUE.match(text, end):
            return False
        if is_common and not self._slots.ends_entry(text, end):
            return False
        if self._slots.is_signed(text, start, end) or self._is_timed_speaker(text, start, end):
            return not is_common or text[start:end].isupper()
        in_brackets = text[start - 1 : start] == "(" and text[end : end + 1] == ")"
        return not is_common and text[start:end].isupper() and (in_brackets or self._slots.is_titled(text, start))

    def _is_single(self, text: str, match: re.Match[str], document: str) -> bool:
        letter = fold(match[0][0])
        start, end = match.span()
        if self._slots.is_cue(letter):
            return False
        if document in self._family.get(letter, ()) and self._slots.is_titled(text, start):
            return True
        if document not in self._given.get(letter, ()):
            return False
        if match[0].endswith("."):
            return self._slots.is_speaker(text, start, end) or self._slots.is_alone(text, start, end)
        return self._is_timed_speaker(text, start, end)

    def _is_timed_speaker(self, text: str, start: int, end: int) -> bool:
        """Whether it is who speaks in a chat: letters before a colon at the head of a line are mostly headings."""
        is_timed = _TIME_BEFORE.search(text[max(0, start - TIME_CHARS) : start]) is not None
        return is_timed and self._slots.is_speaker(text, start, end)


def _hit(match: re.Match[str]) -> Hit:
    return *match.span(), LABEL


def _short_forms(bearers: Iterable[Bearer]) -> Iterator[str]:
    """First letters of given names with the beginning of the family name, and that alone."""
    for bearer in bearers:
        for family in bearer.family[:1]:
            for n_chars in START_CHARS:
                if bearer.given:
                    yield bearer.given[0][0] + family[:n_chars]
                yield family[:n_chars]


def _letters(names: Iterable[tuple[Sequence[str], frozenset[str]]]) -> dict[str, frozenset[str]]:
    """First letter to the documents that name somebody with it."""
    letters: dict[str, frozenset[str]] = {}
    for words, documents in names:
        for word in words:
            letters[word[0]] = letters.get(word[0], frozenset()) | documents
    return letters
