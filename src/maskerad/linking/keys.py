"""What makes two mentions the same thing when each is looked at by itself."""

from __future__ import annotations

from functools import lru_cache

from maskerad.core.schemes import load_scheme
from maskerad.languages import LanguagePack
from maskerad.languages.names import name_conventions
from maskerad.names.name import read_name
from maskerad.text.folding import fold

PLACES = frozenset({"CITY", "LOCATION", "REGION", "COUNTRY"})
CACHE_MAX_MENTIONS = 8_192

CODES = frozenset({"PHONE", "ID", "ZIP", "USERNAME", "EMAIL", "URL", "IP"})


@lru_cache(maxsize=256)
def family_of(label: str) -> str:
    """Labels whose mentions can be one thing: all kinds of person are, the others stand alone.

    Example:
        >>> family_of("CLINICIAN"), family_of("CITY")
        ('PERSON', 'CITY')
    """
    return "PERSON" if "PERSON" in load_scheme("core").lineage(label) else label


@lru_cache(maxsize=CACHE_MAX_MENTIONS)
def entity_key(text: str, label: str, pack: LanguagePack) -> str:
    """A folded form that mentions of one thing share: case, accents, width, blanks and genitive are gone.

    Args:
        text: The mention.
        label: Of the core scheme.
        pack: Language of its document.

    Example:
        >>> from maskerad.languages import load_pack
        >>> entity_key("LINDQVIST, Anna", "PATIENT", load_pack("sv"))
        'anna lindqvist'
    """
    if family_of(label) == "PERSON":
        return " ".join(sorted(read_name(text, label, pack).words)) or fold(text)
    if label in CODES:
        return "".join(char for char in fold(text) if char.isalnum() or char in "@.")
    key = fold(" ".join(text.split())).strip(" ,;:")
    return _without_genitive(key, pack) if label in PLACES else key


def _without_genitive(key: str, pack: LanguagePack) -> str:
    """A place without its ending, where that is a listed town and the whole is not."""
    towns = name_conventions(pack).towns
    if key not in towns:
        for ending in name_conventions(pack).endings:
            if key.removesuffix(ending) in towns:
                return key.removesuffix(ending)
    return key
