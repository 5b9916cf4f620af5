from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

from maskerad.core import Document, Identifier, Record, Released, Span, SpanSet
from maskerad.core.errors import ReleaseError
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.everyday import EverydayWords, Judgement
from maskerad.pipeline.rewrite import rewrite
from maskerad.pipeline.verification.disguises import find_disguised
from maskerad.pipeline.verification.originals import Hit, Originals
from maskerad.pipeline.verification.verify import Leak, mask, originals_of, verify


def never(text: str, start: int, end: int) -> bool:
    return False


@dataclass(frozen=True)
class Standing:
    """The forms of mentions that are such in any place."""

    originals: Originals
    is_ordinary: Judgement

    def standing(self, text: str) -> list[Hit]:
        return find_disguised(self.originals, text, self.is_ordinary)

    def placed(self, text: str, document: str) -> list[Hit]:
        return []


def checked(
    record: Record, ones: Sequence[Released], is_ordinary: Judgement = never, genitives: Sequence[str] = ()
) -> list[Leak]:
    return verify(record, ones, Standing(Originals.of(originals_of(record, ones), genitives), is_ordinary))


def released(text: str, *marks: tuple[str, str, str]) -> tuple[Record, list[Released]]:
    """A record of one text whose first occurrence of each marked piece is replaced."""
    document = Document("d", text)
    spans = [Span(text.index(piece), text.index(piece) + len(piece), label) for piece, label, _ in marks]
    ordered = sorted(zip(spans, marks, strict=True), key=lambda pair: pair[0].start)
    one = rewrite(document, SpanSet.of(spans), [mark[2] for _, mark in ordered])
    return Record("r", (document,)), [one]


def leaked(text: str, *marks: tuple[str, str, str], is_ordinary=never, genitives=()) -> list[tuple[str, str]]:
    record, ones = released(text, *marks)
    return [(text[leak.start : leak.end], leak.label) for leak in checked(record, ones, is_ordinary, genitives)]


def test_missed_second_mention_and_missed_part_of_a_name() -> None:
    text = "Anna Lindqvist kom. LINDQVIST ringde. Anna mår bra."
    assert leaked(text, ("Anna Lindqvist", "PATIENT", "Eva Ek")) == [("LINDQVIST", "PATIENT"), ("Anna", "PATIENT")]


def test_genitive_of_a_name() -> None:
    text = "Anna kom med Annas bror Hannas."
    assert leaked(text, ("Anna", "PATIENT", "Eva"), genitives=["s", "'s"]) == [("Annas", "PATIENT")]


def test_accents_and_case_are_folded() -> None:
    assert leaked("Siobhán kom. siobhan ringde.", ("Siobhán", "PATIENT", "Eva")) == [("siobhan", "PATIENT")]


def test_number_in_another_format() -> None:
    text = "tfn 0652-72 56 eller 06527256, ej 06527257 eller 106527256"
    assert leaked(text, ("0652-72 56", "PHONE", "070-1740605")) == [("06527256", "PHONE")]


def test_ordinary_words_are_no_leak_but_names_are() -> None:
    text = "Ask kom. En ask med tabletter. Dr Ask ringde."
    hits = leaked(text, ("Ask", "CLINICIAN", "Ek"), is_ordinary=lambda text, start, end: text[start:end] == "ask")
    assert hits == [("Ask", "CLINICIAN")]


def test_short_pieces_and_parts_of_words_are_no_leak() -> None:
    assert leaked("Bo Ek, 2/3. Bo åt ekorre 2/3.", ("Bo Ek", "PATIENT", "Per Al"), ("2/3", "DATE", "9/3")) == []
    assert leaked("Lund. Lundby. Grönlund.", ("Lund", "CITY", "Mora")) == []


def test_a_leak_is_as_long_as_what_stands_there() -> None:
    text = "ジャック・ミナトヤとミナトヤ工業団地。また、ミナトヤ、と言う。"
    marks = (("ジャック・ミナトヤ", "PERSON", "ジョン・サトウ"), ("ミナトヤ工業団地", "ORGANIZATION", "東海"))
    assert leaked(text, *marks) == [("ミナトヤ", "PERSON")]


def test_surrogates_are_not_searched_but_kept_text_is() -> None:
    text = "Lund och Lund"
    document = Document("d", text)
    spans = SpanSet.of([Span(0, 4, "CITY"), Span(9, 13, "COUNTRY")])
    record = Record("r", (document,))
    kept = rewrite(document, spans, ["Mora", "Lund"])
    assert checked(record, [kept]) == [Leak("d", 9, 13, "CITY")]
    assert mask(document, kept, checked(record, [kept]), "[{}]".format).text == "Mora och [CITY]"
    assert checked(record, [rewrite(document, spans, ["Mora", "Lunda"])]) == []


