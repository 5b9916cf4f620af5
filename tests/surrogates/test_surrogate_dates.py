"""Dates move by whole weeks and keep their form."""

import re
from datetime import date, timedelta

import pytest

from maskerad.core.errors import SurrogateError
from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, RecordContext, has_calendar_date, shift_days
from maskerad.surrogates.dates.dates import moved_date

from .marked import new_of
from .records import KEY, originals, surrogates

WRITTEN = date(2024, 3, 12)


def scope_with(weeks: int) -> str:
    """A record whose dates move by so many weeks."""
    return next(s for s in map(str, range(4000)) if shift_days(RecordContext(s, Keyed(KEY), ())) == 7 * weeks)


PLUS_2, PLUS_5, MINUS_9 = scope_with(2), scope_with(5), scope_with(-9)


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("sv", "2024-03-12", "2024-03-26"),
        ("sv", "12/3", "26/3"),
        ("sv", "den 12/3 -24", "den 26/3 -24"),
        ("sv", "12 mars 2024", "26 mars 2024"),
        ("sv", "20 mars", "3 april"),
        ("sv", "tisdag 12/3", "tisdag 26/3"),
        ("sv", "240312", "240326"),
        ("sv", "20240312093000", "20240326093000"),
        ("ja", "202403120930", "202403260930"),
        ("ja", "11.27", "12.11"),
        ("ja", "6.3", "6.17"),
        ("ja", "R5.11.24~11.27", "R5.12.8~12.11"),
        ("ja", "R5.11.24-12.3", "R5.12.8-12.17"),
        ("sv", "20240312-20240320", "20240326-20240403"),
        ("sv", "natten mellan den 21 och 22 april", "natten mellan den 5 och 6 maj"),
        ("sv", "den 24:e", "den 7:e"),
        ("sv", "den 18:e", "den 1:a"),
        ("sv", "v. 12", "v. 14"),
        ("sv", "i mars", "i april"),
        ("sv", "okt -23", "nov -23"),
        ("sv", "18 jul", "1 aug"),
        ("sv", "slutet av maj", "början av juni"),
        ("sv", "våren 2016", "sommaren 2016"),
        ("sv", "90-talet", "00-talet"),
        ("sv", "tredje kvartalet 2023", "fjärde kvartalet 2023"),
        ("sv", "20-24 mars", "3-7 april"),
        ("sv", "18-20/3", "1-3/4"),
        ("sv", "14-18/3", "28/3-1/4"),
        ("nl", "elfde mei", "vijfentwintigste mei"),
        ("nl", "25, 27 en 31 januari", "8, 10 en 14 februari"),
        ("en", "the 1970s", "the 1980s"),
        ("en", "mid-August", "late August"),
        ("en", "May the first", "May the fifteenth"),
        ("de", "1. Advent", "dritter Advent"),
        ("fr", "début d'août", "mi-août"),
        ("fr", "l'été 2019", "l'automne 2019"),
        ("es", "29 al 31 de marzo", "12 al 14 de abril"),
        ("es", "15 al 18 de marzo", "29 de marzo al 1 de abril"),
        ("it", "1° marzo", "15 marzo"),
        ("it", "l'11 marzo", "il 25 marzo"),
        ("ja", "平成二十五年五月三日", "平成二十五年五月十七日"),
        ("ja", "5月下旬", "6月上旬"),
        ("sv", "2016", "2017"),
        ("sv", "-98", "-99"),
        ("sv", "2016/2017", "2017/2018"),
        ("nl", "9 t/m 11 juli", "23 t/m 25 juli"),
        ("nl", "20 feb '24", "5 mrt '24"),
        ("nl", "12/08/'24", "26/08/'24"),
        ("nl", "04-09 tot 21-10-2024", "18-09 tot 04-11-2024"),
        ("en", "March 12, 2024", "March 26, 2024"),
        ("en", "12 Mar 2024", "26 Mar 2024"),
        ("en", "3/12/24", "3/26/24"),
        ("en", "MARCH 12TH", "MARCH 26TH"),
        ("en", "the 8th of March", "the 22nd of March"),
        ("en", "05-NOV-2016", "19-NOV-2016"),
        ("en", "3/2-3/14", "3/16-3/28"),
        ("de", "Mo, d. 11.03.", "Mo, d. 25.03."),
        ("de", "10./11.11.", "24./25.11."),
        ("de", "5.I.2022", "19.I.2022"),
        ("de", "1. März", "15. März"),
        ("fr", "1er mars", "15 mars"),
        ("fr", "jeudi 18 juillet 2024", "jeudi 1er août 2024"),
        ("fr", "19 02 76", "04 03 76"),
        ("es", "28/XII", "11/I"),
        ("es", "23 al 26 de mayo", "6 al 9 de junio"),
        ("es", "lunes 15 de enero", "lunes 29 de enero"),
        ("it", "mar. 5 luglio", "mar. 19 luglio"),
        ("it", "3-4/VII", "17-18/VII"),
        ("it", "6/7/'22", "20/7/'22"),
        ("ja", "平成31年4月30日", "令和元年5月14日"),
        ("ja", "H31.4.30", "R1.5.14"),
        ("ja", "２０１６年１１月７日", "２０１６年１１月２１日"),
        ("ja", "11/9(水)", "11/23(水)"),
        ("ja", "令和2年2月10日～3月5日", "令和2年2月24日～3月19日"),
        ("ja", "2001 年 5 月 19 日", "2001 年 6 月 2 日"),
        ("ja", "2026 Jan 30", "2026 Feb 13"),
        ("sv", "natt 6-7", "natt 20-21"),
        ("nl", "nacht 8/5", "nacht 22/5"),
        ("sv", "12 ds", "26 ds"),
        ("sv", "vt 2023", "sommaren 2023"),
        ("sv", "feb-mars", "mar-april"),
        ("nl", "17 naar 24 februari", "2 naar 9 maart"),
        ("nl", "2e weekend april", "4e weekend april"),
        ("nl", "11 tot en met 18 oktober j.l.", "25 oktober tot en met 1 november j.l."),
        ("fr", "w-e 25-26", "w-e 8-9"),
        ("es", "22→23", "5→6"),
        ("es", "18 de març de 2026", "1 de abril de 2026"),
        ("es", "14 de outubro de 2021", "28 de outubro de 2021"),
        ("es", "Donnerstag, 11. September 2025", "Donnerstag, 25. September 2025"),
        ("es", "17 March 1945", "31 March 1945"),
        ("it", "Wed, 10 Sep 2025", "Wed, 24 Sep 2025"),
    ],
)
def test_moved_by_two_weeks(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "DATE"), written=WRITTEN, scope=PLUS_2) == [new]


