"""A folder of chats that grows: done once, done again only where it has changed, and the same whenever it is done."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from typer.testing import CliRunner

from maskerad.batch.ledger import NAME, Ledger
from maskerad.cli.main import app
from maskerad.core.errors import ConfigError, MissingError

RUSSIAN = "Это предложение написано по-русски, чтобы проверить язык сообщения."
CANARY = "Zebedee"


class Chats:
    """Folders of chats in the making and of what is made of them."""

    def __init__(self, folder: Path) -> None:
        self.source, self.target, self.days = folder / "chats", folder / "safe", folder / "days.csv"
        self.source.mkdir()
        self._key = folder / "k.key"
        self._key.write_text("11" * 32 + "\n")
        self._key.chmod(0o600)

    def say(self, file: str, session: str, *texts: str) -> None:
        """Adds turns to a file of sessions."""
        path = self.source / file
        path.parent.mkdir(exist_ok=True)
        with path.open("a", encoding="utf-8") as lines:
            for text in texts:
                lines.write(json.dumps({"record": session, "text": text}) + "\n")

    def watch(self, *options: str) -> tuple[int, str]:
        """The status of a pass and what it said."""
        place = ["watch", str(self.source), str(self.target), "--statistics", str(self.days)]
        done = CliRunner().invoke(app, [*place, "-l", "sv,en", "--key", str(self._key), "--model", "none", *options])
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return done.exit_code, done.output.removeprefix("model: none\n")

    def texts(self, file: str) -> list[str]:
        """What was made of a file."""
        lines = (self.target / file).read_text(encoding="utf-8").splitlines()
        return [json.loads(line)["text"] for line in lines]

    def counts(self) -> dict[str, int]:
        """The statistics over all days."""
        with self.days.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert all(len(row["day"]) == 10 for row in rows)
        days = Counter[str]()
        for row in rows:
            days[row["what"]] += int(row["count"])
        return days


@pytest.fixture
def chats(tmp_path: Path) -> Chats:
    """No chats yet."""
    return Chats(tmp_path)


def test_only_what_is_new_or_has_changed_is_done(chats: Chats) -> None:
    chats.say("a.jsonl", "s1", "Jag heter Anna Lindqvist.", f"Hej!\n{RUSSIAN}\nAnna här.")
    chats.say("day/b.jsonl", "s2", "My name is Susan Whitfield.")
    status, told = chats.watch("--foreign", "drop")
    assert status == 0 and told.startswith("2 files done, 0 unchanged; spans: ")
    first = chats.texts("a.jsonl")
    assert RUSSIAN not in first[1] and "Lindqvist" not in first[0]
    assert chats.watch("--foreign", "drop") == (0, "0 files done, 2 unchanged\n")
    counts = chats.counts()
    assert (counts.pop("documents"), counts.pop("quarantined"), sum(counts.values())) == (3, 0, 3)
    chats.say("c.jsonl", "s1", "Anna Lindqvist igen.")
    chats.say("day/b.jsonl", "s2", "Susan Whitfield again.")
    assert chats.watch("--foreign", "drop")[1].startswith("2 files done, 1 unchanged")
    name = first[0].removeprefix("Jag heter ").rstrip(".")
    assert chats.texts("c.jsonl") == [f"{name} igen."]
    assert chats.texts("a.jsonl") == first
    assert chats.counts()["documents"] == 5
    assert chats.watch("--foreign", "keep")[1].startswith("3 files done")
    assert RUSSIAN in chats.texts("a.jsonl")[1]


def test_a_killed_pass_is_made_again_to_the_same_bytes(chats: Chats) -> None:
    for session in ("s1", "s2"):
        chats.say(f"{session}.jsonl", session, "Jag heter Anna Lindqvist.")
    chats.watch()
    made = {path.name: path.read_bytes() for path in chats.target.glob("s*")}
    ledger = chats.target / NAME
    assert ledger.stat().st_mode & 0o777 == 0o600 and "Lindqvist" not in ledger.read_text()
    ledger.write_bytes(ledger.read_bytes()[:-9])
    (chats.target / "s1.jsonl").unlink()
    assert chats.watch()[1].startswith("2 files done")
    assert {path.name: path.read_bytes() for path in chats.target.glob("s*")} == made
    assert chats.counts()["documents"] == 2


def test_one_bad_file_keeps_no_other_back(chats: Chats) -> None:
    chats.say("good.jsonl", "s1", "Jag heter Anna Lindqvist.")
    chats.say("foreign.jsonl", "s2", RUSSIAN)
    (chats.source / "bad.csv").write_text(f"{CANARY},other\n1,2\n", encoding="utf-8")
    (chats.source / f"{CANARY}.jpg").write_bytes(b"\xff\xd8\xff")
    status, told = chats.watch()
    assert status == 1 and "[E103]" in told and "1 document quarantined" in told
    assert len(chats.texts("good.jsonl")) == 1 and not (chats.target / "bad.csv").exists()
    assert chats.watch()[0] == 1  # what could not be read is tried, and told, again


def test_what_would_feed_on_itself_or_change_its_names_is_refused(
    chats: Chats, monkeypatch: pytest.MonkeyPatch
) -> None:
    inside = [
        "watch",
        str(chats.source),
        str(chats.source / "safe"),
        "-l",
        "sv",
        "--key",
        str(chats.days.parent / "k.key"),
    ]
    assert isinstance(CliRunner().invoke(app, inside).exception, ConfigError)
    monkeypatch.chdir(chats.source)
    keyless = CliRunner().invoke(app, ["watch", str(chats.source), str(chats.target), "-l", "sv"])
    assert isinstance(keyless.exception, ConfigError) and "key" in str(keyless.exception)
    chats.target.mkdir()
    held = Ledger(chats.target)
    with pytest.raises(ConfigError, match="another run"):
        chats.watch()
    held.close()
    chats.source.rmdir()
    with pytest.raises(MissingError):
        chats.watch()


def test_a_file_in_place_of_the_folder_is_told_as_one(chats: Chats) -> None:
    chats.say("monday.jsonl", "s1", "Hej.")
    chats.source = chats.source / "monday.jsonl"
    with pytest.raises(ConfigError, match=r"monday\.jsonl is no folder"):
        chats.watch()
