"""New names that an institution borrows from its record: of its town, of the family whose it is, of its own long form.

"Ludvika lasarett" is named after the new town of Ludvika, "Lunds Bygg" beside a Mr Lund after his new name, and
"Northern Star" is the short form of "Northern Star Bakery".
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from maskerad.languages.names import name_conventions
from maskerad.surrogates.candidates import LATIN, names, proposal
from maskerad.surrogates.cultures import FAMILY
from maskerad.surrogates.gazetteer import Town
from maskerad.surrogates.institution_kinds import kind_of
from maskerad.surrogates.institution_names import bare_town, town_stem
from maskerad.surrogates.institution_towns import areas_for, record_towns, towns_in
from maskerad.surrogates.naming import Piece
from maskerad.surrogates.personas import personas
from maskerad.surrogates.request import Original, RecordContext

PARTNERS = " & "  # between the names of a firm of several families
FAMILIES_MAX = 400
ATTEMPTS_MAX = 50
SHORT_CHARS_MIN = 5  # a shorter beginning of another name may be anything
NEEDING_HOSPITAL = ("hospital", "")  # kinds that only some towns have

Named = Mapping[str, tuple[Original, Piece]]  # the key of a naming piece to a mention that has it


def borrowed(record: RecordContext, found: Named) -> dict[str, str]:
    """Keys of naming pieces to new names that the record already has for them.

    With a wider scope an institution's name must not depend on this record: then there are none.
    """
    new: dict[str, str] = {}
    if record is record.base and record.context_of("PERSON") is record:
        new |= _of_families(record, found)
    if record is record.base and record.context_of("CITY") is record:
        new |= {**_of_regions(record, found), **_of_towns(record, found)}
    return new


def _of_towns(record: RecordContext, found: Named) -> dict[str, str]:
    """Of towns and wards of the record; a hospital's where there may be one."""
    towns, named = record_towns(record), dict[str, str]()
    wards = {old.partition("市")[2]: town.name.partition("市")[2] for old, town in towns.items()}
    for key, (original, piece) in found.items():
        is_bare = piece.kind == "name" and not town_stem(piece.key, original.pack)[1]  # no adjective of the town
        if key in towns and is_bare and _may_be_in(original, piece, towns[key]):
            named[key] = bare_town(towns[key].name, original.pack)
        elif is_bare and key.endswith("区") and wards.get(key):
            named[key] = wards[key]
    return named


def _of_regions(record: RecordContext, found: Named) -> dict[str, str]:
    """A new town of the record for a region in which it lies, else the area of the new town for that of the old one.

    Regions stay, and what is named after one does not.
    """
    named = dict[str, str]()
    for key, (original, piece) in found.items():
        if piece.kind == "name":
            new = towns_in(record, piece.key, original.pack) or areas_for(record, piece.key, original.pack)
            if new:
                named[key] = new[record.keyed.number(len(new), record.scope, "of region", key)]
    return named


def _may_be_in(original: Original, piece: Piece, town: Town) -> bool:
    if original.label != "HOSPITAL":
        return piece.start > 0 or piece.end < len(original.text)  # "Salt" alone may be a firm
    kind = kind_of(original.text, original.label, original.pack)
    return town.has_hospital or kind not in NEEDING_HOSPITAL


def _of_families(record: RecordContext, found: Named) -> dict[str, str]:
    """Of families of the record, for firms and practices that bear their names."""
    named: dict[str, str] = {}
    families = record.once("new families", lambda: _new_families(record)) if found else {}
    for key, (original, piece) in found.items() if families else ():
        endings = ("", *name_conventions(original.pack).endings) if piece.kind == "name" else ()
        stems = ((key.removesuffix(ending), ending) for ending in endings if key.endswith(ending))
        stem, ending = next(((stem, ending) for stem, ending in stems if stem in families), ("", ""))
        is_whole = piece.start == 0 and piece.end == len(original.text)
        if PARTNERS in key:
            named |= _of_partners(record, key, original, families)
        elif stem and not is_whole and not town_stem(stem, original.pack)[0]:
            bare = name_conventions(original.pack).bare_after
            is_bare = bool(bare) and families[stem].lower().endswith(bare)
            named[key] = families[stem] + ("" if is_bare else ending)
    return named


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
        other = families.get(part) or next((one for one in tried if one and record.is_free(one) and one not in new), "")
        new.append(other)
    return {key: PARTNERS.join(new)} if all(new) else {}


def short_forms(keys: Iterable[str]) -> dict[str, str]:
    """Keys that are the first words of one longer key, to that."""
    ordered = sorted(keys)
    found: dict[str, str] = {}
    for at, key in enumerate(ordered):
        longer = [other for other in ordered[at + 1 : at + 3] if other.startswith(key + " ")]
        if len(longer) == 1 and len(key) >= SHORT_CHARS_MIN:
            found[key] = longer[0]
    return found
