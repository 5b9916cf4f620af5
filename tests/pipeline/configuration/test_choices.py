"""What somebody says of a run, over what a project says, over the defaults."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core.errors import ConfigError, MaskeradError, UnknownNameError
from maskerad.models import is_shipped, shipped_model
from maskerad.pipeline.choices import Choices
from maskerad.pipeline.configuration.label_choices import ancestors, choice_name, laid_over
from maskerad.pipeline.configuration.model_choice import MODEL, NONE, told_models, with_models
from maskerad.pipeline.configuration.settings import Foreign, Settings, languages_named, settings_for
from maskerad.recognisers import DEFAULT_CHAIN
from maskerad.surrogates import shift_for

DATES = "rules.patterns.v1"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project.toml").write_text(
        'language = "nl"\nforeign = "drop"\nrecognisers = ["rules.grammar.v1"]\n'
        '[strategies]\nPERSON = "tag"\nDATE = "keep"\n[scopes]\nPERSON = "corpus"\n'
        '[dates]\nshift = "days:30"\npublic_holidays = "NL"\n',
        encoding="utf-8",
    )
    return tmp_path


def test_without_a_word_every_language_is_read_by_rules_and_models() -> None:
    made = Choices().settings()
    assert made.is_auto and len(made.languages) == 8
    assert made.chain == DEFAULT_CHAIN and made.foreign is None
    assert made.models and all(map(is_shipped, made.models))


def test_a_project_says_what_nobody_says(project: Path) -> None:
    made = Choices(project=project).settings()
    assert made.languages == ("nl",) and not made.is_auto
    assert (made.foreign, made.chain) == (Foreign.DROP, ("rules.grammar.v1",))
    assert str(made.policy.chosen["PERSON"]) == "tag"
    assert str(made.policy.scopes.chosen["PERSON"]) == "corpus"
    assert made.shift == shift_for("days:30", "NL")


def test_what_is_said_stands_over_the_project_and_leaves_the_rest_of_it(project: Path) -> None:
    said = Choices("sv, en", project, "keep", (DATES,), (NONE,), ("PERSON=indexed",), ("CITY=mention",), "days:5", "")
    made = said.settings()
    assert made.languages == ("sv", "en") and made.is_auto
    assert (made.foreign, made.chain, made.models) == (Foreign.KEEP, (DATES,), ())
    assert [str(made.policy.chosen[name]) for name in ("PERSON", "DATE")] == ["indexed", "keep"]
    assert [str(made.policy.scopes.chosen[name]) for name in ("PERSON", "CITY")] == ["corpus", "mention"]
    assert made.shift == shift_for("days:5", "NL")  # the country is another choice
    assert Choices(project=project, public_holidays="SE").settings().shift == shift_for("days:30", "SE")


@pytest.mark.parametrize(
    "choices",
    [
        Choices("xx"),
        Choices(","),
        Choices("sv", foreign="burn"),
        Choices("sv", recognisers=("rules.nothing.v1",)),
        Choices("sv", strategies=("PERSON=burn",)),
        Choices("sv", scopes=("PERSON=burn",)),
        Choices("sv", shift="burn"),
        Choices("sv", public_holidays="Atlantis"),
    ],
)
def test_what_there_is_not_is_refused(choices: Choices) -> None:
    with pytest.raises(MaskeradError):
        choices.settings()


def test_languages_are_named_with_commas() -> None:
    assert languages_named(" sv ,en,, de") == ("sv", "en", "de")
    assert not settings_for("sv").is_auto
    assert settings_for("sv,en").is_auto
    with pytest.raises(ConfigError, match="no language given"):
        settings_for("")


def test_lines_are_asked_for_their_language_among_several_or_where_it_is_asked_for() -> None:
    assert not settings_for("sv").has_lines_identified
    assert settings_for("sv,en").has_lines_identified
    assert settings_for("sv").with_foreign("drop").has_lines_identified
    assert settings_for("sv").with_foreign("quarantine").has_lines_identified
    assert not settings_for("sv").with_foreign("keep").has_lines_identified
    with pytest.raises(UnknownNameError, match="quarantine"):
        settings_for("sv").with_foreign("Drop")


def test_a_model_runs_unless_rules_alone_are_asked_for() -> None:
    plain = settings_for("sv")
    shipped = shipped_model("sv")
    assert shipped is not None
    assert with_models(plain).models == (shipped,)
    assert with_models(plain, (NONE,)).models == ()
    assert with_models(plain, recognisers=(DATES,)).models == ()
    both = with_models(plain, recognisers=(DATES, MODEL))
    assert (both.chain, both.models) == ((DATES,), (shipped,))
    alone = with_models(plain, recognisers=(MODEL,))
    assert (alone.chain, alone.models) == ((), (shipped,))
    named = with_models(plain, (shipped,))
    assert named.models == (shipped,)  # it is not taken twice
    beside = with_models(settings_for("sv,nl"), (shipped,), (DATES,))
    assert beside.models == (shipped, shipped_model("nl"))


@pytest.mark.parametrize(
    ("named", "recognisers", "says"),
    [
        ((NONE,), (MODEL,), "no model and a model were both asked for"),
        ((NONE, NONE), (), "no model and a model were both asked for"),
        ((), (DATES, "model2"), "model2"),
    ],
)
def test_choices_that_contradict_one_another_are_refused(
    named: tuple[Path, ...], recognisers: tuple[str, ...], says: str
) -> None:
    with pytest.raises(MaskeradError, match=says):
        with_models(settings_for("sv"), named, recognisers)


def test_a_language_that_nothing_would_read_is_told() -> None:
    shipped = shipped_model("sv")
    assert shipped is not None
    with pytest.raises(ConfigError, match="nothing would look for anything in sv, nl"):
        with_models(Settings(("sv", "nl"), chain=(), models=(shipped,)), (NONE,), ())


def test_a_run_tells_its_models() -> None:
    (told,) = told_models(with_models(settings_for("sv")))
    language, _, fingerprint, shipped = told.split(" ")
    assert (language, shipped) == ("sv", "(shipped)")
    assert len(fingerprint) >= 8


def test_a_choice_for_a_parent_replaces_those_of_its_children() -> None:
    chosen = {"default": 1, "CITY": 2, "LOCATION": 3, "PATIENT": 4, "NATIONAL_ID": 5}
    assert laid_over(chosen, {"LOCATION": 9}) == {"default": 1, "PATIENT": 4, "NATIONAL_ID": 5, "LOCATION": 9}
    assert laid_over(chosen, {"CITY": 9}) == {**chosen, "CITY": 9}
    assert laid_over(chosen, {"ID": 9}) == {"default": 1, "CITY": 2, "LOCATION": 3, "PATIENT": 4, "ID": 9}
    assert laid_over(chosen, {"default": 9})["PATIENT"] == 4
    with pytest.raises(UnknownNameError):
        laid_over(chosen, {"TOWN": 9})


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("CITY", ("CITY", "LOCATION")),
        ("default", ("default",)),
        ("NATIONAL_ID", ("NATIONAL_ID", "ID")),
        ("GENERIC_CARE", ("GENERIC_CARE", "HOSPITAL")),
        ("FOREIGN_LINE", ("FOREIGN_LINE", "OTHER_PHI")),
    ],
)
def test_what_holds_for_a_name(name: str, expected: tuple[str, ...]) -> None:
    assert ancestors(name) == expected


@pytest.mark.parametrize(
    ("label", "rule", "expected"),
    [
        ("ID", "national_id_sv", "NATIONAL_ID"),
        ("ID", "own_national_id", "ID"),
        ("HOSPITAL", "generic_ward", "GENERIC_CARE"),
        ("OTHER_PHI", "foreign_line", "FOREIGN_LINE"),
        ("PHONE", "national_id_sv", "PHONE"),
        ("CITY", "", "CITY"),
    ],
)
def test_the_narrowest_name_of_a_span(label: str, rule: str, expected: str) -> None:
    assert choice_name(label, rule) == expected
