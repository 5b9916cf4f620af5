"""The requests that Presidio publishes as examples, sent as they stand (its ``docs/api-docs/api-docs.yml``)."""

from __future__ import annotations

import httpx

LICENCE = "John Smith drivers license is AC432223"
ZIP_RECOGNISER = {
    "name": "Zip code Recognizer",
    "supported_language": "en",
    "patterns": [{"name": "zip code (weak)", "regex": "(\\b\\d{5}(?:\\-\\d{4})?\\b)", "score": 0.01}],
    "context": ["zip", "code"],
    "supported_entity": "ZIP",
}
ENHANCED = {
    "text": f"{LICENCE} and the zip code is 12345",
    "language": "en",
    "return_decision_process": False,
    "correlation_id": "123e4567-e89b-12d3-a456-426614174000",
    "score_threshold": 0.6,
    "entities": ["US_DRIVER_LICENSE", "ZIP"],
    "trace": False,
}
PERSON = {"start": 24, "end": 32, "score": 0.8, "entity_type": "PERSON"}
PHONE = {"start": 48, "end": 57, "score": 0.95, "entity_type": "PHONE_NUMBER"}


def test_the_minimal_request_to_analyse(http: httpx.Client) -> None:
    found = http.post("/analyze", json={"text": LICENCE, "language": "en"}).json()
    assert {(one["start"], one["end"]) for one in found} == {(0, 10), (30, 38)}
    assert found[0]["entity_type"] == "PERSON" and found[0]["analysis_explanation"] is None


def test_the_enhanced_request_to_analyse_needs_no_recogniser_of_its_own(http: httpx.Client) -> None:
    """Recognisers that are sent along are refused, which is told; the rest of the request is taken as it is."""
    refused = http.post("/analyze", json={**ENHANCED, "ad_hoc_recognizers": [ZIP_RECOGNISER]})
    assert refused.status_code == 422 and "ad_hoc_recognizers" in refused.json()["message"]
    answer = http.post("/analyze", json=ENHANCED)
    assert answer.status_code == 200 and all(one["score"] >= 0.6 for one in answer.json())


def test_the_requests_to_anonymise(http: httpx.Client) -> None:
    both = {
        "text": "hello world, my name is Jane Doe. My number is: 034453334",
        "anonymizers": {
            "PERSON": {"type": "redact"},
            "PHONE_NUMBER": {"type": "replace", "new_value": "ANONYMIZED"},
        },
        "analyzer_results": [PERSON, PHONE],
    }
    assert http.post("/anonymize", json=both).json() == {
        "text": "hello world, my name is . My number is: ANONYMIZED",
        "items": [
            {"operator": "replace", "entity_type": "PHONE_NUMBER", "start": 40, "end": 50, "text": "ANONYMIZED"},
            {"operator": "redact", "entity_type": "PERSON", "start": 24, "end": 24, "text": ""},
        ],
    }
    by_default = {
        "text": "hello world, my name is Jane Doe.",
        "anonymizers": {"DEFAULT": {"type": "replace", "new_value": "ANONYMIZED"}},
        "analyzer_results": [PERSON],
    }
    assert http.post("/anonymize", json=by_default).json()["text"] == "hello world, my name is ANONYMIZED."


def test_what_leads_back_without_a_vault_is_not_there(http: httpx.Client) -> None:
    sealed = {
        "text": "My name is S184CMt9Drj7QaKQ21JTrpYzghnboTF9pn/neN8JME0=",
        "deanonymizers": {"PERSON": {"type": "decrypt", "key": "WmZq4t7w!z%C&F)J"}},
        "anonymizer_results": [{"start": 11, "end": 55, "entity_type": "PERSON"}],
    }
    assert http.post("/deanonymize", json=sealed).status_code == 404


def test_what_is_listed(http: httpx.Client) -> None:
    assert http.get("/recognizers", params={"language": "en"}).json()
    listed = http.get("/supportedentities", params={"language": "en"}).json()
    assert {"PHONE_NUMBER", "LOCATION", "EMAIL_ADDRESS", "DATE_TIME", "PERSON"} <= set(listed)
    assert {"hash", "mask", "redact", "replace"} <= set(http.get("/anonymizers").json())
    assert http.get("/health").status_code == 200
