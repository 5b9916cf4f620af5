"""Every scheme against the core scheme: nothing is left unsaid, and there and back stays in the family."""

from __future__ import annotations

import json
import os
import tomllib
from collections.abc import Iterator
from importlib import resources
from pathlib import Path

import pytest

from maskerad.core import LabelScheme, SchemeMap, Span, load_scheme, scheme_names
from maskerad.core.errors import ConfigError, LabelError, UnknownNameError
from maskerad.core.label_scheme import parse_scheme
from maskerad.core.scheme_choice import infer_scheme, schemes_holding

CORE = load_scheme("core")
OTHERS = [name for name in scheme_names() if name != "core"]
CORPORA = Path(os.environ.get("MASKERAD_CORPORA", Path(__file__).parents[2] / "../shared/corpora"))

# Kinds of identifier that a coarser scheme may throw together, each a class of i2b2 or its neighbour.
NEIGHBOURS = (
    {"PERSON", "INITIALS", "USERNAME"},
    {"USERNAME", "ID", "PHONE", "EMAIL", "URL", "IP"},
    {"DATE", "TIME", "AGE"},
    {"LOCATION", "HOSPITAL", "ORGANIZATION"},
)


def raw(name: str) -> dict[str, object]:
    path = resources.files("maskerad.core").joinpath("scheme_data", f"{name}.toml")
    return tomllib.loads(path.read_text(encoding="utf-8"))


def root(core_label: str) -> str:
    return CORE.lineage(core_label)[-1]


def is_kin(before: str, after: str) -> bool:
    """Same lineage, or neighbours, or the class that takes anything else."""
    roots = {root(before), root(after)}
    return len(roots) == 1 or after == "OTHER_PHI" or any(roots <= group for group in NEIGHBOURS)


def there_and_back(scheme: LabelScheme) -> Iterator[tuple[str, str, str]]:
    """Core label, its label in the scheme, and what that is in the core scheme."""
    there, back = SchemeMap(CORE, scheme), SchemeMap(scheme, CORE)
    for before in CORE.labels:
        label = there.label(before)
        if label is not None:
            yield before, label, back.label(label) or ""


def test_all_asked_for_schemes_exist() -> None:
    wanted = ["core", "i2b2_2014", "hipaa18", "nut", "stockholm", "meddocan", "mednlp1", "anonymate", "tab", "grascco"]
    assert set(wanted) <= set(scheme_names())
    assert scheme_names()[0] == "core"


@pytest.mark.parametrize("name", OTHERS)
def test_every_label_names_a_core_label_or_says_it_has_none(name: str) -> None:
    table = raw(name)["labels"]
    assert isinstance(table, dict)
    for label, entry in table.items():
        assert "core" in entry, label
        assert entry["core"] == "" or entry["core"] in CORE.labels, label
        assert entry["text"], label


@pytest.mark.parametrize("name", OTHERS)
def test_every_core_label_is_taken_or_listed_as_inexpressible(name: str) -> None:
    missing = set(CORE.labels) - set(load_scheme(name).from_core)
    assert missing == set(raw(name)["inexpressible"])


@pytest.mark.parametrize("name", OTHERS)
def test_there_and_back_stays_in_the_lineage(name: str) -> None:
    strangers = [triple for triple in there_and_back(load_scheme(name)) if not is_kin(triple[0], triple[2])]
    assert strangers == []


@pytest.mark.parametrize("name", OTHERS)
def test_leaving_the_lineage_is_always_declared(name: str) -> None:
    table = raw(name)["labels"]
    assert isinstance(table, dict)
    for before, label, after in there_and_back(load_scheme(name)):
        if root(before) != root(after):
            assert before in table[label].get("takes", []), (before, label)


@pytest.mark.parametrize("name", OTHERS)
def test_a_second_round_trip_changes_nothing(name: str) -> None:
    once = {before: after for before, _, after in there_and_back(load_scheme(name))}
    assert all(once[after] == after for after in once.values())


@pytest.mark.parametrize("name", scheme_names())
def test_parents_are_labels_and_lineages_end(name: str) -> None:
    scheme = load_scheme(name)
    assert scheme.labels
    for label in scheme.labels:
        assert scheme.lineage(label)[0] == label
        assert scheme.lineage(label)[-1] not in scheme.parents


def test_the_number_of_labels_is_that_of_the_sources() -> None:
    sizes = {name: len(load_scheme(name).labels) for name in scheme_names()}
    assert sizes["meddocan"] == 29
    assert sizes["hipaa18"] == 18
    assert sizes["nut"] == 16
    assert sizes["mednlp1"] == 5
    assert sizes["tab"] == 8
    assert sizes["stockholm"] == 8 + 1  # eight classes, and a place for a name that is not split
    anonymate = load_scheme("anonymate")
    assert sum(label in anonymate.parents for label in anonymate.labels) == 24
    i2b2 = load_scheme("i2b2_2014")
    assert set(i2b2.parents.values()) == {"NAME", "LOCATION", "CONTACT", "ID"}


