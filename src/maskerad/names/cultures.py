"""Which cultures bear a name, and the further names of a language's own culture.

``names/origin_*.txt`` hold whatever tells an origin, and ``[cultures]`` of the shared ``surrogates.toml`` the ends and
beginnings of family and given names. A name that nothing tells of is one of the language it is written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, islice
from operator import methodcaller

from maskerad.languages import LanguagePack
from maskerad.languages.listed import kana, names
from maskerad.languages.names import own_folded
from maskerad.names.common_names import (
    FAMILY,
    GIVEN,
    RESERVE_MAX,
    NewName,
    common_folded,
    common_names,
    make_name,
    one_a_sound,
    pack_lines,
)
from maskerad.text.folding import fold, fold_lines
from maskerad.text.scripts import HAN, HIRAGANA, KATAKANA, LATIN, script_of, unvoiced, writing_of

CACHE_MAX_WORDS = 20_000
WEAK = "?"  # after a culture in ``origin_*.txt``: a name that counts for less than the language's own lists
STEM_CHARS_MIN = 3  # before an ending or after a beginning that tells an origin
OWN_LISTS = {FAMILY: ("family",), GIVEN: ("given_female", "given_male")}

_columns = methodcaller("split", "\t")


@dataclass(frozen=True)
class Origins:
    """What tells the culture of a name, read in the light of one language."""

    pack: LanguagePack = field(repr=False)

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """Cultures by how likely they are where a name is borne in several."""
        return {code: at for at, code in enumerate(self.pack.strings("cultures", "names"))}

    @cached_property
    def _listed(self) -> Mapping[str, Mapping[str, str]]:
        """Kind to folded name to its cultures with blanks between, as the list has them: few are ever asked for."""
        kinds = {kind: pack_lines(self.pack.folders, f"origin_{kind}") for kind in (GIVEN, FAMILY)}
        return {kind: dict(map(_columns, lines)) for kind, lines in kinds.items()}

    def _listed_for(self, folded: str, kind: str) -> list[str]:
        return self._listed[kind].get(folded, "").split()

    @cached_property
    def own(self) -> Mapping[str, frozenset[str]]:
        """Kind to the folded names of the language's own lists."""
        return {
            kind: frozenset(
                folded
                for name in lists
                for entries in (
                    own_folded(self.pack, name)[: 10 * RESERVE_MAX[kind]],
                    fold_lines(kana(self.pack, kind)),
                )
                for folded in entries
            )
            for kind, lists in OWN_LISTS.items()
        }

    @cached_property
    def _ends(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        return {kind: self._affixes(f"{kind}_ends") for kind in (GIVEN, FAMILY)}

    @cached_property
    def _starts(self) -> Mapping[str, tuple[tuple[str, str], ...]]:
        return {kind: self._affixes(f"{kind}_starts") for kind in (GIVEN, FAMILY)}

    def _affixes(self, key: str) -> tuple[tuple[str, str], ...]:
        """Folded affix and its culture, longest first."""
        pairs = [(fold(affix), code) for code, table in self._tables.items() for affix in _strings(table.get(key))]
        return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))

    @cached_property
    def _tables(self) -> Mapping[str, Mapping[str, object]]:
        """The tables of ``[cultures]``."""
        return {code: dict(table) for code, table in self.pack.table("cultures").items() if isinstance(table, dict)}

    @cached_property
    def female_ends(self) -> tuple[tuple[str, str], ...]:
        """Folded ends of family names of women with those of men."""
        pairs = (
            (fold(end), fold(str(male)))
            for table in self._tables.values()
            for end, male in (table.get("female") or {}).items()  # type: ignore[attr-defined]  # a table, as the check of the pack says
        )
        return tuple(sorted(pairs, key=lambda pair: -len(pair[0])))

    @cached_property
    def families_that_come_first(self) -> Mapping[str, Mapping[str, int]]:
        """Folded common family names, with their rank, of each culture that puts them before the given names."""
        codes = (code for code, table in self._tables.items() if table.get("order") == "family-given")
        listed = {code: common_names(self.pack, code, "family") for code in codes}
        return {code: {name.folded: rank for rank, name in enumerate(names)} for code, names in listed.items()}

    def of(self, folded: str, kind: str) -> frozenset[str]:
        """Cultures of a folded name; none when nothing tells.

        A name of the language's own lists counts as its own, unless it is common elsewhere alone: "Ahmed" is common in
        Sweden without being Swedish. Given names of neighbours in the lists are its own where they are common.
        """
        codes = self._listed_for(folded, kind)
        cultures = self._seen.intersection(codes)
        if folded in self.own[kind]:
            is_shared = not cultures or bool(cultures & self._near) or self._is_shared_given(folded, kind, cultures)
            return cultures | {self.pack.code} if is_shared else cultures
        cultures = cultures or self._seen.intersection(code.rstrip(WEAK) for code in codes)
        return cultures or frozenset(self._by_shape(folded, kind))

    def _is_shared_given(self, folded: str, kind: str, cultures: frozenset[str]) -> bool:
        """Whether a given name of a neighbour is common at home as well: "Anita", but not "Zbigniew"."""
        near = self.pack.strings("near_given_cultures", "names") if kind == GIVEN else ()
        return not cultures.isdisjoint(near) and folded in common_folded(self.pack, self.pack.code, GIVEN)

    @cached_property
    def _seen(self) -> frozenset[str]:
        """Cultures that are looked for."""
        return frozenset(self.rank)

    @cached_property
    def _near(self) -> frozenset[str]:
        """Cultures whose names are shared with the language."""
        return frozenset(self.pack.strings("near_cultures", "names"))

    def _is_foreign_kana(self, word: str) -> bool:
        """Whether a name in katakana has sounds that names of the language have not, or is no reading of any."""
        if script_of(word) != KATAKANA:
            return False
        signs = self.pack.strings("katakana_signs", "names")
        return any(sign in word for sign in signs) or bool(self._heard and unvoiced(word) not in self._heard)

    def _is_foreign_latin(self, word: str) -> bool:
        """Whether a name in Latin letters cannot be one of the language, by the syllables that the pack allows."""
        return writing_of(word) == LATIN and not self._syllables.fullmatch(word)

    @cached_property
    def _syllables(self) -> re.Pattern[str]:
        return re.compile(str(self.pack.table("names").get("latin_shape", ".*")))

    @cached_property
    def _heard(self) -> frozenset[str]:
        """How the names of the language's own script are read, without voicing; none where no list tells."""
        lines = self.pack.list("readings").lines
        readings = (reading for line in lines for reading in line.partition("\t")[2].split())
        listed = (name for kind in OWN_LISTS for name in kana(self.pack, kind))
        return frozenset(unvoiced("\n".join(chain(readings, listed))).split("\n")) if lines else frozenset()

    def _by_shape(self, folded: str, kind: str) -> Iterator[str]:
        """The culture that the script, the end or the beginning of a name tells."""
        foreign = self._katakana_culture
        if foreign:
            is_foreign = self._is_foreign_latin(folded) or self._is_foreign_kana(folded)
            yield foreign if is_foreign else self.pack.code
        else:
            ends = (code for end, code in self._ends[kind] if folded.endswith(end) and _has_stem(folded, end))
            starts = (
                code for start, code in self._starts[kind] if folded.startswith(start) and _has_stem(folded, start)
            )
            yield from islice(chain(ends, starts), 1)

    def is_told(self, folded: str, kind: str) -> bool:
        """Whether more than the language's own lists tells of a name: a list of origins, or a script of its own."""
        return folded in self._listed[kind] or (bool(self._katakana_culture) and writing_of(folded) in (HAN, HIRAGANA))

    def may_be(self, folded: str, kind: str, culture: str) -> bool:
        """Whether a name is told to be at home in a culture, however weakly."""
        return culture + WEAK in self._listed_for(folded, kind)

    @cached_property
    def _katakana_culture(self) -> str:
        """The culture of foreign names in katakana that no list has; "" where names are in Latin letters."""
        return str(self.pack.table("names").get("katakana_culture", ""))

    def is_common(self, folded: str, culture: str) -> bool:
        """Whether a name is told to be of a culture, by more than being in the lists of its language."""
        return any(culture in self._listed_for(folded, kind) for kind in self._listed)

    def first(self, cultures: Iterable[str]) -> str:
        """The language's own culture if it is among them, else the likeliest; its own when there is none."""
        codes = set(cultures)
        if not codes or self.pack.code in codes:
            return self.pack.code
        return min(codes, key=lambda code: (self.rank.get(code, len(self.rank)), code))

    @cached_property
    def _female_endings(self) -> tuple[str, ...]:
        return tuple(end for end, _ in self.female_ends)

    def male_forms(self, folded: str) -> tuple[str, ...]:
        """What the family name of a woman may be for men (kowalska: kowalski); none where it is the same."""
        if not folded.endswith(self._female_endings):
            return ()
        ends = (pair for pair in self.female_ends if folded.endswith(pair[0]))
        return tuple(folded.removesuffix(end) + male for end, male in ends if len(folded) >= len(end) + STEM_CHARS_MIN)


