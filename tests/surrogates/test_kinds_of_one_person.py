"""A word of somebody's name is a given or a family name wherever it stands, and initials are made anew like the old."""

import pytest

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import common_folded
from maskerad.names.likeness import is_pet_form
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.surrogates.people.wanted import generations
from maskerad.text.folding import fold, folded_words

from .marked import new_of

KEYS = [bytes([number]) * 32 for number in (1, 2, 3)]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "turned"),
    [
        ("sv", "Märta-Maj Lind", "Lind Märta Maj"),
        ("sv", "Märta Volgsten", "Volgsten Märta"),
        ("it", "Mattia De Tullio", "De Tullio Mattia"),
        ("it", "Ferrero-Aubert", "Ferrero Aubert"),
        ("nl", "Gert-Jan Vos", "Gert Jan"),
        ("ja", "林　茂雄", "林茂雄"),
    ],
)
def test_a_name_is_the_same_in_every_order(code: str, whole: str, turned: str, key: bytes) -> None:
    (first, second), _ = new_of(code, f"[{whole}|PATIENT] x [{turned}|PATIENT]", key)
    if code == "ja":
        assert "".join(first.split()) == second
    else:
        assert set(folded_words(second)) <= set(folded_words(first)) | {"de", "van"}


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "name", "letters"),
    [
        ("nl", "Minke Hofstra-van Duinen", "MHvD"),
        ("nl", "Bram van der Laan", "BvdL"),
        ("es", "C. Vilanova Prat", "CVP"),
        ("en", "Fiona M Kynoch", "F.M.K."),
    ],
)
def test_initials_are_those_of_the_new_name_made_alike(code: str, name: str, letters: str, key: bytes) -> None:
    (new, initials), _ = new_of(code, f"[{name}|CLINICIAN] x\n[{letters}|INITIALS]", key)
    firsts = iter(word[0] for word in folded_words(new))
    assert all(fold(char) in firsts for char in initials if char.isalpha()), (new, initials)
    assert initials.count(".") == (len(folded_words(new)) if "." in letters else 0)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "called"),
    [
        ("de", "Ursula Kaczmarek", "Uschi Kaczmarek"),
        ("en", "Oluwatobi Adeyemi", "Tobi Adeyemi"),
        ("es", "Ignacio Etxeberria Goikoetxea", "Iñaki Etxeberria"),
        ("it", "Domenico Minniti", "Mimmo Minniti"),
        ("it", "Imma Quaranta", "Quaranta Immacolata"),
    ],
)
def test_a_pet_form_is_the_same_alone_and_beside_the_family_name(
    code: str, whole: str, called: str, key: bytes
) -> None:
    """The one beside the family name is told to be a pet form by the whole name, the one alone by the other."""
    pet = next(word for word in called.split() if word not in whole)
    (_, beside, alone), _ = new_of(code, f"[{whole}|RELATIVE] x [{called}|RELATIVE] x [{pet}|RELATIVE]", key)
    assert alone in beside.split()


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "start"),
    [("ja", "加藤 隼人", "加"), ("ja", "五十嵐 寅吉", "寅"), ("ja", "橋本 かおり", "橋本か")],
)
def test_the_first_sign_of_a_name_is_that_of_the_new_name(code: str, whole: str, start: str, key: bytes) -> None:
    (new, short), _ = new_of(code, f"[{whole}|PATIENT] x [{start}|PATIENT]", key)
    assert len(short) <= len(new.split()[0]) + 1
    assert short in new.replace(" ", "") or new.replace(" ", "").startswith(short)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "mention", "stays"),
    [("de", "Gräfin von Ahlen", "Gräfin "), ("es", "tía Carmen Ruiz", "tía "), ("nl", "Oma Ineke", "Oma ")],
)
def test_a_title_in_a_mention_stays(code: str, mention: str, stays: str, key: bytes) -> None:
    (new,), _ = new_of(code, f"[{mention}|RELATIVE]", key)
    assert new.startswith(stays)
    assert set(folded_words(new)) & set(folded_words(mention)) <= {*folded_words(stays), "von"}


@pytest.mark.parametrize("key", KEYS)
def test_initials_of_a_name_that_is_written_with_one(key: bytes) -> None:
    (whole, letters), _ = new_of("nl", "[S. VAN DER LAAN|CLINICIAN] x\n[SvdL|INITIALS]", key)
    firsts = [word[0] for word in folded_words(whole)]
    assert [fold(char) for char in letters if char.isalpha()] == firsts


@pytest.mark.parametrize("key", KEYS)
def test_a_particle_between_two_family_names_is_kept_where_the_second_stands_alone_too(key: bytes) -> None:
    (mother, son), _ = new_of("es", "[Graciela Moretti de Bianchi|RELATIVE] x [Nahuel Bianchi|RELATIVE]", key)
    assert " de " in mother
    assert mother.split()[-1] == son.split()[-1]


