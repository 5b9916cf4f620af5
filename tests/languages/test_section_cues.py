"""Files of section cues: what ships, what a project adds, what is refused."""

from pathlib import Path

import pytest

from maskerad.core.errors import FormatError
from maskerad.languages.section_cues import load_section_cues, read_section_cues

CODES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_cues_of_every_kind(code: str) -> None:
    cues = load_section_cues(code)
    kinds = (cues.salutation, cues.closing, cues.signature, cues.reference, cues.date, cues.heading, cues.chat_role)
    assert all(kinds)
    for words in kinds:
        assert len(set(words)) == len(words)
        assert all(word == word.strip().lower() for word in words)
    assert len(cues.heading) >= 60


def test_a_language_without_a_file_has_no_cues() -> None:
    assert load_section_cues("xx").closing == ()


def test_a_project_adds_to_what_ships(tmp_path: Path) -> None:
    (tmp_path / "sv").mkdir()
    (tmp_path / "sv" / "sections.toml").write_text('closing = ["Hälsar", "mvh"]', encoding="utf-8")
    cues = load_section_cues("sv", tmp_path)
    assert cues.closing == (*load_section_cues("sv").closing, "hälsar")
    assert cues.heading == load_section_cues("sv").heading


@pytest.mark.parametrize(
    "content", ['closings = ["x"]', 'closing = "x"', "closing = [1]", 'closing = [" "]', "closing =", "[closing]"]
)
def test_a_file_that_is_wrong_is_refused(tmp_path: Path, content: str) -> None:
    path = tmp_path / "sections.toml"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(FormatError, match=r"sections\.toml"):
        read_section_cues(path)