def test_part_of_a_longer_kept_span_is_masked_and_the_rest_stays() -> None:
    text = "Mr Jordan came from Jordan Valley."
    record = Record("r", (Document("d", text),))
    kept = SpanSet.of([Span(3, 9, "PATIENT"), Span(20, 33, "REGION")])
    one = rewrite(record.documents[0], kept, ["Hale", "Jordan Valley"])
    masked = mask(record.documents[0], one, checked(record, [one]), "[{}]".format)
    assert masked.text == "Mr Hale came from [PATIENT] Valley."


def test_a_kept_namesake_of_whom_only_a_part_is_the_same_stays() -> None:
    document = Document("d", "Anna Ek was seen by Dr Anna Berg. Anna Ek.")
    spans = SpanSet.of([Span(0, 7, "PATIENT"), Span(23, 32, "CLINICIAN"), Span(34, 41, "CLINICIAN")])
    one = rewrite(document, spans, ["Eva Al", "Anna Berg", "Anna Ek"])
    assert checked(Record("r", (document,)), [one]) == [Leak("d", 34, 41, "PATIENT")]


def test_japanese_names_have_no_blanks_around_them() -> None:
    text = "患者は宮下 佐和子。宮下様の娘。ラン様、プラン変更。"
    hits = leaked(text, ("宮下 佐和子", "PATIENT", "山田 花"), ("ラン", "PATIENT", "リン"))
    assert hits == [("宮下", "PATIENT")]


def test_number_in_full_width_digits() -> None:
    assert leaked("０４５（０５５）７７３１、045-055-7731", ("045-055-7731", "PHONE", "0")) == [
        ("０４５（０５５）７７３１", "PHONE")
    ]


def test_found_in_another_document_of_the_record_and_known_identifiers_count() -> None:
    first, second = Document("a", "Anna Lind."), Document("b", "Lind hade katten Måns.")
    ones = [rewrite(first, SpanSet.of([Span(0, 9, "PATIENT")]), ["Eva Ek"]), rewrite(second, SpanSet(), [])]
    record = Record("r", (first, second), (Identifier("OTHER_PHI", "pet", "Måns"),))
    found = checked(record, ones)
    assert found == [Leak("b", 0, 4, "PATIENT"), Leak("b", 17, 21, "OTHER_PHI")]
    masked = mask(second, ones[1], found, "[{}]".format)
    assert masked.text == "[PATIENT] hade katten [OTHER_PHI]."
    assert mask(first, ones[0], found, str) is ones[0]


def test_masking_keeps_the_replacements_there_are() -> None:
    text = "Anna Lind såg Anna Lind."
    record, ones = released(text, ("Anna Lind", "PATIENT", "Eva Ek"))
    masked = mask(record.documents[0], ones[0], checked(record, ones), "[{}]".format)
    assert masked.text == "Eva Ek såg [PATIENT]."
    assert len(masked.new_spans) == 2


def test_documents_must_be_those_of_the_record() -> None:
    _record, ones = released("Anna", ("Anna", "PATIENT", "Eva"))
    with pytest.raises(ReleaseError):
        checked(Record("r", (Document("other", "x"),)), ones)


def test_ordinary_words_of_a_pack(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists/common.txt").write_text("ask\nmedicin\n", encoding="utf-8")
    (tmp_path / "lists/family.txt").write_text("Ask\n橋本\n", encoding="utf-8")
    (tmp_path / "lists/eponyms.txt").write_text("橋本病\n", encoding="utf-8")
    is_ordinary = EverydayWords([LanguagePack("xx", (tmp_path,), {"name": "x"})]).is_ordinary
    answers = [is_ordinary(word, 0, len(word)) for word in ("ask", "Ask", "Medicin", "lind")]
    assert answers == [True, False, True, False]
    assert is_ordinary("既往に橋本病あり", 3, 5) and not is_ordinary("橋本先生", 0, 2)


def test_leaks_that_overlap_are_masked_together() -> None:
    document = Document("d", "vid Ek och Alm igen")
    leaks = [Leak("d", 4, 14, "PERSON"), Leak("d", 4, 6, "ORGANIZATION")]
    masked = mask(document, rewrite(document, SpanSet(), []), leaks, lambda label: f"[{label}]")
    assert masked.text == "vid [PERSON] igen"


def test_particle_is_no_name_alone() -> None:
    is_ordinary = EverydayWords([load_pack("nl")]).is_ordinary
    assert is_ordinary("Van: Gerda", 0, 3) and not is_ordinary("Bij Gerda", 4, 9)
