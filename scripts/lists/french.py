"""Towns of the French pack as they stand in capitals and in hasty typing: without accents and hyphens.

Run ``python scripts/lists/french.py`` after ``compose.py --language fr``. The forms stand in a list of their own,
so that surrogates are drawn from the properly written towns alone.
"""

from __future__ import annotations

import sys
import unicodedata
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from scripts.lists.listfile import DATA, GEONAMES, ListSpec, write_list

SPEC = ListSpec("cities_plain", "Towns without accents and hyphens", (GEONAMES,))
LEAST_CHARS = 4
LIGATURES = str.maketrans({"œ": "oe", "Œ": "Oe", "æ": "ae", "Æ": "Ae"})


def plain(word: str) -> str:
    """A word without accents.

    Example:
        >>> plain("Nœux-les-Mines"), plain("Évry")
        ('Noeux-les-Mines', 'Evry')
    """
    decomposed = unicodedata.normalize("NFD", word.translate(LIGATURES))
    return "".join(c for c in decomposed if not unicodedata.combining(c))


def first_column(name: str) -> list[str]:
    """Entries of one list of the pack."""
    lines = (DATA / "fr" / "lists" / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[0] for line in lines if line and not line.startswith("#")]


def plain_towns() -> list[str]:
    """Every form that neither the towns nor the ordinary words have yet."""
    towns = first_column("cities")
    taken = {town.lower() for town in towns} | set(first_column("common"))
    forms = (form for town in towns for form in (plain(town), town.replace("-", " "), plain(town).replace("-", " ")))
    return [f for f in dict.fromkeys(forms) if f.lower() not in taken and len(f) >= LEAST_CHARS]


def main() -> None:
    """Writes the list."""
    rows = [(town,) for town in plain_towns()]
    write_list(DATA / "fr" / "lists" / f"{SPEC.name}.txt", "fr", SPEC, rows, hand_made=False)


if __name__ == "__main__":
    main()
