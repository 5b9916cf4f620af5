"""The preposition between what an institution is and its new name: "CHU d'Angers", "préfecture de la Marne"."""

from __future__ import annotations

from collections.abc import Mapping

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.words import FILE, PLAIN, asked, class_of
from maskerad.surrogates.shape import in_case_of
from maskerad.text.folding import fold


def elided(before: str, new: str, pack: LanguagePack) -> str:
    """A text whose last word agrees with a new name, by ``[elision]`` of ``places.toml``.

    Example:
        >>> from maskerad.languages import load_pack
        >>> elided("hôpital de ", "Angers", load_pack("fr")), elided("préfecture du ", "Marne", load_pack("fr"))
        ("hôpital d'", 'préfecture de la ')
    """
    table = pack.late_table(FILE, "elision")
    if not table:
        return before
    vowels, full, short, contracted, apart = (
        str(table.get(name, "")) for name in ("before", "full", "short", "contracted", "apart")
    )
    changed = _by_class(before, new, table, pack)
    if changed:
        return changed
    starts_with_vowel = fold(new)[:1] in tuple(vowels)
    pairs = ((full, short), (contracted, apart)) if starts_with_vowel else ((short, full),)
    return next((changed for old, other in pairs if old and (changed := _changed(before, old, other))), before)


def _changed(before: str, old: str, other: str) -> str:
    """A text that ends with another word; "" where it does not end with the old one."""
    if not before.lower().replace("’", "'").endswith(" " + old):
        return ""
    return before[: -len(old)] + in_case_of(other, before[-len(old) :])


def _by_class(before: str, name: str, table: Mapping[str, object], pack: LanguagePack) -> str:
    """The preposition of the new name's class for that of another class; "" where no table tells."""
    of, own, starts_with_vowel = table.get("of", {}), class_of(name, pack), fold(name)[:1] in str(table.get("before"))
    if not isinstance(of, dict) or own not in of:
        return ""
    is_town = gazetteer(pack).key(name) in gazetteer(pack).by_name
    if own == PLAIN and (starts_with_vowel or not is_town):
        return ""  # of "école du Phare" the article is the new name's too
    if own in asked(before, pack) and not (starts_with_vowel and _changed(before, str(of[own]), ".")):
        return ""
    word = str(table.get("apart", "")) if starts_with_vowel else str(of[own])
    return next((changed for old in of.values() if (changed := _changed(before, str(old), word))), "")
