"""Places of a text where a name stands: behind a title, a kinship or "I am", before the colon of who speaks, signed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cached_property

from maskerad.languages import LanguagePack
from maskerad.text.folding import fold

# Groups of words of the packs; behind the first even an everyday word is a name, if somebody is called so.
TELLING = (
    "title_doctor",
    "title_nurse",
    "title_civil",
    "title_other",
    "kin_female",
    "kin_male",
    "kin_neutral",
    "greeting",
)
KINSHIP = ("kin_female", "kin_male", "kin_neutral")
SIGNING = ("clinician_cue", "closing")
OTHERS = ("patient_cue", "relative_cue", "person_cue")
CUE_WORDS_MAX = 4
BEFORE_CHARS, SLASH_CHARS = 48, 6
_GAP = re.compile(r"[ \t/:,(\"“„«]*$")
_STOP_CHARS = 5  # a word before a full stop that is no longer is an abbreviation
_CUE_WORDS = re.compile(r"\S+")
_LINE_START = re.compile(r"(?:^|[\r\n])[ \t>»*\-–—•\[\]()\d:.,/]*$")
_LINE_END = re.compile(r"[ \t.!?)]*(?:$|[\r\n])")
_ENTRY_END = re.compile(r"[ \t]*(?:[.!?)/|:：,;→]|$|[\r\n]|\d{1,2}[:.]\d{2})")
_SPEAKER_END = re.compile(r"[ \t]*(?:[:：→]|\d{1,2}[:.]\d{2})")
_SLASH = re.compile(r"[/|—–-][ \t]*\Z")
_FIRST_SLASH = re.compile(r"(?:^|[\r\n])[ \t]*[/|—–-]+[ \t]*\Z")


class Slots:
    """Tells where names stand in some languages."""

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        self._packs = packs

    def tells_person(self, text: str, start: int, end: int) -> bool:
        """Whether what stands at ``text[start:end]`` is surely somebody, whatever word it is.

        Example:
            >>> from maskerad.languages import load_pack
            >>> slots = Slots([load_pack("en")])
            >>> [slots.tells_person(text, text.find("rose"), text.find("rose") + 4)
            ...     for text in ("my sister rose came", "his pulse rose", "rose: ok thanks")]
            [True, False, True]
        """
        return self.is_speaker(text, start, end) or self._is_behind(text, start, self._telling)

    def is_named(self, text: str, start: int, end: int) -> bool:
        """Whether a word that could be a name is likely one there."""
        return (
            self.is_speaker(text, start, end)
            or self.is_alone(text, start, end)
            or self._is_behind(text, start, self._all)
        )

    def is_speaker(self, text: str, start: int, end: int) -> bool:
        """Whether it begins a line, a time at most before it, and a colon or a time stands behind: who speaks."""
        return _SPEAKER_END.match(text, end) is not None and self._begins_line(text, start)

    def is_abed(self, text: str, start: int, end: int) -> bool:
        """Whether it begins a line, and a bed or a room with its number stands behind: who lies there.

        Example:
            >>> from maskerad.languages import load_pack
            >>> slots = Slots([load_pack("es")])
            >>> [slots.is_abed(text, 0, 8) for text in ("iglesias cama 6, duerme", "iglesias y camas")]
            [True, False]
        """
        return self._bed.match(text, end) is not None and self._begins_line(text, start)

    def is_alone(self, text: str, start: int, end: int) -> bool:
        """Whether it is all of a line that tells anything."""
        return _LINE_END.match(text, end) is not None and self._begins_line(text, start)

    def is_signed(self, text: str, start: int, end: int) -> bool:
        """Whether somebody signs there: alone in a line, behind a slash, or behind a word for signing."""
        before = text[max(0, start - SLASH_CHARS) : start]
        return (
            self.is_alone(text, start, end)
            or (_SLASH.search(before) is not None and _LINE_END.match(text, end) is not None)
            or _FIRST_SLASH.search(before) is not None
            or self._is_behind(text, start, self._signing)
        )

    def ends_entry(self, text: str, end: int) -> bool:
        """Whether a line, a bracket or who signs beside ends right behind, or what is said begins."""
        return _ENTRY_END.match(text, end) is not None

    def is_cue(self, folded: str) -> bool:
        """Whether a folded word is itself a title, a kinship or another word behind which names stand."""
        return folded in self._all

    def is_titled(self, text: str, start: int) -> bool:
        """Whether a title, a kinship or a greeting stands right before."""
        return self._is_behind(text, start, self._telling)

    def _begins_line(self, text: str, start: int) -> bool:
        return _LINE_START.search(text[max(0, start - BEFORE_CHARS) : start]) is not None and (
            start <= BEFORE_CHARS or "\n" in text[start - BEFORE_CHARS : start]
        )

    def _is_behind(self, text: str, start: int, cues: frozenset[str]) -> bool:
        before = text[max(0, start - BEFORE_CHARS) : start]
        line = before[max(before.rfind("\n"), before.rfind("\r")) + 1 :]
        pieces = _CUE_WORDS.findall(_GAP.sub("", line))[-CUE_WORDS_MAX:]
        if pieces and pieces[-1].endswith(".") and len(pieces[-1]) > _STOP_CHARS:
            return False
        words = [fold(word).strip('.,;:(["“„«') for word in pieces]
        if pieces and pieces[-1].endswith(".") and words[-1] in self._kin:
            return False  # a full stop behind a kinship ends a sentence
        return any(" ".join(words[at:]) in cues for at in range(len(words)))

    @cached_property
    def _bed(self) -> re.Pattern[str]:
        words = sorted((word for pack in self._packs for word in pack.strings("bed", "second_look")), key=len)
        either = "|".join(map(re.escape, reversed(words)))
        return re.compile(rf"[ \t,(]{{1,3}}(?:{either})[ \t]?\d{{1,4}}(?!\d)" if words else r"(?!)", re.IGNORECASE)

    @cached_property
    def _telling(self) -> frozenset[str]:
        return frozenset(self._cues(TELLING))

    @cached_property
    def _kin(self) -> frozenset[str]:
        return frozenset(
            fold(word)
            for pack in self._packs
            for kind in KINSHIP
            for word in pack.strings(kind, "words")
            if "." not in word
        )

    @cached_property
    def _signing(self) -> frozenset[str]:
        return frozenset(self._cues(SIGNING)) | frozenset(
            fold(word).strip(".") for pack in self._packs for word in pack.strings("signed", "second_look")
        )

    @cached_property
    def _all(self) -> frozenset[str]:
        return self._telling | self._signing | frozenset(self._cues(OTHERS))

    def _cues(self, groups: Iterable[str]) -> Iterable[str]:
        return (
            fold(cue).strip(".") for pack in self._packs for group in groups for cue in pack.strings(group, "words")
        )
