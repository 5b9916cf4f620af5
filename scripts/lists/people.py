"""Person names out of Faker's locales, and family names attested by their endings."""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from scripts.lists.listfile import read_knowledge
from scripts.lists.ordinary import frequencies

LOCALES = {
    "sv": ("sv_SE",),
    "nl": ("nl_NL", "nl_BE"),
    "ja": ("ja_JP",),
    "en": ("en_US", "en_GB", "en_IE", "en_NZ", "en_IN", "en"),
    "de": ("de_DE", "de_AT", "de_CH", "de_LI", "de_LU"),
    "fr": ("fr_FR", "fr_CH", "fr_BE", "fr_CA", "fr_QC"),
    "es": ("es_ES", "es_MX", "es_AR", "es_CO", "es_CL", "es"),
    "it": ("it_IT",),
}
FOREIGN_LOCALES = (
    *("pl_PL", "tr_TR", "fi_FI", "da_DK", "no_NO", "hr_HR", "cs_CZ", "sk_SK", "hu_HU", "ro_RO", "pt_PT", "pt_BR"),
    *("et_EE", "lt_LT", "lv_LV", "sl_SI", "is_IS", "ga_IE", "vi_VN", "az_AZ", "en_IN", "en_PK", "en_NG", "en_KE"),
    *("ha_NG", "yo_NG", "ig_NG", "zu_ZA", "sw", "tw_GH", "id_ID", "uz_UZ", "en_TH", "fr_DZ", "ar_DZ"),
    *("ru_RU", "uk_UA", "bg_BG", "mk_MK", "el_GR"),
)

WITNESSES = ("en", "de", "fr", "es", "it", "nl", "sv", "pl", "pt", "fi")
"""Languages whose word lists are asked whether they know a name too."""
LEAST_FREQUENCY = 1e-8

GIVEN_FEMALE = ("first_names_female", "first_romanized_names_female", "female_first_names")
GIVEN_MALE = ("first_names_male", "first_romanized_names_male", "male_first_names")
FAMILY = (
    "last_names",
    "last_names_female",
    "last_names_male",
    "male_last_names",
    "unisex_last_names",
    "last_romanized_names",
    "female_last_names",
)

_CYRILLIC_LETTERS = "абвгдеёжзийклмнопрстуфхцчшщъыьэюяіїєґѓѕјљњќџ"
_CYRILLIC_LATIN = (
    "a b v g d e e zh z i i k l m n o p r s t u f kh ts ch sh shch _ y _ e yu ya i yi ye g gj dz j lj nj kj dz"
)
_GREEK_LETTERS = "αβγδεζηθικλμνξοπρσςτυφχψωάέήίόύώϊϋΐΰ"
_GREEK_LATIN = "a v g d e z i th i k l m n x o p r s s t y f ch ps o a e i i o y o i y i y"
_CYRILLIC = dict(zip(_CYRILLIC_LETTERS, _CYRILLIC_LATIN.split(), strict=True))
_GREEK = dict(zip(_GREEK_LETTERS, _GREEK_LATIN.split(), strict=True))
_LATIN_NAME = re.compile(r"[^\W\d_]{2,}(?:[ '’\-][^\W\d_]+)*\Z|[dlO]['’][^\W\d_]{2,}\Z")
_NAME_LETTERS = re.compile(r"(?:o['’])?[^\W\d_]+\Z")
_NOT_LATIN = re.compile(r"[^\u0000-\u024f\u1e00-\u1eff’]")


def faker_names(locales: Iterable[str], kinds: tuple[str, ...]) -> list[str]:
    """Names of one kind in some of Faker's locales, in Latin letters, in order and once each."""
    names = (name for locale in locales for name in _provider_names(locale, kinds))
    latin = (romanised(name.strip()) for name in names)
    return list(dict.fromkeys(name for name in latin if is_latin_name(name)))


def _provider_names(locale: str, kinds: tuple[str, ...]) -> Iterator[str]:
    provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
    for kind in kinds:
        yield from vars(provider).get(kind, ())


def is_latin_name(name: str) -> bool:
    """Whether it looks like a name and not like a placeholder, an initial or another script."""
    return bool(_LATIN_NAME.match(name)) and not _NOT_LATIN.search(name) and name[0].isupper() and name != "Doe"


def romanised(name: str) -> str:
    """Cyrillic and Greek letters by their usual Latin ones; other scripts stay as they are."""
    letters = "".join(_CYRILLIC.get(c, _GREEK.get(c, c)) for c in name.lower()).replace("_", "")
    return name if letters == name.lower() else letters.replace("oy", "ou").replace("ntz", "j").title()


@dataclass(frozen=True)
class Affixes:
    """Beginnings and endings of family names.

    Attributes:
        starts, ends: Lower-case strings.
        n_witnesses: In how many other languages wordfreq must know a word of that shape.
    """

    starts: tuple[str, ...]
    ends: tuple[str, ...]
    n_witnesses: int

    def fit(self, word: str) -> bool:
        """Whether the word has one of the shapes and three letters more."""
        return any(word.startswith(a) and len(word) > len(a) + 2 for a in self.starts) or (
            word.endswith(self.ends) and any(word.endswith(a) and len(word) > len(a) + 2 for a in self.ends)
        )


def read_affixes(code: str) -> list[Affixes]:
    """``knowledge/<code>/surname_affixes.txt``: ``-berg`` is an ending, ``mc-`` a beginning; then the witnesses."""
    rows = [(row[0].split(), int(row[1])) for row in read_knowledge(code, "surname_affixes")]
    return [
        Affixes(
            tuple(a[:-1] for a in affixes if a.endswith("-")), tuple(a[1:] for a in affixes if a.startswith("-")), n
        )
        for affixes, n in rows
    ]


def surnames_by_affix(code: str, ordinary: set[str], taken: set[str]) -> list[str]:
    """Family names that wordfreq attests and that begin or end as family names of the language do.

    Names travel, rare inflected forms and compounds do not: so a shape that ordinary words have too asks for
    witnesses in other languages.

    Args:
        code: Language.
        ordinary: Words, lower case, that are no evidence of a name.
        taken: Names of places and given names, lower case.
    """
    affixes = read_affixes(code)
    elsewhere = [frequencies(other) for other in WITNESSES if other != code]
    found = []
    for word, frequency in frequencies(code).items():
        if (
            frequency < LEAST_FREQUENCY
            or len(word) < 4
            or not _NAME_LETTERS.match(word)
            or word in ordinary
            or word in taken
        ):
            continue
        needed = min((a.n_witnesses for a in affixes if a.fit(word)), default=None)
        if needed is not None and sum(word in other for other in elsewhere) >= needed:
            found.append(capitalised(word))
    return found


def capitalised(word: str) -> str:
    """``mcdonald`` → ``McDonald``, ``o'brien`` → ``O'Brien``, ``lind-berg`` → ``Lind-Berg``."""
    if word.startswith("mc") and len(word) > 4:
        return "Mc" + word[2:].capitalize()
    return re.sub(r"[^\W\d_]+", lambda m: m.group().capitalize(), word)
