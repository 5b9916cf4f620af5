"""Which kind of house or organisation a mention is of: hospital, practice, care home, school, company..."""

from __future__ import annotations

import re
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

SHORT_WORD = 4  # a word of kind of up to so many letters is looked for as a whole word


@lru_cache(maxsize=20_000)
def kind_of(text: str, label: str, pack: LanguagePack) -> str:
    """Which kind of house or organisation a mention is of, by the words in it; "" when none tells.

    Example:
        >>> from maskerad.languages import load_pack
        >>> kind_of("Tallåsens vårdcentral", "HOSPITAL", load_pack("sv"))
        'practice'
    """
    folded = fold(text)
    words = set(re.findall(r"[^\W\d_]+", folded))
    for kind, signs in _signs(pack):
        for sign in signs:
            if sign in words or ((len(sign) > SHORT_WORD or is_cjk(sign)) and sign in folded):
                return kind
    return ""


@lru_cache(maxsize=32)
def _signs(pack: LanguagePack) -> tuple[tuple[str, tuple[str, ...]], ...]:
    table = pack.late_table(FILE, "kinds")
    return tuple((kind, tuple(map(fold, strings(table, kind)))) for kind in table)
