"""Nothing in a project is without effect in silence: every mistake is told, with its file, line and key."""

from __future__ import annotations

from pathlib import Path

import pytest

from maskerad.core import Document, Record
from maskerad.core.document import Identifier
from maskerad.core.errors import ConfigError, MaskeradError
from maskerad.languages import load_pack
from maskerad.languages.toml_file import TomlFile
from maskerad.pipeline.detect import Detector
from maskerad.pipeline.projects.project import PROJECT_FILE, TEMPLATE, read_project
from maskerad.pipeline.projects.project_changes import language_changes, settings_changes
from maskerad.pipeline.projects.project_problems import project_problems, refuse
from maskerad.pipeline.projects.rule_examples import Examples

RULE = """
[[text]]
name = "own_referral"
label = "ID"
at = "'rm'"
pattern = 'RM - \\d{5} (?! \\d )'
score = 0.95
evidence = "form of our referral numbers"
examples = ["med remiss {RM-48213}.", "RM-11111"]
negatives = ["RM-482", "medlem 12345"]
"""
TOKEN = """
[[token]]
name = "own_kin"
label = "RELATIVE"
pattern = "<kin> 'vid' 'namn' {<cap>+2}"
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    folder = tmp_path / "study"
    folder.mkdir()
    (folder / PROJECT_FILE).write_text(TEMPLATE.format(language="sv"), encoding="utf-8")
    write(folder, "rules/own.toml", RULE + TOKEN)
    write(folder, "lists/hospitals.txt", "# our own\nKliniken Blå Lagunen\n")
    return folder


def write(study: Path, name: str, text: str) -> None:
    path = study / "languages" / "sv" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def told(study: Path) -> str:
    """Everything that is said about a project that is wrong."""
    with pytest.raises(MaskeradError) as raised:
        read_project(study)
    return "\n".join([str(raised.value), *getattr(raised.value, "__notes__", ())])


def examples(study: Path) -> Examples:
    path = study / "languages/sv/rules/own.toml"
    return Examples(read_project(study), [TomlFile.read(path)])


def test_what_a_project_changes_is_said(study: Path) -> None:
    write(study, "lists/never.txt", "Hyllan\n")
    write(study, "lists/streets.txt", "#! replace\nHylgatan\n")
    write(study, "rules/off.toml", '[[token]]\nname = "care_place_name_first"\noff = true\n')
    file = study / "project.toml"
    file.write_text(file.read_text().replace('SEX = "keep"', 'SEX = "keep"\nCITY = "keep"'))
    settings = read_project(study)
    assert settings.project is not None
    lines = [*settings_changes(settings), *language_changes(settings.project)]
    assert lines == [
        "languages: sv",
        "strategy of CITY: keep",
        "sv: list hospitals: 1 entry added",
        "sv: list never: 1 entry added",
        f"sv: list streets: 1 entry instead of {len(load_pack('sv').list('streets').entries)}",
        "sv: rules added: own_kin, own_referral",
        "sv: rules taken away: care_place_name_first",
    ]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "rules/a.toml",
            RULE.replace("score =", "scroe ="),
            ["a.toml, line 7", "scroe", "did you mean 'score'?"],
        ),
        ("rules/a.toml", RULE.replace("0.95", "95"), ["line 7", "score", "above 0 and at most 1"]),
        ("rules/a.toml", RULE.replace('"ID"', '"IDS"'), ["line 4", "label", "unknown label 'IDS'", "'ID'"]),
        ("rules/a.toml", RULE.replace("(?! ", "(?! ("), ["line 6", "pattern", "own_referral"]),
        ("rules/a.toml", RULE.replace("\"'rm'\"", '"knn"'), ["line 5", "text.at", "'knn'", "did you mean 'kin'?"]),
        ("rules/a.toml", TOKEN.replace("<kin>", "<knn>"), ["line 5", "pattern", "'knn'", "did you mean 'kin'?"]),
        ("rules/a.toml", TOKEN.replace("<cap>+2}", "<cap>+2"), ["line 5", "own_kin", "missing }"]),
        ("rules/a.toml", TOKEN.replace("{<cap>+2}", "{CTY: <cap>}"), ["line 5", "unknown label 'CTY'", "'CITY'"]),
        ("rules/a.toml", TOKEN + 'check = "luhnn"\n', ["unknown key", "'check'"][:1]),
        ("rules/a.toml", RULE + 'check = "luhnn"\n', ["line 11", "luhnn", "did you mean 'luhn'?"][1:]),
        ("rules/a.toml", RULE.replace("RM - ", "{{mnth}} "), ["line 6", "mnth", "did you mean '{{month}}'?"]),
        (
            "rules/a.toml",
            '[[token]]\nname = "greting"\noff = true\n',
            ["line 2", "takes away a rule"],
        ),
        ("rules/a.toml", RULE.replace('name = "own_referral"\n', ""), ["line 2", "needs a name"]),
        ("rules/a.toml", RULE, ["stands twice"]),
        ("rules/a.toml", "[[txt]]\nname = 'x'\n", ["line 1", "txt", "did you mean 'text'?"]),
        ("rules/a.toml", "[[text]\n", ["rules/a.toml", "line 1"]),
        ("rules/a.tml", RULE, ["rules/a.tml", "*.toml"]),
        ("list/hospitals.txt", "Lagunen\n", ["languages/sv/list", "did you mean 'lists'?"]),
        ("lists/hospitls.txt", "Lagunen\n", ["lists/hospitls.txt", "did you mean 'hospitals'?"]),
        ("lists/cities.txt", "Lagunen\tX\t1\tY\n", ["lists/cities.txt, line 1", "columns"]),
        ("lists/cities.txt", "#! replac\nLagunen\n", ["lists/cities.txt, line 1", "#! replace"]),
        ("lists/cities.txt", "# nothing\n", ["lists/cities.txt", "no entry"]),
        ("lists/cities.txt", "Lagunen \n", ["lists/cities.txt, line 1", "blanks"]),
        ("pack.toml", "[words]\nkin_femal = ['faster']\n", ["pack.toml, line 2", "did you mean 'kin_female'?"]),
        ("pack.toml", "[wrds]\n", ["pack.toml, line 1", "did you mean 'words'?"]),
        ("pack.toml", "[words]\nkin_female = 'faster'\n", ["pack.toml, line 2", "array of texts"]),
        ("pack.toml", "[joins]\nPHONE = '('\n", ["pack.toml, line 2", "regular expression"]),
        ("../svv/lists/cities.txt", "Lagunen\n", ["languages/svv", "did you mean 'sv'?"]),
        ("../../language/sv/lists/cities.txt", "Lagunen\n", ["language: nothing reads this"]),
    ],
)
def test_a_mistake_is_told_with_its_place(study: Path, name: str, text: str, says: list[str]) -> None:
    write(study, name, text)
    message = told(study)
    assert all(one in message for one in says), message


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("default = ", "defualt = ", ["project.toml, line {line}", "did you mean 'default'?"]),
        ('SEX = "keep"', 'SEX = "keeep"', ["project.toml, line {line}", "did you mean 'keep'?"]),
        ("leaks =", "leakes =", ["project.toml, line {line}", "did you mean 'leaks'?"]),
        ('leaks = "mask"', 'foreign = "kep"', ["project.toml, line {line}", "did you mean 'keep'?"]),
        ('language = "sv"', 'language = "svv"', ["unknown language 'svv'", "did you mean 'sv'?"]),
        ('shift = "weeks"', 'shift = "week"', ["project.toml, line {line}", "dates.shift"]),
        ("columns = []", 'columns = "born"', ["dates.columns", "array of texts"]),
        ("[strategies]", 'recognisers = ["rules.grammer.v1"]\n[strategies]', ["did you mean 'rules.grammar.v1'?"]),
    ],
)
def test_a_mistake_in_the_project_file_is_told(study: Path, old: str, new: str, says: list[str]) -> None:
    file = study / "project.toml"
    assert old in file.read_text()
    text = file.read_text().replace(old, new, 1)
    file.write_text(text)
    message, line = told(study), text[: text.index(new)].count("\n") + 1
    assert all(one.replace("{line}", str(line)) in message for one in says), message


def test_what_is_changed_is_told_as_it_is_written(study: Path) -> None:
    chosen = '[scopes]\nPERSON = "corpus"\nCITY = "limited(3)"\n[strategies]\nAGE = "indexed:Age #"\n'
    rest = 'leaks = "quarantine"\nids = "hash"\nstrict_columns = true\n[dates]\nshift = "days"\n'
    (study / PROJECT_FILE).write_text(f'language = "sv,en"\nforeign = "keep"\n{rest}{chosen}', encoding="utf-8")
    assert list(settings_changes(read_project(study))) == [
        "languages: sv, en",
        "lines in another language: keep",
        "an original in the new text: its record is quarantined",
        "strategy of AGE: indexed:Age #",
        "scope of PERSON: corpus",
        "scope of CITY: limited(3)",
        "dates move in another way than by whole weeks, or mind public holidays",
        "ids of documents and records: keyed hashes",
        "a column that looks identifying and has no rule: refused",
    ]
    (study / PROJECT_FILE).write_text('language = "sv"\nforeign = "quarantine"\n', encoding="utf-8")
    assert list(settings_changes(read_project(study))) == ["languages: sv"]


def test_all_mistakes_are_listed(study: Path) -> None:
    write(
        study,
        "rules/own.toml",
        RULE.replace("score =", "scroe =") + TOKEN.replace("RELATIVE", "RELATIV").replace("<kin>", "<knn>"),
    )
    write(study, "lists/hospitls.txt", "Lagunen\n")
    message = told(study)
    assert all(one in message for one in ("scroe", "RELATIV'", "hospitls", "'knn'"))
    assert message.count("RELATIV'") == 1


def test_no_mistake_of_the_project_file_hides_another(study: Path) -> None:
    (study / "project.toml").write_text(
        """language = "svv, xx"
