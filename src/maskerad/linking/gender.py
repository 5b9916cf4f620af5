"""Whether a person is a woman or a man: by the name, by a title or pronoun beside it, by kinship, in that order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.cues import people_words, title_gender
from maskerad.linking.found import Found
from maskerad.linking.likeness import Spellings
from maskerad.linking.people import CLINICIAN, Person
from maskerad.text.folding import fold

AFTER_CHARS = 60  # after a name, in which a pronoun is looked for
MENTIONS_MAX = 3  # of a person, looked at for a pronoun
CACHE_MAX_NAMES = 20_000
LISTED_MAX = 2_000  # listed names with one beginning or end

_WORD = re.compile(r"[^\W\d_]+")
_STOP = re.compile(r"[\n!?;]|\. ")


def by_name(person: Person) -> str:
    """What the lists tell of the first given name that they know, or of the listed name nearest to one."""
    names, conventions = given_names(person), name_conventions(person.pack)
    for name in names:
        if gender := conventions.gender(name):
            return gender
    known = {*person.name.family, *person.name.lone}
    others = (word for form in person.forms for word in (*form.name.given, *form.name.lone) if word not in known)
    names = (*names, *others)
    if gender := next(filter(None, map(conventions.gender, names)), ""):
        return gender
    if any(map(conventions.is_given, names)):
        return ""  # a name of women and men
    return next((gender for name in names if (gender := nearest_gender(name, person.pack))), "")


def given_names(person: Person) -> tuple[str, ...]:
    """The given names of the fullest form; a lone name is one unless it is rather a family name."""
    name = person.name
    if name.given or not name.lone:
        return name.given
    conventions, word = name_conventions(person.pack), name.lone[0]
    is_given, is_family = conventions.is_given(word), word in conventions.family
    if is_given != is_family:
        return name.lone if is_given else ()
    return () if person.role == CLINICIAN or person.gender or not is_given else name.lone


@lru_cache(maxsize=CACHE_MAX_NAMES)
def nearest_gender(name: str, pack: LanguagePack) -> str:
    """Gender of the listed given names that the fewest typing errors part from an unlisted one; "" if they differ.

    The spell check of unknown names of Dalianis (2019), section 3, by edit distance.
    """
    conventions = name_conventions(pack)
    near = sorted((n_errors, other) for other, n_errors in _given_spellings(pack).near(name))
    genders = {conventions.gender(other) for n_errors, other in near if n_errors == near[0][0]}
    return genders.pop() if len(genders) == 1 else ""


@lru_cache(maxsize=32)
def _given_spellings(pack: LanguagePack) -> Spellings:
    conventions = name_conventions(pack)
    spellings = Spellings(edge_chars=3, bucket_max=LISTED_MAX)
    for name in sorted(conventions.female | conventions.male):
        spellings.add(name)
    return spellings


def by_title(mentions: Iterable[Found]) -> str:
    """Told by the first title or word for a woman or a man before one of the mentions."""
    genders = (title_gender(one.document.text, one.span.start, one.pack) for one in mentions)
    return next(filter(None, genders), "")


def by_pronoun(mentions: Sequence[Found]) -> str:
    """Told by most first pronouns of the sentences after the mentions."""
    votes = Counter(filter(None, map(_pronoun_after, mentions[:MENTIONS_MAX])))
    best = votes.most_common(2)
    return "" if not best or (len(best) == 2 and best[0][1] == best[1][1]) else best[0][0]


def _pronoun_after(one: Found) -> str:
    after = one.document.text[one.span.end : one.span.end + AFTER_CHARS]
    stop = _STOP.search(after)
    pronouns = people_words(one.pack).pronouns
    words = _WORD.findall(after, 0, stop.start() if stop else len(after))
    return next((pronouns[folded] for word in words if (folded := fold(word)) in pronouns), "")