def test_months_told_together_stay_as_far_apart() -> None:
    # February and March both move into November.
    scope = scope_with(-15)
    assert surrogates("sv", ("feb-mars", "DATE"), written=WRITTEN, scope=scope) == ["nov-december"]


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("sv", "tisdagen den 12:e mars", "tisdagen den 16:e april"),
        ("sv", "sommaren -19", "hösten -19"),
        ("sv", "12/3-24", "16/4-24"),
        ("sv", "12/03-24", "16/04-24"),
        ("sv", "första veckan i mars", "andra veckan i april"),
        ("sv", "202403", "202404"),
        ("sv", "fr.o.m. 12/3 t.o.m. 19/3", "fr.o.m. 16/4 t.o.m. 23/4"),
        ("sv", "29 feb -20", "4 apr -20"),
        ("sv", "30/4-2/5", "4/6-6/6"),
        ("sv", "sportlovet", "påsklovet"),
        ("nl", "nacht van 3 op 4 maart", "nacht van 7 op 8 april"),
        ("nl", "2e Pinksterdag", "Vaderdag"),
        ("nl", "de twaalfde", "de zestiende"),
        ("nl", "in de winter", "in de lente"),
        ("nl", "zomervakantie", "weken rond 3 september"),
        ("ja", "㋿6年3月12日", "㋿6年4月16日"),
        ("ja", "昭和64年1月7日", "平成元年2月11日"),
        ("ja", "平成31年4月30日", "令和元年6月4日"),
        ("ja", "H元.5.1", "H1.6.5"),
        ("ja", "明治45年7月29日", "大正元年9月2日"),
        ("ja", "12月31日〜1月3日", "2月4日〜2月7日"),
        ("ja", "12、13日", "16、17日"),
        ("en", "the twelfth", "the sixteenth"),
        ("en", "12.3.2024", "16.4.2024"),
        ("en", "first week of March", "second week of April"),
        ("en", "3/12-14", "4/16-18"),
        ("en", "fall '23", "winter '24"),
        ("en", "12MAR2024", "16APR2024"),
        ("en", "Christmas break", "spring break"),
        ("de", "im Herbst 23", "im Winter 24"),
        ("de", "03/24", "04/24"),
        ("de", "12.Mrz.24", "16.Apr.24"),
        ("de", "11. KW", "16. KW"),
        ("de", "Nacht vom 3. auf den 4. März", "Nacht vom 7. auf den 8. April"),
        ("de", "letzten Winter", "letzten Frühling"),
        ("de", "Sommerferien", "Wochen um den 9. September"),
        ("fr", "à l'automne 23", "à l'hiver 24"),
        ("fr", "3e trimestre 2023", "4e trimestre 2023"),
        ("fr", "vacances de Noël", "vacances d'hiver"),
        ("fr", "Toussaint 2023", "semaine du 6 décembre 2023"),
        ("es", "del 30 de abril al 2 de mayo", "del 4 de junio al 6 de junio"),
        ("es", "otoño del 23", "invierno del 24"),
        ("es", "marzo del 24", "abril del 24"),
        ("es", "28/II/24", "3/IV/24"),
        ("it", "dall'11/03/12 al 18/03/12", "dal 15/04/12 al 22/04/12"),
        ("it", "notte tra il 3 e il 4 marzo", "notte tra il 7 e l'8 aprile"),
        ("it", "Nel luglio 2023", "Nell'agosto 2023"),
        ("sv", "26/9-2023", "31/10-2023"),
        ("sv", "12/3, 2024", "16/4, 2024"),
        ("sv", "21 el 22/6", "26 el 27/7"),
        ("sv", "mars förra året", "april förra året"),
        ("sv", "november i fjol", "december i fjol"),
        ("sv", "förra året", "förra året"),
        ("sv", "den 5:e nästa månad", "den 10:e nästa månad"),
        ("sv", "tolfte mars tjugohundratjugofyra", "sextonde april tjugohundratjugofyra"),
        ("sv", "sensommaren -23", "senhösten -23"),
        ("sv", "jul 2023", "trettonhelgen 2024"),
        ("de", "17.–27.05.2022", "21.06.–01.07.2022"),
        ("de", "17./18.05.2022", "21./22.06.2022"),
        ("de", "Lichtmess", "8. März"),
        ("de", "Frühsommer 2025", "Frühherbst 2025"),
        ("de", "12. d. M.", "16. d. M."),
        ("de", "November letzten Jahres", "Dezember letzten Jahres"),
        ("de", "dritten März zweitausendvierundzwanzig", "siebten April zweitausendvierundzwanzig"),
        ("en", "17 or 18", "21 or 22"),
        ("en", "July 12 or 14", "August 16 or 18"),
        ("en", "7.viii.1991", "11.ix.1991"),
        ("en", "Mardi Gras", "March 19"),
        ("de", "Ende 2023", "Anfang 2024"),
        ("fr", "mi-2022", "fin 2022"),
        ("es", "principios de 2025", "mediados de 2025"),
        ("ja", "2022年末", "2023年初め"),
        ("it", "a luglio", "ad agosto"),
        ("en", "JAN-09-2001", "FEB-13-2001"),
        ("en", "Sunday the tenth", "Sunday the fourteenth"),
        ("en", "2/09", "3/09"),
        ("en", "2nd week of March", "3rd week of April"),
        ("en", "twenty twenty-three", "twenty twenty-four"),
        ("fr", "sept septembre deux mille vingt-trois", "douze octobre deux mille vingt-trois"),
        ("fr", "mars de l'année dernière", "avril de l'année dernière"),
        ("fr", "8/09", "13/10"),
        ("es", "tres de junio de dos mil veintidós", "ocho de julio de dos mil veintidós"),
        ("es", "10→11/02/25", "17→18/03/25"),
        ("es", "22→23", "26→27"),
        ("it", "29 aprile duemilaventicinque", "3 giugno duemilaventicinque"),
        ("it", "20 c.m.", "24 c.m."),
        ("nl", "2023-2024", "2024-2025"),
        ("ja", "本年6月", "本年7月"),
        ("ja", "昨年12月", "今年1月"),
        ("ja", "8月第2週より", "9月第3週より"),
        ("ja", "9/8頃", "10/13頃"),
        ("ja", "昨年の秋", "今年の冬"),
        ("ja", "今月10日", "今月14日"),
        ("ja", "2020ねん 12がつ 3にち", "2021ねん 1がつ 7にち"),
        ("it", "dell'8 marzo", "del 12 aprile"),
    ],
)
def test_moved_by_five_weeks(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "DATE"), written=WRITTEN, scope=PLUS_5) == [new]


