"""Who decides: votes, routes, the net under the rules, and folders that do not fit."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.core import Document, Span
from maskerad.core.errors import ModelError
from maskerad.core.schemes import SchemeMap, load_scheme
from maskerad.recognisers import DEFAULT_CHAIN, Evidence, Findings, first_evidence, make_chain
from maskerad.recognisers.hybrid.deciding import decide, gaps
from maskerad.recognisers.hybrid.policy import Choice, Policy, read_policy, safe_labels, write_policy
from maskerad.recognisers.hybrid.recogniser import Ensemble, Hybrid, Proposals, caught, decide_record, placed
from maskerad.recognisers.hybrid.roles import Decided, with_roles
from maskerad.recognisers.model_folder import ModelCard, in_core
from maskerad.recognisers.rules.rulebook import RuleBook
from maskerad.text.codes import Code

MEMBERS = ("rules", "one", "two")
ANY, TWO, ALL = (Choice(MEMBERS, votes) for votes in (1, 2, 3))


def places(said: dict[str, list[Span]], policy: Policy) -> list[tuple[int, int, str]]:
    return [(found.start, found.end, found.label) for found in decide(said, policy)]


def test_a_route_hears_one_voice() -> None:
    said = {"rules": [Span(0, 5, "CITY")], "one": [Span(0, 7, "CITY")]}
    assert places(said, Policy(Choice(("one",)))) == [(0, 7, "CITY")]
    assert places(said, Policy(Choice(("one",)), {"CITY": Choice(("rules",))})) == [(0, 5, "CITY")]


def test_votes_are_for_a_place_and_the_trusted_say_where_it_ends() -> None:
    said = {"rules": [Span(0, 9, "CITY")], "one": [Span(4, 9, "CITY")], "two": [Span(0, 12, "CITY")]}
    trust = {"rules": {"CITY": 0.4}, "one": {"CITY": 0.9}, "two": {"CITY": 0.6}}
    assert places(said, Policy(ALL, trust=trust)) == [(4, 9, "CITY")]
    assert places({**said, "two": []}, Policy(ALL, trust=trust)) == []
    assert places({**said, "two": []}, Policy(TWO, trust=trust)) == [(4, 9, "CITY")]


def test_of_two_labels_at_one_place_the_more_trusted_wins() -> None:
    said = {"one": [Span(0, 4, "CITY")], "two": [Span(0, 4, "HOSPITAL")]}
    trust = {"one": {"CITY": 0.6}, "two": {"HOSPITAL": 0.8}}
    assert places(said, Policy(ANY, trust=trust)) == [(0, 4, "HOSPITAL")]


def test_two_short_places_under_a_long_one_are_two_votes() -> None:
    said = {"one": [Span(0, 4, "CITY"), Span(6, 9, "CITY")], "two": [Span(0, 9, "CITY")]}
    trust = {"one": {"CITY": 0.9}, "two": {"CITY": 0.5}}
    assert places(said, Policy(TWO, trust=trust)) == [(0, 4, "CITY"), (6, 9, "CITY")]


def disjoint(label: str) -> st.SearchStrategy[list[Span]]:
    cuts = st.lists(st.integers(0, 40), max_size=8, unique=True).map(sorted)
    return cuts.map(lambda at: [Span(a, b, label) for a, b in zip(at[::2], at[1::2], strict=False)])


members = st.fixed_dictionaries({member: st.sampled_from(["CITY", "DATE"]).flatmap(disjoint) for member in MEMBERS})


@given(members, st.sampled_from([ANY, TWO, ALL]))
def test_what_is_decided_is_disjoint_and_was_said(said: dict[str, list[Span]], choice: Choice) -> None:
    found = decide(said, Policy(choice))
    assert all(left.end <= right.start for left, right in pairwise(found))
    for one in found:
        assert one.members and all(
            any((s.start, s.end, s.label) == (one.start, one.end, one.label) for s in said[member])
            for member in one.members
        )


@given(members)
def test_every_place_that_any_voice_marks_is_touched_by_the_union(said: dict[str, list[Span]]) -> None:
    found = decide(said, Policy(ANY))
    for spans in said.values():
        for span in spans:
            assert any(one.start < span.end and span.start < one.end for one in found)


@given(st.integers(0, 40), st.integers(1, 40), disjoint("X"))
def test_gaps_are_what_is_left(start: int, length: int, spans: list[Span]) -> None:
    left = {at for a, b in gaps(start, start + length, [(s.start, s.end) for s in spans]) for at in range(a, b)}
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert left == set(range(start, start + length)) - covered


LABELS = ("NAME_PATIENT", "NAME_DOCTOR", "NAME_TITLE", "LOCATION_CITY", "ID")


def mixed(labels: tuple[str, ...]) -> st.SearchStrategy[list[Span]]:
    cuts = st.lists(st.integers(0, 40), max_size=10, unique=True).map(sorted)
    places = cuts.map(lambda at: list(zip(at[::2], at[1::2], strict=False)))
    return places.flatmap(
        lambda found: st.tuples(*(st.sampled_from(labels) for _ in found)).map(
            lambda names: [Span(a, b, name) for (a, b), name in zip(found, names, strict=True)]
        )
    )


@given(
    mixed(("PATIENT", "PERSON", "ID", "PHONE", "CITY", "AGE", "PROFESSION", "USERNAME")),
    st.tuples(mixed(LABELS), mixed(LABELS)),
    st.sampled_from([ANY, TWO, ALL, Choice(("one",)), Choice(("two",))]),
    st.booleans(),
)
def test_what_rules_marked_as_a_name_id_or_phone_is_covered_whoever_decides(
    rules: list[Span], models: tuple[list[Span], list[Span]], choice: Choice, is_one_role: bool
) -> None:
    text = "Ab1 cd-E. f2 " * 4
    into = SchemeMap(load_scheme("core"), load_scheme("grascco"))
    said = dict(zip(MEMBERS, (into.spans(rules), *models), strict=True))
    policy = Policy(choice, is_one_role=is_one_role)
    proposals = Proposals(text, rules, said, [span for span in rules if into.label(span.label) is None])
    taken = placed(decide_record([proposals], policy, "grascco")[0], "grascco")
    found = [*taken, *caught(proposals, taken, policy)]
    covered = {at for one in found for at in range(one.start, one.end)}
    for span in rules:
        if span.label in safe_labels():
            assert covered.issuperset(at for at in range(span.start, span.end) if text[at].isalnum())


class Said:
    """A model that says what it was told to."""

    def __init__(self, spans: list[Span], scheme: str) -> None:
        self._spans = spans
        labels = {label: load_scheme(scheme).to_core[label] for label in {span.label for span in spans}}
        self.card = ModelCard("said.v1", scheme, labels, Code.BIO, ("xx",))

    def recognise(self, evidence: Evidence) -> Findings:
        return Findings([in_core(spans, self.card) for spans in self.spans(evidence)])

    def spans(self, evidence: Evidence) -> list[list[Span]]:
        return [list(self._spans) for _ in evidence.documents]


def hybrid(book: RuleBook, text: str, spans: list[Span], scheme: str, policy: Policy) -> list[tuple[str, str]]:
    model = Said(spans, scheme)
    rules = make_chain(DEFAULT_CHAIN, book)
    card = ModelCard("hybrid.v1", scheme, model.card.labels, Code.BIO, ("xx",))
    evidence = first_evidence([book.analyser.analyse(Document("d", text))])
    found = Hybrid(Ensemble(rules, {"one": model}, (), scheme), policy, card).recognise(evidence)
    return sorted((text[span.start : span.end], span.label) for span in found.spans[0])


def test_names_of_the_rules_stay_though_nobody_chose_the_rules(book: RuleBook) -> None:
    text = "Dr Lindqvist saw Anna Lindqvist in Lund."
    route = Policy(Choice(("one",)))
    found = hybrid(book, text, [Span(17, 21, "NAME_PATIENT")], "grascco", route)
    assert ("Anna", "PATIENT") in found
    assert "Lindqvist" in " ".join(words for words, _ in found if words.startswith(("Lind", "Dr", " Lind")))
    assert not any(words == "Lund" for words, _ in found)


def test_a_kind_that_the_scheme_does_not_know_is_taken_from_the_rules(book: RuleBook) -> None:
    model, rules = Said([Span(9, 13, "TERRITORIO")], "meddocan"), Said([Span(9, 13, "CITY")], "core")
    card = ModelCard("hybrid.v1", "meddocan", model.card.labels, Code.BIO, ("xx",))
    ensemble = Ensemble([rules], {"one": model}, (), "meddocan")
    evidence = first_evidence([book.analyser.analyse(Document("d", "Moved to Lund."))])
    made = Hybrid(ensemble, Policy(Choice(("one",))), card)
    assert [span.label for span in made.recognise(evidence).spans[0]] == ["CITY"]


def test_a_title_that_is_not_marked_does_not_hide_a_name(book: RuleBook) -> None:
    text = "Dr Lindqvist saw her."
    found = hybrid(book, text, [Span(0, 12, "NAME_TITLE")], "grascco", Policy(Choice(("one",))))
    assert any(words.endswith("Lindqvist") for words, _ in found)


RECORD = ("Patient Anna Frid. A Frid came.", "Dr Anna saw Bo. Bo left, and Anna")


def said_roles() -> list[Decided]:
    """The rules know one mention of Anna as the patient, a model twice as something else, and Bo as a relative once."""
    rules = [[Span(8, 17, "PATIENT"), Span(19, 25, "PERSON")], [Span(3, 7, "PERSON"), Span(12, 14, "PERSON")]]
    rules[1] += [Span(16, 18, "PERSON"), Span(29, 33, "PERSON")]
    model = [[Span(19, 25, "PATIENT")], [Span(3, 7, "CLINICIAN"), Span(12, 14, "RELATIVE")]]
    said = [{"rules": first, "one": second} for first, second in zip(rules, model, strict=True)]
    route = Policy(Choice(("rules",)))
    return [Decided(text, members, decide(members, route)) for text, members in zip(RECORD, said, strict=True)]


def test_a_name_has_the_role_that_most_trust_in_the_record_is_in() -> None:
    trust = {"rules": {"PATIENT": 0.9}, "one": {"PATIENT": 0.6, "CLINICIAN": 0.7, "RELATIVE": 0.5}}
    found = with_roles(said_roles(), Policy(ANY, trust=trust), "core")
    assert [one.label for one in found[0]] == ["PATIENT", "PATIENT"]
    assert [one.label for one in found[1]] == ["PATIENT", "RELATIVE", "RELATIVE", "PATIENT"]
    assert [(one.start, one.end) for row in found for one in row] == [
        (one.start, one.end) for document in said_roles() for one in document.taken
    ]


def test_roles_do_not_depend_on_the_order_of_documents() -> None:
    policy = Policy(ANY, trust={"one": {"CLINICIAN": 0.9}})
    record = said_roles()
    assert with_roles(record[::-1], policy, "core") == with_roles(record, policy, "core")[::-1]


def test_what_is_no_person_keeps_its_label() -> None:
    spans = [Span(0, 4, "CITY"), Span(5, 9, "CLINICIAN")]
    members = {"rules": spans, "one": []}
    record = [Decided("Anna Anna", members, decide(members, Policy(Choice(("rules",)))))]
    assert [one.label for one in with_roles(record, Policy(ANY), "core")[0]] == ["CITY", "CLINICIAN"]


def test_many_names_with_one_word_take_linear_time() -> None:
    words = [f"{first}{second} Berg" for first in ("Ab", "Ce", "Di", "Fo") for second in map(chr, range(97, 123))] * 40
    text, spans = "", []
    for name in words:
        spans.append(Span(len(text), len(text) + len(name), "CLINICIAN"))
        text += name + ". "
    members = {"rules": spans}
    record = [Decided(text, members, decide(members, Policy(Choice(("rules",)))))]
    assert {one.label for one in with_roles(record, Policy(ANY), "core")[0]} == {"CLINICIAN"}


def test_labels_without_a_place_in_the_core_scheme_are_left_out(book: RuleBook) -> None:
    policy = Policy(Choice(("one",)), net=frozenset())
    assert hybrid(book, "Dr xyz came.", [Span(0, 2, "NAME_TITLE")], "grascco", policy) == []


def test_a_policy_is_read_as_it_was_written(tmp_path: Path) -> None:
    policy = Policy(TWO, {"FECHAS": Choice(("one",))}, {"one": {"FECHAS": 0.75}}, True, frozenset({"ID"}))
    write_policy(tmp_path / "policy.json", policy)
    assert read_policy(tmp_path / "policy.json", MEMBERS, load_scheme("meddocan").labels) == policy


@pytest.mark.parametrize(
    ("policy", "reason"),
    [
        (Policy(Choice(("three",))), "three"),
        (Policy(Choice(MEMBERS, 4)), "4 votes of 3"),
        (Policy(TWO, {"HERO": TWO}), "HERO"),
        (Policy(TWO, net=frozenset({"HERO"})), "HERO"),
    ],
)
def test_a_policy_that_does_not_fit_is_refused(policy: Policy, reason: str, tmp_path: Path) -> None:
    write_policy(tmp_path / "policy.json", policy)
    with pytest.raises(ModelError, match=reason):
        read_policy(tmp_path / "policy.json", MEMBERS, load_scheme("meddocan").labels)


@pytest.mark.parametrize("content", ["", "[]", '{"default": 3}', '{"default": {"members": "rules", "votes": 1}}'])
def test_a_broken_policy_is_refused(content: str, tmp_path: Path) -> None:
    (tmp_path / "policy.json").write_text(content, encoding="utf-8")
    with pytest.raises(ModelError, match="no readable policy"):
        read_policy(tmp_path / "policy.json", MEMBERS, ())
