"""A surrogate is written in the script and the case of what it stands for, in every language."""

from __future__ import annotations

import unicodedata
from dataclasses import replace
from functools import cache

from hypothesis import given, settings
from hypothesis import strategies as st

from maskerad.core import Document, Record, Released, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.pipeline.deidentify import Deidentifier

LANGUAGES = ("sv", "nl", "en", "de", "fr", "es", "it", "ja")
CASES = (str.upper, str.lower, str)


@cache
def engine(language: str) -> Deidentifier:
    """One for each language."""
    return Deidentifier(replace(settings_for(language), models=()), bytes(32))


@cache
def names(language: str) -> list[tuple[str, str]]:
    """Names of people and of towns of a language, with their labels."""
    pack = load_pack(language)
    given, family = pack.list("given_female").entries[:40], pack.list("family").entries[:40]
    joint = "" if language == "ja" else " "
    people = [(f"{one}{joint}{other}", "PATIENT") for one, other in zip(given, family, strict=False)]
    if language == "ja":
        people = [(f"{other}{one}", "PATIENT") for one, other in zip(given, family, strict=False)]
    return people + [(town, "CITY") for town in pack.list("cities").entries[:40]]


@given(data=st.data(), language=st.sampled_from(LANGUAGES))
@settings(max_examples=80, deadline=None)
def test_script_and_case_are_those_of_the_original(data: st.DataObject, language: str) -> None:
    name, label = data.draw(st.sampled_from(names(language)))
    old = data.draw(st.sampled_from(CASES))(name)
    (one,) = engine(language).replace(Record("r", (Document("d", old),)), [SpanSet((Span(0, len(old), label),))])
    assert isinstance(one, Released)
    new = one.text
    assert new.isupper() or not old.isupper()
    assert new.islower() or not old.islower()
    assert is_latin(new) == is_latin(old)
    assert new == new.strip() and "  " not in new


def is_latin(text: str) -> bool:
    """Whether the letters of a text are Latin."""
    return all(unicodedata.name(char).startswith("LATIN") for char in text if char.isalpha())
