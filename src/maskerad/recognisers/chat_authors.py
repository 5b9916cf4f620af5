"""Who writes in a messenger: names that stand beside a time of day at the beginning of line after line.

A list knows "Kev" and not "Tazz", and "Dawn" may be the morning; that "Dawn [08:17]" and "Kev [07:42]" open lines of
one form tells that both are people. So the form has to come back, and one of those who bear it must have a name that
a list knows.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import takewhile
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
UNLISTED_MIN = 4  # letters of a name that no list has: shorter ones are mostly what somebody is ("Enf", "RPh")
GIVEN, FAMILY = ("given_female", "given_male"), ("family",)
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
        rf"{_NAME}{_ROLE}(?:,| [-–|])? {{0,3}}{_DAY}?{_CLOCK} ?[:：]",  # Dawn – 08:17 : …
        rf"{_NAME}{_ROLE},? {{0,3}}{_DAY}?{_CLOCK}$",  # Dawn 08:17
    )
)
_LINE = re.compile(r"[^\s][^\r\n]*")
_DIGIT = re.compile(r"\d")
_ABBREVIATION = re.compile(r"[^\W\d_a-zß-ÿ]{2,4}\.?")  # of what somebody is: ADI, IDEC
_INITIAL = re.compile(r"[^\W\d_]\.?")
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
        self._given, self._family, self._ordinary = (
            sum(bits.get(atom, 0) for atom in atoms) for atoms in (GIVEN, FAMILY, ORDINARY)
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
        matches = [(start, match) for start, head in heads if (match := form.match(head.rstrip()))]
        authors = [author for start, match in matches if (author := self._author(start, match))]
        if (
            len(matches) < LINES_MIN
            or 2 * len(authors) < len(matches)
            or not any(author.is_listed for author in authors)
        ):
            return
        times = Counter(author.key for author in authors)
        for one in authors:
            if one.is_listed or times[one.key] > 1:
                yield Span(one.start, one.end, "OTHER_PERSON", SCORE, SOURCE)

    def _author(self, line: int, match: re.Match[str]) -> _Author | None:
        """The name in a head, without what somebody is before or behind it; None where no word can be a name."""
        start = line + match.start("name")
        words = self._name_words([(start + word.start(), word[0]) for word in re.finditer(_WORD, match["name"])])
        if not words:
            return None
        (first, name), (last, end) = words[0], words[-1]
        return _Author(first, last + len(end), " ".join(fold(word) for _, word in words), self._is_given(name))

    def _name_words(self, words: Sequence[tuple[int, str]]) -> Sequence[tuple[int, str]]:
        """Those of a name: "Nurse Kelly", "Enza ADI", "Carys School Nurse", "Samira H."."""
        given = next((at for at, (_, word) in enumerate(words) if self._is_given(word)), None)
        names = [at for at, (_, word) in enumerate(words) if self._may_name(word)]
        start = given if given is not None else min(names, default=len(words))
        goes_on = (self._may_name(word) or _INITIAL.fullmatch(word) is not None for _, word in words[start + 1 :])
        return words[start : start + 1 + sum(takewhile(bool, goes_on))]

    def _is_given(self, word: str) -> bool:
        return self._may_name(word) and bool(self._mask(word) & self._given)

    def _may_name(self, word: str) -> bool:
        """Whether a word is a listed name, or written as one and neither an ordinary word nor what somebody is."""
        mask = self._mask(word)
        if _ABBREVIATION.fullmatch(word) or fold(word.rstrip(".")) in self._roles:
            return False
        if word[0].islower():
            return len(word) >= UNLISTED_MIN and bool(mask & self._given) and not mask & self._ordinary
        is_written = len(word) >= UNLISTED_MIN and word[0].isupper() and word[1:].islower()
        return bool(mask & self._given) or (not mask & self._ordinary and (bool(mask & self._family) or is_written))

    def _mask(self, word: str) -> int:
        return self._words.get(word.lower().rstrip("."), 0)