def test_dots_and_strokes_are_read_as_the_record_writes_them() -> None:
    """An American record may write dots too; without a telling date, dots put the day first."""
    assert surrogates("en", ("05.17.22", "DATE"), ("03.04.22", "DATE"), written=WRITTEN, scope=PLUS_5)[1] == "04.08.22"
    assert surrogates("en", ("03.04.22", "DATE"), written=WRITTEN, scope=PLUS_5) == ["08.05.22"]


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ("sv", "nyår 2023/24"),
        ("sv", "VT-24x"),
        ("de", "Silvester 23/24"),
        ("sv", "31/2"),
        ("sv", "30/02/2024"),
        ("sv", "45/67"),
        ("sv", "2024-13-40"),
        ("sv", "Anna 12/3"),
        ("en", "Star Wars Day"),
        ("ja", "海開き"),
        ("sv", "mitten"),
        ("sv", ""),
        ("sv", "9999-12-31"),
        ("sv", "1" * 500),
    ],
)
def test_what_cannot_be_read_has_no_surrogate(code: str, text: str) -> None:
    with pytest.raises(SurrogateError) as error:
        surrogates(code, (text, "DATE"), written=WRITTEN, scope=PLUS_2)
    assert not text or text not in str(error.value)


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("sv", "den 6:e", "den 6:e mars"),
        ("nl", "de 6e", "de 6e maart"),
        ("en", "the 6th", "the 6th of March"),
        ("de", "am 6.", "am 6. März"),
        ("fr", "le 6", "le 6 mars"),
        ("es", "del 6", "del 6 de marzo"),
        ("it", "il 6", "il 6 marzo"),
        ("ja", "6日", "3月6日"),
    ],
)
def test_day_that_would_read_as_before_is_told_with_its_month(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "DATE"), written=date(2023, 2, 6), scope=scope_with(4)) == [new]


