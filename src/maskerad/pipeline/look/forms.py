"""All forms in which what a record knows can stand somewhere, and one search for them.

Generated once for a record, from its mentions, from the people whom linking put together, and from what is known
beforehand. The second look searches them before anything is replaced, and verification afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from maskerad.core import Entity, Span, SpanSet
from maskerad.core.document import Identifier
from maskerad.core.schemes import people_labels
from maskerad.languages import LanguagePack
from maskerad.languages.everyday import EverydayWords
from maskerad.languages.names import name_conventions
from maskerad.pipeline.configuration.never_mark import never_marked
from maskerad.pipeline.look.around import Around
from maskerad.pipeline.look.bearers import bearers_of, known_bearers
from maskerad.pipeline.look.handles import Handles
from maskerad.pipeline.look.heard import HeardNames
from maskerad.pipeline.look.initials import Initials
from maskerad.pipeline.look.near import NearNames
from maskerad.pipeline.look.others import OtherWords
from maskerad.pipeline.look.pairs import Pairs
from maskerad.pipeline.look.slots import Slots
from maskerad.pipeline.look.tails import Tails
from maskerad.pipeline.look.titles import INSTITUTIONS, acronym, own_words
from maskerad.pipeline.verification.disguises import NOTHING, find_disguised
from maskerad.pipeline.verification.originals import BARRIER, Hit, Originals
from maskerad.text.folding import fold

_LEADS_A_NAME = re.compile(r"[ \t]+[^\W\d_a-z]")  # as a form of address does: "Lord Byron"
_SHORT_CAPITALS = re.compile(r"[A-ZÀ-Þ]{2,4}")
_CAPITALS_BEFORE, _CAPITALS_BEHIND = (
    re.compile(r"[A-ZÀ-Þ]{2,}[-,]?[ \t]+$"),
    re.compile(r"[-,]?[ \t]+[A-ZÀ-Þ]{2,}(?!\w)"),
)
_WORD_BEHIND = re.compile(rf",[ \t]*(?:{BARRIER}|([^\W\d_]+))")
NEAR_CHARS = 24
LANGUAGE = "語"  # behind the name of a country: "ベトナム語" says who speaks it, and not from where anybody is
_ACRONYM = re.compile(r"(?<![\w-])[^\W\d_a-z]{3,5}(?![\w-])")


class LookWords:
    """What the second look knows of its languages, worked out once."""

    def __init__(self, packs: Sequence[LanguagePack]) -> None:
        self.packs = tuple(packs)
        self.everyday, self.slots = EverydayWords(packs), Slots(packs)

    @cached_property
    def genitives(self) -> Sequence[str]:
        """Endings of names."""
        return sorted({ending for pack in self.packs for ending in pack.strings("genitive", "names")})

    @cached_property
    def never(self) -> frozenset[str]:
        """What the user never wants marked, folded."""
        return frozenset().union(*map(never_marked, self.packs))

    @cached_property
    def particles(self) -> frozenset[str]:
        """Folded particles."""
        return frozenset().union(*(name_conventions(pack).particles for pack in self.packs))


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a record, from which its forms are made.

    Attributes:
        mentions: Text and label of each.
        entities: People, places and institutions.
        texts: Text and language of each document, by id.
        trusted: Folded words of names that are surely somebody's.
        beforehand: What is known of the record before anything is read.
    """

    mentions: Sequence[tuple[str, str]] = field(repr=False)
    entities: Sequence[Entity] = field(repr=False)
    texts: Mapping[str, tuple[str, LanguagePack]] = field(repr=False)
    trusted: frozenset[str] = field(repr=False)
    beforehand: Sequence[Identifier] = field(repr=False)


