"""Eponyms of several names, whole or a part of one: "Ramsay Hunt", "Brescia-Cimino", "Francis" of "Bush-Francis".

Two names that stand together in the list of eponyms are hardly anybody's besides, be each of them somebody's alone.
Where nothing but a blank parts them, a rule that is sure of a person is believed all the same.
"""

from __future__ import annotations

import re

from maskerad.core.span import Span
from maskerad.languages.pack import LanguagePack
from maskerad.recognisers.model_folder import FINDER
from maskerad.recognisers.veto.people import PersonSyntax
from maskerad.text.folding import fold

BESIDE_CHARS = 30
NAME_MIN_CHARS = 3  # "Da Costa", "O'Brien" and "Li-Fraumeni" are one name and what stands before it
GUESS_MAX = 0.62  # the score of what rests on a capital
_OF_NUMBERS = frozenset({"DATE", "TIME", "AGE", "ID", "PHONE", "ZIP", "EMAIL", "URL", "IP"})
_NAME = re.compile(r"[^\W\d_]+")
_LEFT = re.compile(r"(?<![^\W_])(?:[^\W\d_]+[-–])+$")
_RIGHT = re.compile(r"(?:[-–][^\W\d_]+)+")


class DoubleEponyms:
    """Judges candidates that are words.

    Args:
        pack: The language.
        people: Knows names, towns and houses.
    """

    def __init__(self, pack: LanguagePack, people: PersonSyntax) -> None:
        entries = pack.list("eponyms").entries
        self._keys = frozenset(_key(entry) for entry in entries if _is_double(entry) and not people.is_name(entry))

    def reason(self, text: str, span: Span) -> str:
        """The eponym that a candidate is, or of whose hyphened word it is a part; "" if it is none."""
        if span.label in _OF_NUMBERS:
            return ""
        whole = _hyphened(text, span)
        if _key(whole) not in self._keys or (" " in whole and not _is_guess(span)):
            return ""
        return f"eponym {whole!r}"


def _is_double(entry: str) -> bool:
    """Whether an entry is two names or more: "Swan-Ganz", and no "Port-a-Cath" or "Lewy body"."""
    names: list[str] = _NAME.findall(entry)
    return sum(len(name) >= NAME_MIN_CHARS and name[0].isupper() for name in names) > 1


def _key(name: str) -> str:
    """Folded names, whatever parts them."""
    return " ".join(map(fold, _NAME.findall(name)))


def _is_guess(span: Span) -> bool:
    return span.source.recogniser == FINDER or span.score <= GUESS_MAX


def _hyphened(text: str, span: Span) -> str:
    """The word that a candidate lies in, over its hyphens."""
    start = span.start + (text[span.start] in "-–")
    left = _LEFT.search(text, max(0, start - BESIDE_CHARS), start)
    right = _RIGHT.match(text, span.end)
    return f"{left[0] if left else ''}{text[start : span.end]}{right[0] if right else ''}"
