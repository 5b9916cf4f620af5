"""The component in a spaCy pipeline."""

from __future__ import annotations

import sys
import tomllib
from importlib import import_module
from pathlib import Path

import pytest
import spacy

import maskerad.spacy_component  # as the entry point does

TEXT = "Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer från Lund."


def test_what_is_found_becomes_spans_and_entities():
    nlp = spacy.blank("sv")
    nlp.add_pipe("maskerad")
    doc = nlp(TEXT)
    expected = [("Gunilla Lindqvist", "RELATIVE"), ("0652-72 56", "PHONE"), ("Lund", "CITY")]
    assert [(span.text, span.label_) for span in doc.spans["maskerad"]] == expected
    assert [(span.text, span.label_) for span in doc.ents] == expected
    assert [one.text for one in nlp.pipe([TEXT, ""])] == [TEXT, ""]


def test_choices_and_entities_of_others():
    nlp = spacy.blank("de")
    ruler = nlp.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "VERB", "pattern": "kommer"}, {"label": "PLACE", "pattern": "Lund"}])
    nlp.add_pipe("maskerad", config={"language": "sv", "spans_key": "phi"})
    doc = nlp(TEXT)
    assert "maskerad" not in doc.spans and len(doc.spans["phi"]) == 3
    assert [(span.text, span.label_) for span in doc.ents][-2:] == [("kommer", "VERB"), ("Lund", "CITY")]
    quiet = spacy.blank("sv")
    quiet.add_pipe("maskerad", config={"has_ents": False})
    assert not quiet(TEXT).ents


def test_a_wrong_choice_is_refused():
    with pytest.raises(maskerad.core.MaskeradError, match="tlh"):
        spacy.blank("sv").add_pipe("maskerad", config={"language": "tlh"})


def test_the_entry_point_leads_to_the_factory():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, name = project["entry-points"]["spacy_factories"]["maskerad"].partition(":")
    assert getattr(import_module(module), name) is maskerad.spacy_component.make_component


def test_a_machine_without_spacy_is_told_which_part_it_needs(monkeypatch: pytest.MonkeyPatch):
    for name in ("spacy", "spacy.language"):
        monkeypatch.setitem(sys.modules, name, None)
    monkeypatch.delitem(sys.modules, "maskerad.spacy_component")
    with pytest.raises(maskerad.core.errors.ExtraError, match=r"maskerad\[spacy\]"):
        import_module("maskerad.spacy_component")
