"""What the processes of the learner do; what goes wrong in them is kept for its page, as a message.

The server imports this to name them; what learns is imported where it learns.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from maskerad.core.errors import MaskeradError
from maskerad.web.workspace.learner.learnt import last_entry, read_learnt, write_learnt
from maskerad.web.workspace.project import Project, open_project


def learn_in_process(folder: Path, address: str) -> None:
    """Learns, and suggests what it may."""
    from maskerad.web.workspace.learner.suggesting import suggest_more
    from maskerad.web.workspace.learner.training import learn

    _work(folder, address, lambda project: suggest_more(project, learn(project)))


def batch_in_process(folder: Path, address: str) -> None:
    """Annotates alone, and says how much."""
    from maskerad.web.workspace.learner.alone import run_batch

    def batch(project: Project) -> None:
        n = run_batch(project)
        write_learnt(folder, replace(read_learnt(folder), message=f"{n} records annotated alone"))

    _work(folder, address, batch)


def _work(folder: Path, address: str, work: Callable[[Project], object]) -> None:
    with open_project(folder, address) as project:
        try:
            work(project)
        except MaskeradError as error:
            write_learnt(folder, replace(read_learnt(folder), message=str(error), entry=last_entry(project)))