langage = "sv"
leaks = "masc"
recognisers = ["rules.grammer.v1", "rules.datess.v1"]
[strategies]
PATIENT = 5
DATE = "kep"
CITTY = "surogate"
[scopes]
DTE = "recrd"
[columns]
day = "DATTE"
""",
        encoding="utf-8",
    )
    message = told(study)
    wrong = (
        "svv",
        "xx",
        "langage",
        "line 3, leaks",
        "grammer",
        "datess",
        "strategies.PATIENT: must",
        "'kep'",
        "'surogate'",
    )
    for one in (*wrong, "CITTY", "'recrd'", "'DTE'", "DATTE"):
        assert one in message, one
    assert message.count("strategies.PATIENT") == 1


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("{RM-48213}", "RM-482", "marks nothing"),
        ("{RM-48213}", "{remiss} RM-48213", "marks 'RM-48213'"),
        ('"RM-482"', '"RM-48211"', "marks 'RM-48211'"),
    ],
)
def test_an_example_that_does_not_come_out_is_an_error(study: Path, old: str, new: str, says: str) -> None:
    write(study, "rules/own.toml", RULE.replace(old, new))
    (problem,) = examples(study).problems()
    assert says in problem.what and "rules/own.toml, line" in problem.where
    with pytest.raises(ConfigError, match="own_referral"):
        refuse(study, [problem])


def test_examples_that_come_out_are_no_problem(study: Path) -> None:
    assert examples(study).n_examples == 4
    assert list(examples(study).problems()) == []


def test_what_is_never_marked_stays_unless_it_is_known_or_part_of_more(study: Path) -> None:
    write(study, "lists/never.txt", "# a shelf of ours\nKarin\n")
    detector = Detector(read_project(study))

    def found(text: str, *known: Identifier) -> list[str]:
        spans = detector.detect(Record("r", (Document("d", text),), known))[0]
        return [text[span.start : span.end] for span in spans]

    assert found("Papper i KARIN. Mamma Karin ringde.") == []
    assert found("Mamma Karin Lindqvist ringde.") == ["Karin Lindqvist"]
    assert found("Mamma Karin ringde.", Identifier("PATIENT", "given", "Karin")) == ["Karin"]


def test_a_language_of_the_project_itself_is_known(study: Path) -> None:
    folder = study / "languages" / "xx"
    folder.mkdir()
    (folder / "pack.toml").write_text("", encoding="utf-8")
    file = study / PROJECT_FILE
    file.write_text(file.read_text(encoding="utf-8").replace('"sv"', '"xx"', 1), encoding="utf-8")
    assert not [
        problem for problem in project_problems(study, TomlFile.read(file)) if "unknown language" in str(problem)
    ]
    file.write_text(file.read_text(encoding="utf-8").replace('"xx"', '"xy"', 1), encoding="utf-8")
    assert "unknown language 'xy'; known: de, en, es, fr, it, ja, nl, sv, xx" in str(
        project_problems(study, TomlFile.read(file))
    )
