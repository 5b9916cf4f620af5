import os
import re
import subprocess
import sys
from datetime import date
from pathlib import Path

from maskerad.core import Document, Identifier, Record, Source, Span, SpanSet
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.policy import DEFAULT, parse_policy, policy_from_table
from maskerad.pipeline.replace import Replacements
from maskerad.surrogates import Keyed

KEYED = Keyed(bytes(range(32)))
NOTE = (
    "Epikris Huddinge. Överläkare Karin Ek. 52-årig kvinna, Anna Lindqvist, inkom tisdag 22/5. Mamma Gunilla"
    " Lindqvist tfn 0652-72 56, bror Johan. Annas bror följer med till Gotland. Pat. A.L. åter 29/5."
)
MARKS = [
    ("Huddinge", "HOSPITAL"),
    ("Karin Ek", "CLINICIAN"),
    ("52-årig", "AGE"),
    ("Anna Lindqvist", "PATIENT"),
    ("tisdag 22/5", "DATE"),
    ("Gunilla Lindqvist", "RELATIVE"),
    ("0652-72 56", "PHONE"),
    ("Johan", "RELATIVE"),
    ("Annas", "PATIENT"),
    ("Gotland", "REGION"),
    ("A.L.", "INITIALS"),
    ("29/5", "DATE"),
]


def replaced(text: str, *marks: tuple[str, str], policy=DEFAULT, known=(), code: str = "sv", source=None):
    spans, at = [], 0
    for piece, label in marks:
        at = text.index(piece, at)
        spans.append(Span(at, at + len(piece), label, 1.0, source or Source("gold")))
        at += len(piece)
    record = Record("r", (Document("d", text, date=date(2012, 6, 1)),), known)
    found = Replacements(record, [SpanSet.of(spans)], [load_pack(code)], policy, KEYED)
    return found.of(0), found


def test_record_of_the_design() -> None:
    texts, found = replaced(NOTE, *MARKS)
    new = dict(zip((piece for piece, _ in MARKS), texts, strict=True))
    given, family = new["Anna Lindqvist"].split()
    assert new["Gunilla Lindqvist"].split()[1] == family
    assert new["Annas"].removesuffix("s") == given.removesuffix("s")
    assert new["A.L."] == f"{given[0]}.{family[0]}."
    assert new["tisdag 22/5"].startswith("tisdag ")
    day, month = map(int, new["tisdag 22/5"].split()[1].split("/"))
    later_day, later_month = map(int, new["29/5"].split("/"))
    assert (date(2012, later_month, later_day) - date(2012, month, day)).days == 7
    assert found.refused == []
    assert all(old.casefold() != text.casefold() for old, text in new.items())


def test_strategies() -> None:
    policy = parse_policy(
        ["PERSON=indexed", "AGE=suppress", "HOSPITAL=tag", "REGION=substitute:an island", "DATE=keep"]
    )
    texts, _ = replaced(NOTE, *MARKS, policy=policy)
    new = dict(zip((piece for piece, _ in MARKS), texts, strict=True))
    assert new["Anna Lindqvist"] == new["Annas"] == "[PATIENT-2]"  # after the clinician
    assert [new["Gunilla Lindqvist"], new["Johan"]] == ["[RELATIVE-3]", "[RELATIVE-4]"]
    assert [new["52-årig"], new["Huddinge"], new["Gotland"]] == ["***", "[HOSPITAL]", "an island"]
    assert new["tisdag 22/5"] == "tisdag 22/5"


def test_class_of_a_place_by_its_value() -> None:
    policy = policy_from_table({"CITY": {"London": "ENGLISH_CITY", "Uppsala": "SWEDISH_CITY"}})
    texts, _ = replaced(
        "LONDON, Uppsalas, Rom", ("LONDON", "CITY"), ("Uppsalas", "CITY"), ("Rom", "CITY"), policy=policy
    )
    assert texts == ["ENGLISH_CITY", "SWEDISH_CITY", "[CITY]"]


def test_national_number_is_one_that_nobody_is_given_or_a_tag() -> None:
    source = Source("rules", "national_id_x")
    (swedish,) = replaced("811228-9874", ("811228-9874", "ID"), source=source)[0]
    assert re.fullmatch(r"\d{6}-9[89]\d\d", swedish)  # birth numbers that the Tax Agency keeps for tests
    assert replaced("131052-308T", ("131052-308T", "ID"), source=source)[0] == ["[ID]"]  # of no register of Swedish
    (japanese,) = replaced("123456789018", ("123456789018", "ID"), code="ja", source=source)[0]
    assert re.fullmatch(r"\d{12}", japanese)


def test_without_a_surrogate_a_placeholder_in_the_language() -> None:
    texts, found = replaced("på Blenda den 31 april", ("Blenda", "ID"), ("31 april", "DATE"))
    assert texts == ["[ID]", "[DATUM]"]
    assert [(document, span.label) for document, span, _ in found.refused] == [("d", "ID"), ("d", "DATE")]
    assert not any("Blenda" in reason or "april" in reason for _, _, reason in found.refused)


def test_blanks_and_commas_at_the_ends_stay() -> None:
    texts, _ = replaced("till Anna, och", ("Anna, ", "PATIENT"))
    assert texts[0].endswith(", ") and len(texts[0]) > 2
    assert "[PATIENT]" in replaced("a , b", (" , ", "PATIENT"))[0][0]


def test_times_stay_and_dates_among_them_move() -> None:
    texts, _ = replaced(
        "入院後、2014年5月、0:40", ("入院後", "TIME"), ("2014年5月", "TIME"), ("0:40", "TIME"), code="ja"
    )
    assert [texts[0], texts[2]] == ["入院後", "0:40"]
    assert texts[1] != "2014年5月" and texts[1].endswith("月")


def test_known_identifiers_are_never_surrogates() -> None:
    plain, _ = replaced("Anna", ("Anna", "PATIENT"))
    known = (Identifier("RELATIVE", "given", plain[0]),)
    assert replaced("Anna", ("Anna", "PATIENT"), known=known)[0] != plain


def test_same_answer_in_another_process_and_hash_seed() -> None:
    folder = str(Path(__file__).parent)
    expected = str(replaced(NOTE, *MARKS)[0])
    code = f"import sys; sys.path.insert(0, {folder!r}); from test_replace import *; print(replaced(NOTE, *MARKS)[0])"
    for seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"}
        found = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, check=True)
        assert found.stdout.decode().strip() == expected
