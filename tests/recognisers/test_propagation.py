"""A name found once beside a cue is found everywhere in its record, and nowhere else."""

from __future__ import annotations

import maskerad

CHAIN = ["rules.grammar.v1", "rules.propagation.v1"]


def test_over_documents_and_cases(find):
    found = find(CHAIN, "mother Quuxina came", "Quuxina slept. QUUXINA woke.")
    assert found[1] == [("Quuxina", "RELATIVE"), ("QUUXINA", "RELATIVE")]


def test_not_over_ordinary_words(find):
    assert find(CHAIN, "mrs Wardrop came", "Wardrop is also a word")[1] == []


def test_two_roles_for_one_name_leave_the_role_open(find):
    found = find(CHAIN, "mother Quuxina, dr Quuxina", "Quuxina")
    assert found[1] == [("Quuxina", "PERSON")]


def test_genitives_follow_their_name():
    text = "Herr Tobias Eichendorfer kam. Eichendorfers Tochter blieb."
    assert "Eichendorfers" in [text[span.start : span.end] for span in maskerad.load("de").detect(text)]
