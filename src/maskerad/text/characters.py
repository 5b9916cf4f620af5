"""Characters that hide what a text says: which ones, and what each stands for.

Four small tables, all built from the Unicode Character Database that ships with Python:

* ``SINGLE``: one character for one (odd spaces, full-width forms, half-width kana, CJK compatibility ideographs,
  mathematical letters, hyphens, line separators, C1 controls that were cp1252).
* ``SEVERAL``: one character for several (the ligature fi, the era square, the company square).
* ``INVISIBLE``: characters that print nothing (controls, zero-width, bidi marks, soft hyphen, variation selectors).
* ``LOOKALIKES``: Cyrillic and Greek letters drawn like Latin ones, composed for this table.

Left alone on purpose, since their plain form would glue digits together or change their sense: superscripts,
subscripts, fractions, circled numbers, and accents that stand alone.
"""

from __future__ import annotations

import re
import unicodedata

_SPACES = "\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000"
_LINE_ENDS = "\x0b\x0c\x1c-\x1e\u2028\u2029"
_HYPHENS = "\u2010\u2011\u2212"
_COMPATIBILITY = (
    "\u2116\u2121\u2160-\u217f\u2f00-\u2fd5\u3231\u3232\u32ff\u337b-\u337e\uf900-\ufaff\ufb00-\ufb06"
    "\uff01-\uff9f\uffe0-\uffe6\U0001d400-\U0001d7ff\U0002f800-\U0002fa1f"
)
_INVISIBLE = (
    "\x00-\x08\x0e-\x1b\x1f\x7f\x81\x8d\x8f\x90\x9d\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f"
    "\ufe00-\ufe0f\ufeff\U000e0000-\U000e01ef"
)
_MARKS = "\u0300-\u034e\u0350-\u036f\u20d0-\u20f0\u3099\u309a"

_LATIN_FOR = {
    # Cyrillic
    "АВЕЅІЈКМНОРСТУХԌԚԜ": "ABESIJKMHOPCTYXGQW",
    "асеіјорѕухһԁԛԝӏ": "aceijopsyxhdqwl",
    # Greek
    "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ": "ABEZHIKMNOPTYX",
    "αικνορτυχ": "aikvoptux",
}


def expanded(ranges: str) -> list[str]:
    """Every character of the inside of a regular-expression class.

    Example:
        >>> expanded("xa-c")
        ['x', 'a', 'b', 'c']
    """
    chars: list[str] = []
    for piece in re.findall(r".-.|.", ranges, re.DOTALL):
        chars.extend(map(chr, range(ord(piece[0]), ord(piece[-1]) + 1)))
    return chars


def _compatibility() -> dict[str, str]:
    """Compatibility characters and their NFKC forms, where those differ."""
    forms = ((char, unicodedata.normalize("NFKC", char)) for char in expanded(_COMPATIBILITY))
    return {char: form for char, form in forms if form != char}


def _windows_controls() -> dict[str, str]:
    """C1 controls, which in practice are cp1252 read as Latin-1 (``\\x92`` for the apostrophe)."""
    read = ((chr(code), bytes([code]).decode("cp1252", errors="ignore")) for code in range(0x80, 0xA0))
    return {char: form for char, form in read if form}


def _singles(compatibility: dict[str, str]) -> dict[str, str]:
    table = {char: form for char, form in compatibility.items() if len(form) == 1}
    table |= dict.fromkeys(expanded(_SPACES), " ") | dict.fromkeys(expanded(_LINE_ENDS), "\n")
    return table | dict.fromkeys(expanded(_HYPHENS), "-") | _windows_controls()


_FORMS = _compatibility()
SINGLE: dict[int, str] = str.maketrans(_singles(_FORMS))
SEVERAL: dict[str, str] = {char: form for char, form in _FORMS.items() if len(form) > 1}
LOOKALIKES: dict[int, int] = {
    ord(odd): ord(plain) for odds, plains in _LATIN_FOR.items() for odd, plain in zip(odds, plains, strict=True)
}

# Latin-1 characters that belong to a table: what a text of bytes below 256 is checked for.
LATIN_1_TRIGGERS = bytes(code for code in range(256) if code in SINGLE or re.match(f"[{_INVISIBLE}]", chr(code)))

_LOOKALIKE_CLASS = "".join(map(chr, LOOKALIKES))
ODD = re.compile(f"[{_SPACES}{_LINE_ENDS}{_HYPHENS}{_COMPATIBILITY}{_INVISIBLE}{_MARKS}{_LOOKALIKE_CLASS}\x80-\x9f]")
SINGLE_CLASS = re.compile(f"[{_SPACES}{_LINE_ENDS}{_HYPHENS}{_COMPATIBILITY}\x80-\x9f]")
SEVERAL_CLASS = re.compile("[" + "".join(SEVERAL) + "]")
INVISIBLE_RUN = re.compile(f"[{_INVISIBLE}]+")
HIDING = re.compile(f"[{_INVISIBLE}{_MARKS}{_LOOKALIKE_CLASS}]")
LOOKALIKE_CLASS = re.compile(f"[{_LOOKALIKE_CLASS}]")
WORD = re.compile(r"[^\W\d_]+")

# A letter and its marks. Thirty is the limit of the Stream-Safe Text Format (Unicode Standard Annex 15, section 13);
# canonical ordering of a longer run would take quadratic time.
MAX_MARKS = 30
DECOMPOSED = re.compile(rf"[^\W\d_][{_MARKS}]{{1,{MAX_MARKS}}}")
LATE_MARKS = re.compile(f"(?!^)[{_MARKS}]+")

_LATIN = re.compile("[A-Za-z\u00c0-\u024f]+")


def is_plain(text: str) -> bool:
    """Whether no character of the text is in any table. About 1 ms a million characters, 5 ms beyond Latin-1."""
    try:
        raw = text.encode("latin-1")
    except UnicodeEncodeError:
        return ODD.search(text) is None
    return len(raw.translate(None, LATIN_1_TRIGGERS)) == len(raw)


def latinised(word: str) -> str:
    """The word with its look-alike letters made Latin, if it is a Latin word that holds some; else the word itself.

    Example:
        >>> latinised("\u0410nn\u0430"), latinised("\u0410\u043d\u043d\u0430")  # one Latin n decides
        ('Anna', 'Анна')
    """
    if word.isascii() or not LOOKALIKE_CLASS.search(word):
        return word
    plain = word.translate(LOOKALIKES)
    return plain if _LATIN.search(word) and _LATIN.fullmatch(plain) else word
