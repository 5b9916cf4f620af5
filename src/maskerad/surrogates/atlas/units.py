"""The marks that names of places end with, and the shortest way a place is written.

Japanese writes the kind of a place at its end: 横浜市 is a city, 中区 a ward of it. Read from ``[places.units]`` of
``places.toml``: ``marks`` (all of them), ``town``, ``ward`` and ``district``; languages without the table have none.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.words import FILE, without_article

SHORT_TOWN = 2  # characters of a name that is never shortened


@dataclass(frozen=True, slots=True)
class Units:
    """The marks of one language.

    Attributes:
        marks: Characters that end the names of places.
        town: The mark of a town; "" for none.
        ward: The mark of a part of one.
        district: The mark of a district, which stands before the towns that lie in no city: 駿東郡長泉町.
        listed: All listed towns, by which a mark is told from a last character that looks like one.
    """

    marks: str
    town: str
    ward: str
    district: str
    listed: frozenset[str] = field(repr=False)

    def of(self, name: str) -> str:
        """The marks of a name: those of town and ward for a ward behind its town; "" for a name without.

        Example:
            >>> from maskerad.languages import load_pack
            >>> marks = units(load_pack("ja"))
            >>> marks.of("横浜市中区"), marks.of("葉山町"), marks.of("横浜"), marks.of("四日市")
            ('市区', '町', '', '')
        """
        if not name or name[-1] not in self.marks or name + self.town in self.listed:
            return ""
        return self.town + self.ward if name[-1] == self.ward and self.parted(name)[1] else name[-1]

    def parted(self, name: str) -> tuple[str, str]:
        """A town and the ward of it behind; the whole and "" for any other name.

        Example:
            >>> from maskerad.languages import load_pack
            >>> units(load_pack("ja")).parted("横浜市中区")
            ('横浜市', '中区')
        """
        at = name.find(self.town, 1) if self.ward and name.endswith(self.ward) else -1
        return (name[: at + 1], name[at + 1 :]) if 0 < at < len(name) - 2 else (name, "")

    def district_of(self, name: str) -> str:
        """The district before a town, with its mark; "" where none stands there.

        Example:
            >>> from maskerad.languages import load_pack
            >>> marks = units(load_pack("ja"))
            >>> marks.district_of("駿東郡長泉町"), marks.district_of("大和郡山市"), marks.district_of("上郡町")
            ('駿東郡', '', '')
        """
        at = name.find(self.district, 1) if self.district and name not in self.listed else -1
        return name[: at + 1] if 0 < at < len(name) - 2 else ""

    def bare(self, name: str) -> str:
        """A town's name without its mark and the district before; a last character that belongs to the name stays.

        Example:
            >>> from maskerad.languages import load_pack
            >>> marks = units(load_pack("ja"))
            >>> marks.bare("四日市市"), marks.bare("四日市"), marks.bare("津市"), marks.bare("駿東郡長泉町")
            ('四日市', '四日市', '津市', '長泉町')
        """
        name = name.removeprefix(self.district_of(name))
        is_marked = bool(self.town) and name.endswith(self.town) and len(name) > SHORT_TOWN
        return name[:-1] if is_marked and name + self.town not in self.listed else name


@lru_cache(maxsize=32)
def units(pack: LanguagePack) -> Units:
    """The marks of a pack, read once."""
    table = pack.late_table(FILE, "places").get("units")
    if not isinstance(table, dict):
        return Units("", "", "", "", frozenset())
    listed = frozenset(name for listed in ("postal_towns", "cities") for name in pack.list(listed).entries)
    return Units(str(table["marks"]), str(table["town"]), str(table["ward"]), str(table["district"]), listed)


def bare(name: str, pack: LanguagePack) -> str:
    """The shortest way a place is written: without its article or its mark.

    Example:
        >>> from maskerad.languages import load_pack
        >>> bare("Le Mans", load_pack("fr")), bare("横浜市", load_pack("ja"))
        ('Mans', '横浜')
    """
    return units(pack).bare(without_article(name, pack))
