"""Who read what: a log of its own, beside the database, one line of JSON an access, without any text."""

from __future__ import annotations

import json
import os
from pathlib import Path
from threading import Lock

from maskerad.core.errors import StoreError
from maskerad.corpora.files.partial import FILE_MODE
from maskerad.web.workspace.project import now

FILE = "access.jsonl"
SHOWN_MAX = 200


class AccessLog:
    """Appends to one file of a project folder. Writing it never waits for those who annotate."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE
        self._lock = Lock()

    def note(self, who: str, what: str, number: int) -> None:
        """Notes that somebody read something.

        Raises:
            StoreError: If it cannot be written: then nothing is shown either.
        """
        line = json.dumps({"at": now(), "who": who, "what": what, "number": number}) + "\n"
        try:
            with self._lock:
                number_of_file = os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, FILE_MODE)
                with os.fdopen(number_of_file, "ab") as file:
                    file.write(line.encode())
        except OSError as error:
            raise StoreError(f"the access log cannot be written ({type(error).__name__}); nothing is shown") from None

    def latest(self) -> list[dict[str, object]]:
        """The last accesses, the newest first."""
        if not self._path.is_file():
            return []
        lines = self._path.read_text(encoding="utf-8").splitlines()[-SHOWN_MAX:]
        return [json.loads(line) for line in reversed(lines)]
