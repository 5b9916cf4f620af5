"""The forms in which dates are written: regular expressions over the shape of a mention, each with its roles.

The shape of "12 mars 2024" is ``2 M 4``; ``tokens`` lists the characters, ``DateField`` the roles. Parts of a month and
seasons are fillers to the forms. One form is one line of the table, and of two that fit, the earlier is taken.
"""

from __future__ import annotations

import re
from functools import lru_cache

# Parts of shapes. A day may have a dot or an ordinal ending; days may be listed before their month.
_SEP = r"(?P<s> ?[-/.] ?)"
_DAY = r"(?:2(?:[.:]? ?o|\.)?|j)"
_JOIN = r"(?: ?[-/+&,] ?| (?:f[ /]?)+)"
_GAP = r"(?:[-/., ]|f )*"
_SHORT_YEAR = r"(?:[-/., ]{0,2}'2|[ .]{1,2}-2|[-/ ]2|\. 2| f 2)(?![.:]? ?o|[-/.:]? ?[2MR]| f[ /][f/ ]*2| (?:f )+M)"
_LAST = r"(?![.:]? ?o|[-/.:]? ?[2MR]| (?:f )*M)"  # a number that is no day of what follows
_FORMS: tuple[tuple[str, str], ...] = (
    (r"2:2(?::2)?(?!\d)", ""),  # a clock time beside the date stays
    (r"4(?:-|Y)?T", "T"),
    (r"'?2(?:-|Y)?T", "T"),
    (r"B (?:4|'?2)(?!\d)", "T"),
    (r"t", "T"),
    (rf"s[ ,]*(?:f )*[-']?2{_LAST}", "y"),
    (r"h[ ,]+(?:f )*4", "HY"),
    (r"h[ ,-]+'?2(?![-/.:]?2)", "Hy"),
    (r"h", "H"),
    (r"q ?2[-/ ]{1,2}(?:f )*4", "NY"),
    (r"q ?2", "N"),
    (r"j q[-/ ]{1,2}(?:f )*4", "NY"),
    (r"j q", "N"),
    (r"2(?:[.:]?o|\.)?[ /]?q[-/ ]{1,2}(?:f )*4", "NY"),
    (r"2(?:[.:]?o|\.)?[ /]?q", "N"),
    (r"8z", "8"),
    (r"8", "8"),
    (r"6", "6"),
    (r"E[2元]Y ?2m ?2d", "EyMD"),
    (r"E[2元]Y ?2m", "EyM"),
    (r"E[2元]Y", "Ey"),
    (rf"E ?[2元]{_SEP}2(?P=s)2", "EyMD"),
    (rf"E ?[2元]{_SEP}2", "EyM"),
    (r"4 ?Y ?2 ?m ?2 ?d", "YMD"),
    (r"4Y ?2m", "YM"),
    (r"4Y", "Y"),
    (r"2m ?2d", "MD"),
    (r"2mf*2K", "Mk"),
    (r"2mf*j", "Mk"),
    (r"2m", "M"),
    (r"2d", "D"),
    (rf"4{_SEP}2(?P=s)2", "YMD"),
    (r"'2[-/.]2[-/.]2", "yMD"),
    (rf"2{_SEP}2(?P=s)4", "ABY"),
    (rf"2{_SEP}2(?P=s)'2", "ABy"),
    (rf"2{_SEP}2(?P=s)2", "PQR"),
    (rf"2{_SEP}2,? 4", "ABY"),
    (r"2[/.]2 ?- ?4", "ABY"),
    (r"2\.? ?[-/+&] ?2[./]2[./]4", "DABY"),
    (r"2\.? ?[-/+&] ?2\.2\.'?2(?![.:]? ?o|[-/.:]?[2MR])", "DABy"),
    (r"2 ?- ?2/2/'?2(?![.:]? ?o|[-/.:]?[2MR])", "DABy"),
    (r"2 2 4", "ABY"),
    (r"2 2 2", "PQR"),
    (rf"2 ?- ?2{_SEP}R(?P=s)4", "DDMY"),
    (rf"2{_SEP}R(?P=s)4", "DMY"),
    (rf"2{_SEP}R(?P=s)2", "DMy"),
    (r"2 R 4", "DMY"),
    (rf"2 ?- ?2{_SEP}R", "DDM"),
    (rf"2{_SEP}R", "DM"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M(?:{_GAP}4)", "D*MY"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M\.?{_SHORT_YEAR}", "D*My"),
    (rf"2\.M\.2{_LAST}", "DMy"),
    (rf"{_DAY}(?:{_JOIN}{_DAY})*{_GAP}M", "D*M"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? 4", "MD*Y"),
    (rf"M\.?{_GAP}{_DAY}(?: ?- ?{_DAY})*,? ?'2", "MD*y"),
    (r"4[-/ ]M[-/ ]2(?!\d)", "YMD"),
    (r"M[-/.]2[-/.]4", "MDY"),
    (r"M[-/.]2[-/.]'?2(?![.:]? ?o|[-/.:]?[2MR])", "MDy"),
    (r"M\.? 2(?: f 2| ?[-,/&] ?2)+(?![24])", "MD*"),
    (rf"M{_GAP}4", "MY"),
    (r"M\.?[-/., ]{0,2}'2|M\.? -2", "My"),
    (rf"M\.?{_GAP}(?:2(?:[.:]?o)|j)", "MD"),
    (r"M\.?[-/ ]{1,2}2(?!\d)", "MX"),
    (rf"M f 2{_LAST}", "MX"),
    (r"M", "M"),
    (r"(?:2(?:[.:]?o|\.)?|j) K (?:f )*M[-/ .]{1,2}4", "kMY"),
    (r"(?:2(?:[.:]?o|\.)?|j) [Kv] (?:[fl] )*M", "kM"),
    (r"2\.? ?K[-/ ]{1,2}4", "WY"),
    (r"2\. ?K", "W"),
    (r"K\.? ?2[-/, ]+(?:f )*4", "WY"),
    (r"K\.? ?2 ?(?:[-/+&]|f) ?2(?!\d)", "WW"),
    (r"K\.? ?2", "W"),
    (r"K", ""),  # "the first week of March"
    (r"2\.?[-/+&] ?2\.2\.", "DAB"),
    (r"2 ?- ?2/2(?!/)", "DAB"),
    (r"2[-/]2[ ,]+(?:'|-)2", "ABy"),
    (r"4 ?[-/] ?4", "YY"),
    (r"4[-/.]2", "YS"),
    (r"2[-/.]4", "MY"),
    (r"2/2 2$", "ABZ"),
    (rf"2{_SEP}2\.?(?!(?P=s)2)", "AB"),
    (r"4 f 2(?![-/.:])", "Yy"),
    (r"4", "Y"),
    (r"'2", "y"),
    (r"2(?:[.:]? ?o|\.)?", "D"),
    (r"j", "D"),
)
_COMPILED = tuple((re.compile(pattern), roles) for pattern, roles in _FORMS)
# Where the day comes first, "12/3-24" tells a year; "3/12-24" where it comes second, the days from 12 to 24.
_DAY_FIRST = ((re.compile(rf"2/2-2{_LAST}"), "ABy"), *_COMPILED)
_LEADING_YEAR = re.compile(r"-2$")  # "-98" as the whole mention
_PASSED = frozenset("fsrcvWBq ,.-/()[]（）:;+&→'\n\t・、")
_AS_FILLERS = str.maketrans("pl", "ff")
_ELIDED = re.compile(r"(?<=f)'(?=2)")  # "l'11 marzo" is no year of two digits
_CACHE_MAX_SHAPES = 20_000


@lru_cache(maxsize=_CACHE_MAX_SHAPES)
def cut_shape(shape: str, is_day_first: bool) -> tuple[tuple[int, int, str], ...] | None:
    """Start, end and roles of the forms in a shape; None when something is left over. Few shapes are written."""
    forms = _DAY_FIRST if is_day_first else _COMPILED
    shape = _ELIDED.sub(" ", shape.translate(_AS_FILLERS))
    if _LEADING_YEAR.match(shape):
        return ((0, 2, "y"),)
    cuts: list[tuple[int, int, str]] = []
    at = 0
    while at < len(shape):
        match, roles = next(((match, roles) for p, roles in forms if (match := p.match(shape, at))), (None, ""))
        if match is not None:
            cuts.append((at, match.end(), roles))
            at = match.end()
        elif shape[at] in _PASSED:
            at += 1
        else:
            return None
    return tuple(cuts)