@pytest.mark.parametrize(
    ("code", "old", "written", "weeks", "new"),
    [
        ("sv", "dec", date(2025, 1, 20), -20, "juli"),  # "jul" alone is Christmas
        ("sv", "dec 2024", date(2025, 1, 20), -20, "jul 2024"),
        ("it", "ott", date(2024, 10, 20), 22, "marzo"),  # "mar" alone is Tuesday
        ("it", "ott '24", date(2024, 10, 20), 22, "mar '25"),
    ],
)
def test_short_month_that_would_be_read_as_another_word(
    code: str, old: str, written: date, weeks: int, new: str
) -> None:
    assert surrogates(code, (old, "DATE"), written=written, scope=scope_with(weeks)) == [new]


@pytest.mark.parametrize(
    ("code", "text", "written", "weeks", "new"),
    [
        ("fr", "2024-2025", date(2025, 2, 3), 10, "2025-2026"),
        ("es", "24/25", date(2024, 12, 4), 10, "25/26"),
        ("es", "24/25", date(2024, 12, 4), -10, "23/24"),
        ("sv", "2010-2015", date(2024, 12, 4), 3, "2011-2016"),
    ],
)
def test_some_years_move_with_the_dates_within_and_without(
    code: str, text: str, written: date, weeks: int, new: str
) -> None:
    assert surrogates(code, (text, "DATE"), written=written, scope=scope_with(weeks)) == [new]


