"""The example of the design in Swedish, and one like it in the other languages, from given spans.

One person in several written forms, one of them misspelt, gets one new identity; the mother keeps sharing the family
name; the brother stays a man; genitives are kept; visits stay seven days apart and on the same weekday.
"""

import re
from dataclasses import dataclass
from datetime import date

import pytest

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.languages.names import name_conventions
from maskerad.names.common_names import common_folded
from maskerad.names.sounds import sound
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.text.edit_distance import edit_distance
from maskerad.text.folding import fold, folded_words

KEYS = (bytes(range(32)), bytes(reversed(range(32))), b"k" * 32)
MARK = re.compile(r"\[([^|\]]+)\|([A-Z_]+)\]")

SWEDISH = (
    "Epikris [Huddinge|HOSPITAL]. Överläkare [Karin Ek|CLINICIAN]. [52-årig|AGE] kvinna, [Anna "
    "Lindqvist|PATIENT], inkom "
    "[tisdag 22/5|DATE]. Mamma [Gunilla Lindqvist|RELATIVE] tfn [0652-72 56|PHONE], bror [Johan|RELATIVE]. "
    "[Annas|PATIENT] bror följer med till [Gotland|LOCATION]. Pat. [A.L.|INITIALS] åter [29/5|DATE]."
)


@dataclass(frozen=True)
class Example:
    """A marked note, and which of its marks are what.

    ``initials`` is the written form of the initials, ``genitive`` that of the given name; "" where there is none.
    """

    text: str
    patient: str
    mother: str
    brother: str
    genitive: str
    initials: str
    misspelt: str
    first_visit: str
    second_visit: str