@pytest.mark.parametrize(
    ("source", "label", "target", "expected"),
    [
        ("core", "PATIENT", "i2b2_2014", "PATIENT"),
        ("core", "RELATIVE", "i2b2_2014", "PATIENT"),
        ("core", "FAMILY_NAME", "nut", "Name"),
        ("core", "CLINICIAN", "stockholm", "Name"),
        ("core", "CITY", "meddocan", "TERRITORIO"),
        ("core", "DATE", "mednlp1", "time"),
        ("core", "ZIP", "mednlp1", None),
        ("meddocan", "NUMERO_FAX", "i2b2_2014", "PHONE"),
        ("meddocan", "CENTRO_SALUD", "nut", "Hospital"),
        ("i2b2_2014", "DOCTOR", "meddocan", "NOMBRE_PERSONAL_SANITARIO"),
        ("grascco", "NAME_TITLE", "core", None),
        ("eds_pseudo", "PRENOM", "stockholm", "First_Name"),
        ("tab", "QUANTITY", "tab", "QUANTITY"),
    ],
)
def test_labels_between_schemes(source: str, label: str, target: str, expected: str | None) -> None:
    assert SchemeMap(load_scheme(source), load_scheme(target)).label(label) == expected


def test_spans_without_a_place_in_the_target_are_left_out() -> None:
    spans = [Span(0, 3, "NAME_TITLE"), Span(4, 9, "NAME_DOCTOR")]
    assert SchemeMap(load_scheme("grascco"), CORE).spans(spans) == [Span(4, 9, "CLINICIAN")]


def test_unknown_names_and_labels_are_refused() -> None:
    with pytest.raises(UnknownNameError, match="i2b2_2014"):
        load_scheme("i2b2")
    with pytest.raises(LabelError, match="DOCTOR"):
        load_scheme("i2b2_2014").check("DOCTER")
    with pytest.raises(LabelError):
        SchemeMap(CORE, load_scheme("nut")).label("Name")


def test_broken_schemes_are_refused() -> None:
    entry = {"text": "x", "core": "PERSON"}
    with pytest.raises(ConfigError, match="parents"):
        parse_scheme("x", {"title": "x", "source": "x", "labels": {"A": {**entry, "parent": "B"}}})
    with pytest.raises(LabelError, match="NOBODY"):
        parse_scheme("x", {"title": "x", "source": "x", "labels": {"A": {"text": "x", "core": "NOBODY"}}})
    with pytest.raises(ConfigError, match="both A and B"):
        twice = {"A": {**entry, "takes": ["CITY"]}, "B": {**entry, "takes": ["CITY"]}}
        parse_scheme("x", {"title": "x", "source": "x", "labels": twice})


@pytest.mark.parametrize("name", scheme_names())
def test_all_labels_of_a_scheme_infer_that_scheme(name: str) -> None:
    assert infer_scheme(load_scheme(name).labels) == name


def test_inference_prefers_core_then_the_smallest() -> None:
    assert infer_scheme([]) == "core"
    assert infer_scheme(["PERSON", "DATE"]) == "core"
    assert schemes_holding(["PER", "ORG"]) == ("conll", "germeval14")


def test_labels_of_no_scheme_are_named() -> None:
    with pytest.raises(LabelError, match=r"'tab', which lacks: DOG"):
        infer_scheme(["DEM", "CODE", "DATETIME", "DOG"])


CORPUS_SCHEMES = {
    "hand/sv/dev.jsonl": "core",
    "hand/ja/dev.jsonl": "core",
    "meddocan/dev.jsonl": "meddocan",
    "grascco_phi/dev.jsonl": "grascco",
    "eds_pseudo_fr/dev.jsonl": "eds_pseudo",
    "nedap_dummy_nl/all.jsonl": "nut",
    "tab144/dev_mask.jsonl": "tab",
    "presidio_research/synth_v2.jsonl": "presidio",
    "asq_phi/all.jsonl": "asq_phi",
    "wnut17_en/dev.jsonl": "wnut17",
    "uner_sv_talbanken/dev.jsonl": "conll",
    "swedish_ner_corpus/train.jsonl": "conll",
    "germeval14_de/dev.jsonl": "germeval14",
    "stockmark_ja/all.jsonl": "stockmark",
    "kyoto_wiki_ja/train.jsonl": "irex",
    "gsd_ne_ja/dev.jsonl": "ontonotes",
}


@pytest.mark.corpora
@pytest.mark.parametrize("path", CORPUS_SCHEMES)
def test_corpora_are_recognised_by_their_labels(path: str) -> None:
    if not (CORPORA / path).is_file():
        pytest.skip(f"no development corpus {path}")
    lines = (CORPORA / path).read_text(encoding="utf-8").splitlines()
    assert (
        infer_scheme({entity["label"] for line in lines for entity in json.loads(line)["entities"]})
        == (CORPUS_SCHEMES[path])
    )


def test_the_scheme_that_lacks_least_is_named_where_none_has_all() -> None:
    with pytest.raises(LabelError, match=r"nearest is 'eds_pseudo', which lacks: NOSUCH$"):
        infer_scheme(["NOM", "PRENOM", "NOSUCH"])
