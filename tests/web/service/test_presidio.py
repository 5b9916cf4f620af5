"""Answers to programs that speak to Presidio: its routes, field names and operators."""

from __future__ import annotations

import hashlib
from typing import Any

import httpx
import pytest

from maskerad.core.errors import ConfigError
from maskerad.web.service.presidio import AnonymizeIn, anonymize

TEXT = "hello world, my name is Jane Doe. My number is: 034453334"
FOUND = [
    {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"},
    {"start": 24, "end": 32, "score": 0.8, "entity_type": "NAME"},
    {"start": 24, "end": 28, "score": 0.8, "entity_type": "FIRST_NAME"},
    {"start": 29, "end": 32, "score": 0.6, "entity_type": "LAST_NAME"},
]


def _anonymized(operators: dict[str, dict[str, Any]], found: list[dict[str, Any]] = FOUND) -> str:
    return anonymize(
        AnonymizeIn.model_validate({"text": TEXT, "analyzer_results": found, "anonymizers": operators})
    ).text


def test_analyze_tells_kinds_and_places(http: httpx.Client) -> None:
    text = "Susan Whitfield's driving licence was lost; call 802-555-0143."
    found = http.post("/analyze", json={"text": text, "language": "en"}).json()
    assert {one["entity_type"] for one in found} == {"PERSON", "PHONE_NUMBER"}
    assert all(one.keys() >= {"start", "end", "score", "analysis_explanation", "recognition_metadata"} for one in found)


def test_analyze_of_chosen_kinds_scores_and_several_texts(http: httpx.Client) -> None:
    text = "Susan Whitfield, 802-555-0143"
    chosen = {
        "text": [text, "nothing"],
        "language": "en",
        "entities": ["PHONE_NUMBER"],
        "return_decision_process": True,
    }
    first, second = http.post("/analyze", json=chosen).json()
    assert [one["entity_type"] for one in first] == ["PHONE_NUMBER"]
    assert first[0]["analysis_explanation"]["recognizer"]
    assert second == []
    none = http.post("/analyze", json={"text": text, "language": "en", "score_threshold": 1.0}).json()
    assert all(one["score"] == 1.0 for one in none)


def test_kinds_recognisers_and_operators_are_listed(http: httpx.Client) -> None:
    assert {"PERSON", "PHONE_NUMBER"} <= set(http.get("/supportedentities", params={"language": "en"}).json())
    assert http.get("/recognizers", params={"language": "en"}).json()
    assert http.get("/recognizers", params={"language": "xx"}).json() == []
    assert "replace" in http.get("/anonymizers").json()
    assert http.get("/health").status_code == 200


def test_anonymize_by_operator(http: httpx.Client) -> None:
    body = {
        "text": TEXT,
        "analyzer_results": FOUND[:2],
        "anonymizers": {
            "DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"},
            "PHONE_NUMBER": {"type": "mask", "masking_char": "*", "chars_to_mask": 4, "from_end": True},
        },
    }
    answer = http.post("/anonymize", json=body).json()
    assert answer["text"] == "hello world, my name is ANONYMIZED. My number is: 03445****"
    assert [(item["operator"], item["entity_type"]) for item in answer["items"]] == [
        ("mask", "PHONE_NUMBER"),
        ("replace", "NAME"),
    ]
    for item in answer["items"]:
        assert answer["text"][item["start"] : item["end"]] == item["text"]


def test_overlapping_results_leave_nothing_of_either() -> None:
    assert "Jane" not in _anonymized({}) and "Doe" not in _anonymized({})


@pytest.mark.parametrize(
    ("operator", "expected"),
    [
        ({"type": "redact"}, "my name is . My"),
        ({"type": "keep"}, "my name is Jane Doe. My"),
        ({"type": "replace"}, "my name is <NAME>. My"),
        ({"type": "mask", "masking_char": "#", "chars_to_mask": 99}, "my name is ########. My"),
        ({"type": "mask", "masking_char": "#", "chars_to_mask": 5, "from_end": False}, "my name is #####Doe. My"),
    ],
)
def test_operators(operator: dict[str, Any], expected: str) -> None:
    assert expected in _anonymized({"NAME": operator}, FOUND[1:2])


def test_a_hash_needs_its_salt() -> None:
    salt = "sixteen letters!"
    hashed = hashlib.sha256(f"Jane Doe{salt}".encode()).hexdigest()
    assert hashed in _anonymized({"NAME": {"type": "hash", "salt": salt}}, FOUND[1:2])
    with pytest.raises(ConfigError, match="salt"):
        _anonymized({"NAME": {"type": "hash"}}, FOUND[1:2])


@pytest.mark.parametrize(
    "operator",
    [
        {"type": "encrypt", "key": "3t6w9z$C&F)J@NcR"},
        {"type": "nothing"},
        {"type": "mask", "masking_char": "##", "chars_to_mask": 1},
        {"type": "mask", "masking_char": "#", "chars_to_mask": "all"},
    ],
)
def test_what_an_operator_lacks_is_told(http: httpx.Client, operator: dict[str, Any]) -> None:
    body = {"text": TEXT, "analyzer_results": FOUND, "anonymizers": {"DEFAULT": operator}}
    response = http.post("/anonymize", json=body)
    assert response.status_code == 422
    assert "Jane" not in response.text
