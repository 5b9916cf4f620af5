"""What the learner knows of itself: a file of numbers and labels, ``learner/state.json``, beside its models."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, field
from pathlib import Path

from sqlalchemy import func, select

from maskerad.core.errors import InputError
from maskerad.core.label_scheme import CORE
from maskerad.core.schemes import load_scheme
from maskerad.corpora import Destination
from maskerad.corpora.files.atomic import atomic_file
from maskerad.web.workspace.decisions.trust import Judged, Seen, Thresholds, judge
from maskerad.web.workspace.project import Project
from maskerad.web.workspace.store.log import last_number
from maskerad.web.workspace.store.tables import entries

FOLDER, STATE_FILE = "learner", "state.json"
LEARNER = "learner"


@dataclass
class Learnt:
    """What the learner knows of itself. Numbers and labels, no text.

    Attributes:
        model: Name of the folder of its last model, "" before the first.
        language: That it was trained in.
        trained_at: When, "" before the first time.
        records: Numbers of the records that it has learnt from.
        sample: Numbers of records drawn at random for the exact bound; it does not learn from them before they are
            looked at.
        looks: For each look the number of documents learnt from and, by label, what was seen.
        thresholds: By label, where they are not the usual ones.
        message: What went wrong the last time, "" if nothing did.
        n_documents: That it has learnt from.
        entry: Number of the log's last entry when it was last called.
    """

    model: str = ""
    language: str = ""
    trained_at: str = ""
    records: list[int] = field(default_factory=list)
    sample: list[int] = field(default_factory=list)
    looks: list[tuple[int, dict[str, Seen]]] = field(default_factory=list)
    thresholds: dict[str, Thresholds] = field(default_factory=dict)
    message: str = ""
    n_documents: int = 0
    entry: int = 0

    def of(self, label: str) -> list[Seen]:
        """All looks at a label."""
        return [seen[label] for _, seen in self.looks if label in seen]

    @property
    def labels(self) -> list[str]:
        """All labels that were looked at."""
        return sorted({label for _, seen in self.looks for label in seen})

    def judged(self, label: str, target: float) -> Judged:
        """What it may do with a label under a target of the protocol."""
        return judge(self.of(label), self.thresholds.get(label, Thresholds()), target)


def read_learnt(folder: Path) -> Learnt:
    """What is known, nothing where nothing was ever trained."""
    path = folder / FOLDER / STATE_FILE
    if not path.is_file():
        return Learnt()
    data = json.loads(path.read_text(encoding="utf-8"))
    looks = [(int(n), {label: Seen(**seen) for label, seen in by_label.items()}) for n, by_label in data.pop("looks")]
    thresholds = {label: Thresholds(**values) for label, values in data.pop("thresholds").items()}
    return Learnt(**data, looks=looks, thresholds=thresholds)


def write_learnt(folder: Path, learnt: Learnt) -> None:
    """Keeps it, whole or not at all."""
    (folder / FOLDER).mkdir(mode=0o700, exist_ok=True)
    with atomic_file(Destination(folder / FOLDER / STATE_FILE, overwrite=True, is_private=True)) as file:
        file.write(json.dumps(asdict(learnt), indent=1).encode())


def set_thresholds(folder: Path, label: str, suggest: float, accept: float) -> None:
    """Other thresholds for a label.

    Raises:
        InputError: If they are not shares, or accepting is easier than suggesting.
    """
    load_scheme(CORE).check(label)
    if not 0 <= suggest <= accept <= 1:
        raise InputError("thresholds: need 0 <= suggest <= accept <= 1")
    learnt = read_learnt(folder)
    learnt.thresholds[label] = Thresholds(suggest, accept)
    write_learnt(folder, learnt)


def is_due(project: Project) -> bool:
    """Whether as many records were finished since the last training as the project waits for."""
    wanted = int(project.settings["retrain_after"])
    if not wanted:
        return False
    since = read_learnt(project.folder).entry
    query = select(func.count(entries.c.record.distinct())).where(entries.c.number > since, entries.c.kind == "finish")
    with project.database.reading() as connection:
        return int(connection.execute(query).scalar_one()) >= wanted


def last_entry(project: Project) -> int:
    """Number of the last entry of the project's log."""
    with project.database.reading() as connection:
        return last_number(connection)
