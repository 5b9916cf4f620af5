"""Which written forms of a record are one person.

Forms are taken from the fullest to the barest. Each joins the one person whose names it fits (the same names, some of
them, a pet form, another spelling, a typing error), or becomes a person of its own. Where it fits several, and neither
role, nor title, nor nearness tells, it stays apart and is reported: a name that could be two people is never merged.
The result depends on which forms there are, never on their order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property

from maskerad.core.entity import Form, StandsFor
from maskerad.linking.fits import (
    HEADS,
    allows,
    families_of,
    given_gender,
    is_apart,
    is_given_only,
    kin_differ,
    names_gender,
)
from maskerad.linking.index import PersonIndex
from maskerad.linking.likely import Likeness, is_family_alone, is_foreign, is_likely
from maskerad.linking.person import FULL_WORDS, PATIENT, RELATIVE, Person, Written

PET_CHARS = 3


class People:
    """The people of a record while its forms are taken one by one.

    Attributes:
        ambiguous: Forms that could be one of several people, and these.
        torn: People who became somebody of their own since they could have been several others, and these.
        families: Names of the patients' families.
    """

    def __init__(self) -> None:
        self.ambiguous: list[tuple[Written, list[Person]]] = []
        self.torn: list[tuple[Person, list[Person]]] = []
        self._index = PersonIndex()
        self._given_only: set[tuple[str, str]] = set()
        self._heads: set[str] = set()
        self._lettered: set[tuple[str, str]] = set()
        self.families: frozenset[str] = frozenset()

    @property
    def persons(self) -> list[Person]:
        """All of them, in the order in which they became known."""
        return self._index.persons

    def take(self, forms: Iterable[Written]) -> None:
        """Takes the forms of a record."""
        forms = list(forms)
        given_only = [form for form in forms if is_given_only(form) and not form.gender]  # Mr Rose is none
        self._given_only = {(form.role, given_gender(form.name, form.pack)) for form in given_only}
        whole = frozenset().union(*(form.name.words for form in forms if len(form.name.words) >= FULL_WORDS))
        heads = [form for form in given_only if form.kin & HEADS and whole.isdisjoint(form.name.words)]
        self._heads = {gender for form in heads for gender in form.kin_genders}
        lettered = [form for form in forms if form.role == RELATIVE and form.name.initials and not form.name.family]
        self._lettered = {(given_gender(form.name, form.pack), form.name.initials[0]) for form in lettered}
        self.families = families_of(form.name for form in forms if form.role == PATIENT)
        for form in sorted(forms, key=lambda form: (_is_told_by_kin(form), form.rank)):
            fitting = self._fitting(form)
            person = fitting[0] if len(fitting) == 1 else None
            if person is None:
                person = self._new(form)
                if fitting:
                    self.ambiguous.append((form, fitting))
                    self.torn.append((person, fitting))
            person.take(form)
            if len(form.name.words) >= FULL_WORDS and form.stands_for:
                self._index.learn_spelling(form.name.words, person)
            if form.name.called:
                self._index.learn(form.name.called, person)

    def _new(self, form: Written) -> Person:
        """Somebody whom nobody knows yet."""
        person = Person(form.name, form.role, form.gender, form.pack)
        if form.stands_alone:
            self.persons.append(person)
            return person
        return self._index.add(person)

    def _fitting(self, form: Written) -> list[Person]:
        """The people that a form may be."""
        words = form.name.words
        if not words or form.stands_alone:
            return []
        allowed = allows(form)
        if len(words) >= FULL_WORDS:
            exact = [person for person in self._index.same(words) if allowed(person)]
            if exact:
                return exact
        people = self._partial(form, allowed) or self._alike(form, allowed) or self._patient(form, allowed)
        if len(words) == 1 and self._is_doubtful(form, people):
            self.ambiguous.append((form, people))
            return []
        return people

    def _is_doubtful(self, form: Written, people: Sequence[Person]) -> bool:
        """Whether "Mr Rose" is not surely the one Rose of whom nobody knows whether it is a man.

        It is not where a man of the same role has no family name yet, nor is a son Mr Rose where a father has none, nor
        anybody where another one's family name begins so: "Tom R.".
        """
        if not (form.gender and people) or form.role != RELATIVE or form.name.initials:
            return False
        if (form.gender, next(iter(form.name.words))[0]) in self._lettered:
            return True
        if form.gender in self._heads and not form.name.words.isdisjoint(self.families):
            return not any(person.kin & HEADS for person in people)
        return (form.role, form.gender) in self._given_only and not any(map(_gender, people))

    def _partial(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """People who have all names of a form."""
        words = form.name.words
        people = [person for person in self._index.having(words) if allowed(person)]
        if len(words) == 1 and not is_given_only(form):  # Oma Kern is no Silvie Kern-Osei, who is the mother
            people = [person for person in people if not kin_differ(form, person)]
        return self._told_apart(form, people) if len(people) > 1 and len(words) == 1 else people

    def _told_apart(self, form: Written, people: list[Person]) -> list[Person]:
        """Of several people with one name, those whom the form most likely is, if anything tells."""
        known = [person for person in people if not person.is_introduced] or people
        role = [person for person in known if form.role and person.role == form.role] or known
        title = [person for person in role if form.gender and _gender(person) == form.gender] or role
        heads = [person for person in title if form.gender and form.role == RELATIVE and person.kin & HEADS]
        if len(heads) == 1:
            return heads
        near = [person for person in title if form.documents and form.documents <= person.documents]
        return near if len(near) == 1 and form.gender else title

    def _alike(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """The people with names like all those of a form, the likest alone."""
        options: dict[Person, Likeness] | None = None
        for word in sorted(form.name.words):
            alike = self._index.like_word(word, form)
            if options is not None:
                alike = {person: _sum(options[person], alike[person]) for person in alike if person in options}
            options = alike
            if not options:
                return []
        allowed_options = {person: like for person, like in (options or {}).items() if allowed(person)}
        fitting = {
            person: like
            for person, like in allowed_options.items()
            if is_likely(form, person, like) and not _is_another(form, person, like)
        }
        if not fitting:
            unlikely = [option for option in allowed_options if form.role and option.role == form.role]
            if unlikely:
                self.ambiguous.append((form, unlikely))
            return []
        best = min(like[:2] for like in fitting.values())
        likest = [person for person, like in fitting.items() if like[:2] == best]
        if len(likest) == 1:
            _, form.distance, form.stands_for = fitting[likest[0]]
        return likest

    def _patient(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """The one patient of the record, whose given name begins as an unknown one under the same label does.

        Every family has pet forms of its own; one name of the patient that fits nobody is one of them, seldom the name
        of somebody else with that letter.
        """
        is_lone = len(form.name.words) == 1 and not (form.name.initials or form.name.family)
        if form.role != PATIENT or form.is_introduced or not is_lone:
            return []
        patients = self._full_patients
        if len(patients) != 1 or not patients[0].name.given or not allowed(patients[0]):
            return []
        (word,), given = form.name.words, patients[0].name.given[0]
        if word[0] != given[0] or len(word) < PET_CHARS:
            return []
        if is_family_alone(word, form) and not given.startswith(word):
            return []
        form.stands_for = (StandsFor(word, given, Form.NICKNAME),)
        return patients

    @cached_property
    def _full_patients(self) -> list[Person]:
        """Patients with full names; asked for when all full names are taken."""
        return [person for person in self.persons if person.role == PATIENT and len(person.words) > 1]


def _is_told_by_kin(form: Written) -> bool:
    """Whether a word for a relative tells whose a family name alone is: later it is known who is whose mother."""
    return len(form.name.words) == 1 and bool(form.kin) and not is_given_only(form)


def _is_another(form: Written, person: Person, like: Likeness) -> bool:
    """Whether a form is told to be another than the one whose name its is like: beside it, as kin, or by its gender.

    Many a pet form is listed for the other gender: Mo is Maureen. A slip is not, nor what is short for a second name.
    """
    if form.is_introduced or (form.apart and is_apart(form, person)) or kin_differ(form, person):
        return True
    called = (person.name.given or person.name.lone)[:1]
    is_pet_form = all(slot.form == Form.NICKNAME and slot.name in called for slot in like[2])
    is_slip_of_own = any(is_foreign(slot.word, form.pack) and not is_foreign(slot.name, form.pack) for slot in like[2])
    return (
        not (is_pet_form or is_slip_of_own)
        and is_given_only(form)
        and {given_gender(form.name, form.pack), names_gender(person)} == {"female", "male"}
    )


def _gender(person: Person) -> str:
    return person.gender or given_gender(person.name, person.pack)


def _sum(left: Likeness, right: Likeness) -> Likeness:
    return max(left[0], right[0]), left[1] + right[1], left[2] + right[2]
