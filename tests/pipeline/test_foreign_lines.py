"""Lines in a language that is not configured: quarantined, taken out or kept, as asked; looked for only when asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import maskerad
from maskerad.core import Document, MaskeradError, Quarantined, Record, Released
from maskerad.pipeline.projects.project import KEY_FILE, PROJECT_FILE, TEMPLATE

KEY = bytes(range(32))
RUSSIAN = "Это предложение написано по-русски, чтобы проверить язык сообщения."
FINNISH = "  Tämä lause on kirjoitettu suomeksi, jotta kielen tunnistus voidaan tarkistaa. "
OWN = "Hej, jag heter Anna Lindqvist och bor i Lund."
TEXT = f"{OWN}\n{RUSSIAN}\r\n{FINNISH}\nVi ses i morgon på mottagningen igen."


@pytest.mark.parametrize("language", ["sv", "sv,en", "sv,nl,en,de"])
def test_a_dropped_line_leaves_an_empty_line(language: str):
    released = maskerad.load(language, key=KEY, foreign="drop").deidentify(TEXT)
    lines = released.text.split("\n")
    assert lines[1] == "\r" and not lines[2].strip() and lines[3] == "Vi ses i morgon på mottagningen igen."
    assert lines[0].startswith("Hej, jag heter ") and "Lindqvist" not in lines[0]


def test_every_dropped_line_is_one_span_without_blanks_at_its_ends():
    found = maskerad.load("sv", key=KEY, foreign="drop").detect(TEXT)
    assert [one.text for one in found if one.source.rule == "foreign_line"] == [RUSSIAN, FINNISH.strip()]


@pytest.mark.parametrize(
    ("choice", "stands"),
    [
        ("FOREIGN_LINE=substitute:(another language)", "(another language)"),
        ("FOREIGN_LINE=suppress", "***"),
        ("OTHER_PHI=tag", "[OTHER_PHI]"),
        ("default=tag", ""),
    ],
)
def test_what_stands_for_it_can_be_chosen(choice: str, stands: str):
    engine = maskerad.load("sv", key=KEY, foreign="drop", strategies=[choice])
    assert engine.deidentify(TEXT).text.split("\n")[1] == f"{stands}\r"


def test_with_one_language_lines_are_looked_for_only_when_asked():
    assert RUSSIAN in maskerad.load("sv", key=KEY).deidentify(TEXT).text
    assert RUSSIAN in maskerad.load("sv", key=KEY, foreign="keep").deidentify(TEXT).text
    with pytest.raises(MaskeradError, match="'ru'"):
        maskerad.load("sv", key=KEY, foreign="quarantine").deidentify(TEXT)
    with pytest.raises(MaskeradError, match="'ru'"):
        maskerad.load("sv,en", key=KEY).deidentify(TEXT)
    program = (
        "import sys, maskerad; maskerad.load('sv', foreign='keep', model=None).deidentify('Anna'); "
        "sys.exit('numpy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_a_project_says_it_and_its_template_does_not(tmp_path: Path):
    (tmp_path / KEY_FILE).write_text(KEY.hex())
    (tmp_path / KEY_FILE).chmod(0o600)
    (tmp_path / PROJECT_FILE).write_text(TEMPLATE.format(language="sv"), encoding="utf-8")
    assert RUSSIAN in maskerad.load(project=tmp_path).deidentify(TEXT).text
    (tmp_path / PROJECT_FILE).write_text('language = "sv"\nforeign = "drop"\n', encoding="utf-8")
    assert RUSSIAN not in maskerad.load(project=tmp_path).deidentify(TEXT).text


def test_the_other_documents_of_a_record_go_on():
    """What is released is what would have been without the documents that are quarantined."""
    engine = maskerad.load("sv,en", key=KEY)
    texts = (OWN, TEXT, "Lindqvist ringde igår kväll.", RUSSIAN)
    own = tuple(Document(f"n{number}", text, "", "p1") for number, text in enumerate(texts))
    outcomes = engine.deidentify_record(Record("p1", own))
    assert [type(one) for one in outcomes] == [Released, Quarantined, Released, Quarantined]
    alone = engine.deidentify_record(Record("p1", own[::2]))
    assert [one.text for one in outcomes if isinstance(one, Released)] == [one.text for one in alone]
    told = [(one.document, one.stage, one.code) for one in outcomes if isinstance(one, Quarantined)]
    assert told == [("n1", "detect", "E106"), ("n3", "detect", "E106")]


@pytest.mark.parametrize(
    ("language", "before", "words"),
    [
        ("es", "El paciente refiere en árabe: ", "ana taaban jiddan wa rasi yujaini"),
        ("fr", "Elle dit : ", "me dhemb koka shume dhe kam temperature"),
        ("sv", "Tolken säger: ", "у меня болит голова и кружится"),
    ],
)
def test_words_of_another_language_within_a_line_are_nobody(language: str, before: str, words: str):
    assert words in maskerad.load(language, key=KEY).deidentify(f"{before}{words}.").text
