"""A person of a record while it is linked, and the written forms of his or her name."""

from __future__ import annotations

from dataclasses import dataclass, field

from maskerad.core.entity import StandsFor
from maskerad.languages import LanguagePack
from maskerad.names.name import Name

PATIENT, RELATIVE, CLINICIAN = "PATIENT", "RELATIVE", "CLINICIAN"
FULL_WORDS = 2  # names from which a form is a full name


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
        kin: Canonical words for relatives that stand beside its mentions.
        kin_genders: What these tell.
        stands_alone: Whether nobody's name is compared with it: it names a whole family ("the Woods"), or is a field
            that belongs to the one before it.
        is_introduced: Whether it is always told of as somebody new: "there is a Mrs Penn in bed 3".
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
    kin: set[str] = field(default_factory=set)
    kin_genders: set[str] = field(default_factory=set)
    stands_alone: bool = False
    is_introduced: bool = False

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
        spelt: Words of whole names that are other spellings of this one.
    """

    __slots__ = ("documents", "forms", "gender", "initials", "name", "pack", "role", "spelt", "words")

    def __init__(self, name: Name, role: str, gender: str, pack: LanguagePack) -> None:
        self.name, self.role, self.gender, self.pack = name, role, gender, pack
        self.words = name.words.union(name.called) if name.called else name.words
        self.initials = name.initials
        self.forms: list[Written] = []
        self.documents: set[str] = set()
        self.spelt: frozenset[str] = frozenset()

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
    def kin(self) -> set[str]:
        """Canonical words for relatives beside any of the forms."""
        return set().union(*(form.kin for form in self.forms))

    @property
    def kin_genders(self) -> set[str]:
        """Told by words for relatives beside any of the forms."""
        return set().union(*(form.kin_genders for form in self.forms))

    @property
    def is_introduced(self) -> bool:
        """Whether he or she is told of as somebody new only."""
        return bool(self.forms) and all(form.is_introduced for form in self.forms)

    @property
    def is_lone(self) -> bool:
        """Whether no more than one word is known of the name."""
        return len(self.words) == 1
