"""Names by culture: which common ones a persona may bear, and which cultures bear a name.

``names/persona_*.txt`` hold the common names of each culture, ``names/origin_*.txt`` whatever tells an origin, and
``[cultures]`` of the shared ``surrogates.toml`` the ends and beginnings of family names. A name that nothing tells of
is one of the language it is written in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, islice
from operator import methodcaller
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.listed import kana, names
from maskerad.languages.names import name_conventions, own_folded
from maskerad.languages.pack import read_list
from maskerad.names.sounds import sound
from maskerad.text.folding import fold, fold_lines, folded_words
from maskerad.text.scripts import HAN, HIRAGANA, KATAKANA, LATIN, script_of, unvoiced, writing_of

GIVEN, FAMILY = "given", "family"
CACHE_MAX_WORDS = 20_000
NEUTRAL_MIN = 8
WEAK = "?"  # after a culture in ``origin_*.txt``: a name that counts for less than the language's own lists
RESERVE_MAX = {GIVEN: 600, FAMILY: 1500}  # of a language's own lists, once the common names are taken
STEM_CHARS_MIN = 3  # before an ending or after a beginning that tells an origin
OWN_LISTS = {FAMILY: ("family",), GIVEN: ("given_female", "given_male")}

_PARTICLES = re.compile(r"(?:.*[ '’]|Al-)(?=\w)")


class NewName(NamedTuple):
    """A name that a persona may bear, with what is asked of it again and again.

    Attributes:
        text: As written, particles included.
        other: Its form for women; "" for none.
        reading: In katakana; "" for none.
        particle: Its beginning up to the name proper: "van den ", "O'".
        stem: The name proper.
        folded, sound: Of the stem.
        first: First letter of the folded stem.
        start: First letter of the folded text.
        words: Folded words of the text.
    """

    text: str
    other: str
    reading: str
    particle: str
    stem: str
    folded: str
    sound: str
    first: str
    start: str
    words: tuple[str, ...]


def make_name(text: str, pack: LanguagePack, other: str = "") -> NewName:
    """A name taken apart once."""
    found = _PARTICLES.match(text)
    particle = found.group() if found else ""
    stem = text[len(particle) :]
    folded = fold(stem)
    is_reading = script_of(other) == KATAKANA
    return NewName(
        text,
        "" if is_reading else other,
        other if is_reading else "",
        particle,
        stem,
        folded,
        sound(folded, pack),
        folded[:1],
        fold(text[:1]),
        tuple(folded_words(text)),
    )


@lru_cache(maxsize=1024)
def common_names(pack: LanguagePack, culture: str, kind: str) -> tuple[NewName, ...]:
    """The common names of a culture of one kind: female, male, neutral, family, particled, female_first ...

    A language without such lists gets the beginning of its word lists. Of names that sound alike the commonest.
    """
    return _one_a_sound(common_spellings(pack, culture, kind))


@lru_cache(maxsize=1024)
def common_spellings(pack: LanguagePack, culture: str, kind: str) -> tuple[NewName, ...]:
    """The common names in all their spellings."""
    rows = _persona_rows(pack.folders, kind).get(culture, ())
    found = [make_name(name, pack, other) for name, other in rows]
    if not found and culture == pack.code and kind in _WORD_LISTS:
        found = [make_name(name, pack) for name in names(pack, _WORD_LISTS[kind], LATIN, RESERVE_MAX[GIVEN])]
    return tuple(found)


def _one_a_sound(names: Sequence[NewName]) -> tuple[NewName, ...]:
    return tuple({name.sound: name for name in reversed(names)}.values())[::-1]


_WORD_LISTS = {"female": "given_female", "male": "given_male", "family": "family"}


@lru_cache(maxsize=1024)
def given_names(pack: LanguagePack, culture: str, gender: str, place: str) -> tuple[NewName, ...]:
    """Given names of a gender; neutral ones when it is "".

    Args:
        pack: Language of the text.
        culture: Whose names.
        gender: "female", "male" or "".
        place: "first" or "second" for parts of a double name (Anna-Karin), else "".
    """
    double = common_names(pack, culture, f"{gender}_{place}") if place and gender else ()
    if double:
        return double
    if gender:
        listed = common_names(pack, culture, gender)
        sure = tuple(name for name in listed if not _may_be_other(name.folded, gender, pack))
        return sure if len(sure) >= NEUTRAL_MIN else listed
    neutral = common_names(pack, culture, "neutral")
    if len(neutral) >= NEUTRAL_MIN:
        return neutral
    both = {name.sound: name for kind in ("neutral", "female", "male") for name in common_names(pack, culture, kind)}
    return tuple(both.values())


def _may_be_other(folded: str, gender: str, pack: LanguagePack) -> bool:
    """Whether readers may take a given name for one of the other gender: Sandeep, Uchenna, Andrea."""
    other = "male" if gender == "female" else "female"
    told = name_conventions(pack).gender(folded)
    return told == other or (told != gender and folded in _of_any_culture(pack.folders, other))


@lru_cache(maxsize=64)
def _of_any_culture(folders: tuple[object, ...], kind: str) -> frozenset[str]:
    """The folded common names of one kind of all cultures, with those that women and men bear."""
    rows = (rows for one in (kind, "neutral") for rows in _persona_rows(folders, one).values())
    return frozenset(fold(name) for names in rows for name, _ in names)


@lru_cache(maxsize=256)
def reserve(pack: LanguagePack, culture: str, kind: str, gender: str) -> tuple[NewName, ...]:
    """Further names of the language's own culture, for when the common ones are taken; none of other cultures."""
    return _one_a_sound(reserve_spellings(pack, culture, kind, gender))


