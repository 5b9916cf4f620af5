import re
from dataclasses import replace
from datetime import date

import pytest

from maskerad.core import Document, MaskeradError, Record, Span, SpanSet
from maskerad.core.errors import ConfigError, UnknownNameError
from maskerad.languages import load_pack
from maskerad.pipeline.configuration.policy import DEFAULT, Policy, parse_policy
from maskerad.pipeline.configuration.scopes import DEFAULT_SCOPES, Extent, parse_scopes, scopes_from_table
from maskerad.pipeline.replace import Replacements
from maskerad.surrogates import Keyed

KEYED = Keyed(bytes(range(32)))
Marks = list[tuple[str, str]]


def policy(*scopes: str, strategies: tuple[str, ...] = ()) -> Policy:
    return replace(parse_policy(strategies, DEFAULT), scopes=parse_scopes(scopes))


def replaced(
    documents: dict[str, Marks], chosen: Policy, record: str = "r", keyed: Keyed = KEYED
) -> dict[str, list[str]]:
    """New texts of marked pieces; documents hold nothing else."""
    made, sets = [], []
    for name, marks in documents.items():
        text, spans = "", []
        for piece, label in marks:
            spans.append(Span(len(text), len(text) + len(piece), label))
            text += piece + " | "
        made.append(Document(name, text, date=date(2021, 3, 5)))
        sets.append(SpanSet.of(spans))
    packs = [load_pack("sv")] * len(made)
    found = Replacements(Record(record, tuple(made)), sets, packs, chosen, keyed)
    return {document.id: found.of(number) for number, document in enumerate(made)}


ID = ("XK-204817-55", "ID")
TWICE = {"a": [ID, ID], "b": [ID, ID]}


def test_a_mention_a_document_a_record_a_corpus() -> None:
    for scope, n_record, n_two_records in (("mention", 4, 8), ("document", 2, 4), ("record", 1, 2), ("corpus", 1, 1)):
        here, there = (replaced(TWICE, policy(f"ID={scope}"), record) for record in ("r1", "r2"))
        assert len({text for texts in here.values() for text in texts}) == n_record, scope
        assert len({text for texts in (*here.values(), *there.values()) for text in texts}) == n_two_records, scope
    document = replaced(TWICE, policy("ID=document"))
    assert all(first == second for first, second in document.values())


@pytest.mark.parametrize("run_max", [1, 2, 3, 5])
def test_runs_are_bounded_and_of_several_lengths(run_max: int) -> None:
    texts = replaced({"a": [ID] * 60}, policy(f"ID=limited({run_max})"))["a"]
    starts = [at for at in range(60) if not at or texts[at] != texts[at - 1]]
    lengths = [end - start for start, end in zip(starts, [*starts[1:], 60], strict=True)]
    assert max(lengths) <= run_max
    assert len(set(texts)) == len(starts)
    assert set(lengths[:-1]) == set(range(1, run_max + 1))


def test_other_labels_keep_their_scope() -> None:
    marks = [("Anna Lindqvist", "PATIENT"), ID, ("070-174 06 21", "PHONE")]
    plain, chosen = replaced({"a": marks}, policy())["a"], replaced({"a": marks}, policy("ID=mention"))["a"]
    assert plain[0] == chosen[0] and plain[2] == chosen[2] and plain[1] != chosen[1]


def test_days_follow_no_default_but_their_own_choice() -> None:
    days = {"a": [("2021-03-01", "DATE")] * 20}
    assert len(set(replaced(days, policy("default=mention"))["a"])) == 1
    assert len(set(replaced(days, policy("DATE=mention"))["a"])) > 5
    shifted = [replaced({"a": [("2021-03-01", "DATE")]}, policy("DATE=corpus"), f"r{n}")["a"][0] for n in range(8)]
    assert len(set(shifted)) == 1


def test_an_address_follows_the_name_of_its_owner_wherever_that_is_chosen() -> None:
    marks = [("Quirina Lindqvist", "PATIENT"), ("lindqvist@firma.se", "EMAIL")]
    for scope in ("record", "corpus"):
        name, address = replaced({"a": marks}, policy(f"PERSON={scope}"))["a"]
        assert address.partition("@")[0] == name.split()[1].casefold().translate(str.maketrans("åäöéü", "aaoeu"))


def indexed(documents: dict[str, Marks], *scopes: str, strategy: str = "indexed", record: str = "r") -> list[list[str]]:
    return list(replaced(documents, policy(*scopes, strategies=(f"PERSON={strategy}",)), record).values())


