"""What the veto keeps in a note, as installed: medical content marked before and after it, and mentions it uncovers.

Texts with gold are the project's own corpus and the hand-composed records; texts without identifiers are those of
``FREE``. A *value* is a number with a unit; *medical* is a false span that holds or touches a value, a fraction, a
listed term or an eponym. Texts of ``FREE`` but the first hold some names and places: their figures are upper bounds.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache

from benchmarks.bounds import Missed, at_most
from benchmarks.data import CORPORA, LANGUAGES, ROOT, records
from maskerad.core import Record, Span
from maskerad.core.schemes import people_labels
from maskerad.corpora import read_documents
from maskerad.languages import load_pack
from maskerad.languages.medicine import TERM_LISTS
from maskerad.pipeline.configuration.model_choice import with_models
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers import Recogniser
from maskerad.recognisers.rules.rulebook import RuleBook

FREE = (
    ("asq_phi/all.jsonl", "en"),
    ("unlabelled/1177_sv.jsonl", "sv"),
    ("unlabelled/hr_physio_nl.jsonl", "nl"),
    ("unlabelled/aci_bench_en.jsonl", "en"),
)
WORDS_OF_ONE = 500  # at most one word changed in so many
_UNIT = (
    r"(?:mg|µg|ug|mcg|ng|g|kg|ml|dl|l|mmol(?:/l)?|µmol(?:/l)?|mm ?Hg|kPa|cm|mm|mEq|IE|UI|IU|E|%|°C|bpm|kcal|Gy"
    r"|mg/d[lL]|g/d[lL]|ml/min|l/min|mg/h|ml/h|単位|錠)"
)
VALUE = re.compile(rf"(?<![\w.,/-])\d{{1,4}}(?:[.,]\d{{1,3}})?[ ]?{_UNIT}(?![\w])")
FRACTION = re.compile(r"\d{1,2}/\d{1,2}")
_AGE = re.compile(r"\d\s?-?\s?(?:year|yo|y/o|jaar|år|mån)")
_YEAR = re.compile(r"(?:19|20)\d\d")
PUBLIC = frozenset({"PROFESSION", "COUNTRY", "REGION", "CITY"})
WORD = re.compile(r"\w+")

Gold = tuple[Record, Sequence[Sequence[Span]]]


class Unjudged(Detector):
    """Detection without the veto."""

    def _judged(self, chain: list[Recogniser], rulebook: RuleBook) -> list[Recogniser]:
        return chain


@dataclass
class Tally:
    """Counts of one language, before or after the veto."""

    false: int = 0
    medical: int = 0
    values: int = 0
    words: int = 0
    changed: int = 0
    beyond: int = 0
    uncovered: list[str] = field(default_factory=list)

    def add(
        self, text: str, gold: Sequence[Span], found: Sequence[Span], terms: frozenset[str], names: frozenset[str]
    ) -> None:
        """Counts one document."""
        wrong = [span for span in found if not any(span.overlaps(one) for one in gold)]
        self.false += len(wrong)
        self.medical += sum(is_medical(text, span, terms) for span in wrong)
        self.values += sum(any(_meet(value, span) for span in wrong) for value in VALUE.finditer(text))
        self.words += len(WORD.findall(text))
        self.changed += sum(any(_meet(word, span) for span in wrong) for word in WORD.finditer(text))
        wrong = [span for span in wrong if not is_identifier(text, span, names)]
        self.beyond += sum(any(_meet(word, span) for span in wrong) for word in WORD.finditer(text))


def _meet(match: re.Match[str], span: Span) -> bool:
    return match.start() < span.end and span.start < match.end()


def is_medical(text: str, span: Span, terms: frozenset[str]) -> bool:
    """Whether a span holds or touches a value, a fraction or a term."""
    inner = text[span.start : span.end]
    if any(_meet(value, span) for value in VALUE.finditer(text, max(0, span.start - 12), span.end + 12)):
        return True
    if FRACTION.fullmatch(inner):
        return True
    return any(word.lower() in terms for word in (inner, *WORD.findall(inner)))


def is_identifier(text: str, span: Span, names: frozenset[str]) -> bool:
    """Whether a span of a text without gold is an identifier by its form: such texts hold ages, years and names."""
    inner = text[span.start : span.end]
    if span.label == "AGE":
        return _AGE.search(text[span.start : span.end + 8]) is not None
    if span.label == "DATE":
        return _YEAR.search(inner) is not None or any(letters.isalpha() for letters in inner.split())
    if span.label in people_labels():
        return all(word.lower() in names for word in WORD.findall(inner)) or span.source.rule.startswith("title")
    return span.label in PUBLIC


@cache
def names_of(code: str) -> frozenset[str]:
    """Names of people of a language, lower case."""
    pack = load_pack(code)
    kinds = ("given_female", "given_male", "family")
    particles = frozenset(pack.strings("particles", "names"))
    return particles | {entry.lower() for name in kinds for entry in pack.list(name).entries}


@cache
def terms_of(code: str) -> frozenset[str]:
    """Terms and eponyms of a language that are nobody's name, lower case."""
    pack, names = load_pack(code), names_of(code)
    listed = (entry.lower() for name in (*TERM_LISTS, "medical", "eponyms") for entry in pack.list(name).entries)
    return frozenset(entry for entry in listed if entry not in names)


