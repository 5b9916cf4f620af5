"""The service through HTTP: what is found and released, what is refused, and that no refusal shows a text."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from multiprocessing.process import BaseProcess
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE_S, until
from tests.web.service.conftest import KEY, PLAN, serving

from maskerad.api.engine import Engine
from maskerad.client import Client
from maskerad.core.errors import ConfigError, MissingError, ServiceError
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.web.service.access import Bounds, Rates, digest_of, read_tokens
from maskerad.web.service.workers import Plan

NOTE = "Dr Hargreaves saw Susan Whitfield on March 6, 2023. Phone 802-555-0143."
CANARY = "Zebedee Quillfeather"
TOKEN = "a-token-of-the-tests-0001"
STOPPING = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="no process can be made to stand still")


def test_finds_what_the_library_finds(http: httpx.Client) -> None:
    answer = http.post("/v1/detect", json={"text": NOTE, "language": "en"}).json()
    spans = [(span["start"], span["end"], span["label"]) for span in answer["documents"][0]["spans"]]
    engine = Engine(settings_for("en"), KEY)
    assert spans == [(span.start, span.end, span.label) for span in engine.detect(NOTE)]


def test_releases_what_the_library_releases(http: httpx.Client) -> None:
    body = {"record": "p1", "documents": [{"id": "a", "text": NOTE}, {"id": "b", "text": "Whitfield called."}]}
    first, second = http.post("/v1/deidentify", json=body).json()["documents"]
    assert first["text"] == Engine(settings_for("en"), KEY).deidentify(NOTE, record="p1").text
    assert (first["id"], second["id"], second["status"]) == ("a", "b", "released")
    for span in first["spans"]:
        assert NOTE[span["start"] : span["end"]] not in first["text"][span["new_start"] : span["new_end"]]


def test_a_session_keeps_its_names_over_requests(address: str) -> None:
    with Client(address) as client:
        first = client.deidentify("My name is Susan Whitfield.", record="s1", strategies={"PHONE": "tag"})
        later = client.deidentify("Susan Whitfield here again.", record="s1")
        other = client.deidentify("Susan Whitfield here again.", record="s2")
    assert first.text and later.text and other.text
    assert first.text.removeprefix("My name is ").rstrip(".") == later.text.removesuffix(" here again.")
    assert other.text != later.text


def test_strategies_and_known_people_of_one_request(http: httpx.Client) -> None:
    body = {"text": "Quillfeather rang 802-555-0143.", "strategies": {"default": "tag"}}
    known = {**body, "known": [{"given": "Zebedee", "family": "Quillfeather"}]}
    assert http.post("/v1/deidentify", json=known).json()["documents"][0]["text"] == "[PATIENT] rang [PHONE]."


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/v1/detect", {"text": CANARY, "txet": CANARY}),
        ("/v1/detect", {CANARY: CANARY}),
        ("/v1/detect", {"text": [CANARY]}),
        ("/v1/detect", {"text": CANARY, "language": "xx"}),
        ("/v1/detect", {"text": CANARY, "documents": [{"text": CANARY}]}),
        ("/v1/detect", {"text": CANARY, "scheme": "none"}),
        ("/v1/deidentify", {"text": CANARY, "strategies": {"PERSON": "hide"}}),
        ("/v1/deidentify", {"text": CANARY, "strategies": {"PRESON": "tag"}}),
        ("/v1/deidentify", {"text": CANARY, "known": [{"nickname": CANARY}]}),
        ("/v1/deidentify", {"documents": [{"text": CANARY, "language": "xx"}]}),
        ("/analyze", {"text": CANARY}),
        ("/analyze", {"text": CANARY, "language": "en", "ad_hoc_recognizers": [CANARY]}),
        ("/anonymize", {"text": CANARY, "analyzer_results": [{"start": 0, "end": 99, "entity_type": "PERSON"}]}),
        ("/anonymize", {"text": CANARY, "analyzer_results": [], "anonymizers": CANARY}),
    ],
)
def test_wrong_use_is_told_without_the_text(http: httpx.Client, path: str, body: object) -> None:
    response = http.post(path, json=body)
    assert response.status_code == 422, response.text
    assert {"code", "message"} == response.json().keys()
    assert not any(word in response.text for word in CANARY.split())


def test_wrong_use_is_told_in_words_that_help(http: httpx.Client) -> None:
    assert http.post("/v1/detect", json={"txet": CANARY}).json()["message"] == "body: holds a field that is not known"
    bare = http.post("/v1/detect", content=b'{"text": "Hej"}', headers={"Content-Type": "text/plain"})
    assert "application/json" in bare.json()["message"]
    cut = http.post("/v1/detect", content=b'{"text": "Zeb', headers={"Content-Type": "application/json"})
    assert "not JSON" in cut.json()["message"]


def test_what_cannot_be_worked_on_is_quarantined_among_the_others() -> None:
    foreign = f"Это предложение о пациентке по имени {CANARY} написано по-русски."
    texts = [{"id": "a", "text": NOTE}, {"id": "b", "text": f"Hej.\n{foreign}"}, {"id": "c", "text": "Tack."}]
    lines = [json.dumps({**one, "record": record}) for record in ("p1", "p2") for one in texts]
    with (
        serving(replace(PLAN, settings=settings_for("sv,en"))) as url,
        httpx.Client(base_url=url, timeout=PATIENCE_S, trust_env=False) as http,
    ):
        for route, status in (("/v1/deidentify", "released"), ("/v1/detect", "detected")):
            answer = http.post(route, json={"record": "p1", "documents": texts})
            assert [one["status"] for one in answer.json()["documents"]] == [status, "quarantined", status]
            assert [one["code"] for one in answer.json()["documents"]] == ["", "E106", ""]
            assert "Zebedee" not in answer.text
        told = [json.loads(line) for line in http.post("/v1/batch", content="\n".join(lines)).text.splitlines()]
        alone = http.post("/analyze", json={"text": foreign, "language": ""})
    assert [(one["record"], one["id"]) for one in told if one["status"] == "quarantined"] == [("p1", "b"), ("p2", "b")]
    assert (alone.status_code, alone.json()["code"]) == (422, "E106")


@pytest.mark.parametrize(
    "body",
    [b"", b'{"text": "Zebedee', b"\xff\xfe", b"\x02\xf7Zebedee\x80", b"[]", b'"Zebedee"', b'{"text": "\\ud800"}'],
)
def test_what_is_no_json_is_told_without_the_text(http: httpx.Client, body: bytes) -> None:
    response = http.post("/v1/detect", content=body, headers={"Content-Type": "application/json"})
    assert response.status_code == 422
    assert "Zebedee" not in response.text


def test_a_wrong_path_is_not_repeated(http: httpx.Client) -> None:
    response = http.get(f"/v1/{CANARY}")
    assert response.status_code == 404
    assert "Zebedee" not in response.text


def test_a_stream_keeps_its_order_and_goes_on_behind_bad_lines(address: str) -> None:
    rows = [{"id": f"n{number}", "text": NOTE, "record": f"p{number // 3}"} for number in range(20)]
    lines = [json.dumps(row) for row in rows]
    lines[7:7] = [f"no json {CANARY}", "", '{"txet": "Zebedee"}']
    with httpx.Client(base_url=address, timeout=PATIENCE_S, trust_env=False) as http:
        answer = http.post("/v1/batch", content="\n".join(lines).encode(), params={"language": "en"})
    told = [json.loads(line) for line in answer.text.splitlines()]
    assert [one["id"] for one in told if one["status"] == "released"] == [row["id"] for row in rows]
    assert [one["id"] for one in told if one["status"] == "quarantined"] == ["line-8", "line-10"]
    assert "Zebedee" not in answer.text and "Whitfield" not in answer.text


def test_a_stream_is_answered_while_it_is_sent(address: str) -> None:
    """The request is still open when its first answers come: its length needs no memory."""
    line = json.dumps({"text": NOTE}).encode() + b"\n"
    host, _, port = address.removeprefix("http://").partition(":")
    with socket.create_connection((host, int(port)), timeout=PATIENCE_S) as way:
        way.sendall(b"POST /v1/batch HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n")
        way.sendall(b"%x\r\n%s\r\n" % (20 * len(line), 20 * line))
        received = b""
        while b'"status":"released"' not in received:
            piece = way.recv(65536)
            assert piece, "the stream ended before anything was answered"
            received += piece


def test_a_client_sends_any_number_of_rows(address: str) -> None:
    rows = [{"id": str(number), "text": "Dr Hargreaves rang.", "record": f"p{number // 150}"} for number in range(450)]
    with Client(address) as client:
        answers = list(client.batch(rows, language="en"))
    assert [answer.id for answer in answers] == [row["id"] for row in rows]
    assert {answer.record: answer.text for answer in answers} == dict(
        {(answer.record, answer.text) for answer in answers}
    )


def test_counts_hold_no_text(http: httpx.Client) -> None:
    http.post("/v1/deidentify", json={"record": CANARY, "text": f"{CANARY} came. {NOTE}"})
    http.get(f"/{CANARY}")
    page = http.get("/metrics").text
    assert 'maskerad_spans_total{label="PHONE"}' in page
    assert 'route="/v1/deidentify"' in page
    assert "Zebedee" not in page and "Whitfield" not in page


def test_every_example_of_the_description_works(http: httpx.Client) -> None:
    description = http.get("/openapi.json").json()
    shapes = description["components"]["schemas"]
    n_tried = 0
    for path, methods in description["paths"].items():
        body = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json")
        if body:
            name = body["schema"]["$ref"].rpartition("/")[2]
            for example in shapes[name].get("examples", []):
                assert http.post(path, json=example).status_code == 200, path
                n_tried += 1
    assert n_tried >= 4


def test_tokens_are_asked_for() -> None:
    with serving(bounds=Bounds(tokens=[digest_of(TOKEN)], bytes_max=2_000)) as url:
        with pytest.raises(ServiceError) as without, Client(url) as client:
            client.detect(NOTE)
        with pytest.raises(ServiceError) as wrong, Client(url, "a-token-of-somebody-else") as client:
            client.detect(NOTE)
        with Client(url, TOKEN) as client:
            assert client.languages() == ["en"]
            with pytest.raises(ServiceError) as large:
                client.detect("a " * 3_000)
        assert (without.value.status, wrong.value.status, large.value.status) == (401, 401, 413)
        assert httpx.get(f"{url}/readyz", trust_env=False).status_code == 200


def test_a_size_that_is_not_told_is_counted() -> None:
    with serving(bounds=Bounds(bytes_max=2_000)) as url:
        pieces = (b" " * 500 for _ in range(20))
        response = httpx.post(f"{url}/v1/detect", content=pieces, trust_env=False)
    assert response.status_code == 413


def test_rates_are_of_each_caller() -> None:
    now = 0.0
    rates = Rates(Bounds(rate_per_s=2.0, burst=3), clock=lambda: now)
    assert [rates.wait_s(b"a") for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]
    assert rates.wait_s(b"b") == 0.0
    now = 0.5
    assert rates.wait_s(b"a") == 0.0
    assert rates.wait_s(b"a") > 0


@contextmanager
def served_by(plan: Plan = PLAN) -> Iterator[tuple[httpx.Client, BaseProcess]]:
    """A service of its own, and its one worker process."""
    others = set(multiprocessing.active_children())
    with serving(plan) as url, httpx.Client(base_url=url, timeout=PATIENCE_S, trust_env=False) as http:
        (worker,) = set(multiprocessing.active_children()) - others
        yield http, worker


def is_working(http: httpx.Client) -> bool:
    """Whether a worker has a job."""
    return "maskerad_working 1.0" in http.get("/metrics").text


def stop(worker: BaseProcess) -> None:
    """Lets a process stand still, as one does that has more to do than there is time."""
    os.kill(worker.pid or 0, signal.SIGSTOP)


@STOPPING
def test_too_many_at_once_are_refused_and_nothing_is_lost() -> None:
    with served_by(replace(PLAN, n_waiting_max=1)) as (http, worker), ThreadPoolExecutor(12) as threads:
        stop(worker)
        asked = [threads.submit(http.post, "/v1/deidentify", json={"text": NOTE}) for _ in range(12)]
        refused = [answer.result() for answer in islice(as_completed(asked), 10)]
        os.kill(worker.pid or 0, signal.SIGCONT)
        done = [answer for one in asked if (answer := one.result()) not in refused]
    assert [answer.status_code for answer in refused] == [503] * 10
    assert all(answer.headers["retry-after"] for answer in refused)
    assert [answer.status_code for answer in done] == [200, 200]
    assert len({answer.json()["documents"][0]["text"] for answer in done}) == 1


@STOPPING
def test_a_worker_that_dies_is_replaced() -> None:
    with served_by() as (http, worker):
        stop(worker)
        with ThreadPoolExecutor(1) as thread:
            under_way = thread.submit(http.post, "/v1/deidentify", json={"text": NOTE})
            until(lambda: is_working(http))
            worker.kill()
            assert under_way.result().status_code == 500
        assert http.post("/v1/detect", json={"text": NOTE}).status_code == 200
        assert "maskerad_workers_replaced 1.0" in http.get("/metrics").text


@STOPPING
def test_work_that_takes_too_long_is_given_up() -> None:
    with served_by(replace(PLAN, limit_s=0.2)) as (http, worker):
        stop(worker)
        assert http.post("/v1/deidentify", json={"text": NOTE}).status_code == 504
        assert "maskerad_working 0.0" in http.get("/metrics").text


@STOPPING
def test_a_caller_who_leaves_frees_its_worker() -> None:
    body = json.dumps({"text": NOTE}).encode()
    with served_by() as (http, worker):
        stop(worker)
        with socket.create_connection((http.base_url.host, http.base_url.port), timeout=PATIENCE_S) as way:
            head = b"POST /v1/deidentify HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
            way.sendall(head + b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
            until(lambda: is_working(http))
        assert http.post("/v1/detect", json={"text": NOTE}).status_code == 200
        assert "maskerad_workers_replaced 1.0" in http.get("/metrics").text


def test_token_files_that_others_can_read_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "tokens"
    with pytest.raises(MissingError):
        read_tokens(path)
    path.write_text(f"# the ward's\n\n{TOKEN}\n")
    path.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod"):
        read_tokens(path)
    path.chmod(0o600)
    assert read_tokens(path) == {digest_of(TOKEN)}
    path.write_text("short\n")
    with pytest.raises(ConfigError, match="16"):
        read_tokens(path)


def test_a_client_is_told_that_nobody_listens() -> None:
    with pytest.raises(ServiceError, match="not reached") as caught, Client("http://127.0.0.1:9") as client:
        client.detect(CANARY)
    assert caught.value.status == 0
