from collections.abc import Callable
from pathlib import Path

import pytest

from maskerad.core import MaskeradError, Source, Span
from maskerad.core.errors import ConfigError, FormatError, MissingError, UnknownNameError
from maskerad.pipeline.configuration.policy import DEFAULT, Kind, parse_policy, policy_from_table
from maskerad.pipeline.configuration.scopes import parse_scopes


def kind(policy, label: str, rule: str = "") -> str:
    return str(policy.strategy(Span(0, 4, label, 1.0, Source("rules", rule))).kind.value)


def test_default() -> None:
    labels = ["SEX", "TIME", "COUNTRY", "PATIENT", "ID", "OTHER_PHI"]
    assert [kind(DEFAULT, label) for label in labels] == ["keep", "keep-times", "keep"] + ["surrogate"] * 3
    assert kind(DEFAULT, "ID", "national_id_se") == "unissued"


def test_parent_holds_for_children_that_have_no_choice_of_their_own() -> None:
    policy = parse_policy(["PERSON=indexed", "CLINICIAN=tag", "LOCATION=suppress"])
    labels = ["PATIENT", "CLINICIAN", "STREET", "COUNTRY", "DATE"]
    assert [kind(policy, label) for label in labels] == ["indexed", "tag", "suppress", "suppress", "surrogate"]


def test_choice_for_id_holds_for_national_ids_too_unless_named() -> None:
    assert kind(parse_policy(["ID=suppress"]), "ID", "national_id_se") == "suppress"
    assert kind(parse_policy(["ID=keep", "NATIONAL_ID=tag"]), "ID", "national_id_se") == "tag"


def test_default_item_leaves_specific_defaults_alone() -> None:
    policy = parse_policy(["default=tag"])
    assert [kind(policy, "PATIENT"), kind(policy, "SEX")] == ["tag", "keep"]


def test_table_with_values_and_file_of_classes(tmp_path: Path) -> None:
    (tmp_path / "places.tsv").write_text("# value\tclass\nLondon\tENGLISH_CITY\n", encoding="utf-8")
    (tmp_path / "places.toml").write_text('Lund = "SWEDISH_CITY"\n', encoding="utf-8")
    policy = policy_from_table({"CITY": "classes:places.tsv", "REGION": {"Skåne": "SOUTH"}}, folder=tmp_path)
    assert policy.strategy(Span(0, 1, "CITY")).values == {"london": "ENGLISH_CITY"}
    assert policy.strategy(Span(0, 1, "REGION")).values == {"skane": "SOUTH"}
    toml = policy_from_table({"CITY": "classes:places.toml"}, folder=tmp_path)
    assert toml.strategy(Span(0, 1, "CITY")).values == {"lund": "SWEDISH_CITY"}


@pytest.mark.parametrize("parse", [parse_policy, parse_scopes])
def test_all_items_that_are_wrong_are_told(parse: Callable[[list[str]], object]) -> None:
    with pytest.raises(MaskeradError) as raised:
        parse(["FRIEND=x", "PERSON=y", "PATIENT", "FOE=y"])
    told = "\n".join((str(raised.value), *raised.value.__notes__))
    assert [part for part in ("'FRIEND'", "'x'", "'y'", "'PATIENT'", "'FOE'") if part not in told] == []
    assert told.count("'y'") == 1


@pytest.mark.parametrize(
    ("item", "error"),
    [
        ("PATIENT", ConfigError),
        ("=tag", ConfigError),
        ("PATIENT=", ConfigError),
        ("PATEINT=tag", UnknownNameError),
        ("PATIENT=tags", UnknownNameError),
        ("PATIENT=tag:x", ConfigError),
        ("PATIENT=substitute", ConfigError),
        ("CITY=classes:nowhere.tsv", MissingError),
    ],
)
def test_items_that_are_not_allowed(item: str, error: type[MaskeradError]) -> None:
    with pytest.raises(error):
        parse_policy([item])


@pytest.mark.parametrize("content", [b"London ENGLISH\n", b"\xff\n", b"London\t\n"])
def test_broken_classes_file(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "c.tsv").write_bytes(content)
    with pytest.raises(FormatError, match=r"c\.tsv"):
        parse_policy(["CITY=classes:c.tsv"], folder=tmp_path)


@pytest.mark.parametrize("value", [3, {}, {"London": 3}, ["tag"]])
def test_broken_table(value: object) -> None:
    with pytest.raises(ConfigError, match="CITY"):
        policy_from_table({"CITY": value})


@pytest.mark.parametrize(
    ("label", "rule", "kind"),
    [
        ("ID", "national_id_x", Kind.UNISSUED),
        ("ID", "id_after_cue", Kind.SURROGATE),
        ("HOSPITAL", "generic_care", Kind.KEEP),
        ("HOSPITAL", "hospital_listed", Kind.SURROGATE),
    ],
)
def test_the_rule_that_found_a_span_may_choose_its_strategy(label: str, rule: str, kind: Kind) -> None:
    assert DEFAULT.strategy(Span(0, 1, label, 1.0, Source("r", rule))).kind is kind