EXAMPLES = {
    "sv": Example(
        SWEDISH + " Remiss utskriven på [Anna Lindkvist|PATIENT].",
        "Anna Lindqvist",
        "Gunilla Lindqvist",
        "Johan",
        "Annas",
        "A.L.",
        "Anna Lindkvist",
        "tisdag 22/5",
        "29/5",
    ),
    "nl": Example(
        "Ontslagbrief [Sint Elisabeth|HOSPITAL]. Internist [Karin de Wit|CLINICIAN]. [52-jarige|AGE] vrouw, [Anna "
        "Verhoeven|PATIENT], gezien op [dinsdag 22/5|DATE]. Moeder [Geertje Verhoeven|RELATIVE] tel. "
        "[0652-725611|PHONE], "
        "broer [Pieter|RELATIVE]. [Anna's|PATIENT] broer gaat mee naar [Texel|LOCATION]. Pat. "
        "[A.V.|INITIALS] terug op "
        "[29/5|DATE]. Verwijzing staat op naam van [Anna Verhoevn|PATIENT].",
        "Anna Verhoeven",
        "Geertje Verhoeven",
        "Pieter",
        "Anna's",
        "A.V.",
        "Anna Verhoevn",
        "dinsdag 22/5",
        "29/5",
    ),
    "en": Example(
        "Discharge summary, [St Elsewhere Hospital|HOSPITAL]. Consultant [Karen Reed|CLINICIAN]. "
        "[52-year-old|AGE] woman, "
        "[Anna Hartley|PATIENT], seen on [Tuesday 22 May|DATE]. Mother [Gwendolyn Hartley|RELATIVE] tel. [01632 "
        "725611|PHONE], brother [John|RELATIVE]. [Anna's|PATIENT] brother drives her to [Norwich|CITY]. "
        "Pt [A.H.|INITIALS] "
        "back on [29 May|DATE]. Referral made out to [Anna Hartly|PATIENT].",
        "Anna Hartley",
        "Gwendolyn Hartley",
        "John",
        "Anna's",
        "A.H.",
        "Anna Hartly",
        "Tuesday 22 May",
        "29 May",
    ),
    "de": Example(
        "Arztbrief [Klinikum Sonnenberg|HOSPITAL]. Oberärztin [Karin Eckert|CLINICIAN]. [52-jährige|AGE] Frau, [Anna "
        "Lindner|PATIENT], vorgestellt am [Dienstag, 22.5.|DATE] Mutter [Gudrun Lindner|RELATIVE], Tel. "
        "[0652 72561|PHONE], "
        "Bruder [Johannes|RELATIVE]. [Annas|PATIENT] Bruder fährt mit nach [Rügen|LOCATION]. Pat. "
        "[A.L.|INITIALS] wieder am "
        "[29.5.|DATE] Überweisung ausgestellt auf [Anna Lindnner|PATIENT].",
        "Anna Lindner",
        "Gudrun Lindner",
        "Johannes",
        "Annas",
        "A.L.",
        "Anna Lindnner",
        "Dienstag, 22.5.",
        "29.5.",
    ),
    "fr": Example(
        "Compte rendu, [Hôpital Saint-Roch|HOSPITAL]. Dr [Karine Roussel|CLINICIAN]. Femme de [52 ans|AGE], [Anne "
        "Lefort|PATIENT], vue le [mardi 22/5|DATE]. Mère : [Ghislaine Lefort|RELATIVE], tél. [06 52 72 "
        "56 11|PHONE], frère : "
        "[Julien|RELATIVE]. Le frère d'[Anne|PATIENT] l'accompagne à [Bayonne|CITY]. Pte [A.L.|INITIALS] revue le "
        "[29/5|DATE]. Ordonnance au nom de [Anne Leffort|PATIENT].",
        "Anne Lefort",
        "Ghislaine Lefort",
        "Julien",
        "",
        "A.L.",
        "Anne Leffort",
        "mardi 22/5",
        "29/5",
    ),
    "es": Example(
        "Informe de alta, [Hospital Santa Clara|HOSPITAL]. Dra. [Carmen Rubio|CLINICIAN]. Mujer de [52 "
        "años|AGE], [Ana "
        "Lozano|PATIENT], atendida el [martes 22/5|DATE]. Madre: [Gregoria Lozano|RELATIVE], tel. [652 "
        "725 611|PHONE], "
        "hermano: [Javier|RELATIVE]. El hermano de [Ana|PATIENT] la lleva a [Cuenca|CITY]. Pte. "
        "[A.L.|INITIALS] vuelve el "
        "[29/5|DATE]. Volante a nombre de [Ana Losano|PATIENT].",
        "Ana Lozano",
        "Gregoria Lozano",
        "Javier",
        "",
        "A.L.",
        "Ana Losano",
        "martes 22/5",
        "29/5",
    ),
    "it": Example(
        "Lettera di dimissione, [Ospedale San Lazzaro|HOSPITAL]. Dott.ssa [Carla Rinaldi|CLINICIAN]. "
        "Donna di [52 anni|AGE], "
        "[Anna Lombardi|PATIENT], visitata [martedì 22/5|DATE]. Madre: [Giuseppina Lombardi|RELATIVE], tel. [0652 "
        "725611|PHONE], fratello: [Giovanni|RELATIVE]. Il fratello di [Anna|PATIENT] la porta a [Ravenna|CITY]. Paz. "
        "[A.L.|INITIALS] torna il [29/5|DATE]. Impegnativa a nome di [Anna Lombbardi|PATIENT].",
        "Anna Lombardi",
        "Giuseppina Lombardi",
        "Giovanni",
        "",
        "A.L.",
        "Anna Lombbardi",
        "martedì 22/5",
        "29/5",
    ),
    "ja": Example(
        "退院サマリー [緑ヶ丘病院|HOSPITAL]。主治医：[江口|CLINICIAN]。[52歳|AGE]女性、[宮下 "
        "佐和子|PATIENT]、[5月22日（火）|DATE]に"
        "受診。母 [宮下 芳江|RELATIVE]、電話 [06-5272-5611|PHONE]。兄 [健太郎|RELATIVE]。"
        "[佐和子|PATIENT]さんの兄が[沖縄|LOCATION]へ"
        "同行。次回は[5月29日|DATE]。紹介状の宛名は[宮下 左和子|PATIENT]。",
        "宮下 佐和子",
        "宮下 芳江",
        "健太郎",
        "",
        "",
        "",
        "5月22日（火）",
        "5月29日",
    ),
}


def released(code: str, marked: str, key: bytes) -> tuple[str, dict[str, list[str]], str]:
    """Old text, the new texts of each marked form in order, and the new text."""
    text, spans = "", []
    at = 0
    for mark in MARK.finditer(marked):
        text += marked[at : mark.start()]
        spans.append(Span(len(text), len(text) + len(mark[1]), mark[2]))
        text, at = text + mark[1], mark.end()
    text += marked[at:]
    engine = Deidentifier(settings_for(code), key)
    (one,) = engine.replace(Record("r", (Document("d", text, date=date(2012, 6, 1)),)), [SpanSet(tuple(spans), "core")])
    assert isinstance(one, Released)
    new: dict[str, list[str]] = {}
    for span in spans:
        start = one.offsets.to_new(span.start)
        end = next(piece[3] for piece in one.offsets.pieces if piece[0] == span.start)
        new.setdefault(text[span.start : span.end], []).append(one.text[start:end])
    return text, new, one.text


