"""What a watched folder has seen: one line of JSON for each time a file was done, the last of a file being what holds.

It stands in the folder of the outputs, for its owner alone, and is held by one run at a time. It has names of files,
keyed digests and counts, no text. A torn last line, as a kill leaves it, is cut off: that file is done again.
"""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from maskerad.batch.journal import opened_alone
from maskerad.core.errors import ConfigError
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_file

NAME = ".maskerad-watch.jsonl"
DOCUMENTS, QUARANTINED = "documents", "quarantined"


@dataclass(frozen=True, slots=True)
class Seen:
    """One file that is done.

    Attributes:
        file: Its path in the folder.
        digest: Of its content and of what decided the outcome, keyed.
        day: On which it was done (UTC).
        n_documents, n_quarantined: Of it.
        labels: Spans by label.
    """

    file: str
    digest: str
    day: str
    n_documents: int
    n_quarantined: int
    labels: Mapping[str, int] = field(default_factory=dict)


class Ledger:
    """The ledger of one folder of outputs.

    Args:
        folder: Of the outputs; it is there.

    Raises:
        ConfigError: If another run holds it, or it is no ledger.
    """

    def __init__(self, folder: Path) -> None:
        self._file = opened_alone(folder / NAME)
        self.seen: dict[str, Seen] = {}
        end = 0
        for line in self._file:
            if not line.endswith(b"\n"):
                break
            try:
                sighting = Seen(**json.loads(line))
            except (ValueError, TypeError):
                raise ConfigError(
                    f"{folder / NAME} is no ledger of a watched folder; remove it to begin anew"
                ) from None
            self.seen[sighting.file] = sighting
            end += len(line)
        self._file.seek(end)
        self._file.truncate()

    def note(self, seen: Seen) -> None:
        """Adds what came of a file."""
        self._file.write(json.dumps(asdict(seen)).encode() + b"\n")
        self._file.flush()
        self.seen[seen.file] = seen

    def close(self) -> None:
        """Lets another run have it."""
        self._file.close()

    def by_day(self) -> dict[str, Counter[str]]:
        """Documents, quarantined ones and spans by label, of each day, in order."""
        days: dict[str, Counter[str]] = {}
        for sighting in self.seen.values():
            counts = days.setdefault(sighting.day, Counter())
            counts.update(sighting.labels)
            counts.update({DOCUMENTS: sighting.n_documents, QUARANTINED: sighting.n_quarantined})
        return dict(sorted(days.items()))

    def write_statistics(self, path: Path) -> None:
        """A table of ``by_day``: day, what, count."""
        table = io.StringIO()
        writer = csv.writer(table, lineterminator="\n")
        writer.writerow(("day", "what", "count"))
        writer.writerows((day, what, counts[what]) for day, counts in self.by_day().items() for what in sorted(counts))
        with atomic_file(Destination(path, overwrite=True)) as file:
            file.write(table.getvalue().encode())
