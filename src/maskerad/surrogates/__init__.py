"""Surrogates: another text of the same kind for every mention, chosen by key.

``surrogate_for`` makes one; a ``RecordContext`` holds all mentions of a record, on which its surrogates agree.
``registry.GENERATORS`` is the table of labels. What is language lives in the packs, in ``pack.toml`` what recognisers
read too, in ``surrogates.toml`` what only surrogates need; these keys are read:

========================  ==========================================================================================
``[names]``               ``order``: "given-family", "family-given" or "given-family-family"; ``particles``;
                          ``given_too`` (particles that are given names where a mention begins with them);
                          ``given_after`` (words for people behind which a name may be a given name);
                          ``suffixes`` (Jr); ``genitive`` (endings glued to a name); ``genitive_bare_after``;
                          ``genitive_forms``: ``after`` (ends of names) and the ``forms`` of the genitive they take;
                          ``fits``: what stands ``before`` a name, and the letters it then ``starts`` with;
                          ``cultures``: those that names come from, the likeliest first; ``near_cultures``
``[cultures.CODE]``       ``family_ends``, ``family_starts``, ``given_ends``, ``given_starts``: what tells an
                          origin; ``female``: ends of family names of women to those of men; ``only_in``: languages in
                          which the culture is looked for
``[sounds]``              ``rules``: letters and what they sound like
``[misspellings]``        ``swaps``: letters taken for one another; ``doubled``: letters written once or twice
``[months] [weekdays]``   ``full`` (12, 7 names, Monday first); ``short`` (a row of short forms for each, no dots)
``[dates]``               ``order``: "day-month" or "month-day"; ``ordinal`` (endings read), ``ordinal_default`` and
                          ``ordinal_of`` (endings written, by day); ``glued``: orders of six digits ("ymd", "dmy",
                          "mdy"); ``short_year_first``: marks between which a two-digit year comes first; ``week``:
                          words before a week's number; ``words``: words that may stand in a date and stay
``[eras]``                one table an era: ``names`` (in full first), ``start`` (a date)
``[ages]``                ``over_89``: what stands before the number and behind the unit of an age above 89;
                          ``over_89_plus``: units before which "90+" says it; ``over_89_units``: units with a form of
                          their own; ``units`` that may be glued to a number word;
                          ``small_units`` of less than a year; ``decades`` (40代, 70ish)
``[numbers]``             ``cardinals``: 0 to 99 in words
``[institutions]``        ``kind_words``, ``kind_suffixes``: what says of which kind a care place is, and stays
``[organizations]``       the same for organisations
``[streets]``             the same for streets, and ``unit_words`` (flat, floor, entrance)
``[phones.CC]``           one table a country: ``country_code``, ``trunk``, ``national`` (pattern of a whole national
                          number), ``mobile_starts``, ``mobile`` and ``landline`` ranges as "PREFIX:FIRST-LAST"
``[ids]``                 ``registers``: the ``[registers.NAME]`` whose numbers stand in the language (``registers``)
``[romanisation]``        kana to Latin letters
``[placeholders]``        label to text, for what has no surrogate
========================  ==========================================================================================

``names/persona_*.txt`` and ``names/origin_*.txt`` of the shared folder, and of a language's own, hold names by culture.
What only places, institutions and what stands beside them need is in ``places.toml``, read when the first of them is
replaced: ``[places]`` (words before names, ``place_words``), ``[streets] same``, ``[kinds]`` (of which kind a house
is), ``[names]``, ``[elision]``, ``[generic]``, ``[professions]``, ``[other_phi]``; and in the lists ``postal_towns``,
``areas``, ``named_institutions``, ``named_organizations``, ``evocative``, ``occupations``, ``other_phi``.

Lists: ``given_female``, ``given_male``, ``family``, ``cities``, ``regions``, ``countries``, ``professions``,
``hospitals``, ``hospital_short``, ``organizations``, and ``kana_family`` (family names as they are read).
"""

from typing import TYPE_CHECKING

from maskerad.core.doors import opened_late

if TYPE_CHECKING:
    from maskerad.core.keyed import KEY_BYTES, VAULT_KEY_FILE, Keyed, fingerprint, make_key, read_key
    from maskerad.surrogates.dates.dates import has_calendar_date, moved_date, shift_days
    from maskerad.surrogates.dates.new_births import new_birth_date
    from maskerad.surrogates.dates.public_holidays import shift_for
    from maskerad.surrogates.placeholders import placeholder
    from maskerad.surrogates.registry import GENERATORS, surrogate_for
    from maskerad.surrogates.request import CORPUS, Original, RecordContext, Request, SurrogateGenerator
    from maskerad.surrogates.shift import BY_WEEKS, DateShift

__all__ = [
    "BY_WEEKS",
    "CORPUS",
    "GENERATORS",
    "KEY_BYTES",
    "VAULT_KEY_FILE",
    "DateShift",
    "Keyed",
    "Original",
    "RecordContext",
    "Request",
    "SurrogateGenerator",
    "fingerprint",
    "has_calendar_date",
    "make_key",
    "moved_date",
    "new_birth_date",
    "placeholder",
    "read_key",
    "shift_days",
    "shift_for",
    "surrogate_for",
]

_HOMES = {
    "BY_WEEKS": "shift",
    "CORPUS": "request",
    "DateShift": "shift",
    "GENERATORS": "registry",
    "KEY_BYTES": "maskerad.core.keyed",
    "Keyed": "maskerad.core.keyed",
    "Original": "request",
    "RecordContext": "request",
    "Request": "request",
    "SurrogateGenerator": "request",
    "VAULT_KEY_FILE": "maskerad.core.keyed",
    "fingerprint": "maskerad.core.keyed",
    "has_calendar_date": "dates.dates",
    "make_key": "maskerad.core.keyed",
    "moved_date": "dates.dates",
    "new_birth_date": "dates.new_births",
    "placeholder": "placeholders",
    "read_key": "maskerad.core.keyed",
    "shift_days": "dates.dates",
    "shift_for": "dates.public_holidays",
    "surrogate_for": "registry",
}

__getattr__ = opened_late(__name__, _HOMES)