@pytest.fixture(
    params=[(code, key) for code in EXAMPLES for key in KEYS], ids=lambda one: f"{one[0]}-{one[1][:1].hex()}"
)
def case(request):
    code, key = request.param
    example = EXAMPLES[code]
    return code, example, released(code, example.text, key)[1]


def test_one_identity_in_all_written_forms(case) -> None:
    code, example, new = case
    given, family = _given_family(code, new[example.patient][0])
    old_given = _given_family(code, example.patient)[0]
    if old_given in new:
        assert new[old_given][0] == given
    if example.initials:
        assert new[example.initials][0] == f"{given[0]}.{family[0]}."
    if example.genitive:
        ending = new[example.genitive][0].removeprefix(given)
        assert ending in ({"", "'"} if given[-1] in "sxzß" else {"s", "'s"})
    assert fold(given) != fold(old_given)


def test_a_misspelling_stays_one_of_the_same_name(case) -> None:
    code, example, new = case
    if not example.misspelt:
        return
    given, family = _given_family(code, new[example.patient][0])
    misspelt_given, misspelt = _given_family(code, new[example.misspelt][0])
    assert misspelt_given == given
    pack = load_pack(code)
    assert edit_distance(fold(misspelt), fold(family), 2) <= 2 or sound(fold(misspelt), pack) == sound(
        fold(family), pack
    )


def test_the_mother_shares_the_family_name_and_the_brother_is_a_man(case) -> None:
    code, example, new = case
    given, family = _given_family(code, new[example.patient][0])
    mother_given, mother_family = _given_family(code, new[example.mother][0])
    assert mother_family == family and mother_given != given
    conventions = name_conventions(load_pack(code))
    brother = new[example.brother][0]
    assert fold(brother) in common_folded(load_pack(code), code, "given")
    assert conventions.gender(fold(brother)) != "female"
    assert conventions.gender(fold(mother_given)) != "male" and conventions.gender(fold(given)) != "male"


def test_visits_stay_a_week_apart_on_the_same_weekday(case) -> None:
    code, example, new = case
    first, second = new[example.first_visit][0], new[example.second_visit][0]
    day = _day(first, code, date(2012, 5, 22))
    assert (_day(second, code, day) - day).days == 7
    assert day.weekday() == date(2012, 5, 22).weekday()
    assert first != example.first_visit


@pytest.mark.parametrize("code", EXAMPLES)
def test_nothing_of_the_old_names_is_left(code: str) -> None:
    _, new, text = released(code, EXAMPLES[code].text, KEYS[0])
    example = EXAMPLES[code]
    names = {word for form in (example.patient, example.mother, example.brother) for word in folded_words(form)}
    assert names.isdisjoint(folded_words(text))
    assert all(fold(form) != fold(other) for form, others in new.items() for other in others)


def test_the_note_of_the_design_word_for_word() -> None:
    _, new, text = released("sv", SWEDISH, KEYS[0])
    given, family = new["Anna Lindqvist"][0].split()
    assert new["Gunilla Lindqvist"][0].split()[1] == family
    assert new["Annas"][0] in (given, given + "s")
    assert new["A.L."][0] == f"{given[0]}.{family[0]}."
    assert re.search(r"följer med till \w+", text) and "Gotland" not in text and "0652-72 56" not in text


def _given_family(code: str, name: str) -> tuple[str, str]:
    first, last = name.split()
    return (last, first) if code == "ja" else (first, last)


def _day(text: str, code: str, near: date) -> date:
    """The day of a short date in one of the forms above, in the year that puts it nearest to another."""
    months = [fold(month) for month in load_pack(code).strings("full", "months")]
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    day, month = (numbers[1], numbers[0]) if code == "ja" else (numbers[0], numbers[1] if len(numbers) > 1 else 0)
    if not month:
        month = next(months.index(word) + 1 for word in folded_words(text) if word in months)
    return min((date(near.year + years, month, day) for years in (-1, 0, 1)), key=lambda one: abs((one - near).days))
