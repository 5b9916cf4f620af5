"""Every language pack goes through the same checks."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Record, load_scheme
from maskerad.languages import language_codes, load_pack
from maskerad.languages.pack import DATA, read_list
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.detect import Detector
from maskerad.recognisers.rules.rulebook import STANDARD_LISTS, load_rulebook

CODES = language_codes()
LISTS = sorted(DATA.glob("*/lists/*.txt"))


def test_the_eight_languages_are_there():
    assert {"sv", "nl", "ja", "en", "de", "fr", "es", "it"} <= set(CODES)


@pytest.mark.parametrize("code", CODES)
def test_every_rule_compiles_and_marks_a_label_of_the_core_scheme(code: str):
    book, core = load_rulebook(code), load_scheme("core")
    assert book.token_rules
    assert book.text_rules
    for token_rule in book.token_rules:
        assert token_rule.pattern.groups == len(token_rule.labels), token_rule.name
        assert set(token_rule.labels) <= set(core.labels), token_rule.name
    for text_rule in book.text_rules:
        assert text_rule.pattern.groups >= 0 and (text_rule.before is None or text_rule.before.groups >= 0)
        assert text_rule.label in core.labels, text_rule.name
        assert 0 < text_rule.score <= 1, text_rule.name


@pytest.mark.parametrize("code", CODES)
def test_every_rule_says_why(code: str):
    book = load_rulebook(code)
    assert [rule.name for rule in (*book.token_rules, *book.text_rules) if not rule.evidence] == []


@pytest.mark.parametrize("code", CODES)
def test_conventions_are_complete(code: str):
    pack = load_pack(code)
    assert pack.name and pack.code == code
    assert len(pack.table("months")["full"]) == 12 and len(pack.table("weekdays")["full"]) == 7
    placeholders = pack.table("placeholders")
    assert set(placeholders) <= set(load_scheme("core").labels)
    assert {"PERSON", "DATE", "CITY", "PHONE", "ID"} <= set(placeholders)


@pytest.mark.parametrize("code", CODES)
def test_lists_are_large_enough_to_be_of_use(code: str):
    pack = load_pack(code)
    sizes = {name: len(pack.list(name).entries) for name in STANDARD_LISTS}
    assert sizes["given_female"] > 1000 and sizes["given_male"] > 1000 and sizes["family"] > 2000, sizes
    assert sizes["common"] > 10_000 and sizes["cities"] > 1500 and sizes["professions"] > 300, sizes


@pytest.mark.parametrize("path", LISTS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_every_list_names_its_source_and_licence(path):
    header = "\n".join(read_list(path).header).lower()
    assert "source" in header and "licen" in header


@pytest.mark.parametrize("code", CODES)
def test_plain_words_of_the_language_are_nobody(code: str):
    """The commonest thousand words, as a text, hold hardly anything that identifies."""
    words = [word for word in load_pack(code).list("common").entries[:1000] if word.isalpha()]
    text = ("" if code == "ja" else " ").join(words)
    spans = Detector(settings_for(code)).detect(Record("r", (Document("d", text),)))[0]
    assert spans.covered_chars <= 0.03 * len(text)
