"""A small language made for tests: a new language needs no Python."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from maskerad.core import Document, Span
from maskerad.core.document import Identifier
from maskerad.languages import load_pack
from maskerad.recognisers import first_evidence, make_chain, run_chain
from maskerad.recognisers.rules.rulebook import RuleBook, make_rulebook

LISTS = {
    "given_female": "Anna\nKarin\nRose\nAlva",
    "given_male": "Johan\nKim\nAlva",
    "family": "Lindqvist\nWardrop\nAlva\nKim",
    "common": "rose\nwardrop\nand\nthe\npatient\nsaw",
    "cities": "New York\nYork\nLund",
    "medical": "metoprolol",
    "eponyms": "parkinson",
}
PACK = """
code = "xx"
name = "Testish"
[months]
full = [
  "january", "february", "march", "april", "may", "june",
  "july", "august", "september", "october", "november", "december",
]
short = [["jan"], ["feb"], ["mar"], ["apr"], [], ["jun"], ["jul"], ["aug"], ["sep"], ["oct"], ["nov"], ["dec"]]
[weekdays]
full = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
short = [["mon"], ["tue"], ["wed"], ["thu"], ["fri"], ["sat"], ["sun"]]
[names]
particles = ["von", "af"]
genitive = ["s"]
[words]
title_doctor = ["dr", "head physician"]
title_nurse = ["nurse"]
title_civil = ["mrs"]
kin_female = ["mother"]
kin_male = ["brother"]
phone_cue = ["tel"]
id_cue = ["mrn", "case file"]
"""

Found = list[tuple[str, str]]


@pytest.fixture(scope="session")
def book(tmp_path_factory: pytest.TempPathFactory) -> RuleBook:
    home = tmp_path_factory.mktemp("languages")
    (home / "xx" / "lists").mkdir(parents=True)
    (home / "xx" / "pack.toml").write_text(PACK, encoding="utf-8")
    for name, entries in LISTS.items():
        (home / "xx" / "lists" / f"{name}.txt").write_text(f"# {name}\n{entries}\n", encoding="utf-8")
    return make_rulebook(load_pack("xx", home))


@pytest.fixture(scope="session")
def spans_of(book: RuleBook) -> Callable[..., list[list[Span]]]:
    """Spans that a chain finds in the documents of one record."""

    def spans(chain: Sequence[str], *texts: str, known: Sequence[Identifier] = ()) -> list[list[Span]]:
        documents = [Document(str(number), text) for number, text in enumerate(texts)]
        analysed = [book.analyser.analyse(document) for document in documents]
        evidence = run_chain(make_chain(chain, book), first_evidence(analysed, known))
        return [sorted(found) for found in evidence.spans]

    return spans


@pytest.fixture(scope="session")
def find(spans_of: Callable[..., list[list[Span]]]) -> Callable[..., list[Found]]:
    """What a chain finds, as (text, label) pairs."""

    def found(chain: Sequence[str], *texts: str, known: Sequence[Identifier] = ()) -> list[Found]:
        spans = spans_of(chain, *texts, known=known)
        return [[(text[s.start : s.end], s.label) for s in one] for text, one in zip(texts, spans, strict=True)]

    return found
