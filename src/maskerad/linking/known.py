"""People who are known before a record is read: names that its mentions are linked to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from maskerad.core.document import Identifier
from maskerad.languages import LanguagePack
from maskerad.linking.keys import family_of
from maskerad.linking.person import Written
from maskerad.names.name import Name, read_name

KINDS = ("given", "family", "name")  # of identifiers that make a name, in the order in which it is written


@dataclass(frozen=True, slots=True, repr=False)
class KnownName:
    """The whole name of somebody known, and the role."""

    name: Name
    role: str
    pack: LanguagePack

    @property
    def key(self) -> tuple[str, str, str, str]:
        """Equal to that of a mention written so."""
        return self.name.key, self.role, "", self.pack.code

    def as_written(self) -> Written:
        """A form of the name that stands nowhere yet."""
        return Written(self.name, self.role, "", self.pack)


def known_names(known: Iterable[Identifier], pack: LanguagePack) -> Sequence[KnownName]:
    """The people whose names a record brings with it.

    Args:
        known: Identifiers; those of one person are told by their number, those without a number are a name each.
        pack: Language in which the names are read.
    """
    parts: dict[tuple[int, str, int], dict[str, list[str]]] = {}
    for place, identifier in enumerate(known):
        if identifier.kind in KINDS and family_of(identifier.role) == "PERSON":
            whose = (identifier.person, identifier.role, 0 if identifier.person else place + 1)
            parts.setdefault(whose, {}).setdefault(identifier.kind, []).append(identifier.value)
    return [_known_name(role, names, pack) for (_, role, _), names in parts.items()]


def _known_name(role: str, names: dict[str, list[str]], pack: LanguagePack) -> KnownName:
    given, family, whole = (" ".join(names.get(kind, ())) for kind in KINDS)
    # The comma tells which is which, in every order of names.
    text = f"{family}, {given}" if given and family else given or family or whole
    label = "GIVEN_NAME" if given and not family else "FAMILY_NAME" if family and not given else role
    return KnownName(read_name(text, label, pack), role, pack)
