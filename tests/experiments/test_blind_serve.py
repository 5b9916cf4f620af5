"""The server of a blind study: who reaches it, what it gives, what it keeps."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from tests.patience import PATIENCE_S

from maskerad.core.errors import ConfigError, MissingError
from maskerad.experiments.blind.answers import load_answers
from maskerad.experiments.blind.serve import BODY_BYTES_MAX, TOKEN_HEADER, Desk, address, make_server
from maskerad.experiments.blind.study import Item, Study, Truth, write_study

CANARY = "Qzxwvut"
STUDY = Study(
    (Item("R001", "sv", f"{CANARY} kom."), Item("R002", "ja", "宮下 佐和子 😀 来院")),
    {
        "R001": Truth("r1", "d", 0, 12, True, ((0, 7),), 2, 1),
        "R002": Truth("r2", "d", 0, 12, False, ((0, 6),), 4, 2),
    },
)


class Visitor:
    """Requests to a running server."""

    def __init__(self, port: int, token: str) -> None:
        self.port, self.token = port, token

    def ask(
        self, path: str, method: str = "GET", body: object = None, token: str | None = None, **headers: str
    ) -> tuple[int, str, dict[str, str]]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_S)
        sent = {TOKEN_HEADER: self.token if token is None else token, **headers}
        text = body if isinstance(body, str) else json.dumps(body)
        connection.request(method, path, text if method != "GET" else None, sent)
        answer = connection.getresponse()
        found = answer.status, answer.read().decode(), dict(answer.getheaders())
        connection.close()
        return found


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    write_study(STUDY, tmp_path / "study")
    return tmp_path / "study"


@pytest.fixture
def visitor(folder: Path) -> Iterator[Visitor]:
    desk = Desk.open(folder)
    with make_server(desk) as server:
        threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
        assert address(server, desk).startswith("http://127.0.0.1:") and address(server, desk).endswith(desk.token)
        yield Visitor(server.server_address[1], desk.token)
        server.shutdown()


def test_the_page_loads_nothing_and_holds_nothing(visitor: Visitor) -> None:
    status, page, headers = visitor.ask("/", token="")
    assert status == 200 and CANARY not in page and "http" not in page
    assert "default-src 'none'" in headers["Content-Security-Policy"]
    assert headers["Cache-Control"] == "no-store" and "Python" not in headers["Server"]
    assert "prefers-color-scheme" in page and 'lang="en"' in page


def test_items_are_given_to_who_has_the_token_and_the_truth_to_nobody(visitor: Visitor) -> None:
    status, text, _ = visitor.ask("/items")
    assert status == 200
    assert [item["text"] for item in json.loads(text)["items"]] == [item.text for item in STUDY.items]
    assert "pseudonymised" not in text and "r1" not in text
    assert visitor.ask("/items", token="wrong")[0] == 403
    assert visitor.ask("/items", Host="evil.example")[0] == 403
    assert visitor.ask("/items", Origin="http://evil.example")[0] == 403
    for path in ("/truth.json", "/../truth.json", "/answers/", "/answers", "/study/truth.json"):
        assert visitor.ask(path)[0] in (400, 404), path


def test_judgements_are_saved_one_by_one_and_come_back(visitor: Visitor, folder: Path) -> None:
    first = {"verdict": "pseudonymised", "marks": [[0, 7]], "reasons": ["name"]}
    assert visitor.ask("/answers/anna/R001", "PUT", first)[0] == 200
    assert visitor.ask("/answers/anna/R002", "PUT", {"verdict": "real"})[0] == 200
    assert visitor.ask("/answers/bo/R001", "PUT", {"verdict": "real"})[0] == 200
    back = json.loads(visitor.ask("/answers/anna")[1])["judgements"]
    assert back["R001"] == first and back["R002"]["verdict"] == "real"
    assert set(load_answers(folder, STUDY.id, "bo").judgements) == {"R001"}
    kept = (folder / "answers" / "anna.json").read_text()
    assert CANARY not in kept and "宮下" not in kept
    assert sorted(path.name for path in (folder / "answers").iterdir()) == ["anna.json", "bo.json"]


def test_many_at_once_lose_nothing(visitor: Visitor, folder: Path) -> None:
    def judge(item: str) -> None:
        for end in range(1, 8):
            visitor.ask(f"/answers/anna/{item}", "PUT", {"verdict": "real", "marks": [[0, end]]})

    workers = [threading.Thread(target=judge, args=(item.id,)) for item in STUDY.items]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    kept = load_answers(folder, STUDY.id, "anna").judgements
    assert {name: one.marks for name, one in kept.items()} == {"R001": ((0, 7),), "R002": ((0, 7),)}


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/answers/anna/R009", {"verdict": "real"}, 400),
        ("/answers/..%2F..%2Fx/R001", {"verdict": "real"}, 400),
        ("/answers/anna/R001", {"verdict": CANARY}, 400),
        ("/answers/anna/R001", {"verdict": "real", "marks": [[0, 99]]}, 400),
        ("/answers/anna/R001", "{", 400),
        ("/answers/anna/R001", "[" * 50_000, 400),
        ("/answers/anna/R001", " " * (BODY_BYTES_MAX + 1), 413),
        ("/items", {}, 404),
    ],
)
def test_what_is_out_of_form_is_refused_and_nothing_is_written(
    visitor: Visitor, folder: Path, path: str, body: object, status: int
) -> None:
    found, text, _ = visitor.ask(path, "PUT", body)
    assert found == status and CANARY not in text
    assert list((folder / "answers").iterdir()) == []


def test_other_methods_ports_and_folders(visitor: Visitor, tmp_path: Path, folder: Path) -> None:
    assert visitor.ask("/answers/anna/R001", "DELETE")[0] == 501
    assert visitor.ask("/answers/anna/R001", "PUT", {"verdict": "real"}, token="")[0] == 403
    with pytest.raises(ConfigError):
        make_server(Desk.open(folder), visitor.port)
    with pytest.raises(MissingError):
        Desk.open(tmp_path)
    assert visitor.token not in repr(Desk.open(folder)) and CANARY not in repr(Desk.open(folder))
