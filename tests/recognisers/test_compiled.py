"""What is kept of a compiled language: it says the same as the sources, and a stale or broken one is not believed."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from maskerad.languages import language_codes, load_pack
from maskerad.recognisers.rules.compiled import CACHE_VARIABLE, read_compiled
from maskerad.recognisers.rules.rulebook import make_rulebook


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


@pytest.mark.parametrize("code", language_codes())
def test_a_kept_language_is_the_compiled_one(code: str, cache: Path) -> None:
    pack = load_pack(code)
    assert read_compiled(pack) is None
    compiled = make_rulebook(pack)
    kept = read_compiled(pack)
    assert kept is not None
    lexicon, alphabet, token_rules, text_rules = kept
    assert lexicon == compiled.lexicon
    assert (alphabet.rows, alphabet.signatures, alphabet.numbers) == (
        compiled.alphabet.rows,
        compiled.alphabet.signatures,
        compiled.alphabet.numbers,
    )
    assert [(rule.name, rule.source, rule.lead, rule.labels) for rule in token_rules] == [
        (rule.name, rule.source, rule.lead, rule.labels) for rule in compiled.token_rules
    ]
    assert text_rules == compiled.text_rules


def test_a_stale_or_broken_file_is_not_believed(cache: Path) -> None:
    pack = load_pack("sv")
    make_rulebook(pack)
    (file,) = cache.iterdir()
    whole = file.read_text(encoding="utf-8")
    for broken in (whole[: len(whole) // 2], "[]", "{}", json.dumps({**json.loads(whole), "stamp": "0"})):
        file.write_text(broken, encoding="utf-8")
        assert read_compiled(pack) is None
    file.write_text(json.dumps({**json.loads(whole), "masks": []}), encoding="utf-8")
    assert read_compiled(pack) is None
    make_rulebook(pack)
    assert read_compiled(pack) is not None


def test_a_language_that_a_project_extends_is_not_kept(cache: Path, tmp_path: Path) -> None:
    lists = tmp_path / "own" / "sv" / "lists"
    lists.mkdir(parents=True)
    (lists / "family.txt").write_text("Påhittsson\n", encoding="utf-8")
    make_rulebook(load_pack("sv", tmp_path / "own"))
    assert [path.name for path in cache.iterdir()] == ["own"]


def test_nothing_is_kept_where_it_is_switched_off(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, "off")
    make_rulebook(load_pack("sv"))
    assert list(cache.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    monkeypatch.setenv(CACHE_VARIABLE, str(file / "below"))
    assert make_rulebook(load_pack("sv")).token_rules


def test_rules_alone_import_no_numpy() -> None:
    script = (
        "import sys, maskerad; maskerad.load('sv').deidentify('Anna Ek kom 3/4.'); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
