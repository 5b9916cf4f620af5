"""What a study works on and says meanwhile: corpora and methods by their names, shares, a line of progress."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora import FormatOptions

if TYPE_CHECKING:
    from maskerad.experiments.studies.corpus import StudyCorpus
    from maskerad.experiments.studies.methods import Method


DEFAULT_METHODS = ("rules", "unambiguous", "frequent")


def studied_corpora(
    corpora: Sequence[str], languages: Sequence[str], scheme: str, records: int, reading: FormatOptions
) -> list[StudyCorpus]:
    """Corpora with one language for all or one for each."""
    if len(languages) not in (1, len(corpora)):
        raise ConfigError(f"{len(languages)} languages for {len(corpora)} corpora: name one, or one for each")
    codes = list(languages) * len(corpora) if len(languages) == 1 else languages
    return [
        studied_corpus(corpus, code, scheme, records, reading=reading)
        for corpus, code in zip(corpora, codes, strict=True)
    ]


def studied_corpus(
    corpus: str, language: str, scheme: str = "", records: int = 0, *, reading: FormatOptions
) -> StudyCorpus:
    """Reads ``NAME=PATH`` or a path, which names itself."""
    from maskerad.corpora import read_documents
    from maskerad.experiments.studies.corpus import make_corpus, sample

    name, equals, rest = corpus.partition("=")
    path = Path(rest if equals else corpus)
    if not path.exists():
        raise MissingError(f"corpus {path} is not there")
    made = make_corpus(name if equals else path.stem, read_documents(path, reading), language, scheme)
    return replace(made, documents=sample(made.documents, records, 1)) if records else made


def studied_methods(methods: Sequence[str] | None, corpus: StudyCorpus, *added: StudyCorpus) -> list[Method]:
    """Methods by name; if any learns tags, what it learns from is checked before anything runs."""
    from maskerad.core import load_scheme
    from maskerad.experiments.studies.methods import TAGGERS, make_method
    from maskerad.training.preparation import check_corpus

    named = list(methods or DEFAULT_METHODS)
    if len(set(named)) < len(named):
        raise ConfigError(f"a method is named twice: {', '.join(named)}")
    if any(method.partition(":")[0] in TAGGERS for method in named):
        for part in (corpus, *added):
            check_corpus(part.documents, load_scheme(part.scheme), f"corpus {part.name}")
    return [make_method(method, corpus.language, corpus.scheme) for method in named]


def percents(listed: str) -> tuple[float, ...]:
    """Percents with commas between them, as parts of one."""
    try:
        return tuple(float(part) / 100 for part in listed.split(","))
    except ValueError:
        raise ConfigError(f"shares {listed!r}: write percents with commas, such as 10,50,100") from None
