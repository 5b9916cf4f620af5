"""No word that a language tells its rules stands there in vain: each can be met in some text."""

from __future__ import annotations

import pytest

from maskerad.core import Document, Source, Span
from maskerad.languages import language_codes
from maskerad.languages.medicine import AS_WRITTEN, load_medical_cues
from maskerad.languages.toml_file import TomlFile
from maskerad.recognisers.rules.rulebook import load_rulebook
from maskerad.recognisers.veto import Veto

# Where a cue of `veto.toml` stands beside a candidate, which braces mark, and as what that was taken.
BESIDE = {
    "bore_near": ("{cue} {{16F}}", "AGE"),
    "clock_before": ("0700 1130 0800 {cue} {{2000}}", "DATE"),
    "count_before": ("{cue} {{27}}", "AGE"),
    "device_before": ("{cue} {{Jaybo Quux}}", "PERSON"),
    "device_behind": ("{{Jaybo Quux}} {cue}", "PERSON"),
    "duration_before": ("{cue} {{10 xx}}", "AGE"),
    "duration_behind": ("{{10 xx}} {cue}", "AGE"),
    "eponym_before": ("{cue} {{Babinski}}", "PERSON"),
    "fraction_before": ("{cue} {{4/5}}", "DATE"),
    "fraction_behind": ("{{4/5}} {cue}", "DATE"),
    "grading_town": ("{{{cue}}} 4.3", "CITY"),
    "hours_before": ("{cue} {{8-10}}", "DATE"),
    "ordinal_behind": ("{{3rd}} {cue}", "DATE"),
    "over_before": ("{cue} {{3/7}}", "DATE"),
    "over_behind": ("{{3/7}} {cue}", "DATE"),
    "portion_near": ("{cue} zzq {{3/4}}", "DATE"),
    "unit": ("{{27}} {cue}", "AGE"),
}


@pytest.mark.parametrize("code", language_codes())
def test_every_cue_of_medicine_takes_away_what_it_stands_beside(code: str):
    book = load_rulebook(code)
    cues, veto = load_medical_cues(book.pack), Veto(book)
    in_vain = []
    for key, (form, label) in BESIDE.items():
        for cue in getattr(cues, key):
            before, candidate, behind = form.format(cue=cue).replace("}", "{").split("{")
            span = Span(len(before), len(before + candidate), label, 0.5, Source("rules"))
            if not veto.reason(before + candidate + behind, span):
                in_vain.append((key, cue))
    assert in_vain == []


@pytest.mark.parametrize("code", language_codes())
def test_cues_that_are_looked_up_in_small_letters_are_written_so(code: str):
    for folder in load_rulebook(code).pack.folders:
        for key, cues in TomlFile.read(folder / "veto.toml").table.items():
            if key != "form" and key not in AS_WRITTEN:
                assert [cue for cue in cues if cue != cue.lower()] == [], (folder.name, key)


@pytest.mark.parametrize("code", language_codes())
def test_every_word_of_a_group_is_one_token_or_named_by_a_rule_over_letters(code: str):
    book = load_rulebook(code)
    letters = "".join(path.read_text(encoding="utf-8") for path in book.pack.rule_files())
    in_vain = [
        (group, word)
        for group, words in book.pack.table("words").items()
        for word in words
        if len(book.analyser.analyse(Document("d", word)).letters) != 1 and f"{{{{{group}}}}}" not in letters
    ]
    assert in_vain == []
