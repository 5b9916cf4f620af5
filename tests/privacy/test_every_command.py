"""Every command, however it is called and whatever befalls it, shows text only where that was asked for."""

from __future__ import annotations

import json
import shutil
import signal
import socketserver
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from contextlib import closing, nullcontext
from importlib.util import find_spec
from itertools import chain
from pathlib import Path

import pytest
from tests.privacy.calls import CALLS, LANGUAGE, NAME, WORD, Call, command_names, has_json, note, write_lines
from tests.privacy.runs import Ran, Runner, exit_status, killing, raising
from tests.training.tiny import write_tiny_bert

from maskerad.batch.journal import Journal
from maskerad.cli.main import run
from maskerad.experiments.blind.answers import Answers, Judgement, Verdict, save_answers
from maskerad.experiments.blind.study import read_truth

TABLE = f'id,patient,who,text\n1,r0,Tyra {NAME},"Dr {NAME} ringde. {WORD}"\n2,r1,,"Mamma {NAME} kom 12 mars 2020."\n'
KNOWN = f"record,given,family\nr0,Tyra,{NAME}\n"
ARCHIVE = f"Patienten {NAME} kom med hosta och feber, {WORD}. " * 100
N_NOTES = 12
MADE = (  # inputs that commands make
    ("init", "study", *LANGUAGE, "--vault"),
    ("deidentify", "gold.jsonl", "safe.jsonl", "--project", "study", "--vault", "kept.vault"),
    ("train", "crf", "gold.jsonl", "model", *LANGUAGE, "--iterations", "2", "--dev", "dev.jsonl"),
    ("experiment", "blind", "build", "gold.jsonl", "asked", *LANGUAGE),
    ("workspace", "import", "annotated", "gold.jsonl", *LANGUAGE),
)