@lru_cache(maxsize=32)
def origins(pack: LanguagePack) -> Origins:
    """The origins of a pack, worked out once."""
    return Origins(pack)


@lru_cache(maxsize=CACHE_MAX_WORDS)
def cultures_of(folded: str, kind: str, pack: LanguagePack) -> frozenset[str]:
    """Cultures that bear a folded name, "given" or "family", as ``Origins.of`` tells."""
    return origins(pack).of(folded, kind)


@lru_cache(maxsize=CACHE_MAX_WORDS)
def home(folded: str, kind: str, pack: LanguagePack) -> str:
    """The one culture of a folded name where nothing but the name tells.

    Of several it is the language's own or else the likeliest, but before others those in which the name is common: the
    lists of a language hold many names of its neighbours.
    """
    cultures = cultures_of(folded, kind, pack)
    usual = [code for code in cultures if folded in common_folded(pack, code, kind)] if len(cultures) > 1 else ()
    return origins(pack).first(usual or cultures)


@lru_cache(maxsize=256)
def reserve(pack: LanguagePack, culture: str, kind: str, gender: str) -> tuple[NewName, ...]:
    """Further names of the language's own culture, for when the common ones are taken; none of other cultures."""
    return one_a_sound(reserve_spellings(pack, culture, kind, gender))


@lru_cache(maxsize=256)
def reserve_spellings(pack: LanguagePack, culture: str, kind: str, gender: str) -> tuple[NewName, ...]:
    """The further names in all their spellings."""
    if culture != pack.code or pack.table("romanisation"):
        return ()
    lists = ("family",) if kind == FAMILY else (f"given_{gender}",) if gender else OWN_LISTS[GIVEN]
    texts = dict.fromkeys(text for name in lists for text in names(pack, name, LATIN, RESERVE_MAX[kind]))
    own = (text for text in texts if culture in (cultures_of(fold(text), kind, pack) or (culture,)))
    return tuple(make_name(text, pack) for text in own)


def _has_stem(folded: str, affix: str) -> bool:
    return len(folded) >= len(affix) + STEM_CHARS_MIN


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []
