"""What is kept of a compiled language: it says the same as the sources, and a stale or broken one is not believed."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from maskerad.core import Document
from maskerad.languages import LanguagePack, language_codes, load_pack
from maskerad.languages.pack import DATA
from maskerad.recognisers.rules import kept
from maskerad.recognisers.rules.compiled import ENDING, Parts
from maskerad.recognisers.rules.compiled import read_compiled as read_kept
from maskerad.recognisers.rules.kept import CACHE_VARIABLE, Kept
from maskerad.recognisers.rules.programs import ENDING as PROGRAMS
from maskerad.recognisers.rules.programs import Programs
from maskerad.recognisers.rules.rulebook import RuleBook, make_rulebook


def read_compiled(pack: LanguagePack) -> Parts | None:
    place = Kept.of(pack)
    return read_kept(place, Programs(place)) if place else None


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path))
    return tmp_path


@dataclass(frozen=True)
class Made:
    """A language that was compiled, and what is kept of it."""

    pack: LanguagePack
    book: RuleBook
    cache: Path


@pytest.fixture(scope="module", params=language_codes())
def made(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Made:
    """Each language, compiled once for all tests of it."""
    pack, folder = load_pack(request.param), tmp_path_factory.mktemp(request.param)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(CACHE_VARIABLE, str(folder))
        assert read_compiled(pack) is None
        return Made(pack, make_rulebook(pack), folder)


@pytest.fixture
def kept_there(made: Made, monkeypatch: pytest.MonkeyPatch) -> Made:
    """The same, with its cache in use."""
    monkeypatch.setenv(CACHE_VARIABLE, str(made.cache))
    return made


def test_a_kept_language_is_the_compiled_one(kept_there: Made) -> None:
    fresh, read = kept_there.book, read_compiled(kept_there.pack)
    assert read is not None
    lexicon, alphabet, token_rules, text_rules = read
    assert lexicon == fresh.lexicon
    assert (alphabet.rows, alphabet.signatures, alphabet.numbers) == (
        fresh.alphabet.rows,
        fresh.alphabet.signatures,
        fresh.alphabet.numbers,
    )
    assert [(rule.name, rule.source, rule.lead, rule.labels) for rule in token_rules] == [
        (rule.name, rule.source, rule.lead, rule.labels) for rule in fresh.token_rules
    ]
    assert text_rules == fresh.text_rules


def emptied(whole: bytes) -> bytes:
    """The same file without any rule, as somebody would leave it who wants names to slip through."""
    digest, _, body = whole.partition(b"\n")
    return digest + b"\n" + json.dumps({**json.loads(body), "token_rules": [], "text_rules": []}).encode()


def test_a_stale_or_broken_file_is_not_believed(cache: Path) -> None:
    pack = load_pack("sv")
    make_rulebook(pack)
    (file,) = cache.glob(f"*.{ENDING}")
    whole = file.read_bytes()
    for broken in (whole[: len(whole) // 2], b"[]", b"", b"-" + whole[1:], whole + b" ", emptied(whole)):
        file.write_bytes(broken)
        assert read_compiled(pack) is None
    make_rulebook(pack)
    assert read_compiled(pack) is not None and file.read_bytes() == whole


def test_a_kept_language_without_its_rules_releases_no_name(cache: Path, tmp_path: Path) -> None:
    script = "import maskerad; print(maskerad.load('sv').deidentify('Mamma Gunilla Lindqvist ringde.').text)"
    command = [sys.executable, "-c", script]
    make_rulebook(load_pack("sv"))
    (file,) = cache.glob(f"*.{ENDING}")
    file.write_bytes(emptied(file.read_bytes()))
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "Gunilla" not in done.stdout and "Lindqvist" not in done.stdout


def test_a_list_that_changed_without_changing_size_or_time_is_compiled_anew(
    cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "data"
    shutil.copytree(DATA / "sv", home / "sv")
    shutil.copytree(DATA / "shared", home / "shared")
    monkeypatch.setattr(kept, "DATA", home)
    pack = replace(load_pack("sv"), folders=(home / "shared", home / "sv"))
    make_rulebook(pack)
    assert read_compiled(pack) is not None
    file = home / "sv" / "lists" / "family.txt"
    times = file.stat()
    file.write_bytes(file.read_bytes().replace(b"Lindqvist", b"Xxxxqvist", 1))
    os.utime(file, ns=(times.st_atime_ns, times.st_mtime_ns))
    assert read_compiled(pack) is None


@pytest.mark.skipif(os.name != "posix", reason="modes of folders")
def test_the_folder_is_private_and_one_that_others_may_write_to_is_not_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "own"))
    pack = load_pack("sv")
    make_rulebook(pack)
    assert stat.S_IMODE((tmp_path / "own").stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "own").iterdir()} == {0o600}
    (tmp_path / "own").chmod(0o777)
    assert read_compiled(pack) is None
    (tmp_path / "open").mkdir(mode=0o777)
    (tmp_path / "open").chmod(0o777)
    monkeypatch.setenv(CACHE_VARIABLE, str(tmp_path / "open"))
    make_rulebook(pack)
    assert list((tmp_path / "open").iterdir()) == []


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


def expressions(book: RuleBook) -> list[tuple[str, int, int]]:
    """What tells one compiled expression from another, as far as ``re`` says."""
    rules = [*book.token_rules, *book.text_rules]
    return [(rule.name, rule.pattern.flags, rule.pattern.groups) for rule in rules]


TEXT = "Mamma Gunilla Lindqvist, tfn 0652-72 56, kommer tisdag 22/5 till avd 3, Falu lasarett. Pnr 19710330-2396."


def test_kept_expressions_find_what_new_ones_find(kept_there: Made) -> None:
    new = kept_there.book
    compiled_now = expressions(new)
    (file,) = kept_there.cache.glob(f"*.{PROGRAMS}")
    whole = file.read_bytes()
    again = make_rulebook(kept_there.pack)
    assert expressions(again) == compiled_now
    assert file.read_bytes() == whole, "nothing was compiled a second time"
    analysed = new.analyser.analyse(Document("d", TEXT))
    for one, other in zip(new.token_rules, again.token_rules, strict=True):
        found = [match.regs for match in one.pattern.finditer(analysed.classes)]
        assert [match.regs for match in other.pattern.finditer(analysed.classes)] == found
    for first, second in zip(new.text_rules, again.text_rules, strict=True):
        spans = [match.span(first.group) for match in first.pattern.finditer(TEXT)]
        assert [match.span(second.group) for match in second.pattern.finditer(TEXT)] == spans


def test_a_broken_or_stale_expression_is_compiled_anew(cache: Path) -> None:
    pack = load_pack("it")
    right = expressions(make_rulebook(pack))
    (file,) = cache.glob(f"*.{PROGRAMS}")
    head, first, *rest = file.read_bytes().split(b"\n")
    forged = rest[0][:64] + first[64:]
    for lines in ([head], [head, first[:-9]], [head, forged, *rest], [b"-" + head[1:], first, *rest], [b"\xff"], []):
        file.write_bytes(b"\n".join(lines))
        assert expressions(make_rulebook(pack)) == right
    assert sorted(file.read_bytes().split(b"\n")) == sorted([head, first, *rest])


def test_rules_alone_import_no_numpy() -> None:
    script = (
        "import sys, maskerad; maskerad.load('sv', model=None).deidentify('Anna Ek.'); sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
