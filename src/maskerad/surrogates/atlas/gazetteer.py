"""What a language knows of places: its towns with their postcodes, regions and sizes, and towns abroad.

Lists, read when the first place is replaced: ``postal_towns`` (the towns that surrogates come from: name, beginning
of the postcode, area, country), ``cities`` (region and population of all towns), ``world_cities`` (cities abroad under
the language's own names), ``world_towns`` (the larger towns of all countries), ``countries`` and ``continents``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import repeat
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.areas import in_full
from maskerad.surrogates.atlas.postcodes import has_form, n_letters
from maskerad.surrogates.atlas.units import bare
from maskerad.surrogates.atlas.words import FILE, place_grammar, strings, without_article
from maskerad.surrogates.shape import half_width
from maskerad.text.folding import fold
from maskerad.text.scripts import LATIN, script_of

LARGER = 10  # a city abroad, so many times larger than a town at home, is meant by the name of both
REGION_TOWNS_MIN = 4  # of a region whose towns may stand for one another
ENOUGH = 4  # towns of one country abroad to choose among
UNKNOWN_POPULATION = 9_000  # a town that no list knows is small
HOSPITAL_TOWN_MIN = 4_000  # inhabitants; a smaller place of the name of a town with a hospital is another one
HOSPITAL_TOWN_POPULATION = 60_000  # of such a town that no list knows
POSTAL_CHARS_MAX = 3
CODE_CHARS = 2  # of a country
AREA_DIGITS = {"FR": 2, "ES": 2}  # that postcodes of an area begin with; of no fewer any area can be told


class Town(NamedTuple):
    """A town that can be a surrogate.

    Attributes:
        name: As the language writes it.
        postcode: What its postcodes begin with, "" where unknown.
        area: County, province or prefecture.
        country: ISO code.
        region: Division of the first level.
        population: Inhabitants.
        has_hospital: Whether a hospital there surprises nobody.
    """

    name: str
    postcode: str
    area: str
    country: str
    region: str
    population: int
    has_hospital: bool


class Where(NamedTuple):
    """What is known of an original place; "" and 0 where nothing is. Its region may stand beside it."""

    area: str = ""
    region: str = ""
    country: str = ""
    population: int = 0
    is_named: bool = False


@dataclass(frozen=True)
class Gazetteer:
    """The places of one language; each table is made when it is first asked for."""

    pack: LanguagePack = field(repr=False)

    @cached_property
    def towns(self) -> tuple[Town, ...]:
        """The towns that surrogates come from."""
        return tuple(self._town(*_padded(row, 5)) for row in self.pack.list("postal_towns").rows)

    def _town(self, name: str, postcode: str, area: str, country: str, mark: str) -> Town:
        region, population = self.sizes.get(fold(name)) or self.sizes.get(fold(bare(name, self.pack)), ("", 0))
        if (
            self._told_country(region) or self._country_of_area.get(region, country)
        ) != country:  # a town of the same name elsewhere
            region, population = "", 0
        if mark and population < HOSPITAL_TOWN_MIN:  # a village of the same name, or none
            region, population = "", HOSPITAL_TOWN_POPULATION
        return Town(name, postcode, area, country, region or area, population or UNKNOWN_POPULATION, bool(mark))

    @lru_cache(maxsize=256)  # noqa: B019 (a gazetteer lives as long as the process)
    def other_towns(self, region: str, country: str) -> tuple[Town, ...]:
        """The towns of a region that are listed by their size alone, without a postcode."""
        return tuple(
            Town(name, "", region, country, region, n, has_hospital=n >= HOSPITAL_TOWN_POPULATION)
            for name, n in self._larger_by_region.get(region, ())
            if fold(name) not in self.by_name
        )

    @cached_property
    def _larger_by_region(self) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Names and sizes of the listed towns that are no villages, by region."""
        by_region: dict[str, list[tuple[str, int]]] = {}
        for name, region, n in map(_columns, self.pack.list("cities").lines, repeat(3)):
            if n.isdecimal() and int(n) >= HOSPITAL_TOWN_MIN:
                by_region.setdefault(region, []).append((name, int(n)))
        return by_region

    @cached_property
    def _country_of_area(self) -> Mapping[str, str]:
        return {row[2]: row[3] for row in self.pack.list("postal_towns").rows}

    @cached_property
    def sizes(self) -> Mapping[str, tuple[str, int]]:
        """Folded town to region and population, of all towns at home."""
        listed = self.pack.list("cities")
        rows = zip(reversed(listed.folded), (_columns(line, 3) for line in reversed(listed.lines)), strict=True)
        return {folded: (region, int(n)) for folded, (_, region, n) in rows if region and n.isdecimal()}

    @cached_property
    def by_name(self) -> Mapping[str, Town]:
        """Folded name, without its article, to town; also without its mark, where no other town is called so."""
        named = {self.key(town.name): town for town in reversed(self.towns)}
        return {**{fold(bare(town.name, self.pack)): town for town in reversed(self.towns)}, **named}

    @cached_property
    def area_names(self) -> tuple[str, ...]:
        """All areas, then all regions, of the towns."""
        return tuple(dict.fromkeys([*(town.area for town in self.towns), *(town.region for town in self.towns)]))

    @cached_property
    def home(self) -> str:
        """Code of the language's first country."""
        return self.towns[0].country if self.towns else ""

    @cached_property
    def is_of_other_script(self) -> bool:
        """Whether the language's own towns are not written in Latin letters."""
        return any(script_of(town.name[-1]) != LATIN for town in self.towns[:1])

    @cached_property
    def _area_of_postcode(self) -> Mapping[tuple[str, str], Town]:
        """(country, beginning of a postcode) to a town there; shorter beginnings too."""
        area: dict[tuple[str, str], Town] = {}
        for n_chars in range(POSTAL_CHARS_MAX + 2, 0, -1):
            for town in self.towns:
                if len(town.postcode) >= n_chars >= n_letters(town.postcode):
                    area.setdefault((town.country, town.postcode[:n_chars]), town)
        return area

    @cached_property
    def _of_region(self) -> Mapping[str, Town]:
        """Folded area or region, and its abbreviations, to a town there."""
        towns: dict[str, Town] = {}
        for town in self.towns:
            towns.setdefault(fold(town.region), town)
            towns.setdefault(fold(town.area), town)
        for name, *codes in self.pack.list("areas").rows:
            if fold(name) in towns:
                towns.update({fold(code): towns[fold(name)] for code in codes[:1] if code})
        return towns

    @cached_property
    def _country_codes(self) -> Mapping[str, str]:
        rows = [_padded(row, 2) for row in self.pack.list("countries").rows]
        return {fold(name): code for name, code in rows}

    @cached_property
    def _abroad(self) -> Mapping[str, tuple[str, int]]:
        """Folded city abroad, as the language names it, to country and population."""
        listed = self.pack.list("world_cities")
        rows = zip(reversed(listed.folded), (_columns(line, 3) for line in reversed(listed.lines)), strict=True)
        return {
            folded: (self._country_codes.get(fold(country), country), int(n or 0)) for folded, (_, country, n) in rows
        }

    @cached_property
    def _small_abroad(self) -> Mapping[str, tuple[str, int]]:
        """Folded smaller town of another country where the language is spoken, to that country and a population."""
        table = self.pack.late_table(FILE, "abroad")
        return {fold(name): (code, UNKNOWN_POPULATION) for code in table for name in strings(table, code)}

    def _in_the_world(self, key: str) -> tuple[str, int] | None:
        """Country and population of a folded town of the list of all larger ones; few are ever asked for."""
        line = self.pack.list("world_towns").by_folded.get(key)
        if line is None:
            return None
        _, country, n = _columns(line, 3)
        return country, int(n)

    def key(self, name: str) -> str:
        """The folded name without its article: "Le Mans" and "Mans" are one town."""
        return fold(without_article(name, self.pack))

    def country(self, text: str) -> str:
        """ISO code of a country's name, "" when it is none."""
        return self._country_codes.get(fold(text), "")

    def where(self, key: str, beside: Iterable[tuple[str, str]] = (), country: str = "") -> Where:
        """Where a town lies.

        Args:
            key: Its folded name.
            beside: (label, text) of what stands beside it in an address: postcode, region, country.
            country: ISO code of the one whose postcodes are meant where several have some of the form.
        """
        hints = dict(sorted(beside, reverse=True))
        code = self.country(hints.get("COUNTRY", ""))
        if code and code not in self.home_countries:
            return Where(country=code, population=(self._in_the_world(key) or ("", 0))[1])
        near, own = self._town_of_postcode(hints.get("ZIP", ""), country), self.by_name.get(key)
        if near and own and near.country != own.country:  # four digits are a postcode in several countries
            near = None
        near = near or self._of_region.get(fold(hints.get("REGION", "")))
        where = self._where_at(key, near) if near else self._where_alone(key)
        return where._replace(is_named="REGION" in hints)

    def has_longer(self, key: str, region: str) -> bool:
        """Whether a town of a region has a folded name that goes on behind that of another: "Neustadt an der Aisch"."""
        return any(self.sizes[name][0] == region for name in self._longer.get(key, ()))

    @cached_property
    def _longer(self) -> Mapping[str, tuple[str, ...]]:
        """The first words of towns to their whole folded names."""
        by_first: dict[str, list[str]] = {}
        for name in self.sizes:
            first, _, rest = name.partition(" ")
            if rest:
                by_first.setdefault(first, []).append(name)
        return {first: tuple(names) for first, names in by_first.items()}

    def is_region(self, text: str) -> bool:
        """Whether a text names or abbreviates a region or area of the language's own."""
        folded = fold(text)
        return folded in self._of_region or folded in self._prefixes

    def is_called_after(self, text: str, towns: Set[str]) -> bool:
        """Whether a region bears the name of one of some folded towns; in short, if it has few others (RN, Rimini)."""
        full = fold(in_full(text, self.pack))
        return fold(text) in towns or (full in towns and self._n_towns_in(full) < REGION_TOWNS_MIN)

    @lru_cache(maxsize=256)  # noqa: B019 (a gazetteer lives as long as the process)
    def _n_towns_in(self, region: str) -> int:
        return sum(self.lies_in(town, region) for town in self.towns)

    def lies_in(self, town: Town, text: str) -> bool:
        """Whether a town lies in a region or area."""
        folded = fold(text)
        if folded in self._prefixes:
            return town.country == self.home and town.postcode.startswith(self._prefixes[folded])
        own = self._of_region.get(folded)
        if own is None or own.country != town.country:
            return False
        return town.area == own.area if fold(own.area) == folded else town.region == own.region

    def small_area(self, town: Town) -> str:
        """The area in which a town lies of those that postcodes tell; "" where none does."""
        return self.small_area_of(town.postcode) if town.country == self.home else ""

    def small_area_of(self, postcode: str) -> str:
        """The area of a postcode at home, or of its beginning; "" where none is told so."""
        fitting = ((len(prefix), name) for name, every in self._small_areas.items() for prefix in every
                   if postcode.startswith(prefix))  # fmt: skip
        return max(fitting, default=(0, ""))[1]

    def around(self, text: str) -> str:
        """The area of the towns' list in which a small area lies; "" for a text that is none."""
        every = self._prefixes.get(fold(text), ())
        return next((town.area for town in self.towns if every and self.lies_in(town, text)), "")

    @cached_property
    def _small_areas(self) -> Mapping[str, tuple[str, ...]]:
        """Area to what its postcodes begin with, where the towns are listed under larger ones."""
        table = self.pack.late_table(FILE, "areas").get("prefixes", {})
        return {name: strings(table, name) for name in table} if isinstance(table, dict) else {}

    @cached_property
    def _prefixes(self) -> Mapping[str, tuple[str, ...]]:
        return {fold(name): every for name, every in self._small_areas.items()}

    def _where_at(self, key: str, near: Town) -> Where:
        """A town beside a postcode or a region that tells where it is."""
        own, listed = self.by_name.get(key), self.sizes.get(key)
        if own and own.area == near.area:
            return Where(own.area, own.region, own.country, own.population)
        population = listed[1] if listed and listed[0] == near.region else UNKNOWN_POPULATION
        return Where(near.area, near.region, near.country, population)

    def _where_alone(self, key: str) -> Where:
        own, listed = self.by_name.get(key), self.sizes.get(key)
        if own:
            return Where(own.area, own.region, own.country, own.population)
        known = self._abroad.get(key) or self._small_abroad.get(key) or self._in_the_world(key)
        country, population = known or ("", UNKNOWN_POPULATION)
        if listed and (not country or population < LARGER * listed[1]):  # Geneva is not the village of that name
            return self._where_listed(*listed)
        return Where("", "", country, population)

    def _where_listed(self, region: str, population: int) -> Where:
        """A town that is listed by its region and size alone; of those abroad the region tells the country."""
        country = self._country_of_region(region)
        return Where("", region if self.is_home(country) else "", country, population)

    def _country_of_region(self, region: str) -> str:
        near = self._of_region.get(fold(region))
        return self._told_country(region) or (near.country if near else self.home)

    def _told_country(self, region: str) -> str:
        """ISO code of the country of a region that has none of the towns here, or whose name is that code; else ""."""
        table = self.pack.late_table(FILE, "areas").get("countries", {})
        table = table if isinstance(table, dict) else {}
        is_code = len(region) == CODE_CHARS and region.isascii() and region.isupper()
        return next((code for code in table if region in strings(table, code)), region if is_code else "")

    def _town_of_postcode(self, text: str, first: str) -> Town | None:
        """A town whose postcodes begin as this one does, in one country before the others."""
        compact = "".join(filter(str.isalnum, half_width(text))).upper()
        countries = sorted(self.home_countries, key=lambda country: country != first)
        for country in countries if compact else ():
            if has_form(compact, country):
                least = AREA_DIGITS.get(country, n_letters(compact))
                for n_chars in range(POSTAL_CHARS_MAX + 2, least - 1, -1):
                    town = self._area_of_postcode.get((country, compact[:n_chars]))
                    if town:
                        return town
        return None

    @cached_property
    def home_countries(self) -> tuple[str, ...]:
        """ISO codes of the countries whose language it is."""
        return tuple(dict.fromkeys(town.country for town in self.towns))

    def is_home(self, country: str) -> bool:
        """Whether the language is that of a country."""
        return country in self.home_countries

    @lru_cache(maxsize=256)  # noqa: B019 (a gazetteer lives as long as the process)
    def abroad(self, country: str) -> tuple[Town, ...]:
        """Larger towns of a country abroad: as the language names them, else under their own names."""
        own = [(name, code, n) for name, (code, n) in self._own_abroad if code == country]
        table = self.pack.late_table(FILE, "abroad")
        own += [(name, country, UNKNOWN_POPULATION) for name in strings(table, country)]
        if len(own) < ENOUGH and not self.is_of_other_script:
            own += [(row[0], row[1], int(row[2])) for row in self.pack.list("world_towns").rows if row[1] == country]
        if len(own) < ENOUGH:
            own += [(name, code, n) for name, (code, n) in self._own_abroad if self._same_continent(code, country)]
        postcodes = self.pack.late_table(FILE, "areas").get("postcodes", {})
        start = str(postcodes.get(country, "")) if isinstance(postcodes, dict) else ""
        return tuple(Town(name, start, "", country, "", n, has_hospital=True) for name, _, n in own)

    @cached_property
    def _own_abroad(self) -> list[tuple[str, tuple[str, int]]]:
        names = self.pack.list("world_cities").entries
        fitting = [name for name in names if (script_of(name[-1]) != LATIN) == self.is_of_other_script]
        return [(name, self._abroad[fold(name)]) for name in fitting]

    def _same_continent(self, one: str, other: str) -> bool:
        continents = _continents(self.pack)
        return bool(continents.get(one)) and continents.get(one) == continents.get(other)

    def countries_beside(self, text: str) -> tuple[str, ...]:
        """Names of the other countries of a country's continent, without the smallest.

        Example:
            >>> from maskerad.languages import load_pack
            >>> "Norge" in gazetteer(load_pack("sv")).countries_beside("Finland")
            True
        """
        code = self.country(text)
        large = {country for country, _ in self._abroad.values()} | set(self.home_countries)
        rows = [_padded(row, 2) for row in self.pack.list("countries").rows]
        return tuple(
            name
            for name, country in rows
            if country != code and country in large and self._same_continent(country, code)
        )

    @cached_property
    def of_class(self) -> Mapping[str, tuple[Town, ...]]:
        """Class to the places that the pack lists under it: islands."""
        return {
            kind: tuple(self._town(name, "", "", self.home, "") for name in names)
            for kind, names in place_grammar(self.pack).names.items()
        }


def _columns(line: str, n: int) -> list[str]:
    """The first columns of a line; "" for those that it lacks."""
    return (line + "\t" * (n - 1)).split("\t")[:n]


def _padded(row: tuple[str, ...], n: int) -> tuple[str, ...]:
    return (*row, *[""] * n)[:n]


@lru_cache(maxsize=32)
def _continents(pack: LanguagePack) -> Mapping[str, str]:
    return dict(_padded(row, 2) for row in pack.list("continents").rows)  # type: ignore[misc]  # two, as they were padded to


@lru_cache(maxsize=32)
def gazetteer(pack: LanguagePack) -> Gazetteer:
    """The places of a pack, worked out once."""
    return Gazetteer(pack)