class Forms:
    """The forms of one record."""

    def __init__(self, known: Known, words: LookWords) -> None:
        self._words, self._trusted = words, known.trusted
        self.originals = Originals.of([*known.mentions, *forms_of(known, words)], words.genitives)
        bearers = bearers_of(known.entities, known.texts)
        unnamed = [bearer for pack in words.packs for bearer in known_bearers(known.beforehand, pack)]
        everyday, slots = words.everyday, words.slots
        self._around = Around(bearers, slots)
        packs = {name: pack for name, (_, pack) in known.texts.items()}
        names = [text for text, label in known.mentions if label in people_labels()]
        self._others = OtherWords(names, words.packs, everyday, slots)
        self._initials = Initials(bearers, everyday, slots)
        self._handles = Handles(bearers, everyday, slots)
        self._near = NearNames([*bearers, *unnamed], words.packs, everyday, slots)
        self._pairs = Pairs(bearers, everyday)
        self._heard = HeardNames(known.entities, packs)
        self._tails = Tails(known.mentions, words.packs)
        self._acronyms = {
            acronym(text): label for text, label in known.mentions if label in INSTITUTIONS and acronym(text)
        }

    def standing(self, text: str, spans: SpanSet = NOTHING) -> list[Hit]:
        """Where a form stands that is one in any place: names, numbers, whole mentions. (start, end, label).

        Args:
            text: Any text.
            spans: What is marked already: a form that one of them holds whole may be left out.
        """
        return find_disguised(self.originals, text, self._is_everyday, spans)

    def placed(self, text: str, document: str) -> list[Hit]:
        """Where a form stands that is one only in certain places; hits may overlap.

        Args:
            text: The whole text of a document: what stands around a form tells.
            document: Its id.
        """
        hits = (
            *self._initials.find(text, document),
            *self._handles.find(text),
            *self._near.find(text),
            *self._pairs.find(text),
            *self._heard.find(text),
            *self._tails.find(text),
            *self._find_acronyms(text),
        )
        never, placed_words = self._words.never, ((hit, text[hit[0] : hit[1]]) for hit in hits)
        return [hit for hit, word in placed_words if fold(word) not in never and not self._others.is_address(word)]

    def around(self, text: str, spans: Sequence[Span]) -> Iterator[Hit]:
        """Names among the spans of a document together with the initials beside them."""
        return self._around.find(text, spans)

    def _find_acronyms(self, text: str) -> Iterator[Hit]:
        for match in _ACRONYM.finditer(text) if self._acronyms else ():
            if match[0] in self._acronyms and not self._words.everyday.is_common(fold(match[0])):
                yield *match.span(), self._acronyms[match[0]]

    def _is_everyday(self, text: str, start: int, end: int) -> bool:
        """An everyday word is somebody's name where it stands as one and somebody is surely called so."""
        words, folded = self._words, fold(text[start:end])
        if text.startswith(LANGUAGE, end):
            return True
        if _SHORT_CAPITALS.fullmatch(text, start, end) and self._is_acronym(text, start, end):
            return True
        if words.slots.is_cue(folded) and (folded not in self._trusted or _LEADS_A_NAME.match(text, end)):
            return True
        if self._others.is_other(text, start, end):
            return True
        if folded in self._trusted and folded not in words.particles:
            is_rare = not (text[start:end].islower() and words.everyday.is_frequent(folded))
            is_name = words.everyday.stands_as_name(text, start, end) or words.slots.is_abed(text, start, end)
            if is_name or (is_rare and words.slots.tells_person(text, start, end)):
                return False
        return words.everyday.is_ordinary(text, start, end)

    def _is_acronym(self, text: str, start: int, end: int) -> bool:
        """Whether a short name in capitals stands among words that are not, and not where somebody is named."""
        if not self._is_of_somebody(text[start:end]) or self._leads_another(text, end):
            return False
        before, behind = text[max(0, start - NEAR_CHARS) : start], text[end : end + NEAR_CHARS]
        is_among_capitals = _CAPITALS_BEFORE.search(before) or _CAPITALS_BEHIND.match(behind)
        return not is_among_capitals and not self._words.slots.is_named(text, start, end)

    def _leads_another(self, text: str, end: int) -> bool:
        """Whether a comma stands behind, and then another name of the record, an initial or what was replaced."""
        behind = _WORD_BEHIND.match(text, end)  # "OMAN, Carla", "MAKI, T"
        return behind is not None and (
            behind[1] is None or self._is_of_somebody(behind[1]) or (len(behind[1]) == 1 and behind[1].isupper())
        )

    def _is_of_somebody(self, word: str) -> bool:
        return self.originals.words.get(fold(word)) in people_labels()


def forms_of(known: Known, words: LookWords) -> Iterator[tuple[str, str]]:
    """Texts and labels that stand in no mention: names as linking reads them, own words of institutions."""
    for entity in known.entities:
        yield from ((name, entity.label) for name in (*entity.given, *entity.family))
    for text, label in known.mentions:
        if label in INSTITUTIONS:
            for pack in words.packs:
                for own in own_words(text, pack, words.everyday):
                    is_town = fold(own) in name_conventions(pack).towns
                    yield own, "CITY" if is_town else label
