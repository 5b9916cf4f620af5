"""Token rules: the notation, and what the shared rules for names make of it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from maskerad.core import Document
from maskerad.core.errors import ConfigError
from maskerad.languages import load_pack
from maskerad.recognisers import first_evidence, make_chain, run_chain
from maskerad.recognisers.rules.alphabet import make_alphabet
from maskerad.recognisers.rules.grammar import expressions_of, read_token_rule
from maskerad.recognisers.rules.lexicon import CAP, LOWER, Lexicon
from maskerad.recognisers.rules.programs import Programs
from maskerad.recognisers.rules.rulebook import make_rulebook

GRAMMAR = ["rules.grammar.v1"]


def compiled(pattern: str, macros: dict[str, str] | None = None):
    lexicon = Lexicon()
    lexicon.add("given", ["anna", "rose"])
    lexicon.add("common", ["rose"])
    for word in ("born", "'"):
        lexicon.add("=" + word, [word])
    sources = [pattern, *(macros or {}).values()]
    alphabet = make_alphabet(
        lexicon, {"name": "given & title"}, [e for source in sources for e in expressions_of(source)]
    )
    return read_token_rule("r", {"pattern": pattern, "label": "PERSON"}, alphabet, macros or {}, Programs())


def test_expressions_join_lists_and_spelling():
    lexicon = Lexicon()
    lexicon.add("given", ["anna", "rose"])
    lexicon.add("common", ["rose"])
    alphabet = make_alphabet(lexicon, {}, ["given & !common & title", "given | lower"])
    mask, both = lexicon.words["anna"], lexicon.words["rose"]
    only = re.compile(alphabet.charset("given & !common & title"))
    assert only.match(alphabet.character(mask, CAP))
    assert not only.match(alphabet.character(mask, LOWER))
    assert not only.match(alphabet.character(both, CAP))
    either = re.compile(alphabet.charset("given | lower"))
    assert either.match(alphabet.character(both, CAP))
    assert either.match(alphabet.character(0, LOWER))
    assert not either.match(alphabet.character(0, CAP))


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("<given>", "marks nothing"),
        ("{<given>?}", "marks nothing"),
        ("{<nosuch>}", "unknown atom 'nosuch'"),
        ("{<given &>}", "cannot read the expression"),
        ("{<given>", "missing }"),
        ("{<given>} )", "closing bracket"),
        ("{@NOSUCH}", "unknown macro @NOSUCH"),
        ("{<given>} %", "cannot read the pattern"),
    ],
)
def test_a_wrong_rule_is_an_error_that_names_it(pattern: str, why: str):
    with pytest.raises(ConfigError, match=re.escape(why)):
        compiled(pattern)


def test_macros_that_call_one_another_in_a_circle_are_an_error():
    with pytest.raises(ConfigError, match="circle"):
        compiled("{@A}", {"A": "@B", "B": "@A"})


def test_every_repetition_is_bounded():
    assert "{1,6}" in compiled("{<given>+}").pattern.pattern
    assert "{0,2}" in compiled("{<given> <common>*2}").pattern.pattern


def test_names_beside_cues(find):
    found = find(GRAMMAR, "Dr.Zelda Quux, mother Blim and brother Johan Trix. Mrs von Aspen")[0]
    assert ("Zelda Quux", "CLINICIAN") in found
    assert ("Blim", "RELATIVE") in found
    assert ("Johan Trix", "RELATIVE") in found
    assert ("von Aspen", "PERSON") in found


def test_phrases_of_a_list_are_one_token(find):
    assert ("New York", "CITY") in find(GRAMMAR, "from New York")[0]
    assert find(GRAMMAR, "a new york minute")[0] == []


def test_eponyms_and_drugs_are_nobody(find):
    assert find(GRAMMAR, "Parkinson and Metoprolol")[0] == []


NUMBER_RULES = """
[[token]]
name = "five"
label = "ID"
pattern = "{'5'} 'x'"
[[token]]
name = "any"
label = "AGE"
pattern = "{<num1 & day> | <num3>} 'years'"
[[token]]
name = "place"
label = "HOSPITAL"
pattern = "'room' {<room>}"
"""


def test_a_number_that_a_rule_or_list_names_takes_nothing_from_others_of_its_kind(tmp_path: Path) -> None:
    home = tmp_path / "xx"
    (home / "lists").mkdir(parents=True)
    (home / "rules").mkdir()
    (home / "pack.toml").write_text('code = "xx"\nname = "Testish"\n[words]\nroom = ["111", "7"]\n', encoding="utf-8")
    (home / "rules" / "r.toml").write_text(NUMBER_RULES, encoding="utf-8")
    book = make_rulebook(load_pack("xx", tmp_path))
    text = "5 years 7 years 8 years 111 years 234 years room 111 room 7 room 112 5 x 6 x"
    evidence = run_chain(make_chain(GRAMMAR, book), first_evidence([book.analyser.analyse(Document("d", text))], ()))
    found = [(text[span.start : span.end], span.label) for span in sorted(evidence.spans[0])]
    assert [one for one, label in found if label == "AGE"] == ["5", "7", "8", "111", "234"]
    assert [one for one, label in found if label == "HOSPITAL"] == ["111", "7"]
    assert [one for one, label in found if label == "ID"] == ["5"]
