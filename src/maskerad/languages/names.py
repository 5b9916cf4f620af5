"""How a language writes the names of people.

Read from the ``[names]`` table of a pack: ``order`` ("given-family", "family-given", "given-family-family"),
``particles`` (van der, de la), ``given_too`` (those that are given names as well), ``suffixes`` (Jr.), ``genitive``
(endings glued to a name), ``genitive_bare_after`` (names on these letters take none) and ``given_behind_particle``
(María del Carmen), from its lists, and for names in Chinese characters from ``single_family``, ``chinese_family`` and
``single_given`` of its ``[words]``.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from maskerad.languages.pack import LanguagePack, read_list
from maskerad.text.folding import fold, fold_lines

LISTED_MAX = 25_000
TITLES = ("title_doctor", "title_nurse", "title_civil", "title_other", "kin_female", "kin_male", "kin_neutral")
KNOWN_STEM_MIN = 2  # of a name that the record knows: "Bos skola", of Bo
STEM_CHARS_MIN = 3  # of a name before a genitive ending: "Vos" is no genitive of "Vo"


@dataclass(frozen=True, eq=False)
class NameConventions:
    """What a pack says of names. Lists are folded when they are first asked for."""

    pack: LanguagePack = field(repr=False)

    @cached_property
    def order(self) -> str:
        """Order of given and family names."""
        return str(self.pack.table("names").get("order", "given-family"))

    @cached_property
    def particles(self) -> frozenset[str]:
        """Folded words that stand before a family name without being one."""
        return frozenset(map(fold, self.pack.strings("particles", "names")))

    @cached_property
    def suffixes(self) -> frozenset[str]:
        """Folded words after a name that are none: Jr, III."""
        return frozenset(fold(word).strip(".") for word in self.pack.strings("suffixes", "names"))

    @cached_property
    def endings(self) -> tuple[str, ...]:
        """Genitive endings that are letters, longest first."""
        letters = [ending for ending in self.pack.strings("genitive", "names") if ending.isalpha()]
        return tuple(sorted(letters, key=len, reverse=True))

    @cached_property
    def bare_after(self) -> tuple[str, ...]:
        """Letters after which a name takes no ending."""
        return self.pack.strings("genitive_bare_after", "names")

    @cached_property
    def female(self) -> frozenset[str]:
        """Folded given names of women."""
        return self._listed("given_female")

    @cached_property
    def male(self) -> frozenset[str]:
        """Folded given names of men."""
        return self._listed("given_male")

    @cached_property
    def family(self) -> frozenset[str]:
        """Folded family names."""
        return self._listed("family")

    @cached_property
    def foreign_family(self) -> frozenset[str]:
        """Folded family names that are told to be common in some culture, in the language's lists or not."""
        return frozenset(fold_lines([line.partition("\t")[0] for line in self._origin_lines]))

    @cached_property
    def patronymics(self) -> frozenset[str]:
        """Folded words that make a family name of one of ``fathers``: Ben Salah, Abu Bakr."""
        return frozenset(map(fold, self.pack.strings("patronymics", "names")))

    @cached_property
    def fathers(self) -> frozenset[str]:
        """Folded family names of the cultures that have such words."""
        cultures = frozenset(self.pack.strings("patronymic_cultures", "names"))
        rows = (line.partition("\t") for line in self._origin_lines)
        return frozenset(
            fold_lines([name for name, _, of_cultures in rows if not cultures.isdisjoint(of_cultures.split())])
        )

    @cached_property
    def _origin_lines(self) -> tuple[str, ...]:
        paths = (folder / "names" / "origin_family.txt" for folder in self.pack.folders)
        return tuple(line for path in paths if path.is_file() for line in read_list(path).lines)

    @cached_property
    def titles(self) -> frozenset[str]:
        """Folded titles and words for relatives: what a mention may begin with that is no name (Gräfin von Wedel)."""
        words = (fold(word).strip(".") for table in TITLES for word in self.pack.strings(table, "words"))
        return frozenset(words) - self.particles

    @cached_property
    def family_signs(self) -> frozenset[str]:
        """Family names of one Chinese character, most of which are words as well: 林, 南, 王."""
        groups = ("single_family", "chinese_family")
        return frozenset(name for group in groups for name in self.pack.strings(group, "words") if len(name) == 1)

    @cached_property
    def given_signs(self) -> frozenset[str]:
        """Given names of one Chinese character: 薫, 茂."""
        return frozenset(self.pack.strings("single_given", "words"))

    @cached_property
    def honorific_starts(self) -> tuple[str, ...]:
        """Signs before a name by which somebody is called: おふみ."""
        return self.pack.strings("honorific_starts", "names")

    @cached_property
    def given_too(self) -> frozenset[str]:
        """Folded particles that are given names where a mention begins with them in capitals (Ben Jansen)."""
        return frozenset(map(fold, self.pack.strings("given_too", "names")))

    @cached_property
    def given_behind_particle(self) -> frozenset[str]:
        """Folded words that go on a given name where a particle stands before them: Carmen in María del Carmen."""
        return frozenset(map(fold, self.pack.strings("given_behind_particle", "names")))

    @cached_property
    def towns(self) -> frozenset[str]:
        """Folded names of towns."""
        return self._listed("cities")

    @cached_property
    def _own_female(self) -> frozenset[str]:
        return frozenset(own_folded(self.pack, "given_female"))

    @cached_property
    def _own_male(self) -> frozenset[str]:
        return frozenset(own_folded(self.pack, "given_male"))

    def _listed(self, name: str) -> frozenset[str]:
        return frozenset(self.pack.list(name).folded[:LISTED_MAX])

    @cached_property
    def _own_family(self) -> frozenset[str]:
        return frozenset(own_folded(self.pack, "family"))

    def is_family(self, folded: str) -> bool:
        """Whether a folded word is a listed family name; of other languages only if it is no given name of this one."""
        is_own_given = folded in self._own_female or folded in self._own_male
        return folded in (self._own_family if is_own_given else self.family)

    def is_given(self, folded: str) -> bool:
        """Whether a folded word is a listed given name."""
        return folded in self.female or folded in self.male

    @cached_property
    def _mostly(self) -> dict[str, str]:
        """Folded given name to "female", "male" or "both": what is told before the lists are asked."""
        listed = self.pack.list("given_mostly")
        genders = (line.partition("\t")[2] for line in listed.lines)
        return {name: "" if gender == "both" else gender for name, gender in zip(listed.folded, genders, strict=True)}

    @cached_property
    def _gender_of_ending(self) -> tuple[tuple[str, str], ...]:
        """Endings of given names, the longest first, and the gender that they tell."""
        both = [
            (fold(ending), gender)
            for gender in ("female", "male")
            for ending in self.pack.strings(f"given_{gender}", "gender_endings")
        ]
        return tuple(sorted(both, key=lambda pair: (-len(pair[0]), pair)))

    def gender(self, folded: str) -> str:
        """ "female", "male", or "" for a name of both or of none.

        The list of names that mostly one gender bears decides, then those of women and men, of the two the language's
        own, then what the name ends in, where a language has such endings.
        """
        if folded in self._mostly:
            return self._mostly[folded]
        return self._listed_gender(folded) or self._ending_gender(folded)

    def _listed_gender(self, folded: str) -> str:
        is_female, is_male = folded in self.female, folded in self.male
        if is_female and is_male:
            is_female, is_male = folded in self._own_female, folded in self._own_male
        return "" if is_female == is_male else "female" if is_female else "male"

    def _ending_gender(self, folded: str) -> str:
        endings = self._gender_of_ending
        return next((gender for ending, gender in endings if folded != ending and folded.endswith(ending)), "")

    def without_ending(self, word: str, known: Container[str]) -> str:
        """The folded word without a genitive ending, if it has one.

        It has one when the rest is a name of the record (``known``) and the whole is none, or a listed name while the
        whole is not.
        """
        folded = fold(word)
        if folded in known:
            return folded
        for ending in self.endings:
            stem = folded.removesuffix(ending)
            if stem in known and KNOWN_STEM_MIN <= len(stem) < len(folded):
                return stem
            if STEM_CHARS_MIN <= len(stem) < len(folded) and self._is_name(stem) and not self._is_name(folded):
                return stem
        return folded

    def _is_name(self, folded: str) -> bool:
        return self.is_given(folded) or folded in self.family or folded in self.foreign_family


@lru_cache(maxsize=256)
def own_entries(pack: LanguagePack, name: str) -> tuple[str, ...]:
    """Entries of the language's own list, without the list that all languages share; of that when it has none."""
    own = [folder / "lists" / f"{name}.txt" for folder in pack.folders if folder.name == pack.code]
    return (
        tuple(entry for path in own if path.is_file() for entry in read_list(path).entries) or pack.list(name).entries
    )


@lru_cache(maxsize=256)
def own_folded(pack: LanguagePack, name: str) -> tuple[str, ...]:
    """The same, each folded."""
    return fold_lines(own_entries(pack, name))


@lru_cache(maxsize=32)
def name_conventions(pack: LanguagePack) -> NameConventions:
    """The conventions of a pack, worked out once."""
    return NameConventions(pack)
