"""What must hold for every scope, whatever the mentions."""

from __future__ import annotations

from dataclasses import replace
from itertools import groupby

from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Record, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.policy import parse_policy
from maskerad.pipeline.configuration.scopes import parse_scopes
from maskerad.pipeline.replace import Replacements
from maskerad.surrogates import Keyed

KEYED = Keyed(bytes(range(32)))
PIECES = st.sampled_from(
    [
        ("Anna Lindqvist", "PATIENT"),
        ("Annas", "PATIENT"),
        ("Bo Alm", "RELATIVE"),
        ("dr Ek", "CLINICIAN"),
        ("Lund", "CITY"),
        ("Storgatan 12", "STREET"),
        ("XK-204817-55", "ID"),
        ("2021-03-01", "DATE"),
        ("070-174 06 21", "PHONE"),
        ("alm@firma.se", "EMAIL"),
        ("77-årig", "AGE"),
    ]
)
DOCUMENTS = st.lists(st.lists(PIECES, min_size=1, max_size=6), min_size=1, max_size=4)
SCOPES = st.sampled_from(["mention", "document", "record", "corpus", "limited(1)", "limited(2)", "limited(5)"])
STRATEGIES = st.sampled_from([(), ("PERSON=indexed",), ("default=indexed",), ("PERSON=indexed:Person #",)])
PACK = load_pack("sv")


def laid_out(name: str, marks: list[tuple[str, str]]) -> tuple[Document, SpanSet]:
    text, spans = "", []
    for piece, label in marks:
        spans.append(Span(len(text), len(text) + len(piece), label))
        text += piece + " och "
    return Document(name, text), SpanSet.of(spans)


def answers(documents: list[tuple[Document, SpanSet]], scopes: list[str], strategies: tuple[str, ...] = ()) -> dict:
    policy = replace(parse_policy(strategies), scopes=parse_scopes(scopes))
    record = Record("r", tuple(document for document, _ in documents))
    found = Replacements(record, [spans for _, spans in documents], [PACK] * len(documents), policy, KEYED)
    return {document.id: found.of(number) for number, (document, _) in enumerate(documents)}


@settings(max_examples=120, deadline=None)
@given(DOCUMENTS, SCOPES, SCOPES, STRATEGIES, st.randoms(use_true_random=False))
def test_the_order_of_documents_does_not_matter(drawn, general, people, strategies, random) -> None:
    documents = [laid_out(f"d{number}", marks) for number, marks in enumerate(drawn)]
    shuffled = random.sample(documents, len(documents))
    scopes = [f"default={general}", f"PERSON={people}", f"DATE={people}"]
    assert answers(shuffled, scopes, strategies) == answers(documents, scopes, strategies)


@settings(max_examples=120, deadline=None)
@given(DOCUMENTS, SCOPES)
def test_no_mention_stays_under_any_scope(drawn, scope) -> None:
    documents = [laid_out(f"d{number}", marks) for number, marks in enumerate(drawn)]
    new = answers(documents, [f"default={scope}", f"DATE={scope}", f"AGE={scope}"])
    for number, marks in enumerate(drawn):
        assert all(text != piece for text, (piece, _) in zip(new[f"d{number}"], marks, strict=True))


@settings(max_examples=60, deadline=None)
@given(st.lists(st.integers(1, 12), min_size=1, max_size=5), st.integers(1, 6))
def test_a_run_is_never_longer_than_asked(sizes: list[int], run_max: int) -> None:
    documents = [laid_out(f"d{n}", [("XK-204817-55", "ID")] * size) for n, size in enumerate(sizes)]
    new = answers(documents, [f"ID=limited({run_max})"])
    in_order = [text for name in sorted(new) for text in new[name]]
    assert max(len(list(run)) for _, run in groupby(in_order)) <= run_max


@settings(max_examples=60, deadline=None)
@given(DOCUMENTS, SCOPES)
def test_a_whole_scope_gives_an_entity_one_text(drawn, scope) -> None:
    documents = [laid_out(f"d{number}", marks) for number, marks in enumerate(drawn)]
    for whole in ("record", "corpus"):
        new = answers(documents, [f"default={scope}", f"ID={whole}"])
        codes = {t for n, marks in enumerate(drawn) for t, m in zip(new[f"d{n}"], marks, strict=True) if m[1] == "ID"}
        assert len(codes) <= 1
