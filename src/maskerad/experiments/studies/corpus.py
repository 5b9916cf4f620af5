"""A corpus made ready for a study: one language, labels in one scheme, a name for the tables."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from maskerad.core import SchemeMap, load_scheme
from maskerad.core.counted import counted
from maskerad.core.errors import ConfigError, InputError
from maskerad.core.scheme_choice import infer_scheme
from maskerad.corpora import AnnotatedDocument
from maskerad.training.splits import fingerprint, record_id


@dataclass(frozen=True, slots=True)
class StudyCorpus:
    """Documents whose ids and records are told apart from those of any other corpus by its name.

    Attributes:
        name: For the tables.
        language: Code.
        scheme: Of all labels.
        documents: With spans that the scheme can express.
        n_left_out: Number of spans that it cannot.
    """

    name: str
    language: str
    scheme: str
    documents: tuple[AnnotatedDocument, ...] = field(repr=False)
    n_left_out: int = 0

    @property
    def n_records(self) -> int:
        """Number of records, the unit of every split."""
        return len({record_id(item) for item in self.documents})

    @property
    def n_spans(self) -> int:
        """Number of annotations."""
        return sum(len(item.spans) for item in self.documents)

    @property
    def labels(self) -> list[str]:
        """Labels that occur, in the order of the scheme."""
        used = {span.label for item in self.documents for span in item.spans}
        return [label for label in load_scheme(self.scheme).labels if label in used]

    @property
    def fingerprint(self) -> str:
        """Of texts and spans."""
        return fingerprint(self.documents)

    @property
    def facts(self) -> str:
        """Size and fingerprint in one line."""
        size = ", ".join(
            (
                counted(self.n_records, "record"),
                counted(len(self.documents), "document"),
                counted(self.n_spans, "annotation"),
            )
        )
        lost = f", {counted(self.n_left_out, 'annotation')} without a place in {self.scheme}" if self.n_left_out else ""
        return f"{size}{lost}; {self.fingerprint}"


def make_corpus(
    name: str, documents: Iterable[AnnotatedDocument], language: str, scheme: str = "", gold_scheme: str = ""
) -> StudyCorpus:
    """Relabels documents and marks their ids with the name of the corpus.

    Args:
        name: For the tables.
        documents: As read.
        language: Of those documents that do not say themselves.
        scheme: To study in; "" for the corpus's own.
        gold_scheme: Of the labels as read; "" tells it from them.

    Raises:
        InputError: If there are no documents.
        LabelError: If the scheme cannot be told, or lacks a label.
    """
    detected = list(documents)
    if not detected:
        raise InputError(f"corpus {name!r} holds no document")
    own = gold_scheme or infer_scheme({span.label for item in detected for span in item.spans})
    into = SchemeMap(load_scheme(own), load_scheme(scheme or own))
    made = tuple(_relabelled(name, item, language, into) for item in detected)
    n_lost = sum(len(item.spans) for item in detected) - sum(len(item.spans) for item in made)
    return StudyCorpus(name, language, into.target.name, made, n_lost)


def _relabelled(name: str, item: AnnotatedDocument, language: str, into: SchemeMap) -> AnnotatedDocument:
    document = replace(
        item.document,
        id=f"{name}/{item.document.id}",
        record=f"{name}/{item.document.record or item.document.id}",
        language=item.document.language or language,
    )
    return AnnotatedDocument(document, tuple(into.spans(item.spans)))


def sample(documents: Sequence[AnnotatedDocument], n_records: int, seed: int) -> tuple[AnnotatedDocument, ...]:
    """The documents of some records, chosen by their ids and the seed alone; a larger sample holds a smaller one."""
    records = sorted({record_id(item) for item in documents}, key=lambda record: _rank(record, seed))
    chosen = set(records[:n_records])
    return tuple(item for item in documents if record_id(item) in chosen)


def _rank(record: str, seed: int) -> bytes:
    return hashlib.sha256(f"sample|{seed}|{record}".encode()).digest()


def refuse_namesakes(corpora: Sequence[StudyCorpus]) -> None:
    """Checks that corpora can be told apart in a table.

    Raises:
        ConfigError: If two share a name.
    """
    if len({corpus.name for corpus in corpora}) < len(corpora):
        names = ", ".join(corpus.name for corpus in corpora)
        raise ConfigError(f"each corpus needs a name of its own, not {names}; name them: ONE=PATH OTHER=PATH")


def refuse_mixture(corpora: Sequence[StudyCorpus]) -> None:
    """Checks that corpora can be learnt from together.

    Raises:
        ConfigError: If two share a name, or they are not all of one language and label scheme.
    """
    refuse_namesakes(corpora)
    kinds = sorted({f"{corpus.language}/{corpus.scheme}" for corpus in corpora})
    if len(kinds) > 1:
        raise ConfigError(
            f"corpora of one language and label scheme can be learnt from together, not {', '.join(kinds)}"
        )
