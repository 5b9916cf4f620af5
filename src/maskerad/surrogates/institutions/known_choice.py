"""Which known institution stands for another: of its kind, with its forms, of its region while one is left."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.gazetteer import gazetteer
from maskerad.surrogates.atlas.known import ACRONYM, LONG, KnownForm, alike, form_key, known_institutions, of_kind
from maskerad.surrogates.atlas.naming import is_kept, naming_rules
from maskerad.surrogates.atlas.segments import TABLES, Segment
from maskerad.surrogates.atlas.words import without_article
from maskerad.surrogates.institutions.public_bodies import is_public
from maskerad.surrogates.institutions.segments import segments_of
from maskerad.surrogates.institutions.towns import record_towns, region_of
from maskerad.surrogates.places.keys import key_of
from maskerad.surrogates.request import Original, RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_case_of
from maskerad.text.folding import fold

SAME_LENGTH_MIN = 3

Pools = tuple[tuple[str, ...], ...]


def with_known(request: Request, segment: Segment) -> str:
    """The same form of another known institution.

    Raises:
        SurrogateError: If none is left.
    """
    known, label = segment.known, request.original.label
    if known is not None and is_public(known, label, request.pack):
        return request.text[segment.start : segment.end]
    new = _new_known(request.record, label).get((request.pack.code, known.name)) if known else None
    if known is None or new is None:
        raise request.refusal("no other known institution is left")
    table, old = known_institutions(request.pack, label).by_name, request.text[segment.start : segment.end]
    own, forms = table[known.name].forms[known.form], table[new].forms[known.form] or table[new].forms[LONG]
    text = _written_alike(forms, [form_key(form) for form in own].index(form_key(old)), old, request.pack)
    if segment.start or segment.end < len(request.text):  # "the Royal", but "Royal Eye Clinic"
        text = without_article(text, request.pack)
    if old in own:
        return text  # written as listed: its capitals say nothing of the mention
    return in_case_of(text, old) if known.form == ACRONYM else capitalised_as(text, old)


def _written_alike(forms: tuple[str, ...], at: int, old: str, pack: LanguagePack) -> str:
    """The form at a place, or rather one that has an article where the old form has one, and none where not."""
    has_article = without_article(old, pack) != old
    alike = [form for form in forms if (without_article(form, pack) != form) == has_article] or forms
    first = forms[min(at, len(forms) - 1)]
    return first if first in alike else alike[0]


def _new_known(record: RecordContext, label: str) -> Mapping[tuple[str, str], str]:
    """(language, name) of every known institution of the record to the name of another."""
    return record.once(("known", label), lambda: _make_known(record, label))


def _known_in(record: RecordContext, original: Original) -> Iterator[KnownForm]:
    return (segment.known for segment in segments_of(record, original) if segment.known is not None)


def _make_known(record: RecordContext, label: str) -> Mapping[tuple[str, str], str]:
    needed: dict[tuple[str, str], set[int]] = {}
    packs: dict[str, LanguagePack] = {}
    for original in record.originals:
        for known in _known_in(record, original) if original.label == label else ():
            needed.setdefault((original.pack.code, known.name), set()).add(known.form)
            packs[original.pack.code] = original.pack
    pools = {
        f"{code} {name}": _pools(record, packs[code], label, name, frozenset(forms))
        for (code, name), forms in needed.items()
    }
    taken = {name for _, name in needed}

    def propose(key: str, attempt: int) -> str | None:
        for number, pool in enumerate(pools[key]):
            if attempt < len(pool):
                place = record.keyed.choice(record.scope, f"known {label} {number}", key, len(pool), attempt)
                return "" if pool[place] in taken else pool[place]
            attempt -= len(pool)
        return None

    served = record.distinct(f"known {label}", pools, propose)
    return {key: served[f"{key[0]} {key[1]}"] for key in needed if f"{key[0]} {key[1]}" in served}


def _pools(record: RecordContext, pack: LanguagePack, label: str, name: str, forms: frozenset[int]) -> Pools:
    """Those of the new town, of its region, and of anywhere."""
    every = alike(pack, label, name, forms) or alike(pack, label, name, frozenset())
    pool = _as_short(name, every)
    table, places = known_institutions(pack, label).by_name, gazetteer(pack)
    own = key_of(table[name].town, pack)
    town, region = record_towns(record).get(own), region_of(record, own, pack) if own else ""
    region = town.region if town else region
    same = of_kind(pack, label, name, forms)
    pool = _as_worded(pack, label, name, forms, pool) or _as_worded(pack, label, name, forms, same) or pool
    in_any_form = alike(pack, label, name, frozenset())
    of_town = tuple(other for other in in_any_form if town and fold(table[other].town) == fold(town.name))
    of_town = of_town or _less_special(pack, label, name, fold(town.name) if town else "")
    of_town = _as_articled(pack, label, name, of_town) or of_town
    pool = _as_articled(pack, label, name, pool) or _as_articled(pack, label, name, same) or pool
    near = tuple(other for other in pool if region and places.where(fold(table[other].town)).region == region)
    return of_town, near, pool, same


def _less_special(pack: LanguagePack, label: str, name: str, town: str) -> tuple[str, ...]:
    """The hospitals of a town for a university hospital, where it has none of these: none of another town fits it."""
    table = known_institutions(pack, label).by_name
    kind = table[name].kind.rpartition(" ")[2]
    return tuple(other.name for other in table.values() if town and fold(other.town) == town and other.kind == kind)


def _as_worded(
    pack: LanguagePack, label: str, own: str, forms: frozenset[int], pool: tuple[str, ...]
) -> tuple[str, ...]:
    """Those that have the same words for their kind in all the forms needed: "San Raffaele" for "San Camillo"."""
    table, rules = known_institutions(pack, label).by_name, naming_rules(pack, TABLES[label])

    def words(name: str) -> list[set[str]]:
        told = (" ".join(table[name].forms[form][:1]) for form in sorted(forms))
        return [{word for word in fold(form).split() if is_kept(word, rules)} for form in told]

    return tuple(name for name in pool if words(name) == words(own)) if any(words(own)) else ()


def _as_articled(pack: LanguagePack, label: str, own: str, pool: tuple[str, ...]) -> tuple[str, ...]:
    """Those that are called so with the same article: "la Conception" for "la Timone"."""
    table = known_institutions(pack, label).by_name

    def articles(name: str) -> set[str]:
        listed = (text for forms in table[name].forms for text in forms)
        return {text[: -len(bare)] for text in listed if (bare := without_article(text, pack)) != text}

    return tuple(name for name in pool if articles(name) & articles(own))


def _as_short(name: str, pool: tuple[str, ...]) -> tuple[str, ...]:
    """Those of one word for a name of one word, where there are some."""
    same = tuple(other for other in pool if (" " in other) == (" " in name))
    return same if len(same) >= SAME_LENGTH_MIN else pool
