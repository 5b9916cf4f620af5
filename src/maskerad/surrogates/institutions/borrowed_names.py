"""New names that an institution borrows from its record: of its town, of the family whose it is, of its own long form.

"Ludvika lasarett" is named after the new town of Ludvika, "Lunds Bygg" beside a Mr Lund after his new name, and
"Northern Star" is the short form of "Northern Star Bakery".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from maskerad.languages import LanguagePack
from maskerad.languages.listed import names
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import FAMILY
from maskerad.surrogates.atlas.gazetteer import Town
from maskerad.surrogates.atlas.naming import NAME, Piece
from maskerad.surrogates.atlas.town_forms import adjective, house_town, town_stem
from maskerad.surrogates.atlas.units import SHORT_TOWN, units
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.institutions.towns import areas_for, record_towns, told_towns, towns_in
from maskerad.surrogates.people.personas import personas
from maskerad.surrogates.places.keys import LABELS, key_of, town_key
from maskerad.surrogates.request import Original, RecordContext
from maskerad.text.scripts import LATIN, script_of

PARTNERS = " & "  # between the names of a firm of several families
FAMILIES_MAX = 400
ATTEMPTS_MAX = 50
SHORT_CHARS_MIN = 5  # a shorter beginning of another name may be anything

Named = Mapping[str, tuple[Original, Piece]]  # the key of a naming piece to a mention that has it


def borrowed(record: RecordContext, named: Named) -> dict[str, str]:
    """Keys of naming pieces to new names that the record already has for them.

    With a wider scope an institution's name must not depend on this record: then there are none.
    """
    new: dict[str, str] = {}
    if record is record.base and record.context_of("PERSON") is record:
        new |= _of_families(record, named)
    if record is record.base and record.context_of("CITY") is record:
        new |= {**_of_regions(record, named), **_of_towns(record, named)}
    return new


def _of_towns(record: RecordContext, institutions: Named) -> dict[str, str]:
    """Of towns and wards of the record, as the names hold them: as they are, or as adjectives."""
    towns, named = record_towns(record), dict[str, str]()
    named_towns = {town_key(original)[0] for original in record.originals if original.label in LABELS}
    for key, (original, piece) in institutions.items():
        pack = original.pack
        stem, ending = town_stem(piece.key, pack) if piece.kind == NAME else ("", "")
        own = told_towns(record, pack).get(stem or key) or key_of(stem or key, pack)
        town = towns.get(own)
        is_whole = piece.start == 0 and piece.end == len(original.text)
        is_firm = (
            original.label != "HOSPITAL" and is_whole and own not in named_towns
        )  # a club of the town bears its name
        ward = (
            "" if own in named_towns else _of_ward(key, {old: towns[old] for old in named_towns & towns.keys()}, pack)
        )
        new = ward or (adjective(_as_marked(town.name, key, pack), ending, pack) if town else "")
        if new and not is_firm:
            named[key] = new
    return named


def _as_marked(name: str, old: str, pack: LanguagePack) -> str:
    """A town's name as an institution bears it, with ward and mark where the old name has them (浜松市)."""
    marks = units(pack)
    if not marks.of(old):
        short = house_town(name, pack)
        return short if len(marks.of(short)) != 1 or len(short) <= SHORT_TOWN else short[:-1]
    return name if marks.parted(old)[1] else marks.parted(name)[0]


def _of_ward(key: str, towns: Mapping[str, Town], pack: LanguagePack) -> str:
    """The new town or ward for one of which the record names a ward, or the whole of it; "" for any other."""
    marks = units(pack)
    for old, town in towns.items() if marks.ward else ():
        (city, ward), (new_city, new_ward) = marks.parted(old), marks.parted(town.name)
        if ward and key_of(city, pack) == key_of(key, pack):
            return new_city if marks.of(key) else marks.bare(new_city)
        if key in (ward, old):
            return new_ward or town.name
        if key + marks.ward in (ward, old):
            return (new_ward or town.name).removesuffix(marks.ward)
    return ""


def _of_regions(record: RecordContext, institutions: Named) -> dict[str, str]:
    """A new town of the record for a region in which it lies, else the area of the new town for that of the old one.

    Regions stay, and what is named after one does not.
    """
    named = dict[str, str]()
    for key, (original, piece) in institutions.items():
        if piece.kind == NAME:
            new = towns_in(record, piece.key, original.pack) or areas_for(record, piece.key, original.pack)
            if new:
                named[key] = new[record.keyed.number(len(new), record.scope, "of region", key)]
    return named


def _of_families(record: RecordContext, institutions: Named) -> dict[str, str]:
    """Of families of the record, for firms and practices that bear their names."""
    named: dict[str, str] = {}
    families = record.once("new families", lambda: _new_families(record)) if institutions else {}
    for key, (original, piece) in institutions.items() if families else ():
        endings = ("", *name_conventions(original.pack).endings) if piece.kind == NAME else ()
        stems = ((key.removesuffix(ending), ending) for ending in endings if key.endswith(ending))
        stem, ending = next(((stem, ending) for stem, ending in stems if stem in families), ("", ""))
        is_whole = piece.start == 0 and piece.end == len(original.text)
        if PARTNERS in key:
            named |= _of_partners(record, key, original, families)
        elif stem and not is_whole and not town_stem(stem, original.pack)[0] and _is_in_script(families[stem], key):
            bare = name_conventions(original.pack).bare_after
            is_bare = bool(bare) and families[stem].lower().endswith(bare)
            named[key] = families[stem] + ("" if is_bare else ending)
    return named


def _is_in_script(new: str, old: str) -> bool:
    """Whether a new name is of the script of the old one: a Parker in Latin letters names no アイドゥン工業."""
    return script_of(new[-1]) == script_of(old[-1])


def _new_families(record: RecordContext) -> dict[str, str]:
    """Folded family names of the record to the new ones."""
    book, new_names = personas(record), dict[str, str]()
    for name in book.names.mentions:
        for word in name.words:
            if word.stands_for not in new_names and book.names.kind(word) == FAMILY:
                new = book.family.get(word.sound)
                if new:
                    new_names[word.stands_for] = new.text
    return new_names


def _of_partners(record: RecordContext, key: str, original: Original, families: Mapping[str, str]) -> Mapping[str, str]:
    """A firm of several families: theirs where the record has them, common ones for the others."""
    parts, pack = key.split(PARTNERS), original.pack
    if not any(part in families or part in name_conventions(pack).family for part in parts):
        return {}
    listed = names(pack, "family", LATIN, FAMILIES_MAX)
    new: list[str] = []
    for part in parts:
        tried = (proposal(record.keyed, record.scope, "partner", part, listed, at) for at in range(ATTEMPTS_MAX))
        other = families.get(part) or next(
            (name for name in tried if name and record.is_free(name) and name not in new), ""
        )
        new.append(other)
    return {key: PARTNERS.join(new)} if all(new) else {}


def short_forms(keys: Iterable[str]) -> dict[str, str]:
    """Keys that are the first words of one longer key, to that."""
    ordered = sorted(keys)
    forms: dict[str, str] = {}
    for at, key in enumerate(ordered):
        longer = [other for other in ordered[at + 1 : at + 3] if other.startswith(key + " ")]
        if len(longer) == 1 and len(key) >= SHORT_CHARS_MIN:
            forms[key] = longer[0]
    return forms
