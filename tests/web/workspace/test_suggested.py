"""What is suggested before anybody has decided: the likeliest role, and ends that lie on words."""

from __future__ import annotations

from functools import cache

import pytest

from maskerad.core import Document, Record
from maskerad.pipeline.detect import Detector
from maskerad.web.workspace.decisions.edges import odd_ends, trimmed
from maskerad.web.workspace.suggestions import suggested_spans

LETTER = """\
Referral. Sent by the practice this morning after the home visit, please see soon.

She sleeps badly and asks for help at home. Spoke on the phone with Torquil Fenwick about the stairs, who will write.
"""


@cache
def _detector(language: str) -> Detector:
    from maskerad.pipeline.configuration.settings import settings_for

    return Detector(settings_for(language))


def _suggested(text: str, language: str) -> dict[str, str]:
    record = Record("r", (Document("d", text, language),))
    (spans,) = suggested_spans(record, _detector(language))
    return {text[span.start : span.end]: span.label for span in spans}


@pytest.mark.parametrize(
    ("text", "name", "role"),
    [
        (LETTER, "Torquil Fenwick", "CLINICIAN"),
        (
            "Still here today is Torquil Fenwick, 78 years, in the ward.\n" + "He is well today and eats. " * 9,
            "Torquil Fenwick",
            "PATIENT",
        ),
        (
            "Note.\n"
            + "He is well today and eats. " * 9
            + "Yesterday came Torquil Fenwick, 78 years, too. "
            + "He eats. " * 9,
            "Torquil Fenwick",
            "RELATIVE",
        ),
    ],
)
def test_a_name_whose_role_no_word_tells_is_suggested_under_the_likeliest(text: str, name: str, role: str) -> None:
    assert _suggested(text, "en")[name] == role


def test_a_suggestion_ends_where_its_words_do() -> None:
    found = _suggested("Seen on 1 July. Then home, and again in Sept. by bus.", "en")
    assert "1 July" in found and "1 July." not in found


@pytest.mark.parametrize(
    "string", ["Sept.", "Summers, April M.", "'09", "(0161) 49", '"Dutch" Vanderhoof', "St. Mary's"]
)
def test_signs_that_belong_to_a_span_stay(string: str) -> None:
    assert odd_ends(string) == (False, False)
    assert trimmed(string, 0, len(string)) == (0, len(string))


@pytest.mark.parametrize(
    ("string", "kept"),
    [("(07700 900 456", "07700 900 456"), (", Wigginton Road,", "Wigginton Road"), ("31 August.", "31 August")],
)
def test_signs_of_the_sentence_are_left_out(string: str, kept: str) -> None:
    start, end = trimmed(string, 0, len(string))
    assert string[start:end] == kept
