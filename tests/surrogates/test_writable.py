"""Surrogates are drawn from what the output's encoding can write."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.batch import DeidentifyWork, Job, run_job
from maskerad.core import Document, Record, Released
from maskerad.corpora import FormatOptions, read_items
from maskerad.corpora.annotated import Broken
from maskerad.pipeline.configuration.policy import parse_policy
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.deidentify import Deidentifier
from maskerad.text.writable import can_write, written_in

NOTES = {
    "sv": "Patienten Jan Kowalski, Lisbeth Åkesson och Fatma Yılmaz bor i Växjö. Dr Tomasz Nowak, 12 mars 2020.",
    "de": "Die Patientin Agnieszka Nowak-Wiśniewska und Ayşe Yıldız wohnen in Köln bei Herrn Müller.",
    "fr": "Mme Élodie Lefèvre et M. Piotr Kowalczyk habitent à Besançon, 12 rue des Œillets.",
    "ja": "患者の山田太郎は東京の髙橋医師を受診した。",
}
CODECS = {"sv": "cp1252", "de": "cp1252", "fr": "latin-1", "ja": "shift_jis"}


@pytest.mark.parametrize("language", NOTES)
def test_every_new_text_can_be_written(language: str) -> None:
    codec = CODECS[language]
    text = written_in(NOTES[language], codec) if language != "ja" else NOTES["ja"].replace("髙", "高")
    settings = Settings((language,), codec=codec)
    for number in range(12):
        key = bytes([number] * 32)
        (new,) = Deidentifier(settings, key).release(Record("r", (Document("d", text),)))
        assert isinstance(new, Released) and can_write(new.text, codec), new.text
        assert "?" not in new.text


def test_ascii_alone() -> None:
    settings = Settings(("sv",), codec="ascii", policy=parse_policy(["CITY=tag", "DATE=substitute:någon dag"]))
    text = "Patienten Bo Ek bor i Lund. Kom 12 mars 2020."
    for number in range(12):
        (new,) = Deidentifier(settings, bytes([number] * 32)).release(Record("r", (Document("d", text),)))
        assert isinstance(new, Released) and new.text.isascii() and "nagon dag" in new.text


def test_a_table_in_another_encoding(tmp_path: Path) -> None:
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    rows = "".join(
        f"{number},{NOTES['de'].replace('ś', 's').replace('ş', 's').replace('ı', 'i')}\n" for number in range(40)
    )
    source.write_bytes(f"id,text\n{rows}".encode("cp1252"))
    (broken, *_) = read_items(source, FormatOptions())
    assert isinstance(broken, Broken) and "--encoding cp1252" in broken.reason
    options = FormatOptions(encoding="cp1252")
    work = DeidentifyWork(Settings(("de",), codec="cp1252"), bytes(range(32)))
    summary = run_job(Job(source, target, options=options, has_spans=False), work)
    assert not summary.quarantined
    with target.open(encoding="cp1252", newline="") as file:
        assert len(list(csv.DictReader(file))) == 40


@given(text=st.text(max_size=30))
def test_what_can_be_written_stays(text: str) -> None:
    for codec in ("cp1252", "shift_jis", "utf-8"):
        plain = written_in(text, codec)
        assert plain == text if can_write(text, codec) else plain != text or not can_write(plain, codec)