PEOPLE: dict[str, Marks] = {
    "a": [("Anna Ek", "PATIENT"), ("Bo Alm", "RELATIVE"), ("Anna Ek", "PATIENT")],
    "b": [("Bo Alm", "RELATIVE"), ("Eva Dahl", "RELATIVE")],
}


def test_numbers_over_each_scope() -> None:
    assert indexed(PEOPLE) == [["[PATIENT-1]", "[RELATIVE-2]", "[PATIENT-1]"], ["[RELATIVE-2]", "[RELATIVE-3]"]]
    assert indexed(PEOPLE, "PERSON=document") == [
        ["[PATIENT-1]", "[RELATIVE-2]", "[PATIENT-1]"],
        ["[RELATIVE-1]", "[RELATIVE-2]"],
    ]
    assert indexed({"a": PEOPLE["b"], "b": PEOPLE["b"][1:]}, "PERSON=document")[1] == ["[RELATIVE-1]"]
    assert indexed(PEOPLE, "PERSON=mention") == [
        ["[PATIENT-1]", "[RELATIVE-2]", "[PATIENT-3]"],
        ["[RELATIVE-4]", "[RELATIVE-5]"],
    ]


def test_people_of_a_session_are_counted_together() -> None:
    assert indexed(PEOPLE, strategy="indexed:Person #") == [
        ["Person 1", "Person 2", "Person 1"],
        ["Person 2", "Person 3"],
    ]


def test_codes_of_a_corpus_are_the_same_in_every_record_and_others_under_another_key() -> None:
    first, second = indexed(PEOPLE, "PERSON=corpus"), indexed({"b": PEOPLE["b"]}, "PERSON=corpus", record="r2")
    assert first[1] == second[0]
    assert first[0][0] == first[0][2] != first[0][1]
    assert re.fullmatch(r"\[[A-Z]+-[0-9A-HJKMNP-TV-Z]{10}\]", first[0][0])
    chosen = policy("PERSON=corpus", strategies=("PERSON=indexed",))
    assert not set(replaced(PEOPLE, chosen, keyed=Keyed(bytes(32)))["a"]) & set(first[0])


def test_the_ids_of_entities_do_not_undo_a_narrow_scope() -> None:
    record = Record("r", (Document("a", "Anna, Anna"),))
    spans = [SpanSet.of([Span(0, 4, "PATIENT"), Span(6, 10, "PATIENT")])]
    for scope, expected in (("record", {"PATIENT-1"}), ("corpus", {"PATIENT-1"}), ("mention", {""})):
        found = Replacements(record, spans, [load_pack("sv")], policy(f"PERSON={scope}"), KEYED)
        assert {span.entity for span in found.linked(0)} == expected


def test_a_record_id_cannot_pass_for_the_corpus() -> None:
    here = replaced(TWICE, policy("ID=record"), "\0corpus")
    assert here != replaced(TWICE, policy("ID=corpus"), "\0corpus")


def test_choices() -> None:
    scopes = parse_scopes(["PERSON=limited(4)", "CLINICIAN=corpus", "default=document"])
    assert [scopes.of(label).extent for label in ("PATIENT", "CLINICIAN", "CITY", "DATE")] == [
        Extent.LIMITED,
        Extent.CORPUS,
        Extent.DOCUMENT,
        Extent.RECORD,
    ]
    assert parse_scopes(["PERSON=record"], scopes).of("CLINICIAN").extent is Extent.RECORD
    assert scopes_from_table({"ID": "mention"}).of("ID").extent is Extent.MENTION
    assert DEFAULT_SCOPES.is_record_alone and not scopes.is_record_alone


@pytest.mark.parametrize(
    ("item", "error"),
    [
        ("PATIENT", ConfigError),
        ("PATEINT=corpus", UnknownNameError),
        ("NATIONAL_ID=corpus", UnknownNameError),
        ("PATIENT=galaxy", UnknownNameError),
        ("PATIENT=limited", UnknownNameError),
        ("PATIENT=limited(0)", ConfigError),
        ("PATIENT=limited(999999)", ConfigError),
    ],
)
def test_scopes_that_are_not_allowed(item: str, error: type[MaskeradError]) -> None:
    with pytest.raises(error):
        parse_scopes([item])


def test_tables_and_texts_that_are_not_allowed() -> None:
    with pytest.raises(ConfigError, match=r"\[scopes\] PATIENT: must be a text"):
        scopes_from_table({"CITY": "corpus", "PATIENT": 3})
    for strategy in ("PERSON=indexed:Person", "PERSON=indexed:# of #"):
        with pytest.raises(ConfigError):
            parse_policy([strategy])
