"""Which written forms of a record are one person.

Forms are taken from the fullest to the barest. Each joins the one person whose names it fits (the same names, some of
them, a pet form, another spelling, a typing error), or becomes a person of its own. Where it fits several, and neither
role, nor title, nor nearness tells, it stays apart and is reported: a name that could be two people is never merged.
The result depends on which forms there are, never on their order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from maskerad.core.entity import Form, StandsFor
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.linking.likeness import Spellings, nicknames
from maskerad.linking.names import Name, joined_words
from maskerad.linking.readings import has_sounds, heard_as, sounds

FITTING_MAX = 50  # people that share a word, looked through for the one that a form belongs to
PATIENT, RELATIVE, CLINICIAN = "PATIENT", "RELATIVE", "CLINICIAN"
CLASHING = ({PATIENT, RELATIVE}, {PATIENT, CLINICIAN})  # one full name under both is two people: kin share names
VOWELS_CHARS = 6  # letters from which names that differ in vowels alone are seldom two people's
_NO_VOWELS = str.maketrans("", "", "aeiouy")
PET_CHARS = 3
FULL_WORDS = 2  # names from which a form is a full name

Likeness = tuple[int, int, tuple[StandsFor, ...]]  # rank, typing errors, words that stand for others


@dataclass(slots=True, eq=False, repr=False)
class Written:
    """One written form under one role: mentions that are one person, or all stay apart.

    Attributes:
        name: What it tells.
        role: Its label, "" for one that tells no role.
        gender: Told by the title before it, "" otherwise.
        pack: Language of its documents.
        places: Numbers of its mentions.
        documents: Ids of their documents.
        apart: Keys of forms that are somebody else's, since one is named beside the other: "Harmon and Harman".
    """

    name: Name
    role: str
    gender: str
    pack: LanguagePack
    places: list[int] = field(default_factory=list)
    documents: set[str] = field(default_factory=set)
    apart: set[str] = field(default_factory=set)
    stands_for: tuple[StandsFor, ...] = ()
    distance: int = 0

    @property
    def rank(self) -> tuple[object, ...]:
        """Fullest first, then those that tell more or are surely somebody of their own; never by document."""
        name = self.name
        n_known = (-len(name.words), -len(name.initials), not self.role, not self.gender, not self.apart)
        return (*n_known, name.key, self.role, self.gender)


class Person:
    """Somebody of the record, and the forms in which he or she is written.

    Attributes:
        name: The fullest form's.
        role: The first that a form tells.
        gender: Told by a title.
        forms: All its written forms, the fullest first.
    """

    __slots__ = ("documents", "forms", "gender", "initials", "name", "pack", "role", "words")

    def __init__(self, name: Name, role: str, gender: str, pack: LanguagePack) -> None:
        self.name, self.role, self.gender, self.pack = name, role, gender, pack
        self.words = name.words.union(name.called) if name.called else name.words
        self.initials = name.initials
        self.forms: list[Written] = []
        self.documents: set[str] = set()

    def take(self, form: Written) -> None:
        """Makes a form one of this person's."""
        self.forms.append(form)
        self.documents |= form.documents
        self.role = self.role or form.role
        self.gender = self.gender or form.gender

    def take_all(self, other: Person) -> None:
        """Makes another person's forms this one's, and learns the names that this one lacks."""
        for form in other.forms:
            self.take(form)
        self.words |= other.words

    @property
    def is_lone(self) -> bool:
        """Whether no more than one word is known of the name."""
        return len(self.words) == 1


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
    if not initials:
        return True
    others = [word for word in (*person.name.given, *person.name.lone) if word not in name.words]
    if not name.leads or not others:
        others = [word for word in person.words if word not in name.words]
    if not others:
        return not person.initials or person.initials.startswith(initials) or initials.startswith(person.initials)
    if name.leads and person.name.given:
        return initials[0] == others[0][0]
    return all(any(word[0] == letter for word in others) for letter in initials)


def gender_fits(form: Written, person: Person) -> bool:
    """Whether a title before the form goes with what is known of the person."""
    if not form.gender:
        return True
    known = person.gender or given_gender(person.name, person.pack)
    return not known or known == form.gender


def is_given_only(form: Written) -> bool:
    """Whether a form is one given name and nothing else."""
    name = form.name
    is_listed = bool(name.lone) and name_conventions(form.pack).is_given(name.lone[0])
    return len(name.words) == 1 and not name.initials and (bool(name.given) or is_listed)