def gold(code: str) -> Iterator[Gold]:
    """Records with gold of a language."""
    for part in ("dev", "dev2"):
        yield from records(f"hand/{code}/{part}.jsonl")
    groups: dict[str, list] = {}
    for item in read_documents(ROOT / "corpus" / code, format_name="marked"):
        groups.setdefault(item.document.record, []).append(item)
    for name, items in groups.items():
        yield Record(name, tuple(item.document for item in items)), [item.spans for item in items]


def free(name: str) -> Iterator[Gold]:
    """Records of a text without gold, or those whose gold is empty."""
    yield from (one for one in records(name) if not any(one[1]))


def measured(code: str, pairs: Iterator[Gold]) -> tuple[Tally, Tally]:
    """Counts before and after."""
    tallies = Tally(), Tally()
    installed = with_models(settings_for(code))
    detectors = Unjudged(installed), Detector(installed)
    terms, names = terms_of(code), names_of(code)
    for record, wanted in pairs:
        both = [detector.detect(record) for detector in detectors]
        for document, mentions, before, after in zip(record.documents, wanted, *both, strict=True):
            for tally, found in zip(tallies, (before, after), strict=True):
                tally.add(document.text, mentions, found, terms, names)
            tallies[1].uncovered += uncovered(document.id, document.text, mentions, before, after)
    return tallies


def uncovered(
    name: str, text: str, mentions: Sequence[Span], before: Sequence[Span], after: Sequence[Span]
) -> list[str]:
    """Mentions of which a letter or digit was covered before and is not after."""
    was, is_now = (frozenset(at for span in spans for at in range(span.start, span.end)) for spans in (before, after))
    return [
        f"{name} {one.start}-{one.end} {one.label}"
        for one in mentions
        if any(text[at].isalnum() for at in was - is_now if one.start <= at < one.end)
    ]


def main() -> Missed:
    """Prints a row a language, then a row a text without identifiers."""
    if not CORPORA.is_dir():
        print(f"no corpora at {CORPORA}: set MASKERAD_CORPORA")
        return []
    print("Texts with gold: false spans, those of them that are medical, values with a unit changed; mentions of which")
    print("a letter or digit was covered before and is not after. Targets: no value, nothing uncovered.\n")
    print(f"{'':10}{'false':>14}{'medical':>14}{'values':>12}{'uncovered':>11}")
    missed = [line for code in LANGUAGES for line in _print_language(code)]
    print("\nTexts without gold: words changed, and those beyond what is an identifier by its form (ages with a unit,")
    print("dates with year or month, listed names, occupations, places).")
    print(f"Targets: at most 1 word in {WORDS_OF_ONE}, no value.\n")
    print(f"{'':32}{'words':>9}{'changed':>14}{'beyond':>12}{'1 word in':>11}{'values':>10}")
    return missed + [line for name, code in FREE for line in _print_free(name, code)]


def _print_language(code: str) -> Missed:
    before, after = measured(code, gold(code))
    print(
        f"{code:10}{_pair(before.false, after.false):>14}{_pair(before.medical, after.medical):>14}"
        f"{_pair(before.values, after.values):>12}{len(after.uncovered):>11}",
        flush=True,
    )
    for one in after.uncovered:
        print(f"    uncovered: {one}")
    return at_most(f"values in {code}", after.values, 0) + at_most(f"uncovered in {code}", len(after.uncovered), 0)


def _print_free(name: str, code: str) -> Missed:
    before, after = measured(code, free(name))
    one_in = after.words // max(after.beyond, 1)
    print(
        f"{name:32}{after.words:9}{_pair(before.changed, after.changed):>14}"
        f"{_pair(before.beyond, after.beyond):>12}{one_in:>11}{_pair(before.values, after.values):>10}",
        flush=True,
    )
    bound = after.words / WORDS_OF_ONE
    return at_most(f"words of {name}", after.beyond, bound) + at_most(f"values in {name}", after.values, 0)


def _pair(before: int, after: int) -> str:
    return f"{before} > {after}"
