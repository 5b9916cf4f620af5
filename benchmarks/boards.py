"""A corpus of 100,000 documents: what its board, the next record and the first answer of a search cost."""

from __future__ import annotations

import random
import re
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from starlette.testclient import TestClient

from benchmarks.bounds import Missed, at_most
from maskerad.core import Document
from maskerad.corpora import AnnotatedDocument
from maskerad.web.workspace.imports import import_documents
from maskerad.web.workspace.people.accounts import add_user
from maskerad.web.workspace.project import make_project
from maskerad.web.workspace.server.app import make_app, one_time_link

DOCUMENTS, DOCUMENTS_A_RECORD = 100_000, 5
ANSWER_MS = 300.0
TIMES = 7
NAMES = ("Anna Lindkvist", "Johan Ek", "Karin Björk", "Elsa Falk", "Nils Holm")
READ = {
    "board": "/api/board",
    "board, last page": "/api/board?page=399",
    "board, by name": "/api/board?filter=r1999",
    "board, by state": "/api/board?filter=state:todo",
    "next record": "/api/next",
}
SEARCHED = {"search, common": "Lindkvist", "search, rare": r"19610517-\d{4}", "search, nothing": "Zebra"}


def boards() -> Missed:
    """Milliseconds of each, the median of seven."""
    missed: Missed = []
    with tempfile.TemporaryDirectory() as folder, make_project(Path(folder) / "large", language="sv") as project:
        import_documents(project, _documents(), "core")
        with project.database.writing() as connection:
            add_user(connection, "anna", "annotator")
        app, desk = make_app(project)
        client = TestClient(app, base_url="http://127.0.0.1")
        page = client.get(one_time_link(desk, "anna", "")).text
        found = re.search(r'<meta name="csrf" content="([^"]+)"', page)
        headers = {"x-csrf-token": found[1]} if found else {}
        asked = {name: ("GET", path, None) for name, path in READ.items()}
        asked |= {name: ("POST", "/api/search", {"pattern": one, "scope": "corpus"}) for name, one in SEARCHED.items()}
        print(f"\n{DOCUMENTS:,} documents, ms of an answer")
        for name, (method, path, body) in asked.items():
            times = []
            for _ in range(TIMES):
                begun = time.perf_counter()
                answer = client.request(method, path, json=body, headers=headers)
                times.append(1000 * (time.perf_counter() - begun))
                assert answer.status_code == 200, f"{name}: status {answer.status_code}"
            print(f"{name:20}{statistics.median(times):8.1f}", flush=True)
            missed += at_most(f"{name}, ms", statistics.median(times), ANSWER_MS)
    return missed


def _documents() -> Iterator[AnnotatedDocument]:
    draw = random.Random(1)
    for number in range(DOCUMENTS):
        people = ", ".join(draw.sample(NAMES, 2))
        born = f" Född 19610517-{number:04}." if number % 20_000 == 0 else ""
        text = (
            f"Anteckning {number}. {people} sågs på mottagningen.{born} Blodtryck 130/80, mår bra, återbesök om ett år."
        )
        record = f"r{number // DOCUMENTS_A_RECORD}"
        yield AnnotatedDocument(Document(f"d{number}", text, "sv", record), (), False)
