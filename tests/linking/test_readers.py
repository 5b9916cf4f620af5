"""Linking beside the marks of the readers in every record of the corpus: who they say is one, and who is two.

``readers.txt`` holds where the two differ, a line each: somebody whom linking takes for several, and several whom it
takes for one. Whoever changes an answer judges it and writes the file anew:
``python -m tests.linking.test_readers``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest
from scripts import corpus
from tests.linking.test_corpus_links import LANGUAGES, linked

from maskerad.core.schemes import people_labels
from maskerad.corpora import AnnotatedDocument, read_documents
from maskerad.linking.short_forms import SHORTENED

DIFFERENCES = Path(__file__).with_name("readers.txt")
NAMED = people_labels() | SHORTENED | {"INITIALS"}


def differences(items: list[AnnotatedDocument], name: str, language: str) -> Iterator[str]:
    """What the readers call one and linking several, and the other way round."""
    marks = {(item.document.id, span.start): span.entity for item in items for span in item.spans}
    linked_as, marked_as = defaultdict(set), defaultdict(set)
    for entity in linked(items, language).entities:
        for mention in entity.mentions if entity.label in NAMED else ():
            if mark := marks[mention.document, mention.span.start]:
                linked_as[mark].add(entity.id)
                marked_as[entity.id].add(mark)
    yield from (f"{language} {name} {mark} is {len(ids)}" for mark, ids in sorted(linked_as.items()) if len(ids) > 1)
    several = sorted(sorted(marks) for marks in marked_as.values() if len(marks) > 1)
    yield from (f"{language} {name} {'+'.join(marks)} are one" for marks in several)


def lines(language: str) -> list[str]:
    files = sorted((corpus.ROOT / language).glob("*.txt"))
    read = ((list(read_documents(file, format_name="marked")), file.stem) for file in files)
    return [line for items, name in read for line in differences(items, name, language)]


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_is_one_for_readers_is_one_but_where_it_is_written_down(language: str) -> None:
    written = DIFFERENCES.read_text(encoding="utf-8").split("\n")
    assert lines(language) == [line for line in written if line.startswith(f"{language} ")]


if __name__ == "__main__":
    DIFFERENCES.write_text("".join(f"{line}\n" for one in LANGUAGES for line in lines(one)), encoding="utf-8")