@pytest.mark.parametrize("key", KEYS)
def test_a_particle_of_the_language_tells_the_culture_of_a_family(key: bytes) -> None:
    (family, whole), _ = new_of("nl", "mw [de Pree|OTHER_PERSON], zoon [Iman de Pree|OTHER_PERSON]", key)
    assert not family.startswith(("abu", "el", "al", "ben")), (family, whole)
    assert whole.endswith(family)


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "whole", "part"),
    [
        ("ja", "グエン・ミン・アン", "グエン ミンアン"),
        ("ja", "本多　ふみ", "おふみ"),
        ("en", 'Alcide "T-Boy" Thibault', "T-Boy"),
        ("it", "Michela Dalla Riva", "Dalla"),
    ],
)
def test_a_part_of_a_name_is_part_of_the_new_one(code: str, whole: str, part: str, key: bytes) -> None:
    (new, short), _ = new_of(code, f"[{whole}|PATIENT] x [{part}|PATIENT]", key)
    bare = short.removeprefix("お") if part.startswith("お") else short
    assert bare.replace(" ", "") in new.replace("・", "").replace(" ", "")


@pytest.mark.parametrize("key", KEYS)
def test_a_family_name_in_kana_is_not_cut_by_its_first_sign(key: bytes) -> None:
    marked = "[加藤 隼人|PATIENT] x [カトウハヤト|PATIENT] x [カトウ|PATIENT] x [加|PATIENT]君"
    (whole, joined, family, first), _ = new_of("ja", marked, key)
    assert joined.startswith(family)
    assert joined != family
    assert whole.startswith(first)


@pytest.mark.parametrize("key", KEYS)
def test_a_given_name_beside_a_family_name_that_is_a_given_name_elsewhere(key: bytes) -> None:
    note = (
        "[Rudsel Martina|PATIENT], [Martina, Rudsel|PATIENT]. Zus [Nuris|RELATIVE] belt; zus [Nuris Martina|RELATIVE]."
    )
    (patient, _, alone, whole), _ = new_of("nl", note, key)
    assert whole.split() == [alone, patient.split()[1]]


@pytest.mark.parametrize("key", KEYS)
def test_oude_is_a_particle(key: bytes) -> None:
    note = "Dhr. [H.G. Oude Nijhuis|PATIENT], dochter [Marloes Oude Nijhuis|RELATIVE], mw. [Oude Nijhuis-Wolf|RELATIVE]"
    (patient, daughter, wife), _ = new_of("nl", note, key)
    family = patient.split(".")[-1].strip()
    assert daughter.endswith(" " + family) and wife.startswith(family + "-")


@pytest.mark.parametrize("key", KEYS)
def test_two_capitals_are_the_initials_of_a_double_name(key: bytes) -> None:
    (whole, letters), _ = new_of("fr", "[MARCHAND Jean-Baptiste|PATIENT] dort. [JB|PATIENT] demande sa guitare.", key)
    assert letters == "".join(half[0] for half in whole.split()[1].split("-"))


@pytest.mark.parametrize("key", KEYS)
def test_the_name_of_a_father_stays_his_behind_that_of_his_daughter(key: bytes) -> None:
    note = "Far [Ghebreyesus, Mebrahtu|PATIENT]. Son [Natnael Mebrahtu|RELATIVE], dotter [Liya Mebrahtu|RELATIVE]."
    (father, son, daughter), _ = new_of("sv", note, key)
    assert father.split()[1] == son.split()[1] == daughter.split()[1]


@pytest.mark.parametrize("key", KEYS)
def test_a_last_letter_that_lacks_is_a_slip_and_no_pet_form(key: bytes) -> None:
    (whole, short), _ = new_of("fr", "Dr [Noailles|CLINICIAN] passe. Vu par le Dr [Noaille|CLINICIAN].", key)
    assert abs(len(whole) - len(short)) <= 1 and whole[0] == short[0]


def test_characters_that_no_name_of_a_language_has_become_a_placeholder() -> None:
    (latin, han), _ = new_of("it", "Madre [Lin Suzhen|RELATIVE]. Firma madre: [林素珍|RELATIVE]")
    assert latin.isascii() and han == "[FAMILIARE]"


@pytest.mark.parametrize("key", KEYS)
def test_grandchildren_get_names_of_the_young_and_grandparents_names_of_the_old(key: bytes) -> None:
    pack = load_pack("fr")
    older, younger = generations(pack)
    note = "Son petit-fils [Titouan-Maël|RELATIVE] est au CP. Sa grand-mère [Apolline|RELATIVE] est décédée."
    (child, elder), _ = new_of("fr", note, key)
    assert not older & set(folded_words(child)) and fold(elder) in older - younger


@pytest.mark.parametrize("key", KEYS)
def test_a_nurse_called_by_a_name_that_is_both_is_called_by_a_given_name(key: bytes) -> None:
    (nurse,), _ = new_of("en", "Discussed with Nurse [Tracy|CLINICIAN].", key)
    assert name_conventions(load_pack("en")).is_given(fold(nurse))


