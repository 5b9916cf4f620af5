"""Whether role, initials, title and suffix of a written form allow it to be somebody of the record."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.person import CLINICIAN, FULL_WORDS, PATIENT, RELATIVE, Person, Written
from maskerad.names.name import Name

CLASHING = ({PATIENT, RELATIVE}, {PATIENT, CLINICIAN})  # one full name under both is two people: kin share names
SPOUSES = frozenset({"wife", "husband", "spouse", "partner"})
HEADS = SPOUSES | {"mother", "father", "parent"}  # of a family: whom a title with the family name alone means
ELDERS = frozenset({"grandmother", "grandfather"})
BLOOD = ELDERS | {"daughter", "son", "child", "sister", "brother", "sibling", "granddaughter", "grandson", "grandchild"}
BLOOD |= {"aunt", "uncle", "niece", "nephew", "cousin"}
_KINDS = (ELDERS, {"mother", "father", "parent"}, {"daughter", "son", "child"}, {"sister", "brother", "sibling"},
          {"aunt", "uncle"}, {"granddaughter", "grandson", "grandchild"}, {"niece", "nephew"}, {"cousin"})  # fmt: skip
_KIND_OF = {word: min(kind) for kind in _KINDS for word in kind}


def allows(form: Written) -> Callable[[Person], bool]:
    """Whether role, initials, title and suffix of a form allow a person, and no full name is told to be another's."""
    is_full = len(form.name.words) >= FULL_WORDS

    def allowed(person: Person) -> bool:
        return (
            role_fits(form, person)
            and not (is_full and form.apart and is_apart(form, person))
            and initials_fit(form.name, person)
            and gender_fits(form, person)
            and kin_fits(form, person)
            and suffix_fits(form.name, person)
        )

    return allowed


def suffix_fits(name: Name, person: Person) -> bool:
    """Whether two suffixes are one; a given name alone that has one (Alcide Jr.) is not the elder who has none."""
    if name.suffix and len(name.words) < FULL_WORDS:
        return any(name.suffix == form.name.suffix for form in person.forms)
    return not name.suffix or not person.name.suffix or name.suffix == person.name.suffix


def role_fits(form: Written, person: Person) -> bool:
    """Whether a form's role allows it to be this person.

    Part of a name is somebody of the same role, for kin and colleagues share names; a full name is one person
    but for the roles that clash.
    """
    if not form.role or not person.role or form.role == person.role:
        return True
    is_full = len(form.name.words) >= FULL_WORDS
    return is_full and {form.role, person.role} not in CLASHING


def initials_fit(name: Name, person: Person) -> bool:
    """Whether the initials of a form can stand for names of a person that the form does not write out."""
    initials = name.initials
    if not initials or (person.name.called and set(initials) <= set(person.name.called)):  # T-Boy
        return True
    if name.leads and person.initials and not person.name.given:
        return person.initials.startswith(initials) or initials.startswith(person.initials)
    forms = [form.name for form in person.forms if len(form.name.words) >= FULL_WORDS]
    called = [word for form in forms for word in form.given]  # T. Berg is Oluwatobi Berg, whom somebody calls Tobi
    others = [
        word for word in dict.fromkeys((*person.name.given, *person.name.lone, *called)) if word not in name.words
    ]
    if not name.leads or not others:
        others = [word for word in person.words if word not in name.words]
    if not others:
        known = person.initials
        return known.startswith(initials) or initials.startswith(known) or known.endswith(initials)
    if name.leads and person.name.given:
        return initials[0] in {others[0][0], *(word[0] for word in called if word not in name.words)}
    others += person.name.particles  # Nolwenn L. is a Le Goff
    return all(any(word[0] == letter for word in others) for letter in initials)


def gender_fits(form: Written, person: Person) -> bool:
    """Whether a title or a word for a relative beside the form goes with what is known of the person.

    Words for relatives beside a given name are held against words, not against names: the lists do not know every
    brother's.
    """
    beside, known = ({form.gender} - {""}) | form.kin_genders, ({person.gender} - {""}) | person.kin_genders
    if len(beside) == len(known) == 1 and beside != known:
        return False
    has_given = bool(form.name.given or form.name.lone)
    tells = beside if form.gender or not has_given else set()
    return len(tells) != 1 or bool(known) or names_gender(person) in {"", *tells}


def is_given_only(form: Written) -> bool:
    """Whether a form is one given name and nothing else."""
    name = form.name
    is_listed = bool(name.lone) and name_conventions(form.pack).is_given(name.lone[0])
    return len(name.words) == 1 and not name.initials and (bool(name.given) or is_listed)


def given_gender(name: Name, pack: LanguagePack) -> str:
    """What the lists tell of the first given name that they know."""
    gender = name_conventions(pack).gender
    return next(filter(None, map(gender, (*name.called, *name.given) or name.lone)), "")


def kin_fits(form: Written, person: Person) -> bool:
    """Whether no words for relatives tell that it is somebody else: no wife is a sister, no grandmother an aunt."""
    if not form.kin or not (known := person.kin):
        return True
    pairs = ((form.kin, known), (known, form.kin))
    return not any(left <= group and right <= BLOOD - group for left, right in pairs for group in (SPOUSES, ELDERS))


def kin_differ(form: Written, person: Person) -> bool:
    """Whether words for relatives of the blood tell of two kinds: a cousin Beto is no brother Jesús Alberto.

    Whose wife somebody is, and whose sister-in-law, hangs on who speaks.
    """
    kinds, known = ({_KIND_OF.get(word, "") for word in kin} for kin in (form.kin, person.kin))
    return bool(kinds and known) and "" not in kinds | known and kinds.isdisjoint(known)


def families_of(names: Iterable[Name]) -> frozenset[str]:
    """Family names, and those that may be such."""
    return frozenset(word for name in names for word in (*name.family, *name.lone))


def names_gender(person: Person) -> str:
    """What the lists tell of the given names of somebody, "" where his or her forms contradict each other: Uli."""
    genders = {given_gender(person.name, person.pack), *(given_gender(form.name, form.pack) for form in person.forms)}
    return genders.pop() if len(genders := genders - {""}) == 1 else ""


def is_apart(form: Written, person: Person) -> bool:
    """Whether somebody is named beside a form as another one."""
    return any(other.name.key in form.apart for other in person.forms)
