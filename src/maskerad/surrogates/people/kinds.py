"""Of which kind the words of a mention are, in the light of what the other mentions of its record tell."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from itertools import chain

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import FAMILY
from maskerad.names.cultures import origins
from maskerad.names.name import SETTLED, runs_of
from maskerad.names.order import CACHE_MAX_NAMES, NAME, NAMING, Kinds, parts_of
from maskerad.names.parts import TOLD, NamePart, Telling, contrary, settled_kinds, tellings
from maskerad.surrogates.people.cues import cue_before, last_word
from maskerad.surrogates.request import Original
from maskerad.text.folding import fold, folded_words
from maskerad.text.scripts import is_cjk


def kinds_told(people: Iterable[Original], known: frozenset[str]) -> Mapping[str, str]:
    """Kinds of the record's words as those mentions tell them that leave no doubt."""
    evidence: dict[tuple[str, str, LanguagePack], tuple[Telling, ...]] = {}
    titled: set[Telling] = set()
    for original in people:
        text, label, pack = key = original.text, original.label, original.pack
        if key not in evidence:
            evidence[key] = told_kinds(text, label, pack, known & probes(text, pack))
        if not evidence[key] and cue_before(last_word(original.before), pack).is_title:
            titled.update(_titled(text, label, pack, known & probes(text, pack)))
    return settled_kinds((*chain.from_iterable(evidence.values()), *titled))


@lru_cache(maxsize=CACHE_MAX_NAMES)
def told_kinds(text: str, label: str, pack: LanguagePack, known: frozenset[str]) -> tuple[Telling, ...]:
    """What a mention tells of the kinds of its words."""
    return tellings(text, parts_of(text, label, pack, known))


def _titled(text: str, label: str, pack: LanguagePack, known: frozenset[str]) -> Iterable[Telling]:
    """One name after a title is a family name, unless it is a given name alone: "Aunt" is a title too."""
    parts = [part for part in parts_of(text, label, pack, known) if part.kind == NAME]
    for word in (fold(text[part.start : part.end]) for part in parts):
        if word in name_conventions(pack).family or not name_conventions(pack).is_given(word):
            yield word, FAMILY, TOLD


def contrary_kinds(evidence: tuple[Telling, ...], kinds: Mapping[str, str]) -> Kinds:
    """The record's kinds of the words of a mention if they are not those that it is told by alone; else none."""
    if not contrary(evidence, kinds):
        return ()
    return tuple((word, kinds[word]) for word, _, _ in evidence if word in kinds)


def with_settled_kinds(
    text: str, label: str, parts: tuple[NamePart, ...], kinds: Mapping[str, str]
) -> tuple[NamePart, ...]:
    """The parts with the kinds that the person's names have wherever they stand; a label that tells one goes before."""
    if not kinds or label in SETTLED:
        return parts
    naming = {at: kinds.get(fold(text[part.start : part.end])) for at, part in enumerate(parts) if part.kind in NAMING}
    return tuple(part._replace(kind=naming.get(at) or part.kind) for at, part in enumerate(parts))


@lru_cache(maxsize=CACHE_MAX_NAMES)
def probes(text: str, pack: LanguagePack) -> frozenset[str]:
    """The words that, if a record knows them, decide how a mention is taken apart: what it is without its endings."""
    probes: set[str] = set()
    endings = name_conventions(pack).endings
    for word in folded_words(text):
        probes.update(word.removesuffix(ending) for ending in endings)
        probes.update(origins(pack).male_forms(word))
        if is_cjk(word):
            probes |= runs_of(word)
    return frozenset(probes)
