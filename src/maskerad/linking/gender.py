"""Whether a person is a woman or a man: by the name, by a title or pronoun beside it, by kinship, in that order."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.cues import honorific_gender, is_titled, people_words, title_gender
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import CLINICIAN, Person
from maskerad.names.likeness import Spellings
from maskerad.text.folding import fold

AFTER_CHARS = 60  # after a name, in which a pronoun is looked for
SEX_CHARS = 40  # before and after a patient's name, in which the sex is looked for
MENTIONS_MAX = 3  # of a person, looked at for a pronoun
CACHE_MAX_NAMES = 20_000
LISTED_MAX = 2_000  # listed names with one beginning or end

_WORD = re.compile(r"[^\W\d_]+")
_STOP = re.compile(r"[\n!?;]|\. ")


def by_name(person: Person) -> str:
    """What the lists tell of the given names that they know.

    Names that contradict each other tell nothing here, nor does a name that women and men bear.
    """
    names, conventions = given_names(person), name_conventions(person.pack)
    if genders := list(filter(None, map(conventions.gender, names))):
        return genders[0] if len(set(genders)) == 1 else ""
    known = {*person.name.family, *person.name.lone}
    others = (word for form in person.forms for word in (*form.name.given, *form.name.lone) if word not in known)
    return next(filter(None, map(conventions.gender, others)), "")


def by_spelling(person: Person) -> str:
    """What the listed name nearest to a given name tells, of somebody of whom no list has a name."""
    names = tuple(word for form in person.forms for word in (*form.name.given, *form.name.lone))
    names = tuple(dict.fromkeys((*given_names(person), *names)))
    if any(map(name_conventions(person.pack).is_given, names)):
        return ""  # a name of women and men
    family = {*person.name.family, *person.name.lone}.difference(given_names(person))
    return next((gender for name in names if name not in family and (gender := nearest_gender(name, person.pack))), "")


def by_first_name(person: Person) -> str:
    """What the first given name tells where the second contradicts it: José María is a man, María José is none."""
    return next(filter(None, map(name_conventions(person.pack).gender, given_names(person))), "")


def by_lone_name(person: Person, mentions: Sequence[Occurrence]) -> str:
    """What a single name tells that may be a family name as well; nothing where it follows "Dr" or another title."""
    if person.name.given or any(
        is_titled(mention.document.text, mention.span.start, mention.pack) for mention in mentions
    ):
        return ""
    return next(filter(None, map(name_conventions(person.pack).gender, person.name.lone)), "")


def given_names(person: Person) -> tuple[str, ...]:
    """The given names of the fullest form; a lone name is one unless it is rather a family name."""
    name = person.name
    if name.called:
        return (*name.given, *name.called)
    if name.given or not name.lone:
        return name.given
    conventions, word = name_conventions(person.pack), name.lone[0]
    is_family = conventions.is_family(word) and (person.role == CLINICIAN or person.gender)
    return name.lone if conventions.is_given(word) and not is_family else ()


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


def by_title(mentions: Iterable[Occurrence]) -> str:
    """Told by the first title or word for a woman or a man before one of the mentions, or by an honorific behind it."""
    genders = (_title_beside(mention) for mention in mentions)
    return next(filter(None, genders), "")


def _title_beside(occurrence: Occurrence) -> str:
    text, span = occurrence.document.text, occurrence.span
    return title_gender(text, span.start, occurrence.pack) or honorific_gender(text, span.end, occurrence.pack)


def by_pronoun(mentions: Sequence[Occurrence]) -> str:
    """Told by most first pronouns of the sentences after the mentions."""
    return _most(map(_pronoun_after, mentions[:MENTIONS_MAX]))


def by_sex(mentions: Sequence[Occurrence]) -> str:
    """Told by the sex that stands beside most mentions of a patient: "62歳 女性", "Sex F", "52-årig man"."""
    return _most(map(_sex_beside, mentions[:MENTIONS_MAX]))


def _most(genders: Iterable[str]) -> str:
    votes = Counter(genders)
    return "" if votes["female"] == votes["male"] else max(("female", "male"), key=votes.__getitem__)


def _pronoun_after(occurrence: Occurrence) -> str:
    sentence = _STOP.split(occurrence.document.text[occurrence.span.end : occurrence.span.end + AFTER_CHARS])[0]
    pronouns = people_words(occurrence.pack).pronouns
    return next((pronouns[folded] for word in _WORD.findall(sentence) if (folded := fold(word)) in pronouns), "")


def _sex_beside(occurrence: Occurrence) -> str:
    """The sex in the line of a mention, what stands behind it first."""
    text, words = occurrence.document.text, people_words(occurrence.pack)
    after = text[occurrence.span.end : occurrence.span.end + SEX_CHARS].partition("\n")[0]
    before = text[max(0, occurrence.span.start - SEX_CHARS) : occurrence.span.start].rpartition("\n")[2]
    for word in (*_WORD.findall(after), *reversed(_WORD.findall(before))):
        for unit in words.age_units:
            word = word.removeprefix(unit)
        if gender := words.sexes.get(fold(word)) if len(word) > 1 or not word.islower() else "":
            return gender  # a single small letter is an hour, a month or a metre
    return ""