def test_month_half_a_year_away_is_told_so_that_its_own_year_is_read() -> None:
    (new,) = surrogates("sv", ("i september", "DATE"), written=date(2025, 3, 20), scope=scope_with(11))
    assert new == "i november"  # December told on 5 June would be the one before


@pytest.mark.parametrize(
    ("code", "text", "written", "weeks", "new"),
    [
        ("sv", "påsk", date(2025, 1, 15), -21, "adventstiden"),
        ("nl", "Kerst", date(2024, 1, 10), -3, "Sinterklaas"),
        ("it", "Natale", date(2024, 1, 10), -19, "Ferragosto"),
        ("en", "Thanksgiving", date(2022, 1, 20), 5, "New Year's Eve"),
    ],
)
def test_holiday_becomes_one_that_fits_the_words_around(
    code: str, text: str, written: date, weeks: int, new: str
) -> None:
    assert surrogates(code, (text, "DATE"), written=written, scope=scope_with(weeks)) == [new]


def test_order_of_day_and_month_is_learnt_from_the_record() -> None:
    british = surrogates("en", ("25/02/2019", "DATE"), ("03/04/2019", "DATE"), written=WRITTEN, scope=PLUS_2)
    american = surrogates("en", ("02/25/2019", "DATE"), ("03/04/2019", "DATE"), written=WRITTEN, scope=PLUS_2)
    assert british == ["11/03/2019", "17/04/2019"]
    assert american == ["03/11/2019", "03/18/2019"]


@pytest.mark.parametrize(
    ("code", "mentions", "written", "new"),
    [
        ("en", ("3/20", "13 March 2024"), date(2024, 3, 24), "4/24"),  # no twentieth month, no March of 2020
        ("ja", ("2/4", "15/07/1988", "27/2"), date(2025, 2, 3), "3/11"),  # the day after the note, not in April
        ("en", ("Tue 4/3", "13/02/2024"), date(2025, 3, 3), "Tue 8/4"),
        ("en", ("Thu 4/3", "13/02/2024"), date(2025, 3, 30), "Thu 5/8"),  # 4 March was no Thursday
        ("it", ("13-14",), date(2024, 3, 15), "17-18"),  # a night, not the years
        ("es", ("23/24",), date(2024, 3, 15), "24/25"),
        ("en", ("Dec 18", "13/02/2024"), date(2024, 3, 15), "Jan 19"),  # in a record that has days before months
        ("en", ("Dec 18",), date(2024, 3, 15), "Jan 22"),
        ("fr", ("mar 10",), date(2025, 6, 12), "mar 15"),  # a Tuesday near the note
        ("fr", ("mar 19",), date(2025, 6, 12), "avr 19"),  # no Tuesday near it: March of 2019
        ("it", ("mar. 12 e gio. 14",), date(2021, 10, 4), "mar. 16 e gio. 18"),  # a Tuesday beside a Thursday
        ("it", ("gio. 14 e mar. 19",), date(2021, 10, 4), "gio. 18 e mar. 23"),
        ("nl", ("do 21/9 17",), date(2017, 9, 21), "do 26/10 17"),  # the year of the note, not the 17th
        ("sv", ("031219",), date(2019, 12, 3), "070120"),  # the day of the note, not one of 2003
        ("sv", ("190312",), date(2019, 3, 20), "190416"),
        ("nl", ("12/4 13",), date(2024, 4, 20), "17/5 18"),  # two days
    ],
)
def test_ambiguous_dates_are_read_by_their_neighbours(
    code: str, mentions: tuple[str, ...], written: date, new: str
) -> None:
    told = [(text, "DATE") for text in mentions]
    assert surrogates(code, *told, written=written, scope=PLUS_5)[0] == new


