"""Institutions that a language knows by name, with the short forms and acronyms that go with them.

"SUS" beside "Skånes universitetssjukhus" is the same hospital: it becomes the acronym of the hospital that the long
form becomes. Read from the lists ``named_institutions`` and ``named_organizations``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

LISTS = {"HOSPITAL": "named_institutions", "ORGANIZATION": "named_organizations"}
LONG, SHORT, ACRONYM = 0, 1, 2
REGION_MIN = 2  # institutions of one region to choose among
TELLING_CHARS = 4  # a shorter form is known only in capitals, or as the whole mention
WORDS_MAX = 8
CACHE_MAX_POOLS = 4_096


class Known(NamedTuple):
    """An institution.

    Attributes:
        kind: Hospital, bank, agency..., and the country where the language has more than one.
        forms: The long form, the short forms, the acronyms.
        region: Part of the country, or the line of work of an authority; "" where it has none.
        town: Where it stands, "" where that is not told.
    """

    kind: str
    forms: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    region: str = ""
    town: str = ""

    @property
    def name(self) -> str:
        """The long form."""
        return self.forms[LONG][0]


class KnownForm(NamedTuple):
    """A known form inside a mention."""

    start: int
    end: int
    name: str
    form: int


@dataclass(frozen=True, slots=True)
class KnownInstitutions:
    """The known institutions of one label in one language.

    Attributes:
        by_name: Long form to institution.
        by_form: Folded form to (long form, which form it is).
        acronyms: All acronyms.
    """

    by_name: Mapping[str, Known] = field(repr=False)
    by_form: Mapping[str, tuple[str, int]] = field(repr=False)
    acronyms: tuple[str, ...] = field(repr=False)


@lru_cache(maxsize=32)
def known_institutions(pack: LanguagePack, label: str) -> KnownInstitutions:
    """The table of a pack, made once."""
    rows = [(*row, "", "", "", "", "")[:6] for row in pack.list(LISTS[label]).rows]
    known = [
        Known(kind, ((name,), _parts(short), _parts(code)), region, town)
        for name, kind, short, code, region, town in rows
    ]
    forms: dict[str, tuple[str, int]] = {}
    for institution in known:
        for form in (LONG, SHORT, ACRONYM):
            for text in institution.forms[form]:
                forms.setdefault(form_key(text), (institution.name, form))
    acronyms = [text for institution in known for text in institution.forms[ACRONYM] if text.isupper()]
    return KnownInstitutions(
        {institution.name: institution for institution in known}, forms, tuple(dict.fromkeys(acronyms))
    )


@lru_cache(maxsize=CACHE_MAX_POOLS)
def alike(pack: LanguagePack, label: str, name: str, needed: frozenset[int]) -> tuple[str, ...]:
    """Known institutions of the same kind as one that have all the needed forms; those of its region where some are."""
    known = known_institutions(pack, label).by_name
    same = [known[other] for other in of_kind(pack, label, name, needed)]
    near = [other for other in same if other.region and other.region == known[name].region]
    return tuple(other.name for other in (near if len(near) >= REGION_MIN else same))


@lru_cache(maxsize=CACHE_MAX_POOLS)
def of_kind(pack: LanguagePack, label: str, name: str, needed: frozenset[int]) -> tuple[str, ...]:
    """The other known institutions of the same kind as one that have all the needed forms, none of them its own."""
    known = known_institutions(pack, label).by_name
    own = known[name]
    return tuple(
        other.name
        for other in known.values()
        if other.kind == own.kind
        and all(other.forms[form] and not set(other.forms[form]) & set(own.forms[form]) for form in needed)
        and other.name not in name
        and name not in other.name
    )


def _parts(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",") if part.strip())


def form_key(text: str) -> str:
    """What is the same in all spellings of a form: "S. Orsola" and "S.Orsola" are one.

    Example:
        >>> form_key("S. Orsola")
        's.orsola'
    """
    return fold(text).replace(". ", ".")


def find_known(text: str, label: str, pack: LanguagePack) -> KnownForm | None:
    """The longest known form in a mention that begins or ends at its ends, with or without its genitive.

    Example:
        >>> from maskerad.languages import load_pack
        >>> find_known("SUS Lund", "HOSPITAL", load_pack("sv")).name
        'Skånes universitetssjukhus'
    """
    forms = known_institutions(pack, label).by_form
    for start, end in _stretches(text):
        folded = form_key(text[start:end])
        is_whole = start == 0 and end == len(text)
        if folded in forms and (is_whole or _tells(text[start:end], forms[folded], label, pack)):
            return KnownForm(start, end, *forms[folded])
        for ending in name_conventions(pack).endings:
            stem = folded.removesuffix(ending)
            if stem != folded and stem in forms and len(stem) >= TELLING_CHARS:
                return KnownForm(start, end - len(ending), *forms[stem])
    return None


def _tells(text: str, known: tuple[str, int], label: str, pack: LanguagePack) -> bool:
    """Whether a part of a mention is the institution: in capitals, or long and written with its capitals."""
    name, form = known
    own = known_institutions(pack, label).by_name[name].forms[form]
    return text.isupper() or (len(text) >= TELLING_CHARS and text in own)


def _stretches(text: str) -> list[tuple[int, int]]:
    """The mention, its beginnings and its ends at the borders of words, the longest first."""
    if is_cjk(text):
        return [(0, len(text))]
    borders = [at for at in range(1, len(text)) if text[at].isalnum() != text[at - 1].isalnum()]
    left = [(0, at) for at in borders if text[at - 1].isalnum()][-WORDS_MAX:]
    right = [(at, len(text)) for at in borders if text[at].isalnum()][:WORDS_MAX]
    return sorted([(0, len(text)), *left, *right], key=lambda pair: (pair[0] - pair[1], pair[0]))
