"""Names of scripts that part no words: what a mention holds beside the name, told by the words of the language.

"から是永" holds a word before the name, "小林 源氏" a form of address behind it, "浜田鉄次 性" the next field.
What is cut off is an everyday word, a form of address or a field; whatever may be a name stays covered.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from dataclasses import replace
from functools import lru_cache
from itertools import chain

from maskerad.core import Document, Span, SpanSet
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.languages.everyday import EverydayWords
from maskerad.languages.names import name_conventions
from maskerad.linking.cues import people_words
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, is_cjk, script_of

WORD_CHARS = 2  # of an everyday word before a name at least: 小山内 is one name
NAME_LISTS = ("family_words", "given_words", "given_female", "given_male", "kana_family", "kana_given")
TITLE_CHARS = 4  # of a form of address that a mention may end within
_LINE_END = re.compile(r"\s*[\r\n]\s*・?\s*")
_BLANK = re.compile(r"[ \t\u3000]+")
_LAST_BLANK = re.compile(r"[ \t\u3000]+(\S+)\Z")
_QUOTES = frozenset({"「」", "『』", "“”", "〝〟"})
_FIELD = re.compile(r"[ \t\u3000]*[:：]")


class UnpartedNames:
    """Ends mentions of people in one document where their names end.

    Args:
        text: Of the document.
        pack: Its language.
        mentions: What the record's people are called: folded mentions, whole.
    """

    def __init__(self, text: str, pack: LanguagePack, mentions: Set[str]) -> None:
        self._text, self._pack, self._mentions = text, pack, mentions
        self._words = _everyday(pack)

    def ended(self, spans: SpanSet) -> SpanSet:
        """The spans, those of people without the words around their names."""
        if not is_cjk(self._text):
            return spans
        pieces = tuple(piece for span in spans for piece in self._of_one(span))
        return spans if pieces == spans.spans else SpanSet(pieces, spans.scheme)

    def _of_one(self, span: Span) -> Iterator[Span]:
        if span.label not in people_labels() or not is_cjk(self._text[span.start : span.end]):
            yield span
            return
        for start, end in self._lines(span):
            end = self._without_title(start, self._without_field(start, end))
            start = self._without_words_before(start, end)
            if start < end:
                yield span if (start, end) == (span.start, span.end) else replace(span, start=start, end=end)

    def _lines(self, span: Span) -> Iterator[tuple[int, int]]:
        """The lines of a mention, where one of them is told to be none of the name; a name may go on in the next."""
        start = span.start
        for match in _LINE_END.finditer(self._text, span.start, span.end):
            left, right = (start, match.start()), (match.end(), span.end)
            if self._is_no_name(*left):
                start = match.end()
            elif "・" in match[0] or self._is_no_name(*right) or fold(self._text[slice(*right)]) in self._mentions:
                yield left
                start = match.end()
        if start == span.start or not self._is_no_name(start, span.end):
            yield start, span.end

    def _is_no_name(self, start: int, end: int) -> bool:
        """Whether a stretch is an everyday word or the unit of a number, and nobody is called so."""
        is_told = self._is_unit(start, end) or (end - start >= WORD_CHARS and self._is_word(start, end))
        return is_told and not self._is_name(start, end) and not self._may_be_called(start, end)

    def _may_be_called(self, start: int, end: int) -> bool:
        """Whether somebody may be called by an everyday word: by the lists, or as a form of address stands behind it.

        Behind a line end that is the rest of a name: "金城\n大地", "カ\nリム様".
        """
        return fold(self._text[start:end]) in _words_and_names(self._pack) or self._text.startswith(
            tuple(chain.from_iterable(_titles(self._pack))), end
        )

    def _is_unit(self, start: int, end: int) -> bool:
        """Whether a stretch right behind a number is one of what is counted: "2日目", "6東"."""
        is_counted = self._text[start - 1 : start].isdecimal()
        return is_counted and (self._text[start:end] in _units(self._pack) or self._is_word(start, end))

    def _is_word(self, start: int, end: int) -> bool:
        return self._words.is_common(fold(self._text[start:end]))

    def _without_field(self, start: int, end: int) -> int:
        """The end of a name before a sex, or before the next field of a form: "浜田鉄次 性:男", "ホア　Zalo: hoa"."""
        blank = _LAST_BLANK.search(self._text, start, end)
        if blank is None:
            return end
        last = fold(blank[1])
        is_latin = script_of(last[:1]) == LATIN and script_of(self._text[start]) != LATIN
        is_field = is_latin and _FIELD.match(self._text, end) is not None
        is_letter = is_latin and len(last) == 1
        return blank.start() if is_field or is_letter or last in people_words(self._pack).sexes else end

    def _without_title(self, start: int, end: int) -> int:
        """The end of a name before a form of address in the mention, or over its end: "翔太氏", "翔く" of "翔くん".

        What goes with given names ends pet names as well (さっちゃん), so it stays behind what is no listed one. In
        quotes it is part of what somebody is called: 通称「ゲンさん」.
        """
        if self._text[max(0, start - 1) : start] + self._text[end : end + 1] in _QUOTES:
            return end
        ends, called = _titles(self._pack)
        conventions = name_conventions(self._pack)
        for at in range(max(start + 1, end - TITLE_CHARS), end):
            beyond = {at + len(title) - end for title in (*ends, *called) if self._text.startswith(title, at)}
            is_end = 0 in beyond and (
                self._text.startswith(ends, at) or conventions.is_given(fold(self._text[start:at].rstrip()))
            )
            if is_end or max(beyond, default=0) > 0:
                return len(self._text[:at].rstrip())
        return end

    def _without_words_before(self, start: int, end: int) -> int:
        """The start of a name behind an everyday word, or behind a unit with its number: "明日奈良", "2日目 大野"."""
        unit = _BLANK.search(self._text, start, end)
        if unit and self._is_no_name(start, unit.start()) and self._is_unit(start, unit.start()):
            return unit.end()
        if self._is_family(start, end):
            return start
        for at in range(start + WORD_CHARS, end):
            if self._is_word(start, at) and not self._is_name(start, at):
                blanks = len(self._text[at:end]) - len(self._text[at:end].lstrip())
                if self._is_family(at + blanks, end) or (not blanks and self._is_name(at, end)):  # 風間 スミ
                    return at + blanks
        return start

    def _is_family(self, start: int, end: int) -> bool:
        """Whether a name is a family's by the lists."""
        return name_conventions(self._pack).is_family(fold(self._text[start:end]))

    def _is_name(self, start: int, end: int) -> bool:
        """Whether a name is a family's, or somebody of the record is called so."""
        return self._is_family(start, end) or fold(self._text[start:end]) in self._mentions


def mentions_of_people(documents: Sequence[Document], spans: Sequence[SpanSet]) -> frozenset[str]:
    """The folded mentions of people of a record."""
    return frozenset(
        fold(document.text[span.start : span.end])
        for document, in_document in zip(documents, spans, strict=True)
        for span in in_document
        if span.label in people_labels()
    )


@lru_cache(maxsize=32)
def _everyday(pack: LanguagePack) -> EverydayWords:
    return EverydayWords([pack])


@lru_cache(maxsize=32)
def _words_and_names(pack: LanguagePack) -> frozenset[str]:
    """Folded listed names, those that are everyday words too among them, and given names in hiragana (れん)."""
    listed = chain.from_iterable(pack.list(name).folded for name in NAME_LISTS)
    return frozenset((*listed, *map(fold, pack.strings("hiragana_given", "words"))))


@lru_cache(maxsize=32)
def _titles(pack: LanguagePack) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Forms of address that end no name of anybody, and those that go with given names."""
    return pack.strings("ends_before", "names"), pack.strings("called_after", "names")


@lru_cache(maxsize=32)
def _units(pack: LanguagePack) -> frozenset[str]:
    return frozenset((*pack.strings("small_units", "ages"), *pack.strings("unit_words", "streets")))