def given_gender(name: Name, pack: LanguagePack) -> str:
    """What the lists tell of the first given name that they know."""
    gender = name_conventions(pack).gender
    return next(filter(None, map(gender, (*name.called, *name.given) or name.lone)), "")


class People:
    """The people of a record while its forms are taken one by one."""

    def __init__(self) -> None:
        self.persons: list[Person] = []
        self.ambiguous: list[tuple[Written, list[Person]]] = []
        self._by_words: dict[frozenset[str], list[Person]] = defaultdict(list)
        self._having: dict[str, list[Person]] = defaultdict(list)
        self._sounding: dict[str, list[tuple[str, Person]]] = defaultdict(list)
        self._joined: dict[str, list[Person]] = defaultdict(list)
        self._spellings = Spellings()
        self._given_only: set[tuple[str, str]] = set()

    def take(self, forms: Iterable[Written]) -> None:
        """Takes the forms of a record."""
        forms = list(forms)
        given_only = [form for form in forms if is_given_only(form) and not form.gender]  # Mr Rose is none
        self._given_only = {(form.role, given_gender(form.name, form.pack)) for form in given_only}
        for form in sorted(forms, key=lambda form: form.rank):
            fitting = self._fitting(form)
            person = fitting[0] if len(fitting) == 1 else None
            if person is None:
                if fitting:
                    self.ambiguous.append((form, fitting))
                person = self.add(Person(form.name, form.role, form.gender, form.pack))
            person.take(form)
            if form.name.called:
                self._learn(form.name.called, person)

    def _learn(self, words: Iterable[str], person: Person) -> None:
        """Makes further names of a person known."""
        for word in words:
            if person not in self._having[word]:
                person.words |= {word}
                self._having[word].append(person)

    def add(self, person: Person) -> Person:
        """Makes a person known by every word of the name."""
        self.persons.append(person)
        self._by_words[person.words].append(person)
        words = sorted(person.words)  # or the first likeness that is found would hang on the hash seed
        for word in words:
            self._having[word].append(person)
            self._spellings.add(word)
        if has_sounds(person.pack):
            for word in words:
                for sound in sounds(word, person.pack):
                    self._sounding[sound].append((word, person))
        for joined in joined_words(person.name):
            self._joined[joined].append(person)
        return person

    def _fitting(self, form: Written) -> list[Person]:
        """The people that a form may be."""
        words = form.name.words
        if not words:
            return []
        allowed = allows(form)
        if len(words) >= FULL_WORDS:
            exact = [one for one in self._by_words.get(words, ()) if allowed(one)]
            if exact:
                return exact
        partial = self._partial(form, allowed)
        if self._is_doubtful(form, partial):
            self.ambiguous.append((form, partial))
            return []
        return partial or self._alike(form, allowed) or self._patient(form, allowed)

    def _is_doubtful(self, form: Written, found: Sequence[Person]) -> bool:
        """Whether "Mr Rose" is not surely the one Rose of whom nobody knows whether it is a man.

        It is not where a man of the same role has no family name yet.
        """
        return (
            bool(form.gender and found)
            and (form.role, form.gender) in self._given_only
            and not any(map(_gender, found))
        )

    def _partial(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """People who have all names of a form."""
        words = form.name.words
        candidates: Sequence[Person] = min((self._having.get(word, ()) for word in words), key=len)
        if not candidates or len(candidates) > FITTING_MAX:
            return []
        found = [one for one in candidates if words <= one.words and allowed(one)]
        return self._told_apart(form, found) if len(found) > 1 and len(words) == 1 else found

    def _told_apart(self, form: Written, found: list[Person]) -> list[Person]:
        """Of several people with one name, those whom the form most likely is, if anything tells."""
        role = [one for one in found if form.role and one.role == form.role] or found
        title = [one for one in role if form.gender and _gender(one) == form.gender] or role
        near = [one for one in title if form.documents and form.documents <= one.documents]
        return near if len(near) == 1 and form.gender else title

    def _alike(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """The people with names like all those of a form, the likest alone."""
        options: dict[Person, Likeness] | None = None
        for word in sorted(form.name.words):
            found = self._like_word(word, form)
            if options is not None:
                found = {one: _sum(options[one], found[one]) for one in found if one in options}
            options = found
            if not options:
                return []
        allowed_options = {one: like for one, like in (options or {}).items() if allowed(one)}
        fitting = {
            one: like
            for one, like in allowed_options.items()
            if is_likely(form, one, like) and not (form.apart and is_apart(form, one))
        }
        if not fitting:
            unlikely = [one for one in allowed_options if form.role and one.role == form.role]
            if unlikely:
                self.ambiguous.append((form, unlikely))
            return []
        best = min(like[:2] for like in fitting.values())
        likest = [one for one, like in fitting.items() if like[:2] == best]
        if len(likest) == 1:
            _, form.distance, form.stands_for = fitting[likest[0]]
        return likest

    def _patient(self, form: Written, allowed: Callable[[Person], bool]) -> list[Person]:
        """The one patient of the record, whose given name begins as an unknown one under the same label does.

        Every family has pet forms of its own; one name of the patient that fits nobody is one of them, seldom the name
        of somebody else with that letter.
        """
        if form.role != PATIENT or len(form.name.words) > 1 or form.name.initials or form.name.family:
            return []
        patients = self._full_patients
        if len(patients) != 1 or not patients[0].name.given or not allowed(patients[0]):
            return []
        (word,), given = form.name.words, patients[0].name.given[0]
        if word[0] != given[0] or len(word) < PET_CHARS:
            return []
        if _is_family_alone(word, form) and not given.startswith(word):
            return []
        form.stands_for = (StandsFor(word, given, Form.NICKNAME),)
        return patients

    @cached_property
    def _full_patients(self) -> list[Person]:
        """Patients with full names; asked for when all full names are taken."""
        return [one for one in self.persons if one.role == PATIENT and len(one.words) > 1]

    def _like_word(self, word: str, form: Written) -> dict[Person, Likeness]:
        """People with a name like a word."""
        found: dict[Person, Likeness] = {}
        same = self._having.get(word, ())
        if len(same) <= FITTING_MAX:
            for person in same:
                found[person] = (0, 0, ())
        for other in sorted(nicknames(form.pack).get(word, ())):
            for person in (*self._having.get(other, ())[:FITTING_MAX], *self._joined.get(other, ())[:FITTING_MAX]):
                if len(form.name.words) > 1 or other not in person.name.family:
                    found.setdefault(person, (1, 0, (StandsFor(word, other, Form.NICKNAME),)))
        for joined in (word, *joined_words(form.name)):
            index = self._joined if joined == word else self._having
            for person in index.get(joined, ())[:FITTING_MAX]:
                found.setdefault(person, (1, 0, ()))
        if has_sounds(form.pack):
            for sound in sorted(heard_as(word, form.pack)):
                for other, person in self._sounding.get(sound, ())[:FITTING_MAX]:
                    if other in person.name.given and _is_family_alone(word, form):
                        continue  # 佐藤 is no さと
                    found.setdefault(person, (1, 0, (StandsFor(word, other, Form.READING),)))
        for other, n_errors in self._spellings.near(word, spare=form.role == PATIENT):
            for person in self._having[other][:FITTING_MAX]:
                found.setdefault(person, (2, n_errors, (StandsFor(word, other, Form.MISSPELT),)))
        return found


def allows(form: Written) -> Callable[[Person], bool]:
    """Whether role, initials, title and suffix of a form allow a person."""

    def allowed(person: Person) -> bool:
        return (
            role_fits(form, person)
            and initials_fit(form.name, person)
            and gender_fits(form, person)
            and (not form.name.suffix or not person.name.suffix or form.name.suffix == person.name.suffix)
        )

    return allowed


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


def is_apart(form: Written, person: Person) -> bool:
    """Whether somebody is named beside a form as another one."""
    return any(other.name.key in form.apart for other in person.forms)


def _is_likely_error(one: StandsFor, form: Written, person: Person) -> bool:
    conventions = name_conventions(form.pack)
    is_given = one.name in person.name.given or (one.name in person.name.lone and conventions.is_given(one.name))
    is_listed = conventions.is_given(one.word) if is_given else one.word in conventions.family
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


def _consonants(word: str) -> str:
    return word[0] + word[1:].translate(_NO_VOWELS)


def _is_family_alone(word: str, form: Written) -> bool:
    conventions = name_conventions(form.pack)
    return len(form.name.words) == 1 and word in conventions.family and not conventions.is_given(word)


def _gender(person: Person) -> str:
    return person.gender or given_gender(person.name, person.pack)


def _sum(left: Likeness, right: Likeness) -> Likeness:
    return max(left[0], right[0]), left[1] + right[1], left[2] + right[2]
