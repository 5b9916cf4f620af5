"""Who writes in a messenger: names that stand beside a time of day at the beginning of line after line.

A list knows "Kev" and not "Tazz", and "Dawn" may be the morning; that "Dawn [08:17]" and "Kev [07:42]" open lines of
one form tells that both are people. So the form has to come back, and one of those who bear it must have a name that
a list knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from maskerad.core.span import Source, Span
from maskerad.languages.section_cues import load_section_cues
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.folding import fold

SOURCE = Source(
    "chat.v1", "chat_author", "opens lines of one form with a time of day, as others do whose names are listed"
)
SCORE = 0.6  # below what rules say of a single line: they know more of who it is
LINES_MIN = 2  # of one form
GIVEN, NAMES = ("given_female", "given_male"), ("given_female", "given_male", "family")
ORDINARY = ("common", "never", "medical")
ROLES = (
    "patient_cue",
    "clinician_cue",
    "title_doctor",
    "title_nurse",
    "title_civil",
    "title_other",
    "kin_female",
    "kin_male",
    "role_word",
)

_CLOCK = r"\d{1,2}[:.]\d\d(?::\d\d)?(?: ?(?:[AaPp]\.?[Mm]\.?|Uhr|h))?"
_DAY = r"(?:\d{1,4}[./-]\d{1,2}(?:[./-]\d{2,4})?\.?,? )"
_WORD = r"[^\W\d_][\w.'’-]{0,24}"
_NAME = rf"(?P<name>{_WORD}(?: {_WORD}){{0,3}}?)"
_ROLE = r"(?: ?\([^()\d]{1,40}\))?"
_BRACKETED = rf"(?:\[{_DAY}?{_CLOCK}\]|\({_DAY}?{_CLOCK}\))"
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"{_BRACKETED} {{0,2}}{_NAME}{_ROLE} ?(?:[:：]|$)",  # [08:17] Dawn: …
        rf"{_DAY}?{_CLOCK}(?: [-–|])? {_NAME}{_ROLE} ?[:：]",  # 08:17 Dawn: …
        rf"{_NAME}{_ROLE},? {{0,3}}{_BRACKETED}",  # Dawn (manager) [08:17] …
        rf"{_NAME}{_ROLE},? {{0,3}}{_DAY}?{_CLOCK} ?[:：]",  # Dawn 08:17 : …
        rf"{_NAME}{_ROLE},? {{0,3}}{_DAY}?{_CLOCK}$",  # Dawn 08:17
    )
)
_LINE = re.compile(r"[^\s][^\r\n]*")
_DIGIT = re.compile(r"\d")
_HEAD_CHARS = 120


class _Author(NamedTuple):
    start: int
    end: int
    key: str  # folded
    is_listed: bool  # as a given name


class ChatAuthors:
    """Finds who writes.

    Args:
        rulebook: Its words tell who has a name that is listed, and what is a role and nobody.
    """

    def __init__(self, rulebook: RuleBook) -> None:
        pack, bits = rulebook.pack, rulebook.lexicon.bits
        cues = load_section_cues(pack.code)
        words = (word for name in ROLES for word in pack.strings(name, "words"))
        self._roles = {fold(word) for word in (*words, *cues.chat_role)}
        self._words = rulebook.lexicon.words
        self._given, self._names, self._ordinary = (
            sum(bits.get(atom, 0) for atom in atoms) for atoms in (GIVEN, NAMES, ORDINARY)
        )

    def find(self, text: str) -> list[Span]:
        """A span for each author of a line.

        Example:
            >>> from maskerad.recognisers.rules.rulebook import load_rulebook
            >>> text = "Kev [07:42] none left\\nDawn (manager) [08:05] Use the spare\\nDawn [08:17] thx"
            >>> [text[span.start : span.end] for span in ChatAuthors(load_rulebook("en")).find(text)]
            ['Kev', 'Dawn', 'Dawn']
        """
        heads = [(match.start(), match[0][:_HEAD_CHARS]) for match in _LINE.finditer(text)]
        heads = [(start, head) for start, head in heads if _DIGIT.search(head)]
        return [span for form in _FORMS for span in self._spans(heads, form)] if len(heads) >= LINES_MIN else []

    def _spans(self, heads: Sequence[tuple[int, str]], form: re.Pattern[str]) -> Iterator[Span]:
        """Those of one form; none where most that bear it are nobody: a chart of times."""
        found = [(start, match) for start, head in heads if (match := form.match(head.rstrip()))]
        authors = [author for start, match in found if (author := self._author(start, match))]
        if len(found) < LINES_MIN or 2 * len(authors) < len(found) or not any(one.is_listed for one in authors):
            return
        times = Counter(one.key for one in authors)
        for one in authors:
            if one.is_listed or times[one.key] > 1:
                yield Span(one.start, one.end, "OTHER_PERSON", SCORE, SOURCE)

    def _author(self, line: int, match: re.Match[str]) -> _Author | None:
        """What is left of a head without roles before it; None where no word of that can be a name."""
        start, name = line + match.start("name"), match["name"]
        words = [(start + word.start(), word[0]) for word in re.finditer(_WORD, name)]
        while words and fold(words[0][1].rstrip(".")) in self._roles:
            words.pop(0)
        if not words or not any(self._may_name(word) for _, word in words):
            return None
        first, end = words[0][0], start + len(name)
        return _Author(first, end, fold(name), self._is_given(words[0][1]))

    def _is_given(self, word: str) -> bool:
        return word[:1].isupper() and bool(self._mask(word) & self._given)

    def _may_name(self, word: str) -> bool:
        """Whether a word is a listed name, or begins with a capital and is no ordinary word."""
        mask = self._mask(word)
        return bool(mask & self._names) or (word[:1].isupper() and len(word) > 1 and not mask & self._ordinary)

    def _mask(self, word: str) -> int:
        return self._words.get(word.lower().rstrip("."), 0)