@lru_cache(maxsize=256)
def reserve_spellings(pack: LanguagePack, culture: str, kind: str, gender: str) -> tuple[NewName, ...]:
    """The further names in all their spellings."""
    if culture != pack.code or pack.table("romanisation"):
        return ()
    lists = ("family",) if kind == FAMILY else (f"given_{gender}",) if gender else OWN_LISTS[GIVEN]
    texts = dict.fromkeys(text for name in lists for text in names(pack, name, LATIN, RESERVE_MAX[kind]))
    own = (text for text in texts if culture in (cultures_of(fold(text), kind, pack) or (culture,)))
    return tuple(make_name(text, pack) for text in own)


@lru_cache(maxsize=32)
def _persona_rows(folders: tuple[object, ...], kind: str) -> Mapping[str, list[tuple[str, str]]]:
    """Name and other form of each culture, from all folders of a pack."""
    found: dict[str, list[tuple[str, str]]] = {}
    for name, culture, *other in (line.split("\t") for line in _lines(folders, f"persona_{kind}")):
        found.setdefault(culture, []).append((name, other[0] if other else ""))
    return found


_columns = methodcaller("split", "\t")


def _lines(folders: Iterable[object], name: str) -> Iterator[str]:
    for folder in folders:
        path = folder / "names" / f"{name}.txt"  # type: ignore[operator]
        if path.is_file():
            yield from read_list(path).lines


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
        kinds = {kind: _lines(self.pack.folders, f"origin_{kind}") for kind in (GIVEN, FAMILY)}
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
    def _ends(self) -> tuple[tuple[str, str], ...]:
        return self._affixes("family_ends")

    @cached_property
    def _starts(self) -> tuple[tuple[str, str], ...]:
        return self._affixes("family_starts")

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
            for end, male in (table.get("female") or {}).items()  # type: ignore[attr-defined]
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

        A name of the language's own lists counts as its own, unless it is common far away alone: "Ahmed" is common in
        Sweden without being Swedish.
        """
        codes = self._listed_for(folded, kind)
        told = self._seen.intersection(codes)
        if folded in self.own[kind]:
            return told | {self.pack.code} if told & self._near[kind] or not told else told
        told = told or self._seen.intersection(code.rstrip(WEAK) for code in codes)
        return told or frozenset(self._by_shape(folded, kind))

    @cached_property
    def _seen(self) -> frozenset[str]:
        """Cultures that are looked for."""
        return frozenset(self.rank)

    @cached_property
    def _near(self) -> Mapping[str, frozenset[str]]:
        """Kind to the cultures whose names of that kind are shared with the language."""
        near = frozenset(self.pack.strings("near_cultures", "names"))
        return {FAMILY: near, GIVEN: near.union(self.pack.strings("near_given_cultures", "names"))}

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
        told = (reading for line in lines for reading in line.partition("\t")[2].split())
        listed = (name for kind in OWN_LISTS for name in kana(self.pack, kind))
        return frozenset(unvoiced("\n".join(chain(told, listed))).split("\n")) if lines else frozenset()

    def _by_shape(self, folded: str, kind: str) -> Iterator[str]:
        """The culture that the script, the end or the beginning of a name tells."""
        foreign = self._katakana_culture
        if foreign:
            is_foreign = self._is_foreign_latin(folded) or self._is_foreign_kana(folded)
            yield foreign if is_foreign else self.pack.code
        elif kind == FAMILY:
            ends = (code for end, code in self._ends if folded.endswith(end) and _has_stem(folded, end))
            starts = (code for start, code in self._starts if folded.startswith(start) and _has_stem(folded, start))
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
        found = set(cultures)
        if not found or self.pack.code in found:
            return self.pack.code
        return min(found, key=lambda code: (self.rank.get(code, len(self.rank)), code))

    @cached_property
    def _female_endings(self) -> tuple[str, ...]:
        return tuple(end for end, _ in self.female_ends)

    def male_forms(self, folded: str) -> tuple[str, ...]:
        """What the family name of a woman may be for men (kowalska: kowalski); none where it is the same."""
        if not folded.endswith(self._female_endings):
            return ()
        ends = (pair for pair in self.female_ends if folded.endswith(pair[0]))
        return tuple(folded.removesuffix(end) + male for end, male in ends if len(folded) >= len(end) + STEM_CHARS_MIN)


def is_neutral(folded: str, culture: str, pack: LanguagePack) -> bool:
    """Whether a given name is one of the common ones that women and men of a culture bear."""
    return folded in _folded(pack, culture, "neutral")


def gender_of(folded: str, culture: str, pack: LanguagePack) -> str:
    """Gender of a given name: by the common ones of a culture, else by its end; "" when neither tells."""
    female, male = (folded in _folded(pack, culture, gender) for gender in ("female", "male"))
    if female == male:
        female, male = (
            folded.endswith(pack.strings(f"{gender}_ends", "names") or "\0") for gender in ("female", "male")
        )
    return "" if female == male else "female" if female else "male"


@lru_cache(maxsize=256)
def common_folded(pack: LanguagePack, culture: str, kind: str) -> frozenset[str]:
    """Folded common names of a culture, "given" or "family"."""
    kinds = ("female", "male") if kind == GIVEN else (kind,)
    return frozenset().union(*(_folded(pack, culture, one) for one in kinds))


@lru_cache(maxsize=1024)
def _folded(pack: LanguagePack, culture: str, kind: str) -> frozenset[str]:
    return frozenset(name.folded for name in common_names(pack, culture, kind))


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
    told = cultures_of(folded, kind, pack)
    usual = [code for code in told if folded in common_folded(pack, code, kind)] if len(told) > 1 else ()
    return origins(pack).first(usual or told)


def _has_stem(folded: str, affix: str) -> bool:
    return len(folded) >= len(affix) + STEM_CHARS_MIN


def _strings(value: object) -> list[str]:
    return [str(item) for item in value] if isinstance(value, list) else []


@lru_cache(maxsize=32)
def origins(pack: LanguagePack) -> Origins:
    """The origins of a pack, worked out once."""
    return Origins(pack)
