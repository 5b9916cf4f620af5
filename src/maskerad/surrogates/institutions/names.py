"""Which names an institution of a kind can bear: towns, regions, saints and trees, families."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.listed import names
from maskerad.languages.names import name_conventions, own_entries
from maskerad.surrogates.atlas.areas import regions_like
from maskerad.surrogates.atlas.gazetteer import Town, gazetteer
from maskerad.surrogates.atlas.town_forms import adjective, house_town, is_larger, town_stem
from maskerad.surrogates.atlas.units import units
from maskerad.surrogates.atlas.words import FILE, asked, class_of, strings, without_article
from maskerad.surrogates.places.pools import pools_for
from maskerad.text.folding import fold
from maskerad.text.scripts import HAN, LATIN, is_cjk, script_of

CANDIDATES_MIN = 4
FAMILIES_MAX = 600
CODE_CHARS_MAX = 2  # of a province: "ASL TO5"
PUBLIC = "public"  # what a town has: an office, a library, a fire brigade
_SAINT = re.compile(r"[^\W\d_:]+(?::t)?(?:[. -]+|['’])")
KIND_OF_LABEL = {"HOSPITAL": "hospital", "ORGANIZATION": "company"}


def word_before(text: str, start: int) -> str:
    """The last word before a place in a text, when nothing but a blank or an apostrophe parts them.

    Example:
        >>> word_before("clinique du Parc", 12), word_before("St. Anna", 4)
        ('du', 'st')
    """
    match = re.search(r"([^\W\d_]+)['’.]?[ \u00a0]?$", text[:start])
    return fold(match.group(1)) if match else ""


@lru_cache(maxsize=8_192)
def candidates(
    written: str, key: str, kind: str, label: str, before: str, pack: LanguagePack, region: str = ""
) -> tuple[str, ...]:
    """New names for a naming word.

    Args:
        written: The old name as it stands.
        key: The same, folded.
        kind: Of the institution, "" when unknown.
        label: HOSPITAL or ORGANIZATION.
        before: The text before the name.
        pack: The language.
        region: Where it may stand; "" where nothing tells.
    """
    listed = (
        _directions(key, pack)
        or saints(written, before, pack)
        or _families(written, key, kind or ("company" if label == "ORGANIZATION" else ""), before, pack)
    )
    listed = listed or _of_place(key, kind or KIND_OF_LABEL[label], before, pack, region)
    listed = listed or (_last_resort(key, label, pack, region, is_of_town=True) if kind == PUBLIC else ())
    listed = listed or _evocative(key, kind, before, pack)
    if not listed and (kind in ("", "hospital") and label == "HOSPITAL"):
        listed = _evocative(key, "hospital", before, pack) if kind else _evocative(key, "care_home", before, pack)
    if not listed and label == "ORGANIZATION" and not kind:
        listed = _evocative(key, "company", before, pack)
    listed = listed or _last_resort(key, label, pack, region, "plain" in asked(before, pack))
    return _in_script(listed, script_of(written[-1]), pack)


def _in_script(listed: tuple[str, ...], script: str, pack: LanguagePack) -> tuple[str, ...]:
    """Names in the script of the old one; where the kind has none, those of houses of any kind."""
    same = tuple(name for name in listed if script_of(name[-1]) == script)
    named = (name for names in _by_kind(pack).values() for name in names)
    return same or tuple(dict.fromkeys(name for name in named if script_of(name[-1]) == script)) or listed


def _families(written: str, key: str, kind: str, before: str, pack: LanguagePack) -> tuple[str, ...]:
    """Family names, for a practice or a firm that bears one, and after a title."""
    titled = word_before(before, len(before)) in strings(pack.late_table(FILE, "names"), "titles")
    is_code = written.isupper() and len(written) <= CODE_CHARS_MAX
    if not titled and (kind not in ("practice", "company") or is_code or not _is_family(key, pack)):
        return ()
    return names(pack, "family", HAN if is_cjk(key) else LATIN, FAMILIES_MAX)


def _directions(key: str, pack: LanguagePack) -> tuple[str, ...]:
    """Other points of the compass, for one of them ("Polisregion Väst")."""
    listed = strings(pack.late_table(FILE, "names"), "directions")
    if key not in map(fold, listed) or gazetteer(pack).is_region(key):
        return ()
    return tuple(name for name in listed if fold(name) != key)


def saints(written: str, before: str, pack: LanguagePack) -> tuple[str, ...]:
    """Other saints, for a name that begins with the word for one, or stands after it: "St. Elisabeth", "San Rocco"."""
    prefix = _SAINT.match(written)
    words = strings(pack.late_table(FILE, "names"), "saints")
    word = word_before(before, len(before))
    if word in map(fold, words):
        return tuple(name for name in _saints_of(word, fold(written), pack) if " " not in name or " " in written)
    start = fold(prefix.group()).strip(". -'’") if prefix else ""
    if not prefix or start not in map(fold, words):
        return ()
    same = {name for names in _by_kind(pack).values() for name in names if re.split("[ -]", fold(name))[0] == start}
    if len(same) >= CANDIDATES_MIN - 1:
        return tuple(sorted(same))
    listed = _saints_of(start, fold(written[prefix.end() :]), pack)
    return tuple(prefix.group() + name for name in listed if (" " not in name and "-" not in name) or " " in written)


def _saints_of(word: str, name: str, pack: LanguagePack) -> tuple[str, ...]:
    """Names that stand behind a word for a saint: of women behind "santa", such as the old one behind "S."."""
    table = pack.late_table(FILE, "names")
    kinds, forms = table.get("saint_kinds", {}), table.get("saint_forms", {})
    assert isinstance(kinds, Mapping) and isinstance(forms, Mapping)
    told = next((kind for form, kind in forms.get(word, ()) if re.fullmatch(form, name)), "saint")
    return _by_kind(pack).get(str(kinds.get(word, told)), ())


def _of_place(key: str, kind: str, before: str, pack: LanguagePack, region: str) -> tuple[str, ...]:
    """Towns for a town, with a hospital for a hospital; regions for a region."""
    stem, ending = town_stem(key, pack)
    is_articled = word_before(before, len(before)) in strings(pack.late_table(FILE, "names"), "articles")
    if stem and (is_larger(stem, pack) or not is_articled):  # "Clinique de la Gare" is of no village
        needs_hospital = kind == "hospital"
        for pool in (_towns_of(region, pack), *pools_for(stem, before, pack)):
            fitting = [house_town(town.name, pack) for town in pool if town.has_hospital or not needs_hospital]
            listed = tuple(dict.fromkeys(filter(None, (adjective(name, ending, pack) for name in fitting))))
            if len(listed) >= CANDIDATES_MIN:
                return listed
    asks = asked(before, pack)
    like = regions_like(pack, key)
    fit = tuple(without_article(name, pack) for name in like if not asks or class_of(name, pack) in asks)
    return fit if len(fit) >= CANDIDATES_MIN else like


@lru_cache(maxsize=512)
def _towns_of(region: str, pack: LanguagePack) -> tuple[Town, ...]:
    """The towns of a region; none for "" or for a region that the language has no towns of."""
    return tuple(town for town in gazetteer(pack).towns if region and town.region == region)


def _is_family(key: str, pack: LanguagePack) -> bool:
    return key in name_conventions(pack).family


def _evocative(key: str, kind: str, before: str, pack: LanguagePack) -> tuple[str, ...]:
    """Names of houses of a kind, that go on from the word before."""
    word, listed = word_before(before, len(before)), _by_kind(pack).get(kind, ())
    if is_cjk(key) and kind in ("practice", "care_home", "company", "school", "pharmacy") and script_of(key) == HAN:
        return ()
    joined = [name[len(word) + 1 :] for name in listed if word and fold(name).startswith(word + " ")]
    asks = asked(before, pack)
    joined += [without_article(name, pack) for name in listed if class_of(name, pack) in asks - {"plain", "vowel"}]
    if len(joined) >= CANDIDATES_MIN - 1:
        return tuple(dict.fromkeys(joined))
    if before.endswith(("'", "’")):
        return ()
    if word in strings(pack.late_table(FILE, "names"), "articles"):
        return _after_word(word, pack)
    first = key.split(" ")[0] + " "
    same = [name for name in listed if fold(name).startswith(first)]
    if len(same) >= CANDIDATES_MIN:
        return tuple(same)
    words = tuple(name for name in listed if name[0].isupper() or is_cjk(name))
    if key.endswith("s"):
        return words if word else _with_genitive(words, pack)
    return _without_genitive(words, pack) if word else words


def _with_genitive(listed: tuple[str, ...], pack: LanguagePack) -> tuple[str, ...]:
    """Names before their kind ("Snäckans förskola"), where the list has them as they stand behind it ("Smultronet")."""
    bare = str(pack.late_table(FILE, "places").get("attribute_bare_after", ""))  # letters after which none is written
    return tuple(name if name.endswith(tuple(bare)) else name + "s" for name in listed) if bare else listed


def _without_genitive(listed: tuple[str, ...], pack: LanguagePack) -> tuple[str, ...]:
    """Names behind their kind ("Vårdcentralen Eken"), where the list has them as they stand before it ("Ekens")."""
    if "s" not in pack.strings("genitive", "names") or not all(name.endswith("s") for name in listed):
        return listed
    return tuple(name[:-1] for name in listed)


@lru_cache(maxsize=256)
def _after_word(word: str, pack: LanguagePack) -> tuple[str, ...]:
    """What streets are called after a word with an article in it: "rue du Moulin" gives "Moulin" after "du"."""
    if word not in strings(pack.late_table(FILE, "names"), "articles"):
        return ()
    split = [re.split(rf" {word} ", entry, maxsplit=1, flags=re.IGNORECASE) for entry in own_entries(pack, "streets")]
    return tuple(dict.fromkeys(parts[1] for parts in split if len(parts) > 1 and parts[1][0].isupper()))


@lru_cache(maxsize=32)
def _by_kind(pack: LanguagePack) -> Mapping[str, tuple[str, ...]]:
    by_kind: dict[str, list[str]] = {}
    for name, kinds in (row for row in pack.list("evocative").rows if len(row) > 1):
        for kind in kinds.split():
            by_kind.setdefault(kind, []).append(name)
    return {kind: tuple(listed) for kind, listed in by_kind.items()}


@lru_cache(maxsize=64)
def _last_resort(key: str, label: str, pack: LanguagePack, region: str, is_of_town: bool) -> tuple[str, ...]:
    country = next((town.country for town in _towns_of(region, pack)), gazetteer(pack).home)
    towns = _hospital_towns(pack, is_cjk(key), region, country)
    towns = towns if len(towns) >= CANDIDATES_MIN else _hospital_towns(pack, is_cjk(key), "", country)
    if label == "HOSPITAL" or is_of_town:
        return towns
    firms = tuple(name for name in _by_kind(pack).get("company", ()) if class_of(name, pack) in ("plain", "vowel"))
    return firms or names(pack, "family", HAN if is_cjk(key) else LATIN, FAMILIES_MAX) or towns


@lru_cache(maxsize=512)
def _hospital_towns(pack: LanguagePack, is_asian: bool, region: str, country: str) -> tuple[str, ...]:
    """Names of the towns with a hospital of a country, of a region where one is told."""
    all_towns: Iterable[Town] = _towns_of(region, pack) if region else gazetteer(pack).towns
    towns = (town for town in all_towns if town.has_hospital)
    listed = [(house_town(town.name, pack), town) for town in towns if town.country == country]
    return tuple(
        name
        for name, town in listed
        if name.isalpha() and is_cjk(name) == is_asian and not units(pack).parted(town.name)[1]
    )
