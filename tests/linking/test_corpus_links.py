"""Who is who in records of the project's corpus, from the spans that readers marked: every answer of linking.

``corpus_links.txt`` holds what linking answers, beside the marks of the readers. Whoever changes an answer judges it
and writes the file anew with ``python -m tests.linking.test_corpus_links``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from scripts import corpus

from maskerad.core import Record, SpanSet
from maskerad.core.schemes import people_labels
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.languages import load_pack
from maskerad.linking import Linked, link

ANSWERS = Path(__file__).with_name("corpus_links.txt")
LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
RECORDS = range(1, 9)


def records(language: str) -> Iterator[list[AnnotatedDocument]]:
    for number in RECORDS:
        yield list(read_documents(corpus.ROOT / language / f"record_{number:02}.txt", format_name="marked"))


def linked(items: list[AnnotatedDocument], language: str) -> Linked:
    """What linking makes of the spans alone: the readers' names of who is who are taken away."""
    documents = tuple(item.document for item in items)
    bare = [SpanSet.of([replace(span, entity="") for span in item.spans]) for item in items]
    return link(Record("r", documents), bare, [load_pack(language)] * len(items))


def answers(items: list[AnnotatedDocument], language: str) -> Iterator[str]:
    """A line for each person, and for all else that is mentioned twice: the readers' names, forms, what is told."""
    marks = {(item.document.id, span.start): span.entity or "-" for item in items for span in item.spans}
    record, told = f"{language} {items[0].document.record}", linked(items, language)
    names = {one.id: "+".join(sorted({marks[m.document, m.span.start] for m in one.mentions})) for one in told.entities}
    for one in told.entities:
        if one.label in people_labels() or len(one.mentions) > 1:
            forms = Counter(f"{mention.form.name.lower()} {mention.distance or ''}".strip() for mention in one.mentions)
            written = ", ".join(f"{n} {form}" for form, n in sorted(forms.items()))
            kinship = one.kinship and f"{one.kinship} of {names.get(one.kin_of, 'nobody')}"
            facts = [one.label, one.role if one.role != one.label else "", one.gender, kinship]
            yield f"{record} {names[one.id]} ({written}): {' '.join(fact for fact in facts if fact)}"
    yield from (f"{record} conflict {one.kind}: {one.told} {len(one.places)}" for one in told.conflicts)
    yield f"{record} in doubt: {sorted((one.document, one.start, len(one.candidates)) for one in told.ambiguous)}"


def lines(language: str) -> list[str]:
    return [line for items in records(language) for line in answers(items, language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_linking_answers_as_it_is_written_down(language: str) -> None:
    written = ANSWERS.read_text(encoding="utf-8").split("\n")
    assert lines(language) == [line for line in written if line.startswith(f"{language} ")]


if __name__ == "__main__":
    ANSWERS.write_text("".join(f"{line}\n" for language in LANGUAGES for line in lines(language)), encoding="utf-8")
