"""What a model is told of short dates and of the ends of lines, read as it reads a record."""

from maskerad.core import Document
from maskerad.languages import load_pack
from maskerad.recognisers.crf.channels import Channel
from maskerad.recognisers.crf.date_channels import NearDates
from maskerad.recognisers.crf.model import cutter_of
from maskerad.recognisers.crf.place_channels import LineShapes
from maskerad.recognisers.crf.tables import KeyNumbers
from maskerad.recognisers.rules.rulebook import load_rulebook


def told(channel: Channel, language: str, *texts: str) -> list[tuple[str, str]]:
    """Words of all texts that a channel tells something of, and what."""
    rulebook, numbering = load_rulebook(language), KeyNumbers()
    cutter = cutter_of(rulebook)
    record = [
        cutter.read(rulebook.analyser.analyse(Document(str(at), text, language=language)))
        for at, text in enumerate(texts)
    ]
    keys = [[str(numbering.keys_by_number[n]) for n in numbers] for numbers in channel.read(record, numbering)]
    return [
        (word, key)
        for reading, here in zip(record, keys, strict=True)
        for word, key in zip(reading.words, here, strict=True)
        if key
    ]


def test_short_date_is_near_to_whole_dates_of_the_record() -> None:
    near = told(NearDates(load_pack("sv")), "sv", "Inskriven 2025-03-06. Kontroll 9/3, kraft 4/12.")
    assert ("9", "/ near") in near
    assert ("4", "/ far") in near


def test_month_in_words_is_a_whole_date_too() -> None:
    assert ("8", ".0 near") in told(NearDates(load_pack("it")), "it", "Ricovero del 12 marzo 2025. Visto 8.03 in sala.")


def test_month_comes_first_where_the_language_says_so() -> None:
    assert ("12", "/ near") in told(NearDates(load_pack("en")), "en", "Seen December 2, 2024. Level 12/7 due.")


def test_old_years_do_not_count() -> None:
    born = "Född 1950-11-08. Inskriven 2025-03-06."
    assert ("9", "/ far") in told(NearDates(load_pack("sv")), "sv", f"{born} Svar 9/11.")


def test_without_whole_dates_it_stands_alone() -> None:
    assert ("9", "/ alone") in told(NearDates(load_pack("sv")), "sv", "Kontroll 9/3 hemma.")


def test_dates_of_other_documents_count_where_a_document_has_none() -> None:
    texts = "Inskriven 2025-03-06.", "Kontroll 9/3 hemma."
    assert ("9", "/ near") in told(NearDates(load_pack("sv")), "sv", *texts)


def test_bare_day_beside_days_of_the_document() -> None:
    days = told(NearDates(load_pack("nl")), "nl", "Opname 2025-03-06. Controle de 8 of de 25 thuis.")
    assert ("8", "day same") in days
    assert ("25", "day other") in days


def test_rows_that_are_alike_are_counted() -> None:
    rows = "08 : lugn natt KL\n09 : orolig natt MB\n10 : sov gott KL\nVila."
    shapes = told(LineShapes(), "sv", rows)
    assert shapes.count(("08", "b030")) == 1
    assert ("KL", "e03A") in shapes
    assert ("Vila", "b01Aa") in shapes
