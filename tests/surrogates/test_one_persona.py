"""Whoever is named in several ways over a record is one persona: short forms, second names, fields, aliases."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from maskerad.core import Document, Record, Released, SpanSet
from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.likeness import is_pet_form
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.pipeline.rewrite import replacements_of
from maskerad.text.folding import fold, folded_words

from .marked import taken_apart

KEYS = [bytes([number]) * 32 for number in (1, 2, 3)]


def new_of_record(code: str, notes: list[str], key: bytes) -> list[str]:
    """The new text of every mark of a record of several notes, in order."""
    apart = [taken_apart(note) for note in notes]
    documents = [
        Document(f"d{number}", text, date=date(2019, 5, 14) + timedelta(number))
        for number, (text, _) in enumerate(apart)
    ]
    spans = [SpanSet(tuple(marks), "core") for _, marks in apart]
    released = Deidentifier(settings_for(code), key).replace(Record("r", tuple(documents)), spans)
    assert all(isinstance(one, Released) for one in released)
    return [new for one in released if isinstance(one, Released) for new in replacements_of(one)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "notes"),
    [
        ("en", ["grieving for her husband [Wattie|RELATIVE]", "NOK was Mr [Walter Grieve|RELATIVE], deceased"]),
        ("en", ["Spouse [Char|RELATIVE] notified by deputy.", "wife [Charlene|RELATIVE] here til 2100"]),
        ("en", ["Next of kin: [Jonah Hill|RELATIVE], spouse", "30 min grounds w [Jona|RELATIVE], back on time"]),
        ("es", ["me trae mi niño [Israel|RELATIVE], el carné lo tiene", "el móvil de [Isra|RELATIVE] ya lo tienen"]),
        ("en", ["Parent 2 [Bronwyn Baker|RELATIVE]", "text it to me not [Bron|RELATIVE], her phone is cracked"]),
        ("fr", ["accompagnée de son fils [Gwenaël|RELATIVE].", "[Gwen|RELATIVE] rentre tard"]),
        ("es", ["sobrina [Carmen Delia|RELATIVE] avisada", "Acompañante: sobrina, [C. Delia Luis|RELATIVE]"]),
    ],
)
def test_a_short_form_in_another_note_is_of_the_same_persona(code: str, notes: list[str], key: bytes) -> None:
    long, short = sorted(new_of_record(code, notes, key), key=len, reverse=True)
    assert fold(short)[0] in {word[0] for word in folded_words(long)}, (long, short)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "notes"),
    [
        ("es", ["1er apellido: [IGLESIAS|PATIENT] Nombre: [JOSE MANUEL|PATIENT]", "[José Manuel Iglesias|PATIENT]"]),
        ("de", ["Familienname: [POSPISCHIL|PATIENT] Vorname: [LEOPOLD FRANZ|PATIENT]", "[Leopold Pospischil|PATIENT]"]),
    ],
)
def test_a_second_given_name_stays_a_given_name(code: str, notes: list[str], key: bytes) -> None:
    family, given, whole = new_of_record(code, notes, key)
    conventions = name_conventions(load_pack(code))
    assert all(map(conventions.is_given, folded_words(given))), given
    assert fold(family) == folded_words(whole)[-1]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "notes"),
    [
        ("en", ["Surname: [HILL|PATIENT]\nForename(s): [DEEQA ABDI|PATIENT]\nLikes to be called: [Dee|PATIENT]"]),
        ("it", ["cognome [PERRONE|PATIENT] nome [ELISA OSARUGUE|PATIENT]", "[perrone elisa|PATIENT]; [Eli|PATIENT]"]),
    ],
)  # fmt: skip
def test_what_the_patient_is_called_is_short_for_the_new_name(code: str, notes: list[str], key: bytes) -> None:
    new = new_of_record(code, notes, key)
    given, called = folded_words(new[1])[0], fold(new[-1])
    assert called == given or is_pet_form(called, given, load_pack(code)), (given, called)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "other"),
    [
        ("nl", "Thea van den Heuvel", "HEUVEL, T.H. VAN DEN"),
        ("nl", "T. van den Heuvel", "Heuvel, T. van den"),
        ("nl", "S.W.A. van 't Hof", "v t Hof"),
        ("de", "Hans von der Aue", "vdAue"),
    ],
)
def test_particles_are_those_of_the_new_name(code: str, whole: str, other: str, key: bytes) -> None:
    new, short = new_of_record(code, [f"dr [{whole}|CLINICIAN] belt", f"dr [{other}|CLINICIAN]"], key)
    words, short_words = ([word for word in folded_words(name) if len(word) > 1] for name in (new, short))
    particles = [word for word in words if word in name_conventions(load_pack(code)).particles]
    assert words[-1] in short_words, (new, short)
    assert [word for word in short_words if word in name_conventions(load_pack(code)).particles] == particles, short


@pytest.mark.parametrize("key", KEYS)
def test_the_letter_of_a_double_family_name_and_of_the_patients_family_is_the_new_ones(key: bytes) -> None:
    note = "[Deeqa Warsame-Hill|PATIENT]. From: [Deeqa W-Hill|PATIENT]. Dr [Walsh|CLINICIAN]. son [Ilyas W.|RELATIVE]"
    whole, short, _, son = new_of_record("en", [note], key)
    family = whole.split()[1]
    assert short.split()[1] == f"{family[0]}-{family.split('-')[1]}"
    assert son.split()[1] == f"{family[0]}."


@pytest.mark.parametrize("key", KEYS)
def test_a_user_name_tells_the_new_year_of_birth(key: bytes) -> None:
    note = "Mw [Trijntje Boer|PATIENT], geb [02-10-1928|DATE], account [tboer1928|USERNAME] of [t_boer28|USERNAME]"
    _, birth, long, short = new_of_record("nl", [note], key)
    assert long.endswith(birth[-4:]) and short.endswith(birth[-2:])


@pytest.mark.parametrize("key", KEYS)
def test_a_number_that_lacks_its_last_character_is_the_new_one_without_its_last(key: bytes) -> None:
    note = "[D'Agostino Antonina|PATIENT] [DGSNNN49A66F839|ID], scusate [DGSNNN49A66F839D|ID]"
    _, begun, whole = new_of_record("it", [note], key)
    assert whole[:-1] == begun


@pytest.mark.parametrize("key", KEYS)
def test_one_name_turned_behind_a_slash_is_one_person(key: bytes) -> None:
    first, second = new_of_record("es", ["trabajador [LEON VASILESCU|PATIENT] / [VASILESCU LEON|PATIENT]"], key)
    assert first.split() == second.split()[::-1]


@pytest.mark.parametrize("key", KEYS)
def test_a_feminine_abbreviation_is_that_of_the_new_name_or_stays(key: bytes) -> None:
    note = "Acompañante: hija, [M.ª Paz|RELATIVE], móvil. Su hija [mari paz|RELATIVE] llama. Dra. [M.ª Pilar|CLINICIAN]"
    whole, called, other = new_of_record("es", [note], key)
    assert whole[0] == called[0].upper() and folded_words(whole)[-1] == fold(called).split()[-1]
    assert other.startswith("M.ª ")


@pytest.mark.parametrize("key", KEYS)
def test_a_genitive_without_its_apostrophe_is_one_of_the_new_name(key: bytes) -> None:
    notes = ["Rep: [Raj Bird|RELATIVE] (son)", "visit from [Raj|RELATIVE]", "[Rajs|RELATIVE] post never reaches me"]
    _, name, genitive = new_of_record("en", notes, key)
    assert genitive == name + "s"


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "apart", "joined"),
    [
        ("sv", "Gun-Britt Lindkvist", "Gunbritt"),
        ("de", "Anna-Lena Koch", "Annalena"),
    ],
)
def test_two_names_run_together_are_the_two_new_ones_run_together(
    code: str, apart: str, joined: str, key: bytes
) -> None:
    whole, short = new_of_record(code, [f"[{apart}|PATIENT] kom. [{joined}|PATIENT]"], key)
    assert short == "".join(folded_words(whole)[:2]).capitalize()


@pytest.mark.parametrize("key", KEYS)
def test_a_fathers_name_behind_ben_is_one_family_name_in_every_order(key: bytes) -> None:
    notes = ["[ben salah|PATIENT] HD", "UTENTE [Ben Salah Yousef|PATIENT]", "[BEN SALAH YOUSEF|PATIENT]"]
    short, whole, capitals = new_of_record("it", notes, key)
    assert whole.lower().startswith(short.lower()) and capitals == whole.upper()


@pytest.mark.parametrize("key", KEYS)
def test_an_article_before_an_arabic_name_is_of_the_family_name_in_either_spelling(key: bytes) -> None:
    note = "Herr [al-Khatib|PATIENT] kam. Frau [Al Khatib|RELATIVE] rief an. [AL KHATIB, Sanaa|RELATIVE]"
    patient, wife, whole = new_of_record("de", [note], key)
    family = folded_words(patient)
    assert folded_words(wife) == family and folded_words(whole)[:-1] == family, (patient, wife, whole)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "name", "letters"), [("es", "Marta Angela Kovacs", "M.A.K."), ("en", "Ann Wendy Clarke", "A.W.C.")]
)
def test_three_letters_under_a_label_of_names_are_those_of_their_bearer(
    code: str, name: str, letters: str, key: bytes
) -> None:
    whole, signature = new_of_record(code, [f"[{name}|CLINICIAN]. Fdo. [{letters}|CLINICIAN]"], key)
    assert signature == "".join(f"{word[0]}." for word in whole.split())


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "note"),
    [
        ("es", "La vecina [Dorinda|OTHER_PERSON] llamó."),
        ("fr", "Le veilleur [Didier|CLINICIAN] passe."),
    ],
)
def test_a_name_behind_a_word_for_a_neighbour_or_a_watchman_is_a_given_name(code: str, note: str, key: bytes) -> None:
    (new,) = new_of_record(code, [note], key)
    assert name_conventions(load_pack(code)).is_given(fold(new)), new
