"""Towns as other names hold them: bare, as a genitive ("Varbergs"), as an adjective ("Rostocker")."""

from __future__ import annotations

import re
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.atlas.words import FILE


def house_town(name: str, pack: LanguagePack) -> str:
    """A town's name as an institution bears it: without its mark and the ward of it.

    Example:
        >>> from maskerad.languages import load_pack
        >>> house_town("横浜市中区", load_pack("ja")), house_town("Le Mans", load_pack("fr"))
        ('横浜', 'Le Mans')
    """
    return units(pack).bare(units(pack).parted(name)[0])


@lru_cache(maxsize=20_000)
def town_stem(key: str, pack: LanguagePack) -> tuple[str, str]:
    """The town that a naming word is, and the ending that makes it an adjective; "" when it is none.

    Example:
        >>> from maskerad.languages import load_pack
        >>> town_stem("rostocker", load_pack("de")), town_stem("falu", load_pack("sv"))
        (('rostock', 'er'), ('falun', ''))
    """
    places, table = gazetteer(pack), pack.late_table(FILE, "places")
    forms = table.get("forms", {})
    key = str(forms.get(key, key)) if isinstance(forms, dict) else key
    if is_town(key, pack):
        return key, ""
    adjective = table.get("adjective", {})
    ending = str(adjective.get("ending", "")) if isinstance(adjective, dict) else ""
    for end in filter(None, (ending, *name_conventions(pack).endings)):
        stem = key.removesuffix(end)
        if stem != key and is_town(stem, pack):
            return places.key(stem), end if end == ending else ""
    return "", ""


def is_town(key: str, pack: LanguagePack) -> bool:
    """Whether a folded name is that of a town, and of no family unless the town is a larger one."""
    places = gazetteer(pack)
    return is_larger(key, pack) or (key in places.sizes and key not in name_conventions(pack).family)


def is_larger(key: str, pack: LanguagePack) -> bool:
    """Whether a folded name, with or without its mark, is that of a town that surrogates come from."""
    places = gazetteer(pack)
    return key in places.by_name or f"{key}{units(pack).town}" in places.by_name


def adjective(name: str, ending: str, pack: LanguagePack) -> str:
    """A town's adjective, where it is formed as most are; "" where not.

    Example:
        >>> from maskerad.languages import load_pack
        >>> adjective("Bremerhaven", "er", load_pack("de")), adjective("Kiel", "", load_pack("de"))
        ('', 'Kiel')
    """
    if not ending:
        return name
    table = pack.late_table(FILE, "places").get("adjective", {})
    pattern = str(table.get("of", "")) if isinstance(table, dict) else ""
    return name + ending if re.fullmatch(rf"[^\W\d_]*{pattern}", name) else ""