@pytest.fixture(scope="module")
def inputs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Everything that the calls read."""
    folder = tmp_path_factory.mktemp("inputs")
    rows = [note(number) for number in range(N_NOTES)]
    write_lines(folder / "gold.jsonl", rows)
    write_lines(folder / "dev.jsonl", [note(number) for number in range(N_NOTES, 2 * N_NOTES)])
    write_lines(folder / "other.jsonl", [row | {"entities": row["entities"][1:]} for row in rows])
    write_lines(folder / "archive.jsonl", [{"id": str(number), "text": ARCHIVE} for number in range(4)])
    (folder / "table.csv").write_text(TABLE, encoding="utf-8")
    (folder / "known.csv").write_text(KNOWN, encoding="utf-8")
    (folder / "notes").mkdir()
    for row in rows[:4]:
        (folder / "notes" / f"{row['id']}.txt").write_text(row["text"], encoding="utf-8")
    if find_spec("transformers"):
        from tests.training.test_adopted import LABELS, TAGS
        from tests.training.test_adopted import made as made_model

        write_tiny_bert(folder / "base", [row["text"] for row in rows])
        made_model(folder / "theirs", TAGS)
        lines = (f'{tag} = "{label}"' for tag, label in LABELS.items())
        (folder / "labels.toml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    for made in MADE:
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(folder)
            patch.setattr(sys, "argv", ["maskerad", *made])
            assert exit_status(run) == 0, made
    shutil.copy(folder / "annotated" / "workspace.db", folder / "kept.db")
    entry = {
        "document": "d1",
        "stage": "limit",
        "code": "E105",
        "reason": "a document of 99 characters",
        "n_documents": 1,
    }
    write_lines(folder / "out.jsonl.quarantine.jsonl", [entry])
    again = (".", "deidentify", "gold.jsonl", "again.jsonl", "--project", "study", "--resume", "-q")
    Journal(folder / ".out.jsonl.journal", "", again).close()
    older = folder / "older.vault"
    with closing(sqlite3.connect(folder / "kept.vault")) as kept, closing(sqlite3.connect(older)) as connection:
        kept.backup(connection)
        connection.execute("DELETE FROM about WHERE name = 'census of entries'")  # as before vaults counted entries
        connection.commit()
    older.chmod(0o600)
    lists = folder / "study" / "languages" / "sv" / "lists"
    lists.mkdir(parents=True)
    (lists / "family.txt").write_text(f"# source: the ward; licence: none\n{NAME}\n", encoding="utf-8")
    study_id, truth = read_truth(folder / "asked")
    judged = Judgement(Verdict.REAL, ((0, 5),))
    save_answers(folder / "asked", Answers(study_id, "anna", dict.fromkeys(truth, judged)))
    return folder


@pytest.fixture
def runner(
    inputs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
    caplog: pytest.LogCaptureFixture,
) -> Runner:
    """Runs commands in a copy of the inputs, in which temporary files land too."""
    folder = tmp_path / "here"
    shutil.copytree(inputs, folder)
    (folder / "tmp").mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("TMPDIR", str(folder / "tmp"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    monkeypatch.setattr(socketserver.BaseServer, "serve_forever", lambda server: None)
    monkeypatch.setattr("uvicorn.Server.run", lambda server, sockets=None: None)
    monkeypatch.setattr("maskerad.web.workspace.server.serve.working", lambda project: nullcontext())
    return Runner(folder, capfd, caplog, monkeypatch)


def _odd(content: bytes) -> bytes:
    """Rows of the right form with wrong types, keys that hold text, and labels that are none."""
    row = {"id": [NAME], "text": {NAME: WORD}, NAME: WORD, "entities": [{"start": WORD, "end": None, "label": 7}]}
    return (json.dumps(row) + "\n").encode()


SLOW = ("torch", "transformers")
SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "cut": lambda content: content[: len(content) * 2 // 3],
    "no text": lambda content: content[: len(content) // 2] + b"\xff\x00" + content[len(content) // 2 :],
    "emptied": lambda content: b"",
    "something else": lambda content: f'{NAME} "{WORD}\n{NAME}\n'.encode(),
    "odd": _odd,
    "doubled": lambda content: content * 2,
}
BEFALLS: dict[str, tuple[Callable[[], None], set[int]]] = {
    "a fault": (raising(RuntimeError(f"could not cope with {NAME} {WORD}")), {1, 3}),
    "no memory": (raising(MemoryError(NAME)), {1, 3}),
    "an interrupt": (killing(signal.SIGINT), {130}),
    "a termination": (killing(signal.SIGTERM), {143}),
}
GOOD = [
    *((name, "-v") for name in CALLS),
    *((name, manner) for name, call in CALLS.items() for manner in ("", "-q") if call.needs not in SLOW),
    *((name, "--json") for name in CALLS if name in command_names() and has_json(name)),
]
READERS = [
    name
    for name, call in CALLS.items()
    if not name.startswith("quarantine") and any(part.endswith((".jsonl", ".csv", "notes")) for part in call.reads)
]


def call_of(name: str) -> tuple[Call, tuple[str, ...]]:
    """A call, and its whole command line; the test is skipped where something that it needs is not installed."""
    pytest.importorskip(CALLS[name].needs)
    return CALLS[name], (*name.split(), *CALLS[name].arguments)


def holds(text: str, canary: str) -> bool:
    """Whether a canary stands in a text, in whatever case."""
    return canary.casefold() in text.casefold()


def check(ran: Ran, call: Call) -> None:
    """Nothing is shown or made that holds what it must not hold."""
    assert "Traceback" not in ran.said
    for canary in (NAME, WORD):
        assert not holds(ran.said, canary)
        assert call.is_shown or not holds(ran.shown, canary)
        assert not [
            name for name, text in ran.made.items() if holds(text, canary) and not _may_hold(name, canary, call)
        ]


def _may_hold(name: str, canary: str, call: Call) -> bool:
    allowed = (*call.full, *call.safe) if canary == WORD else call.full
    return any(name == one or name.startswith(f"{one}/") for one in allowed)


def test_every_command_is_tried() -> None:
    assert set(CALLS) == command_names()


@pytest.mark.parametrize(("name", "manner"), GOOD)
def test_a_good_run_shows_nothing(name: str, manner: str, runner: Runner) -> None:
    call, command = call_of(name)
    ran = runner.run(*command, *manner.split())
    assert ran.status == 0, ran.said
    check(ran, call)
    made = {*call.full, *call.safe} - {"made.training"}
    assert made <= {name.partition("/")[0] for name in ran.made}
    assert [one for one in made & {*call.full} if (runner.folder / one).stat().st_mode & 0o077] == []
    assert (NAME in ran.shown) == (call.is_shown and manner != "-q")  # where it may be seen, it would be


@pytest.mark.parametrize("name", CALLS)
def test_wrong_use_shows_nothing(name: str, runner: Runner) -> None:
    call, command = call_of(name)
    wrong = [(*command, "--no-such-flag"), *(_without(command, part) for part in call.reads)]
    for arguments in wrong:
        ran = runner.run(*arguments)
        assert ran.status in (2, 3), arguments
        assert not ran.made
        check(ran, call)


def _without(command: tuple[str, ...], part: str) -> tuple[str, ...]:
    """The command with a file that is not there in place of one that is."""
    return tuple(word.replace(part, f"no-{part.replace('/', '-')}") for word in command)


def put_anew(file: Path, content: bytes, mode: int) -> None:
    """Another file in place of one: what a run of this process still holds open (a vault) is not written into."""
    file.unlink(missing_ok=True)
    file.write_bytes(content)
    file.chmod(mode)


@pytest.mark.parametrize("how", SPOILT)
@pytest.mark.parametrize("name", [name for name, call in CALLS.items() if call.reads])
def test_spoilt_input_shows_nothing(name: str, how: str, runner: Runner) -> None:
    call, command = call_of(name)
    sources = [runner.folder / part for part in call.reads]
    files = [[source] if source.is_file() else sorted(filter(Path.is_file, source.rglob("*"))) for source in sources]
    assert all(files)
    whole = {file: (file.read_bytes(), file.stat().st_mode) for file in chain.from_iterable(files)}
    for spoilt, (content, mode) in whole.items():
        put_anew(spoilt, SPOILT[how](content), mode)
        ran = runner.run(*command)
        check(ran, call)
        runner.remove(ran)
        for file, before in whole.items():  # a run may write into what it reads, as into a vault
            put_anew(file, *before)


@pytest.mark.parametrize("what", BEFALLS)
@pytest.mark.parametrize("name", READERS)
def test_what_happens_in_the_middle_shows_nothing(name: str, what: str, runner: Runner) -> None:
    call, command = call_of(name)
    happening, statuses = BEFALLS[what]
    runner.in_the_middle(happening)
    ran = runner.run(*command, "-v")
    assert ran.status in statuses
    check(ran, call)
