"""Whether a word that is also somebody's name stands in a text as the everyday word or as the name."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from itertools import chain

from maskerad.languages.names import name_conventions
from maskerad.languages.pack import LanguagePack
from maskerad.text.folding import fold

Judgement = Callable[[str, int, int], bool]  # of the word at (text, start, end)

EPONYM_KEY_CHARS = 2
MEASURE_LISTS = ("analytes", "scores", "medical")
MEASURE_CHARS_MAX, ELEMENT_CHARS = 4, 2
N_COMMONEST = 60
N_FREQUENT = 1000  # the list of common words is sorted by falling frequency
EPONYM_NOUNS = ("eponym_head", "eponym_tail", "eponym_noun", "eponym_cue")  # groups of words of the packs
CONTEXT_CHARS = 24
_WORD_BEFORE = re.compile(r"([^\W\d_]+['’]?)[ \t]?$|(['’][^\W\d_]+)[ \t]$")
_WORD_BEHIND = re.compile(r"(?:['’]?s)?[ \t-]([^\W\d_]+)")  # Parkinson's disease, Parkinson-Krankheit
_NOUN_BEFORE = re.compile(r"([^\W\d_]+)\.?[ \t]+(?:d[eio]l?|van|af|von)?[ \t]*['’]?$")  # maladie de Parkinson
_NUMBER_BEHIND = re.compile(  # and no age, dose or member: "Na 45 år", "TO 55418"
    r"[ \t]?(?:[:=<>≤≥~][ \t]?|[Nn]r\.?[ \t]?)?\d{1,3}(?!\d)"
    r"(?![ \t]?-?(?:år|jaar|jr|Jahre|años|ans|anni|years|yrs|yo|歳|mg|kg|cm)(?!\w))"
    r"|[ \t][Nn]r\.?[ \t]?\d"
)
_JOINED_BEHIND = re.compile(r"-([^\W\d_]+)")
_CAPITALS_BESIDE = re.compile(r"[A-ZÀ-Þ]{2,}[ \t]+$")
_CAPITALS_BEHIND = re.compile(r"[ \t]+[A-ZÀ-Þ]{2,}(?!\w)")


class EverydayWords:
    """Everyday words of some languages.

    Args:
        packs: The languages.
    """

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        self._packs = tuple(packs)

    def is_ordinary(self, text: str, start: int, end: int) -> bool:
        """Whether the word at ``text[start:end]`` is an everyday word, whoever may be called so.

        A word in lower case is ordinary if it is in the list of common words; a capitalised one only if it is no name
        besides, nor the genitive of one ("Schäfers"), or stands as a thing; a particle is no name alone ("Van:" beside
        a Ms van Dam). In scripts without case, names are never ordinary. What is part of an eponym is ordinary there
        (橋本病 beside a Dr 橋本).
        """
        word = text[start:end]
        folded = fold(word)
        if self.stands_in_term(text, start, end):
            return True
        if folded in self._common and (
            word.islower()
            or folded in self._particles
            or not self._is_name(folded)
            or self.stands_as_thing(text, start, end)
        ):
            return True
        return self._is_in_eponym(text, start, word)

    def stands_as_name(self, text: str, start: int, end: int) -> bool:
        """Whether an everyday word can be the name of somebody who is known to be called so, where it stands.

        It can with a capital, unless it is an eponym too (Parkinson) or stands as a thing. Words in capitals around it
        tell nothing of a given name that is a rare word ("CARMEN VINO AYER").
        """
        word = text[start:end]
        folded = fold(word)
        if word.islower() or folded in self._particles or folded in self._eponym_words:
            return False
        if word.isupper() and folded in self._given and folded not in self._frequent:
            return not self.stands_in_term(text, start, end)
        return not (self._is_in_eponym(text, start, word) or self.stands_as_thing(text, start, end))

    def stands_as_thing(self, text: str, start: int, end: int) -> bool:
        """Whether what stands beside a word tells that it is no name.

        Behind an article or another word that names have not before them ("the Ward", "im Winter"), and among other
        words in capitals ("WARD ROUND"), it is none, nor before a word with which it is something else ("Will need
        oxygen", "Petit déjeuner refusé"). Before a number it may be one ("Ward 12 mg").

        Example:
            >>> from maskerad.languages import load_pack
            >>> words = EverydayWords([load_pack("en")])
            >>> [words.stands_as_thing(text, text.find("Ward"), text.find("Ward") + 4)
            ...     for text in ("Ward is well", "on the Ward")]
            [False, True]
        """
        before, behind = text[max(start - CONTEXT_CHARS, 0) : start], text[end : end + CONTEXT_CHARS]
        if self.stands_in_term(text, start, end):
            return True
        is_upper = end - start > 1 and text[start:end].isupper()
        if is_upper and (_CAPITALS_BESIDE.search(before) or _CAPITALS_BEHIND.match(behind)):
            return True
        last = _WORD_BEFORE.search(before)
        if last is not None and (last[1] or last[2]).lower() in self._things_after:
            return True
        following = _WORD_BEHIND.match(text, end)
        return following is not None and following[1] in self._things_behind.get(fold(text[start:end]), ())

    def stands_in_term(self, text: str, start: int, end: int) -> bool:
        """Whether a word is a term of medicine with its value, or the part of one, whoever is called so.

        Example:
            >>> from maskerad.languages import load_pack
            >>> words = EverydayWords([load_pack("de")])
            >>> words.stands_in_term("EK 14", 0, 2), words.stands_in_term("Huber-Nadel", 0, 5)
            (True, True)
            >>> words.stands_in_term("Huber kommt", 0, 5)
            False
        """
        word, behind = text[start:end], text[end : end + CONTEXT_CHARS]
        is_short = len(word) <= MEASURE_CHARS_MAX and (word.isupper() or len(word) == ELEMENT_CHARS)
        if is_short and word in self._measures and _NUMBER_BEHIND.match(behind):
            return True
        joined = _JOINED_BEHIND.match(behind) if word[:1].isupper() else None
        return joined is not None and joined[1].lower() in self._eponym_nouns

    def stands_in_eponym(self, text: str, start: int, end: int) -> bool:
        """Whether the word at ``text[start:end]`` is part of an eponym there: "Parkinson" of "Parkinson's disease"."""
        return self._is_in_eponym(text, start, text[start:end])

    def is_common(self, folded: str) -> bool:
        """Whether a folded word is in the lists of everyday and of medical words, whoever may be called so."""
        return folded in self._common

    def is_spelled_so(self, word: str) -> bool:
        """Whether a word in small letters, with its accents, is in the lists of everyday and of medical words."""
        return word in self._spelled

    def is_written_so(self, word: str) -> bool:
        """Whether a word with a capital, or in small letters, is in those lists as it is written.

        Example:
            >>> from maskerad.languages import load_pack
            >>> words = EverydayWords([load_pack("en")])
            >>> words.is_written_so("Bill"), words.is_written_so("Ted")  # TED is a term
            (True, False)
        """
        return word in self._written or word.lower() in self._written

    def is_eponym(self, folded: str) -> bool:
        """Whether a disease, a sign or a device is called after somebody of this folded name."""
        return folded in self._eponym_words

    def is_frequent(self, folded: str) -> bool:
        """Whether a folded word is one of the commonest of a language: mostly particles, pronouns and verbs."""
        return folded in self._frequent

    def is_commonest(self, folded: str) -> bool:
        """Whether a folded word is one of the very commonest: hardly a noun among them."""
        return folded in self._commonest

    def _is_in_eponym(self, text: str, start: int, word: str) -> bool:
        """Whether a longer listed eponym begins there, or the word is one beside what is named so (disease, sign)."""
        longer = self._eponyms.get(word[:EPONYM_KEY_CHARS], ())
        if any(len(entry) > len(word) and text.startswith(entry, start) for entry in longer):
            return True
        folded = fold(word)
        if folded not in self._eponym_words and not any(
            folded.removesuffix(end) in self._eponym_words for end in self._endings
        ):
            return False
        behind = _WORD_BEHIND.match(text, start + len(word))
        before = _NOUN_BEFORE.search(text[max(start - CONTEXT_CHARS, 0) : start])
        named = (match[1].lower() for match in (behind, before) if match)
        return any(noun in self._eponym_nouns for noun in named)

    def _is_name(self, folded: str) -> bool:
        return folded in self._names or any(folded.removesuffix(end) in self._names for end in self._endings)

    @cached_property
    def _common(self) -> frozenset[str]:
        return _folded(self._packs, ("common", "medical"))

    @cached_property
    def _commonest(self) -> frozenset[str]:
        return frozenset(entry for pack in self._packs for entry in pack.list("common").folded[:N_COMMONEST])

    @cached_property
    def _spelled(self) -> frozenset[str]:
        return _spelled(self._packs)

    @cached_property
    def _frequent(self) -> frozenset[str]:
        return frozenset(entry for pack in self._packs for entry in pack.list("common").folded[:N_FREQUENT])

    @cached_property
    def _names(self) -> frozenset[str]:
        return _folded(self._packs, ("given_female", "given_male", "family", "cities"))

    @cached_property
    def _given(self) -> frozenset[str]:
        return _folded(self._packs, ("given_female", "given_male"))

    @cached_property
    def _written(self) -> frozenset[str]:
        return frozenset(
            entry for pack in self._packs for name in ("common", "medical") for entry in pack.list(name).entries
        )

    @cached_property
    def _measures(self) -> frozenset[str]:
        """Abbreviations of what is measured or given, as they are written; those of elements in their usual case."""
        entries = [entry for pack in self._packs for name in MEASURE_LISTS for entry in pack.list(name).entries]
        short = (entry for entry in entries if len(entry) <= MEASURE_CHARS_MAX)
        return frozenset(form for entry in short for form in (entry, entry.title()) if form == entry or entry.isupper())

    @cached_property
    def _endings(self) -> tuple[str, ...]:
        return tuple({end for pack in self._packs for end in pack.strings("genitive", "names") if end.isalpha()})

    @cached_property
    def _particles(self) -> frozenset[str]:
        return frozenset(particle for pack in self._packs for particle in name_conventions(pack).particles)

    @cached_property
    def _things_after(self) -> frozenset[str]:
        return frozenset(word for pack in self._packs for word in pack.strings("things_after", "names"))

    @cached_property
    def _things_behind(self) -> dict[str, frozenset[str]]:
        """Folded words that are names too, to the words behind which, as written, they are none."""
        things: dict[str, frozenset[str]] = {}
        tables = (pack.table("names").get("things_behind", ()) for pack in self._packs)
        for row in (row for rows in tables if isinstance(rows, list) for row in rows):
            for word in map(fold, row["words"]):
                things[word] = things.get(word, frozenset()) | frozenset(row["before"])
        return things

    @cached_property
    def _eponym_words(self) -> frozenset[str]:
        return _folded(self._packs, ("eponyms",))

    @cached_property
    def _eponym_nouns(self) -> frozenset[str]:
        words = (word for pack in self._packs for kind in EPONYM_NOUNS for word in pack.strings(kind, "words"))
        return frozenset(words) - {word for pack in self._packs for word in pack.strings("said_by", "names")}

    @cached_property
    def _eponyms(self) -> Mapping[str, tuple[str, ...]]:
        return _by_beginning(entry for pack in self._packs for entry in pack.list("eponyms").entries)


@lru_cache(maxsize=64)
def _folded(packs: tuple[LanguagePack, ...], lists: tuple[str, ...]) -> frozenset[str]:
    return frozenset().union(*(pack.list(name).folded for pack in packs for name in lists))


@lru_cache(maxsize=16)
def _spelled(packs: tuple[LanguagePack, ...]) -> frozenset[str]:
    lists = [pack.list(name).entries for pack in packs for name in ("common", "medical")]
    return frozenset("\n".join(chain.from_iterable(lists)).casefold().split("\n"))


def _by_beginning(entries: Iterable[str]) -> dict[str, tuple[str, ...]]:
    by_beginning: dict[str, list[str]] = {}
    for entry in entries:
        by_beginning.setdefault(entry[:EPONYM_KEY_CHARS], []).append(entry)
    return {beginning: tuple(same) for beginning, same in by_beginning.items()}
