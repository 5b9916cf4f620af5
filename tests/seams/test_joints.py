"""Words before a new text agree with it, in each language."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.languages import load_pack
from maskerad.seams import joined, joined_inside

LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")

AGREEING = [
    ("it", "DATE", "fino all'", "11 maggio", "24 maggio", "fino al 24 maggio"),
    ("it", "DATE", "nata il ", "3 maggio", "8 maggio", "nata l'8 maggio"),
    ("it", "DATE", "NATA IL ", "03/05", "11/05", "NATA L'11/05"),
    ("it", "DATE", "dall'", "estate", "primavera", "dalla primavera"),
    ("it", "DATE", "torna ad ", "aprile", "febbraio", "torna a febbraio"),
    ("it", "PROFESSION", "fa il ", "tornitore", "operaio", "fa l'operaio"),
    ("fr", "DATE", "au mois de ", "mai", "octobre", "au mois d'octobre"),
    ("fr", "DATE", "au mois d’", "avril", "mai", "au mois de mai"),
    ("fr", "CITY", "les urgences d'", "Angers", "Metz", "les urgences de Metz"),
    ("fr", "ORGANIZATION", "étudiante à l'", "Université", "Bovet", "étudiante à Bovet"),
    ("fr", "HOSPITAL", "traité à l'", "EFS", "CLB", "traité à CLB"),
    ("fr", "ORGANIZATION", "le budget de l'", "APAJH", "PHARE OUEST", "le budget de PHARE OUEST"),
    ("fr", "HOSPITAL", "le service de ", "CLB", "IPC", "le service d'IPC"),
    ("fr", "CITY", "près d'", "ANGERS", "LYON", "près de LYON"),
    ("fr", "PROFESSION", "je suis l'", "ingénieur", "facteur", "je suis le facteur"),
    ("fr", "HOSPITAL", "venu de ", "Brabois", "Les Cèdres", "venu des Cèdres"),
    ("es", "HOSPITAL", "la historia de ", "Cunqueiro", "el Clínico", "la historia del Clínico"),
    ("es", "RELATIVE", "Ana y ", "Luis", "Inés", "Ana e Inés"),
    ("es", "RELATIVE", "Ana e ", "Inés", "Luis", "Ana y Luis"),
    ("en", "HOSPITAL", "seen at the ", "Old Quarter", "The Grange", "seen at the Grange"),
    ("en", "AGE", "this is an ", "84 year old", "72 year old", "this is a 72 year old"),
    ("en", "PROFESSION", "A ", "nurse", "engineer", "An engineer"),
    ("nl", "ORGANIZATION", "werkt op de ", "Hoogovens", "De Eik", "werkt op de Eik"),
    ("sv", "PROFESSION", "hon är en ", "undersköterska", "vårdbiträde", "hon är ett vårdbiträde"),
    ("sv", "PROFESSION", "Ett ", "vårdbiträde", "snickare", "En snickare"),
    ("de", "STREET", "wohnt in der ", "Hauptstraße", "Der Bachgasse", "wohnt in der Bachgasse"),
]

STAYING = [
    ("sv", "PROFESSION", "hon är en ", "undersköterska", "snickare"),
    ("sv", "PROFESSION", "inte allmän ", "undersköterska", "vårdbiträde"),
    ("it", "DATE", "nata il ", "11 maggio", "8 maggio"),  # who writes so goes on
    ("it", "DATE", "profil", "8 maggio", "3 maggio"),
    ("it", "HOSPITAL", "al ", "GOM", "AORN"),
    ("fr", "HOSPITAL", "venu de l'", "IPC", "EFS"),
    ("it", "DATE", "nata il ", "3 maggio", "[DATA]"),
    ("fr", "PATIENT", "le dossier de ", "Petit", "Le Goff"),
    ("fr", "CITY", "près d'", "Angers", "Haguenau"),
    ("en", "PROFESSION", "he is a ", "nurse", "university lecturer"),
    ("sv", "CITY", "i ", "Lund", "Ystad"),
]

INSIDE = [
    ("fr", "HOSPITAL", "SSR de Les Cèdres", "SSR des Cèdres"),
    ("en", "STREET", "The The Old Forge", "The Old Forge"),
    ("it", "DATE", "ad settembre", "a settembre"),
    ("it", "ORGANIZATION", "L'Gonzaga", "La Gonzaga"),
    ("it", "HOSPITAL", "Ospedale dell'Angelo", "Ospedale dell'Angelo"),
    ("nl", "HOSPITAL", "De Eik", "De Eik"),
]


@pytest.mark.parametrize(("language", "label", "before", "old", "new", "expected"), AGREEING)
def test_the_word_before_agrees_with_the_new_text(
    language: str, label: str, before: str, old: str, new: str, expected: str
) -> None:
    assert "".join(joined(before, old, new, label, load_pack(language))) == expected


@pytest.mark.parametrize(("language", "label", "before", "old", "new"), STAYING)
def test_what_agrees_or_never_did_stays(language: str, label: str, before: str, old: str, new: str) -> None:
    assert joined(before, old, new, label, load_pack(language)) == (before, new)


@pytest.mark.parametrize(("language", "label", "text", "expected"), INSIDE)
def test_words_inside_a_new_text_agree_too(language: str, label: str, text: str, expected: str) -> None:
    assert joined_inside(text, label, load_pack(language)) == expected


@given(
    language=st.sampled_from(LANGUAGES),
    label=st.sampled_from(("DATE", "CITY", "HOSPITAL", "PATIENT", "AGE", "PROFESSION")),
    before=st.text("aeil udnt'’A", max_size=8),
    old=st.text("aeihmstz18Él ", min_size=1, max_size=8),
    new=st.text("aeihmstz18Él ", min_size=1, max_size=8),
)
def test_only_the_edges_change_and_once_is_enough(language: str, label: str, before: str, old: str, new: str) -> None:
    pack = load_pack(language)
    found = joined(before, old, new, label, pack)
    assert new.endswith(found.text)
    assert joined(before, new, new, label, pack) == (before, new)
