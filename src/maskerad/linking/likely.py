"""Whether two words that are alike may be one name: of one kind and gender, and no slip that makes a usual name."""

from __future__ import annotations

from maskerad.core.entity import Form, StandsFor
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.person import PATIENT, RELATIVE, Person, Written
from maskerad.names.common_names import GIVEN
from maskerad.names.cultures import cultures_of
from maskerad.names.name import Name

VOWELS_CHARS = 6  # letters from which names that differ in vowels alone are seldom two people's
_NO_VOWELS = str.maketrans("", "", "aeiouy")

Likeness = tuple[int, int, tuple[StandsFor, ...]]  # rank, typing errors, words that stand for others


def is_likely(form: Written, person: Person, like: Likeness) -> bool:
    """Whether likeness is enough to be one person.

    Pet forms and other spellings are. A typing error is believed where it makes no other usual name: Hansson is no
    misspelt Hanson, nor Hanna a misspelt Anna. It is believed of a usual name as well if it is the patient's, or a
    family name beside the same given name, or if only vowels differ and both stand in one document.
    """
    rank, _, stands_for = like
    if rank <= 1:
        return True
    return all(_is_likely_error(one, form, person) for one in stands_for if one.form == Form.MISSPELT)


def _is_likely_error(one: StandsFor, form: Written, person: Person) -> bool:
    conventions = name_conventions(form.pack)
    is_given = one.name in person.name.given or (one.name in person.name.lone and conventions.is_given(one.name))
    is_listed = _is_usual_given(one.word, form.pack) if is_given else one.word in conventions.family
    is_same_role = bool(form.role) and form.role == person.role
    if not is_listed or (is_same_role and form.role == PATIENT):
        return True
    if len(form.name.words) > 1 and not is_given:
        return one.word[0] == one.name[0]
    is_one_gender = conventions.gender(one.word) == conventions.gender(one.name)
    is_near = is_same_role and form.role != RELATIVE and not form.documents.isdisjoint(person.documents)
    return (
        is_near and is_one_gender and len(one.word) >= VOWELS_CHARS and _consonants(one.word) == _consonants(one.name)
    )


def _is_usual_given(word: str, pack: LanguagePack) -> bool:
    return name_conventions(pack).is_given(word) and not is_foreign(word, pack)


def is_foreign(word: str, pack: LanguagePack) -> bool:
    """Whether a given name is listed for other cultures than the language's alone: Isra, who may be an Israel."""
    cultures = cultures_of(word, GIVEN, pack)
    return bool(cultures) and pack.code not in cultures


def _consonants(word: str) -> str:
    return word[0] + word[1:].translate(_NO_VOWELS)


def are_usual(word: str, other: str, form: Written) -> bool:
    """Whether a form that says no more than a word is one of two listed names, which are two people's."""
    conventions = name_conventions(form.pack)
    listed = (conventions.is_given(given) or given in conventions.family for given in (word, other))
    return len(form.name.words) == 1 and all(listed)


def are_together(form: Written, person: Person) -> bool:
    """Whether a form stands in a document of somebody's: Mila beside Milagros is another one, in her letter herself."""
    return not form.documents.isdisjoint(person.documents)


def is_family_alone(word: str, form: Written) -> bool:
    """Whether a form says no more than a listed family name that is no given name."""
    conventions = name_conventions(form.pack)
    return len(form.name.words) == 1 and word in conventions.family and not conventions.is_given(word)


def is_one_slot(word: str, form: Written, other: str, person: Person) -> bool:
    """Whether a word of a form and a name of a person may both be given names, or both family names."""
    kinds = {slot(word, form.name, form.gender, form.pack), slot(other, person.name, person.gender, person.pack)}
    return len(kinds - {""}) < 2


def slot(word: str, name: Name, title: str, pack: LanguagePack) -> str:
    """ "given" or "family", as the form, a title or the lists tell; "" where nothing does."""
    if word in name.given or word in name.called:
        return "given"
    if word in name.family:
        return "family"
    conventions = name_conventions(pack)
    is_given, is_family = conventions.is_given(word), word in conventions.family
    if title:
        return "family" if is_family or not is_given else ""
    return "" if is_given == is_family else "given" if is_given else "family"


def is_one_gender(word: str, other: str, pack: LanguagePack) -> bool:
    """Whether no list tells that one of two given names is a woman's and one a man's.

    Of what a foreign name is short for, the list of its own culture tells nothing.
    """
    gender = name_conventions(pack).gender
    genders = {gender(word), gender(other)}
    return genders != {"female", "male"} or is_foreign(word, pack) != is_foreign(other, pack)


def begin_alike(word: str, other: str) -> bool:
    """Whether two names begin with one letter, or with one and an h: a slip seldom hits the first."""
    return word[0] == other[0] or word.lstrip("h")[:1] == other.lstrip("h")[:1]
