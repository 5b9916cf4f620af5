"""Scripts of words: Latin letters, Chinese characters, hiragana, katakana; kana turned into one another."""

from __future__ import annotations

import re
import unicodedata

LATIN, HAN, HIRAGANA, KATAKANA = "latin", "han", "hiragana", "katakana"

_SCRIPTS = (
    (HAN, re.compile(r"[\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]+")),
    (KATAKANA, re.compile(r"[\u30a1-\u30ff]+")),
    (HIRAGANA, re.compile(r"[\u3041-\u309f]+")),
)
HALF_WIDTH = re.compile("[\uff66-\uff9f]")
_HALF_WIDTH_OF = {unicodedata.normalize("NFKC", chr(code)): chr(code) for code in range(0xFF66, 0xFF9E)}
_TO_MARKS = str.maketrans("\u3099\u309a", "ﾞﾟ")
_PLAIN_KANA = str.maketrans("ァィゥェォ", "アイウエオ", "\u3099\u309a")
_KATAKANA_SHIFT = 0x60  # from hiragana to katakana
_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_IS_CJK = re.compile(f"[{_HAN}\u3041-\u30ff]")


def is_cjk(text: str) -> bool:
    """Whether a text holds Chinese characters or kana."""
    return _IS_CJK.search(text) is not None


def script_of(word: str) -> str:
    """Script of a word; whatever is neither Chinese characters nor kana counts as Latin.

    Example:
        >>> script_of("宮下"), script_of("ミヤシタ"), script_of("Ek")
        ('han', 'katakana', 'latin')
    """
    if word.isascii() or not is_cjk(word):
        return LATIN
    return next((name for name, pattern in _SCRIPTS if pattern.fullmatch(word)), LATIN)


def writing_of(word: str) -> str:
    """Script of a word; one in several Japanese scripts counts as Chinese characters if it has any, else as hiragana.

    Example:
        >>> writing_of("さと子"), writing_of("だいちー"), writing_of("ﾊｼﾞﾒ")
        ('han', 'hiragana', 'katakana')
    """
    if word.isascii():
        return LATIN
    if HALF_WIDTH.search(word):
        word = unicodedata.normalize("NFKC", word)
    if not is_cjk(word):
        return LATIN
    parts = {name for name, pattern in _SCRIPTS if pattern.search(word)}
    return next((script for script in (HAN, HIRAGANA, KATAKANA) if script in parts), LATIN)


def is_kana(word: str) -> bool:
    """Whether a word is written in kana alone.

    Example:
        >>> is_kana("ミヤシタ"), is_kana("宮下")
        (True, False)
    """
    return not word.isascii() and writing_of(word) in (HIRAGANA, KATAKANA)


def as_half_width(word: str) -> str:
    """The word with half-width kana for katakana.

    Example:
        >>> as_half_width("ハジメ")
        'ﾊｼﾞﾒ'
    """
    plain = unicodedata.normalize("NFD", word).translate(_TO_MARKS)
    return "".join(_HALF_WIDTH_OF.get(char, char) for char in plain)


def as_katakana(word: str) -> str:
    """The word with katakana for hiragana."""
    return "".join(chr(ord(char) + _KATAKANA_SHIFT) if "\u3041" <= char <= "\u3096" else char for char in word)


def as_hiragana(word: str) -> str:
    """The word with hiragana for katakana."""
    return "".join(chr(ord(char) - _KATAKANA_SHIFT) if "\u30a1" <= char <= "\u30f6" else char for char in word)


def unvoiced(word: str) -> str:
    """Kana without the marks of voicing, by which readings of one name differ, and with small vowels written large.

    Example:
        >>> unvoiced("ミヤザキ"), unvoiced("グェン")
        ('ミヤサキ', 'クエン')
    """
    return unicodedata.normalize("NFD", word).translate(_PLAIN_KANA)
