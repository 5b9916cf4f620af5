"""Numbers and codes: every character becomes another of its class, so format and length stay.

A number that a national register could have issued would be somebody's. Where the original passes the check digit
of one of the language's registers (``[ids] validators`` of the pack), the surrogate fails all of them.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Mapping
from functools import lru_cache, partial

from maskerad.languages import LanguagePack
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import half_width, in_class_of, in_width_of
from maskerad.text.folding import fold

ATTEMPTS = 100
WORD_CHARS_MAX = 3

# python-stdnum's modules by the names that packs use; a pack cannot name any other code.
_REGISTERS = [
    "se.personnummer",
    "se.orgnr",
    "nl.bsn",
    "jp.in_",
    "gb.nhs",
    "us.ssn",
    "ca.sin",
    "de.idnr",
    "ch.ssn",
    "at.vnr",
    "fr.nir",
    "fr.siret",
    "es.dni",
    "es.nie",
    "it.codicefiscale",
    "it.iva",
    "iban",
    "luhn",
]
_EVERYWHERE = ("iban", "luhn")
_SEPARATORS = re.compile(r"[\W_]+")


def _is_valid(module: str, compact: str) -> bool:
    return bool(importlib.import_module(f"stdnum.{module}").is_valid(compact))


VALIDATORS: Mapping[str, Callable[[str], bool]] = {name: partial(_is_valid, name) for name in _REGISTERS}


@lru_cache(maxsize=32)
def _validators(pack: LanguagePack) -> tuple[Callable[[str], bool], ...]:
    named = pack.strings("validators", "ids")
    return tuple(VALIDATORS[name] for name in (*named, *_EVERYWHERE) if name in VALIDATORS)


def is_issued(text: str, pack: LanguagePack) -> bool:
    """Whether a number passes the check of one of the language's registers.

    Example:
        >>> from maskerad.languages import load_pack
        >>> is_issued("19521204-2385", load_pack("sv")), is_issued("19461102-9821", load_pack("sv"))
        (True, False)
    """
    compact = _SEPARATORS.sub("", half_width(text))
    return any(is_valid(compact) for is_valid in _validators(pack))


def identifier(request: Request) -> str:
    """A code of the same format that is nobody's.

    Raises:
        SurrogateError: If there is no digit in it and it is a word, or no code was found.
    """
    text = request.text
    if not any(map(str.isdecimal, text)) and not _is_code(text):
        raise request.refusal("no number or code in the mention")
    new = request.record.once("ids", lambda: _new_codes(request.record)).get(_key(text))
    if new is None:
        raise request.refusal("no other code was found")
    return in_width_of(_in_layout(new, text), text)


def _is_code(text: str) -> bool:
    return all(len(word) <= WORD_CHARS_MAX or word.isupper() for word in _SEPARATORS.split(text))


def _key(text: str) -> str:
    """A code without its separators, in capitals: how it is written does not matter."""
    return _SEPARATORS.sub("", half_width(text)).upper()


def _new_codes(record: RecordContext) -> Mapping[str, str]:
    packs = {_key(original.text): original.pack for original in record.originals if original.label in LABELS}

    def propose(key: str, attempt: int) -> str:
        new = in_class_of(key, record.keyed, record.scope, "ID", key, str(attempt))
        fits = new != key and not (is_issued(key, packs[key]) and is_issued(new, packs[key]))
        return new if fits else ""

    return record.distinct("ID", filter(None, packs), propose)


LABELS = ("ID", "OTHER_PHI")


def _in_layout(new: str, old: str) -> str:
    """The characters of a code in the layout and the case of the old one."""
    following = iter(new)
    parts = []
    for char in old:
        if _SEPARATORS.match(char):
            parts.append(char)
        else:
            code = next(following, "")
            parts.append(code.lower() if char.islower() else code)
    return "".join(parts)


def other(request: Request) -> str:
    """For what only the record knows the sense of: numbers change, words have no surrogate.

    Raises:
        SurrogateError: If there is no digit in it, or a word stands beside the digits.
    """
    words = [word for word in re.findall(r"[^\W\d_]+", fold(request.text)) if len(word) > WORD_CHARS_MAX]
    if words or not any(map(str.isdecimal, request.text)):
        raise request.refusal("nothing of this kind can stand for it")
    return identifier(request)


def unanswerable(request: Request) -> str:
    """For labels that have nothing to choose among: keep them or suppress them.

    Raises:
        SurrogateError: Always.
    """
    raise request.refusal("this label has no surrogates; choose keep, tag or suppress")
