"""Names by the culture they come from: common ones for personas, and all that tell an origin.

Run ``python -m scripts.lists.cultures``. ``knowledge/cultures/<code>.txt`` holds the common names of a culture,
commonest first, under the names of ``KINDS``, and under ``told_given`` further names that tell it.
"Kowalski/Kowalska" is one family name with its form for women,
"佐藤=サトウ" one with its reading. What tells an origin besides: Faker's locales, and the lines of
``knowledge/shared`` under ``# culture:``.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from maskerad.text.folding import fold
from scripts.lists import people
from scripts.lists.listfile import DATA, FAKER, KNOWLEDGE, ListSpec, Row, read_knowledge, write_list

DOUBLE_KINDS = ("female_first", "female_second", "male_first", "male_second")  # of Anna-Karin, Jean-Pierre
KINDS = ("female", "male", "neutral", *DOUBLE_KINDS, "family", "particled")
LOCALES = {
    "pl": ("pl_PL",),
    "tr": ("tr_TR", "az_AZ"),
    "fi": ("fi_FI",),
    "bs": ("hr_HR", "sl_SI", "mk_MK"),
    "cs": ("cs_CZ", "sk_SK"),
    "hu": ("hu_HU",),
    "ro": ("ro_RO",),
    "pt": ("pt_PT", "pt_BR"),
    "vi": ("vi_VN",),
    "hi": ("en_IN",),
    "ur": ("en_PK",),
    "yo": ("yo_NG", "ig_NG", "tw_GH", "ha_NG"),
    "id": ("id_ID",),
    "ma": ("fr_DZ",),
    "ru": ("ru_RU", "uk_UA", "bg_BG"),
    "el": ("el_GR",),
    "es": ("es_ES",),
    "it": ("it_IT",),
    "de": ("de_DE",),
    "fr": ("fr_FR",),
    "sv": ("sv_SE",),
}
FAR = frozenset({"ar", "ma", "tr", "fa", "so", "ku", "ti", "yo", "bm", "sw", "hi", "ur", "zh", "ko", "vi", "th", "id"})
EASTERN = frozenset({"pl", "cs", "hu", "ro", "bs", "sq", "ru", "uk", "fi", "et", "lt", "el", "pt"})
LESS_TELLING = frozenset(
    {"pl", "bs", "sq", "ti", "ru"}
)  # whose lines of ``knowledge/shared`` hold names of all Europe too
SOURCES = {"given": (*people.GIVEN_FEMALE, *people.GIVEN_MALE), "family": people.FAMILY}
OWN_KINDS = {"given": ("female", "male", "neutral", "told_given"), "family": ("family", "particled")}
WEAK = "?"  # after a culture of a name that may be at home elsewhere
KNOWN_FILES = {"given": ("given_female", "given_male"), "family": ("family",)}


def read_culture(path: Path) -> dict[str, list[str]]:
    """The entries of one file by kind."""
    lines = (line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
    parted = (line.partition(":") for line in lines)
    return {kind: [entry.strip() for entry in entries.split(",")] for kind, _, entries in parted}


def persona_rows(cultures: dict[str, dict[str, list[str]]], kind: str) -> Iterator[Row]:
    """Name, culture, and the form for women or the reading where there is one."""
    for code, kinds in cultures.items():
        for entry in dict.fromkeys(kinds.get(kind, ())):
            name, _, other = re.sub("[/=]", "\t", entry).partition("\t")
            yield (name, code, other) if other else (name, code)


def origin_rows(cultures: dict[str, dict[str, list[str]]], kind: str) -> list[Row]:
    """Every folded name of a kind that tells an origin, with its cultures; Faker is asked for names not known else."""
    told: dict[str, dict[str, None]] = {}
    for code, kinds in cultures.items():
        entries = (entry for own in OWN_KINDS[kind] for entry in kinds.get(own, ()))
        _tell(told, (form for entry in entries for form in re.split("[/=]", entry)), [code])
    for file in KNOWN_FILES[kind]:
        for codes, names in _marked_lines(KNOWLEDGE / "shared" / f"{file}.txt"):
            marked = [code + WEAK if code in LESS_TELLING else code for code in codes]
            _tell(told, (name for name in names if len(codes) == 1 or fold(name) not in told), marked)
    known, endings = frozenset(told), _endings() if kind == "family" else ()
    for code, locales in LOCALES.items():
        listed = people.faker_names(locales, SOURCES[kind])
        _tell(
            told,
            (name for name in listed if fold(name) not in known and not name.lower().endswith(endings)),
            [code + WEAK],
        )
    at_home = {fold(row[0]) for row in read_knowledge("shared", "given_at_home")} if kind == "given" else set()
    return [(name, " ".join(_weakened(codes) if name in at_home else codes)) for name, codes in told.items()]


def _weakened(codes: Iterable[str]) -> list[str]:
    """Far and eastern cultures marked as telling less."""
    return [code + WEAK if code in FAR | EASTERN and not code.endswith(WEAK) else code for code in codes]


def _endings() -> tuple[str, ...]:
    """Endings that tell an origin by themselves."""
    tables = tomllib.loads((DATA / "shared" / "surrogates.toml").read_text(encoding="utf-8"))["cultures"]
    return tuple(end for table in tables.values() for end in table.get("family_ends", ()))


def _tell(told: dict[str, dict[str, None]], names: Iterable[str], codes: list[str]) -> None:
    for name in names:
        told.setdefault(fold(name), {}).update(dict.fromkeys(codes))


def _marked_lines(path: Path) -> Iterator[tuple[list[str], list[str]]]:
    """Cultures and names of each line that stands under a ``# culture:`` line."""
    codes: list[str] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if line.startswith("# culture:"):
            codes = line.partition(":")[2].split()
        elif codes and not line.startswith("#"):
            yield codes, [name.strip() for name in line.split(",") if name.strip()]


def main() -> None:
    """Writes the lists of all kinds."""
    cultures = {path.stem: read_culture(path) for path in sorted((KNOWLEDGE / "cultures").glob("*.txt"))}
    home = DATA / "shared" / "names"  # not "lists": recognisers read all of those
    for kind in KINDS:
        spec = ListSpec(f"persona_{kind}", f"Common names for personas: {kind}", (), ("name", "culture", "other_form"))
        write_list(home / f"{spec.name}.txt", "shared", spec, list(persona_rows(cultures, kind)), hand_made=True)
    for kind in SOURCES:
        spec = ListSpec(f"origin_{kind}", f"What tells the origin of a name: {kind}", (FAKER,), ("name", "cultures"))
        write_list(home / f"{spec.name}.txt", "shared", spec, origin_rows(cultures, kind), hand_made=True)


if __name__ == "__main__":
    main()
