"""Gold identifiers that still stand in the released text of their record, given gold spans: there must be none.

Looked for are whole mentions of more than three characters; days and ages, of which a shift may put one where another
was, and regions, countries and public bodies, which stay, are left out. A string that stands there as an everyday word
is no leak.
"""

from __future__ import annotations

import re

from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, LANGUAGES, records
from maskerad.core import Record, Released, Span, SpanSet
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.everyday import EverydayWords
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.surrogates.atlas.areas import is_large
from maskerad.surrogates.institutions.public_bodies import names_nobody

NOT_LOOKED_FOR = frozenset({"DATE", "TIME", "AGE", "SEX", "REGION", "COUNTRY"})
CHARS_MIN = 4
KEYS = (bytes(32), bytes(range(32)))


def main() -> Missed:
    """Prints a row a language: documents released under two keys, strings looked for, and how many were found."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Gold spans of hand dev, two keys. Target: 0 leaks.\n")
    print(f"{'':4}{'released':>9}{'quarantined':>12}{'strings':>9}{'leaks':>7}")
    return [line for code in LANGUAGES for line in at_most(f"leaks in {code}", print_row(code), 0)]


def print_row(code: str) -> int:
    """One language; how many leaks."""
    is_ordinary = EverydayWords([load_pack(code)]).is_ordinary
    n_released = n_quarantined = n_strings = n_leaks = 0
    for key in KEYS:
        engine = Deidentifier(settings_for(code), key)
        for record, gold in records(f"hand/{code}/dev.jsonl"):
            strings = _strings(record, gold, load_pack(code))
            outcomes = engine.replace(record, [SpanSet.of(spans) for spans in gold])
            released = [one.text for one in outcomes if isinstance(one, Released)]
            n_released, n_quarantined = n_released + len(released), n_quarantined + len(outcomes) - len(released)
            n_strings += len(strings)
            for text in released:
                found = (match.span() for string in strings for match in _pattern(string, code).finditer(text))
                n_leaks += sum(not is_ordinary(text, *place) for place in found)
    print(f"{code:4}{n_released:9}{n_quarantined:12}{n_strings:9,}{n_leaks:7}", flush=True)
    return n_leaks


def _strings(record: Record, gold: list[list[Span]], pack: LanguagePack) -> set[str]:
    pairs = zip(record.documents, gold, strict=True)
    marked = (
        (document.text[s.start : s.end], s.label)
        for document, spans in pairs
        for s in spans
        if s.label not in NOT_LOOKED_FOR
    )
    return {text for text, label in marked if len(text) >= CHARS_MIN and not _stays(text, label, pack)}


def _stays(text: str, label: str, pack: LanguagePack) -> bool:
    """Whether a mention names a public body of which there is one, the body of a region, or a kind alone: it stays."""
    return label in ("HOSPITAL", "ORGANIZATION") and (names_nobody(text, label, pack) or is_large(text, pack))


def _pattern(string: str, code: str) -> re.Pattern[str]:
    """Between borders of words, where a language has such."""
    return re.compile(re.escape(string) if code == "ja" else rf"(?<!\w){re.escape(string)}(?!\w)")
