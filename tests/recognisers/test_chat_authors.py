"""Authors of messages are found by the form of their lines; rows of a chart that look alike are nobody's."""

from __future__ import annotations

import pytest

import maskerad

CHATS = {
    "en": ("Kev [07:42] none left\nTazz (manager) [08:05] Use the spare\nTazz [08:17] thanks", ["Kev", "Tazz", "Tazz"]),
    "fr": ("Jade Petit 09:08 : coucou\nSamira H. 09:12 : qui suit la dame ?\nSamira H. 09:18 : merci", ["Samira H."]),
    "sv": ("08:10 - Linnea: kan nån ta sal 3?\n08:12 - Sniffe: jag tar\n08:15 - Sniffe: klart", ["Linnea", "Sniffe"]),
    "de": ("[13:04] Ömer:\nwelche denn\n[13:09] Jacqueline:\naso", ["Ömer", "Jacqueline"]),
    "nl": ("Sanne 08:10\nwie neemt bed 4?\nStip 08:12\nik\nStip 08:13\nklaar", ["Sanne", "Stip"]),
    "it": (
        "[12/03/2024, 09:12] Giulia: ci sei?\n[12/03/2024, 09:14] Nuvy: eccomi\n[12/03/2024, 09:15] Nuvy: ok",
        ["Nuvy"],
    ),
}
CHARTS = {
    "en": "Insulin 08:00\nBreakfast 08:15\nInsulin 12:00\nLunch 12:30",
    "sv": "08:00 Puls: 72\n12:00 Puls: 80\n16:00 Temp: 37,2",
    "de": "[08:00] RR: 120/80\n[12:00] RR: 118/76\n[14:00] Visite: keine Änderung",
    "fr": "Agent [08:00] Bonjour\nClient [08:01] Bonjour\nAgent [08:02] Je vous écoute",
}

SMALL = "Manu cadre – 9:14 : la chambre est prête\nbastien f – 9:15 : oui j'arrive\nbastien f – 9:21 : top"


def test_an_author_in_small_letters_is_found_behind_whom_a_dash_stands() -> None:
    names = [span.text for span in maskerad.load("fr", model=None).detect(SMALL) if span.source.recogniser == "chat.v1"]
    assert names == ["Manu", "bastien f", "bastien f"]


@pytest.mark.parametrize("language", CHATS)
def test_authors_of_messages_are_found(language: str) -> None:
    text, names = CHATS[language]
    found = [span.text for span in maskerad.load(language, model=None).detect(text)]
    assert [name for name in names if name not in found] == []


@pytest.mark.parametrize("language", CHARTS)
def test_what_a_chart_repeats_beside_its_times_is_nobody(language: str) -> None:
    spans = maskerad.load(language, model=None).detect(CHARTS[language])
    assert [span.text for span in spans if span.source.recogniser == "chat.v1"] == []


def test_what_somebody_is_stays_behind_the_name() -> None:
    text = "[08:10] Carys School Nurse: Morning\n[08:12] Agent Kelly: hi\n[08:15] Carys School Nurse: ok"
    found = {span.text for span in maskerad.load("en", model=None).detect(text)}
    assert {"Carys", "Kelly"} <= found and not any("Nurse" in name or "Agent" in name for name in found)