@pytest.mark.parametrize("key", KEYS)
def test_a_title_behind_a_full_stop_is_somebody_elses(key: bytes) -> None:
    (daughter, man), _ = new_of(
        "es", "[Pilar Estopiñán|RELATIVE] es la cuidadora. [José María Gracia|RELATIVE] llama.", key
    )
    gender = name_conventions(load_pack("es")).gender
    assert [gender(fold(name.split()[0])) for name in (daughter, man)] == ["female", "male"]


@pytest.mark.parametrize("key", KEYS)
@pytest.mark.parametrize(
    ("code", "name", "address"),
    [("nl", "Marjolein te Riele", "m.teriele@example.nl"), ("es", "Dolores Gracia", "lola.gracia@example.es")],
)
def test_an_address_is_its_owners_by_initial_particle_or_pet_form(
    code: str, name: str, address: str, key: bytes
) -> None:
    (new, mail), _ = new_of(code, f"[{name}|PATIENT], [{address}|EMAIL]", key)
    given, family = mail.partition("@")[0].split(".")
    words = folded_words(new)
    assert words[0].startswith(given) and family == "".join(words[1:])


@pytest.mark.parametrize("key", KEYS)
def test_two_letters_that_a_hyphen_joins_are_those_of_a_double_family_name(key: bytes) -> None:
    (whole, short), _ = new_of("sv", "[Runar Söderström-Lybeck|PATIENT] ringer. Mvh [Runar S-L|PATIENT]", key)
    given, family = whole.split()
    assert short == given + " " + "-".join(half[0] for half in family.split("-"))


@pytest.mark.parametrize("key", KEYS)
def test_a_double_given_name_without_its_hyphen_leaves_the_family_name_to_the_family(key: bytes) -> None:
    note = "[Märta-Maj Lind|PATIENT], [Lind Märta Maj|PATIENT]. Son [Bertil Lind|RELATIVE] ringer."
    (patient, _, son), _ = new_of("sv", note, key)
    assert patient.split()[-1] == son.split()[-1]


@pytest.mark.parametrize("key", KEYS)
def test_a_comma_outweighs_an_initial_behind_a_word_that_is_also_a_family_name(key: bytes) -> None:
    note = "[Wübbena, Tamme|PATIENT]. Fährt heut zu [Tamme W.|PATIENT]. [WÜBBENA TAMME|PATIENT]"
    (whole, short, turned), _ = new_of("de", note, key)
    family, given = whole.split(", ")
    assert short == f"{given} {family[0]}." and turned == f"{family} {given}".upper()


@pytest.mark.parametrize("key", KEYS)
def test_a_family_of_the_language_stays_of_one_form_for_women_and_men(key: bytes) -> None:
    """The Frisian Wübbena ends as Latvian names of women do once their marks are gone."""
    (whole, man, woman), _ = new_of(
        "de", "[Eilert Wübbena|PATIENT]. Herr [Wübbena|PATIENT]. Frau [Wübbena|RELATIVE].", key
    )
    assert whole.split()[-1] == man == woman


@pytest.mark.parametrize("key", [bytes([number]) * 32 for number in (2, 3, 4)])
def test_a_pet_form_in_quotes_is_one_of_the_new_name(key: bytes) -> None:
    (whole, pet), _ = new_of("en", 'Mrs [Philippa "Pip" Harkness|PATIENT]. Thank you for seeing [Pip|PATIENT].', key)
    given, called, _ = whole.split()
    assert called == f'"{pet}"' and is_pet_form(fold(pet), fold(given), load_pack("en"))


def _released(code: str, *mentions: tuple[str, str, str], key: bytes) -> list[str]:
    """The new names of mentions, each with what stands before it, in a document of its own."""
    documents = tuple(Document(str(n), before + text, code) for n, (before, text, _) in enumerate(mentions))
    spans = [SpanSet.of([Span(len(before), len(before + text), label)]) for before, text, label in mentions]
    released = Deidentifier(settings_for(code), key).replace(Record("r", documents), spans)
    return [done.text[len(before) :] for done, (before, _, _) in zip(released, mentions, strict=True)]


@pytest.mark.parametrize("number", range(4))
def test_a_name_without_one_of_its_letters_is_a_slip_and_no_pet_form(number: int) -> None:
    new, _ = _released(
        "nl", ("visite SO ", "Bianchi", "CLINICIAN"), ("van dr. ", "Bianci", "CLINICIAN"), key=bytes([number]) * 32
    )
    assert fold(new) in common_folded(load_pack("nl"), "it", "family")


@pytest.mark.parametrize("number", range(4))
def test_a_name_alone_is_of_the_kind_that_it_is_common_as(number: int) -> None:
    (new,) = _released("sv", ("grannen ", "Holm", "OTHER_PERSON"), key=bytes([number]) * 32)
    assert fold(new) in name_conventions(load_pack("sv")).family


@pytest.mark.parametrize("number", range(4))
def test_a_name_in_no_list_beside_a_family_name_elsewhere_is_a_given_one(number: int) -> None:
    whole, alone = _released(
        "nl", ("mw ", "Gülşah Yildirim", "PATIENT"), ("kan niet weg. ", "Gülşah", "PATIENT"), key=bytes([number]) * 32
    )
    assert whole.split()[0] == alone
