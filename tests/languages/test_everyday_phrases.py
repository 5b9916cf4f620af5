"""An everyday word that somebody is called by is no name where the word behind it makes it something else."""

from __future__ import annotations

import pytest

from maskerad.languages import load_pack
from maskerad.languages.everyday import EverydayWords


@pytest.mark.parametrize(
    ("code", "thing", "name"),
    [
        ("fr", "Petit déjeuner refusé", "Petit mange bien"),
        ("nl", "Klein wondje links", "Klein slaapt goed"),
        ("en", "Will stay NPO", "Will came by"),
        ("en", "The hallucinations persist", "The, Anh"),
        ("sv", "Inga livstecken", "Inga sover"),
        ("sv", "Stig upp långsamt", "Stig ringde"),
    ],
)
def test_a_word_before_what_it_goes_with_is_no_name(code: str, thing: str, name: str) -> None:
    words = EverydayWords([load_pack(code)])
    assert [words.stands_as_name(text, 0, len(text.split()[0].strip(","))) for text in (thing, name)] == [False, True]