@pytest.mark.parametrize(
    ("mentions", "written", "new"),
    [
        (("2/5", "28/02/2024"), date(2024, 3, 10), "6/6"),  # though 5 February would be nearer to the note
        (("02/05/2024", "Wed 01/05/2024"), None, "06/06/2024"),  # 5 January was a Friday
        (("02/05/2024", "Fri 01/05/2024"), None, "03/11/2024"),
        (("02/05/2024", "06/03/2024"), date(2024, 3, 6), "06/06/2024"),  # the day of the note is one of March
        (("02/05/2024", "03/06/2024"), date(2024, 3, 6), "03/11/2024"),
    ],
)
def test_a_record_writes_all_its_dates_in_one_order(mentions: tuple[str, ...], written: date | None, new: str) -> None:
    told = [(text, "DATE") for text in mentions]
    assert surrogates("en", *told, written=written, scope=PLUS_5)[0] == new


@pytest.mark.parametrize(
    ("text", "new"),
    [
        ("Monday 03/04/2024", "Monday 04/08/2024"),  # 4 March, not 3 April
        ("Friday 17/05/2024", "Friday 21/06/2024"),
    ],
)
def test_a_weekday_tells_the_order_where_no_document_has_a_day(text: str, new: str) -> None:
    assert surrogates("en", (text, "DATE"), scope=PLUS_5) == [new]


@pytest.mark.parametrize("key", [bytes([number]) * 32 for number in range(6)])
def test_a_bare_day_is_one_of_the_days_its_note_tells(key: bytes) -> None:
    """17 May would be nearer to the note than 17 April."""
    (first, bare, last), _ = new_of("sv", "In [16/4|DATE], op [den 17:e|DATE], hem [12/5|DATE].", key)
    day, month = map(int, first.split("/"))
    start = next(made for year in (2018, 2019) if (made := date(year, month, day)).weekday() == 1)  # as 16 April 2019
    assert int(re.findall(r"\d+", bare)[0]) == (start + timedelta(days=1)).day and last != "12/5"


def test_a_lone_year_goes_the_way_of_the_dates_or_has_no_surrogate() -> None:
    assert surrogates("sv", ("2016", "DATE"), ("12/3 2024", "DATE"), written=WRITTEN, scope=MINUS_9)[0] == "2015"
    with pytest.raises(SurrogateError):  # May 2016 stays in that year, so 2016 is no other
        surrogates("sv", ("2016", "DATE"), ("maj 2016", "DATE"), written=WRITTEN, scope=MINUS_9)


@pytest.mark.parametrize("weeks", [-9, 2, 5])
def test_a_feast_near_its_note_keeps_its_distance_to_the_day(weeks: int) -> None:
    """ "Yesterday, on Christmas Day" is told by the day where no feast falls on it."""
    written = date(2024, 12, 26)
    new, note = surrogates(
        "es", ("día de Navidad", "DATE"), ("2024-12-26", "DATE"), written=written, scope=scope_with(weeks)
    )
    day = date(2024, 12, 25) + timedelta(weeks=weeks)
    assert new.startswith(f"{day.day} de ") and note == (written + timedelta(weeks=weeks)).isoformat()


def test_partial_date_is_completed_from_the_record_never_from_today() -> None:
    assert surrogates("sv", ("29/2", "DATE"), ("2016-02-01", "DATE"), scope=PLUS_2) == ["14/3", "2016-02-15"]
    assert surrogates("sv", ("28/2", "DATE"), ("2015-02-01", "DATE"), scope=PLUS_2)[0] == "14/3"
    assert surrogates("sv", ("28/2", "DATE"), ("2016-02-01", "DATE"), scope=PLUS_2)[0] == "13/3"


