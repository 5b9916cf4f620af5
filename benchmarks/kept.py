"""Names that are also countries, regions, towns or everyday words: replaced once, are they readable anywhere later?

The names are those of each language's own lists that stand in another of its lists as well, and surnames that are words
(``WORDS``, by general knowledge). Every name is put into each text of ``TEXTS``; what is counted are released texts in
which it still stands with a capital, where the text has it as a person. A name of which no mention was found is told
apart: there nothing was known to be one.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import cache

from benchmarks.bounds import Missed, at_most
from benchmarks.data import LANGUAGES
from maskerad.core import Document, Record, Released
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

KEY = bytes(range(32))
OTHER_LISTS = ("countries", "regions", "world_cities", "cities", "common")
NAMES_A_LIST = 18

WORDS = {
    "sv": "Ask Berg Frost Gran Kvist Lund Mars Quick Rask Sten Storm Ståhl Svärd Ung Modig Glad Lax Bäck Hjelm Ros",
    "nl": "Bakker Visser Boer Bos Vos Kok Mulder Winter Zomer Kort Lang Groot Wit Smit Dekker Kuiper Haan Prins Kerk",
    "ja": "林 森 原 関 南 東 西 泉 谷 岡 島 星 堀 北 秋田 福島 石川 宮崎 山口 長野",
    "en": "Ward Page Read Price Hill Wood Cook Bishop Young Long Short Rich Drinkwater Pain Blood Rash Best Still Day",
    "de": "Koch Bauer Klein Lang Kurz Winter Sommer Stein Berg Kraus Fuchs Wolf Sauer Schnell Ernst Kaiser Herz Vogel",
    "fr": "Petit Blanc Roux Boucher Berger Mercier Legrand Marchand Roy Lacroix Fontaine Leblanc Mallet Poirier",
    "es": "Delgado Bravo Calvo Herrero Guerra Reyes Prieto Blanco Rubio Moreno Cano León Salud Paz Ramos Pastor Leal",
    "it": "Bruno Rossi Bianchi Longo Ferro Fontana Sala Grassi Forte Leone Monti Pace Sereno Vitale Pastore Gallo",
}

# {given} and {family}: names with which the tested one stands; {name}: the tested one.
TEXTS = {
    "sv": (
        "Herr {name} Lindqvist undersöktes. {name} mår bra.",
        "Dr {name} har bedömt patienten. Enligt {name} kan hen gå hem.",
        "{NAME}, Karin. Patienten {name} återkommer på måndag.",
        "K. {name} ringde i går. Systern till {name} kommer i morgon.",
    ),
    "nl": (
        "Mw. {name} van der Quast werd gezien. {name} maakt het goed.",
        "Dr. {name} heeft patiënt beoordeeld. Volgens {name} mag hij naar huis.",
        "{NAME}, Karin. Patiënt {name} komt maandag terug.",
        "K. {name} belde gisteren. De zus van {name} komt morgen.",
    ),
    "ja": (
        "{name}先生が診察した。{name}医師によると退院可能。",
        "患者は{name}様。{name}さんの妹が明日来院する。",
        "担当:{name} 医師。明日{name}より電話する。",
        "{name}花子様が来院。{name}様は元気です。",
    ),
    "en": (
        "Mr {name} Smith was seen. {name} is well.",
        "Dr {name} assessed the patient. According to {name} he may go home.",
        "{NAME}, Karin. Patient {name} will return on Monday.",
        "K. {name} rang yesterday. The sister of {name} comes tomorrow.",
    ),
    "de": (
        "Frau {name} Wrammelin wurde untersucht. {name} geht es gut.",
        "Dr. {name} hat den Patienten beurteilt. Laut {name} darf er nach Hause.",
        "{NAME}, Karin. Patient {name} kommt am Montag wieder.",
        "K. {name} rief gestern an. Die Schwester von {name} kommt morgen.",
    ),
    "fr": (
        "Monsieur {name} Vauquelin a été examiné. {name} va bien.",
        "Le Dr {name} a vu le patient. Selon {name} il peut rentrer.",
        "{NAME}, Karine. Le patient {name} revient lundi.",
        "K. {name} a appelé hier. La sœur de {name} vient demain.",
    ),
    "es": (
        "El señor {name} Urquijo fue visto. {name} está bien.",
        "El Dr. {name} valoró al paciente. Según {name} puede irse a casa.",
        "{NAME}, Carmen. El paciente {name} vuelve el lunes.",
        "K. {name} llamó ayer. La hermana de {name} viene mañana.",
    ),
    "it": (
        "Il signor {name} Brambillasca è stato visitato. {name} sta bene.",
        "Il dott. {name} ha visto il paziente. Secondo {name} può tornare a casa.",
        "{NAME}, Carla. Il paziente {name} torna lunedì.",
        "K. {name} ha chiamato ieri. La sorella di {name} viene domani.",
    ),
}


def main() -> Missed:
    """Prints a row a language: texts, those in which the name was never found, and those in which it is left."""
    print("Names that are other words, default settings. Target: 0 left.\n")
    print(f"{'':4}{'names':>7}{'texts':>7}{'found once':>12}{'left':>6}{'nothing found':>15}")
    return [line for code in LANGUAGES for line in at_most(f"names left in {code}", print_row(code), 0)]


def print_row(code: str) -> int:
    """One language; how many are left."""
    names = list(tested_names(code))
    outcomes = [state for name in names for state in probe(code, name)]
    left, missed = outcomes.count("left"), outcomes.count("missed")
    print(f"{code:4}{len(names):7}{len(outcomes):7}{len(outcomes) - missed:12}{left:6}{missed:15}", flush=True)
    return left


def tested_names(code: str) -> Iterator[str]:
    """Names of the lists that stand in another list too, a fixed number a list, and surnames that are words."""
    pack = load_pack(code)
    people = {name for kind in ("given_female", "given_male", "family") for name in pack.list(kind).entries}
    folded = {name.casefold(): name for name in people if name[:1].isupper() or code == "ja"}
    chosen = set(WORDS[code].split())
    for other in OTHER_LISTS:
        both = sorted({folded[entry.casefold()] for entry in pack.list(other).entries if entry.casefold() in folded})
        both = [name for name in both if len(name) > 3 or code == "ja"]
        chosen.update(sorted(both, key=lambda name: hashlib.sha256(name.encode()).digest())[:NAMES_A_LIST])
    yield from sorted(chosen)


def probe(code: str, name: str) -> Iterator[str]:
    """``gone``, ``left`` or ``missed`` for each text with the name."""
    for pattern in TEXTS[code]:
        text = pattern.format(name=name, NAME=name.upper())
        (released,) = _engine(code).release(Record("probe", (Document("probe", text),)))
        assert isinstance(released, Released)
        yield "missed" if _is_untouched(released, text, name) else "left" if _stands(released.text, name) else "gone"


def _stands(text: str, name: str) -> bool:
    forms = f"(?:{re.escape(name)}|{re.escape(name.upper())})"
    return re.search(forms if name[0] > "\u3000" else rf"(?<!\w){forms}(?!\w)", text) is not None


def _is_untouched(released: Released, text: str, name: str) -> bool:
    """Whether the name stands as often as before: nothing told that it is one."""
    return released.text.upper().count(name.upper()) == text.upper().count(name.upper())


@cache
def _engine(code: str) -> Deidentifier:
    return Deidentifier(settings_for(code), KEY)
