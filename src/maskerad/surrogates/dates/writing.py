"""Writes the new values of a date where the old ones stood, in their form."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

from maskerad.surrogates.dates.completion import make_date
from maskerad.surrogates.dates.written.grammar import DateField
from maskerad.surrogates.dates.written.kanji_numbers import in_kanji
from maskerad.surrogates.dates.written.partial import Grain, Part, Reading
from maskerad.surrogates.dates.written.tokens import IN_DIGITS, IN_KANJI, IN_ROMAN, ROMAN
from maskerad.surrogates.dates.written.words import DateWords
from maskerad.surrogates.shape import capitalised_as, in_case_of, in_width_of
from maskerad.text.folding import fold

Pieces = dict[tuple[int, int], str]  # place in the mention to new text
_ROMAN_OF = {month: name for name, month in ROMAN.items()}


def written_pieces(old: Reading, new: Reading, words: DateWords, pads: bool, pieces: Pieces) -> None:
    """The new text of every part of a date.

    Args:
        old: As written.
        new: With its new values.
        words: Of the language.
        pads: Whether days and months of one digit get a 0 before them.
        pieces: Takes the texts.
    """
    for part in old.parts:
        role = part.role
        if role in "DM" and part.form == IN_DIGITS:
            value = (new.day if role == "D" else new.month) or 0
            text = f"{value:02d}" if _has_zero(part, pads) else str(value)
            if value == 1 and role == "D" and words.bare_first and _has_month_name(old):
                text += words.bare_first
        elif role == "Y" and part.form == IN_DIGITS:
            text = str(new.year)
        elif role == "Y" and part.form >= 0:
            text = _name(words.year_words.like(new.year or 0, part.value, part.form), part)
        elif role == "r":
            text = _relative_year(part, new, words)
        elif role == "c":
            text = _relative_month(part, new, words)
        elif role == "p":
            _write_part_of_month(part, old, new, words, pieces)
            continue
        elif role in "Ey":
            text = _year_text(part, new, words, _era_names(old))
        elif role == "M":
            text = _month_text(part, new.month or 1, words)
            if len(old.parts) == 1 and fold(text) in words.two_faced:
                text = _name(words.months.like(new.month or 1, 1, 0), part)
        else:
            text = _named_text(part, new, words)
        pieces[part.start, part.end] = text


def _has_zero(part: Part, pads: bool) -> bool:
    """Whether a number of one digit gets a 0 in place of another: as that one shows, else as the record has it."""
    return part.text.startswith("0") or (pads and len(part.text) > 1)


def _relative_year(part: Part, new: Reading, words: DateWords) -> str:
    """A year by its new distance; the year itself where the language has no word for that."""
    table, years = words.relative_years, new.years or 0
    if years not in table.numbers:
        return words.year_phrase.format(year=new.year)
    return _name(table.like(years, part.value, part.form), part)


def _relative_month(part: Part, new: Reading, words: DateWords) -> str:
    """A month by its new distance; its name where the language has no word for that."""
    table, months = words.relative_months, new.months or 0
    if months not in table.numbers:
        return words.day_month_link.lstrip() + words.months.like(new.month or 1, 1, 0)
    return _name(table.like(months, part.value, part.form), part)


def _write_part_of_month(part: Part, old: Reading, new: Reading, words: DateWords, pieces: Pieces) -> None:
    """Its new name, with what joins it to a month right behind it: "mi-mai", but "fin mai"."""
    name, end = _name(words.parts.like(new.slot, part.value, part.form), part), part.end
    named = next(other.start for other in old.parts if other.role in "MYy")
    if words.part_joins and part.form == 0 and named > end:
        name, end = name + words.part_joins[new.slot], named
    pieces[part.start, end] = name


def write_crossed_months(
    text: str, old: Sequence[Reading], new: Sequence[Reading], words: DateWords, pieces: Pieces
) -> None:
    """Where days that shared one month now lie in two, each gets its own: "3-4/11" becomes "30/6-1/7".

    Args:
        text: The mention.
        old: Its dates, as written.
        new: The same, moved.
        words: Of the language.
        pieces: What is written already; takes the further months.
    """
    telling = [at for at, reading in enumerate(old) if any(part.role == "M" for part in reading.parts)]
    for at, reading in enumerate(old):
        if reading.grain is Grain.DAY and telling and at not in telling:
            other = next((number for number in telling if number > at), telling[-1])
            if new[at].month != new[other].month:
                _add_month(text, (reading, old[other]), new[at], words, pieces)


def _add_month(text: str, pair: tuple[Reading, Reading], new: Reading, words: DateWords, pieces: Pieces) -> None:
    """Writes a month beside a day as the other date has it."""
    reading, other = pair
    day = next(part for part in reading.parts if part.role == "D")
    month, other_day = (next((part for part in other.parts if part.role == role), None) for role in "MD")
    if month is None or other_day is None:
        return
    if month.start < other_day.start:
        between = text[month.end : other_day.start]
        pieces[day.start, day.start] = _month_text(month, new.month or 1, words) + between
        return
    at = max(part.end for part in reading.parts if part.role in "Do")
    between = text[max(part.end for part in other.parts if part.end <= month.start) : month.start]
    has_dot = text.startswith(".", at)
    if has_dot:
        at, between = at + 1, between.removeprefix(".")
    behind = "." if has_dot and month.form == IN_DIGITS and text.startswith(".", month.end) else ""
    pieces[at, at] = between + _month_text(month, new.month or 1, words) + behind


def write_month_beside(text: str, old: Reading, new: Reading, words: DateWords, pieces: Pieces) -> None:
    """Names the month beside a day that alone would read as before: "den 6:e" becomes "den 6:e mars".

    Args:
        text: The mention.
        old: Its date, as written.
        new: The same, moved.
        words: Of the language.
        pieces: Takes the month.
    """
    day = next(part for part in old.parts if part.role == "D")
    month = words.months.like(new.month or 1, 1, 0)
    if not words.day_month_link:
        pieces[day.start, day.start] = month
        behind = words.day_phrase.rpartition("}")[2]  # 日
        if not text.startswith(behind, day.end):
            pieces[day.end, day.end] = behind
        return
    at = max(part.end for part in old.parts)
    at += text[at : at + 1] == "."
    pieces[at, at] = words.day_month_link + month


def write_full_years(old: Sequence[Reading], new: Sequence[Reading], pieces: Pieces) -> None:
    """Writes years of two digits in full, where a date would else be read otherwise: "2/09" becomes "12/2008"."""
    for before, after in zip(old, new, strict=True):
        for part in before.parts:
            if part.role == "y" and part.form == IN_DIGITS:
                pieces[part.start, part.end] = str(after.year)


def _has_month_name(reading: Reading) -> bool:
    has_name = any(part.role == "M" and part.form >= 0 for part in reading.parts)
    return has_name and all(part.role != "o" for part in reading.parts)


def _named_text(part: Part, new: Reading, words: DateWords) -> str:
    """Days, seasons and so on that are not in digits; ordinal endings; weeks and quarters."""
    day, year = new.day or 1, new.year or 0
    match part.role:
        case "o":
            ending = words.ordinal(day) if new.grain is Grain.DAY else words.counting_ordinal(new.slot)
            return in_case_of(ending, part.text)
        case "D" if part.form == IN_KANJI:
            return in_kanji(day)
        case "D":
            return _name(words.day_words.like(day, part.value, part.form), part)
        case "s":
            return _name(words.seasons.like(new.slot, part.value, part.form), part)
        case "T" if part.form >= 0:
            return _name(words.decades.like(year % 100 // 10, part.value % 100 // 10, part.form), part)
        case "T":
            return f"{year % 100:02d}" if len(part.text) == 2 else str(year)
        case "Y":
            return in_kanji(year)
        case "N" | "k" if part.form >= 0:
            return _name(words.day_words.like(new.slot, part.value, part.form), part)
        case _:
            return f"{new.slot:02d}" if part.text.startswith("0") else str(new.slot)


def _month_text(part: Part, month: int, words: DateWords) -> str:
    """A month as another one is written."""
    match part.form:
        case _ if part.form == IN_DIGITS:
            return f"{month:02d}" if part.text.startswith("0") else str(month)
        case _ if part.form == IN_ROMAN:
            return in_case_of(_ROMAN_OF[month], part.text)
        case _ if part.form == IN_KANJI:
            return in_kanji(month)
        case _:
            return _name(words.months.like(month, part.value, part.form), part)


def _name(name: str, part: Part) -> str:
    return capitalised_as(name, part.text)


def _era_names(reading: Reading) -> int:
    """Which of its names an era has; -1 where the date names none."""
    return next((part.form for part in reading.parts if part.role == "E"), -1)


def _year_text(part: Part, new: Reading, words: DateWords, era_form: int) -> str:
    """A year of two digits, an era or a year in an era; its first year is 元 where the era is written in full."""
    year = new.year or 0
    if era_form < 0:
        return in_kanji(year % 100) if part.form == IN_KANJI else f"{year % 100:02d}"
    day = make_date(year, new.month or 12, new.day or 28) or date(year, 12, 31)
    era = next((era for era in words.eras if era.start <= day), words.eras[-1])
    if part.role == "E":
        return era.names[era_form]
    number = year - era.start.year + 1
    if number == 1 and era_form == 0:
        return "元"
    if part.form == IN_KANJI:
        return in_kanji(number)
    return str(number).zfill(2 if part.text.startswith("0") else 1)


def weekday_pieces(weekdays: Iterable[DateField], shift_days: int, words: DateWords, pieces: Pieces) -> None:
    """The new text of weekdays, for moves of other than whole weeks."""
    for field in weekdays:
        name = words.weekdays.like((field.value + shift_days) % 7, field.value, field.form)
        pieces[field.start, field.end] = capitalised_as(name, field.text)


def put_in(text: str, pieces: Pieces, words: DateWords) -> str:
    """The mention with its new pieces; what stands between them stays.

    The dot of a shortened month goes when the new one is written in full ("janv." becomes "mars"), a colon before an
    ordinal ending goes with it, and an article or preposition before a month or season is elided
    or not as its new beginning asks.
    """
    parts: list[str] = []
    at, drops_dot = 0, False
    is_wide = not text.isascii()
    for (start, end), value in sorted(pieces.items()):
        between = text[at:start]
        if drops_dot:
            between = between[1:] or " "
        if not value and between[-1:] == ":":
            between = between[:-1]
        elif between and words.elisions:
            between = elided(between, value, words)
        parts += (between, in_width_of(value, text[start:end]) if is_wide and not value.isalpha() else value)
        at, drops_dot = end, text.startswith(".", end) and _loses_dot(text[start:end], value, words)
    rest = text[at:]
    return "".join([*parts, rest[1:] if drops_dot else rest])


def _loses_dot(old: str, new: str, words: DateWords) -> bool:
    return words.is_shortened(old) and not words.is_shortened(new)


def elided(between: str, following: str, words: DateWords) -> str:
    """ "début d'" before "mai" is "début de "; the other way round before "août"."""
    lower = following.lower()
    is_vowel = lower in words.elided_numbers or (lower[:1] in words.vowels and lower not in words.day_words.by_name)
    for full, short in words.elisions:
        old, new = (full, short) if is_vowel else (short, full)
        if lower[:1].isalnum() and between.lower().endswith(old) and not between[-len(old) - 1 : -len(old)].isalpha():
            at = len(between) - len(old)
            return between[:at] + capitalised_as(new, between[at:])
    return between