def test_intervals_and_order_stay() -> None:
    days = [date(2023, 12, 30), date(2024, 1, 2), date(2024, 2, 29), date(2024, 12, 31)]
    new = surrogates("sv", *((day.isoformat(), "DATE") for day in days), scope=MINUS_9)
    moved = [date.fromisoformat(day) for day in new]
    assert [after - before for before, after in zip(days, moved, strict=True)] == [timedelta(weeks=-9)] * 4


def test_shift_is_never_zero_and_within_half_a_year() -> None:
    shifts = {shift_days(RecordContext(str(i), Keyed(KEY), ())) for i in range(2000)}
    assert shifts == {7 * weeks for weeks in range(-26, 27) if weeks}


def test_column_of_dates_moves_with_the_text() -> None:
    record = RecordContext(PLUS_2, Keyed(KEY), originals("sv", ("2024-03-12", "DATE")))
    assert moved_date(record, date(2024, 3, 12)) == date(2024, 3, 26)


@pytest.mark.parametrize(
    ("text", "has_date"),
    [
        ("昭和40年", True),
        ("10月下旬頃から", True),
        ("入院後", False),
        ("0:40", False),
        ("3日前", False),
        ("2014年5月", True),
    ],
)
def test_times_that_name_a_date(text: str, has_date: bool) -> None:
    assert has_calendar_date(text, load_pack("ja")) is has_date


@pytest.mark.parametrize(
    ("code", "old", "new"),
    [
        ("fr", "lun. 19 févr. 2024", "lun. 4 mars 2024"),
        ("nl", "24 apr. 2024", "8 mei 2024"),
        ("de", "24.Apr.2024", "8.Mai 2024"),
        ("fr", "3 sept. 2024", "17 sept. 2024"),
    ],
)
def test_dot_of_a_short_month_goes_with_it(code: str, old: str, new: str) -> None:
    assert surrogates(code, (old, "DATE"), written=WRITTEN, scope=PLUS_2) == [new]


def test_holiday_beside_its_date_becomes_the_weekday() -> None:
    (new,) = surrogates("ja", ("2/3（節分）", "DATE"), written=date(2024, 2, 6), scope=PLUS_2)
    assert new == "2/17（土曜日）"


def test_a_short_year_at_the_front_tells_nothing_of_days_before_months() -> None:
    short, other, full = surrogates(
        "ja", ("19/03/28", "DATE"), ("4/9", "DATE"), ("2019年3月28日", "DATE"), written=date(2019, 5, 1)
    )
    assert int(other.split("/")[0]) <= 12
    year, month, day = (int(part) for part in short.split("/"))
    assert full == f"20{year}年{month}月{day}日"


def test_a_named_month_tells_the_order_of_the_others() -> None:
    british = surrogates("en", ("1/4/2017", "DATE"), ("22nd March 2017", "DATE"), scope=PLUS_2)
    american = surrogates("en", ("1/4/2017", "DATE"), ("March 22, 2017", "DATE"), scope=PLUS_2)
    assert british == ["15/4/2017", "5th April 2017"]
    assert american == ["1/18/2017", "April 5, 2017"]


@pytest.mark.parametrize(
    ("code", "old", "wanted"),
    [
        ("it", "venerdì 23 febbr.", r"venerdì \d+ \w+\.?"),
        ("es", "30 septbre 2023", r"\d+ \w+\.? 202[234]"),
        ("es", "miér. 12", r"miér\. \d+"),
        ("fr", "mercr. 6 sept.", r"mercr\. \d+ \w+\.?"),
    ],
)
def test_rarer_short_forms_of_months_and_weekdays_are_read(code: str, old: str, wanted: str) -> None:
    (new,) = surrogates(code, (old, "DATE"), written=date(2024, 3, 20))
    assert re.fullmatch(wanted, new) and new != old
