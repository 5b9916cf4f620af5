"""JSON arrays, and texts deep inside JSON objects."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from maskerad.batch import DeidentifyWork, DetectWork, Job, run_job
from maskerad.core.errors import ConfigError, MissingError
from maskerad.corpora import Conversion, FormatOptions, convert, read_documents
from maskerad.corpora.annotated import Broken
from maskerad.corpora.formats import read_items
from maskerad.corpora.objects.json_tree import parse_path
from maskerad.pipeline.configuration.column_rules import ColumnRules
from maskerad.pipeline.configuration.settings import Settings

KEY = bytes(range(32))
SESSIONS = [
    {
        "id": "s1",
        "channel": "web",
        "messages": [
            {"author": "Sven Öberg", "text": "Hej, jag heter Sven Öberg.", "at": 1.50},
            {"author": "agent", "text": None, "tags": ["a", "b"]},
            {"author": "Sven Öberg", "text": "Ring Öberg på 0652-72 56."},
        ],
        "score": 0.1,
    },
    {"id": "s2", "messages": []},
    {"id": "s3", "messages": [{"author": "Eva Ek", "text": "Allt är bra."}], "more": {"x": [[1], {}]}},
]
OPTIONS = FormatOptions(text_column="messages[].text")
PLAIN = Conversion(reading=OPTIONS, writing=replace(OPTIONS, has_spans=False))


@pytest.mark.parametrize("name", ["in.json", "in.jsonl", "in.json.gz", "in.jsonl.gz"])
def test_only_the_texts_change(tmp_path: Path, name: str) -> None:
    source, target = tmp_path / "raw.json", tmp_path / name
    source.write_text(json.dumps(SESSIONS, indent=1), encoding="utf-8")
    convert(
        source,
        target,
        PLAIN,
    )
    out = tmp_path / f"out-{name}"
    summary = run_job(Job(target, out, options=OPTIONS, has_spans=False), DeidentifyWork(Settings(("sv",)), KEY))
    assert summary.n_documents == 4 and not summary.quarantined
    back = tmp_path / "back.json"
    convert(out, back, PLAIN)
    safe = json.loads(back.read_text(encoding="utf-8"))
    first, last = (safe[0]["messages"][at]["text"] for at in (0, 2))
    family = first.split()[-1].strip(".")
    assert "Öberg" not in first + last and family in last
    for session, old in zip(safe, SESSIONS, strict=True):
        for message, was in zip(session["messages"], old["messages"], strict=True):
            assert list(message) == list(was) and {**message, "text": ""} == {**was, "text": ""}
        assert {**session, "messages": 0} == {**old, "messages": 0} and list(session) == list(old)


def test_rules_for_fields_beside_deep_texts(tmp_path: Path) -> None:
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_text(json.dumps(SESSIONS), encoding="utf-8")
    rules = ColumnRules({"messages[].author": "PERSON", "messages[].tags[]": "hash", "channel": "drop", "more": "drop"})
    summary = run_job(
        Job(source, target, options=OPTIONS, has_spans=False), DeidentifyWork(Settings(("sv",), columns=rules), KEY)
    )
    assert not summary.quarantined
    first, _, third = json.loads(target.read_text(encoding="utf-8"))
    author = first["messages"][0]["author"]
    assert author == first["messages"][2]["author"] and author in first["messages"][0]["text"]
    assert author not in ("Sven Öberg", "") and "Ek" not in str(third)
    assert "channel" not in first and "more" not in third
    assert [len(tag) for tag in first["messages"][1]["tags"]] == [32, 32]


def test_spans_stand_beside_their_text(tmp_path: Path) -> None:
    source, target = tmp_path / "in.json", tmp_path / "out.json"
    source.write_text(json.dumps(SESSIONS), encoding="utf-8")
    run_job(Job(source, target, options=OPTIONS), DetectWork(Settings(("sv",))))
    found = {item.document.id: item.spans for item in read_documents(target, OPTIONS)}
    assert list(found) == ["s1/1", "s1/2", "s2/1", "s3/1"]
    assert any(span.label == "PHONE" for span in found["s1/2"])


@pytest.mark.parametrize(
    "text", ["[{", '[{"text": "a"} {"text": "b"}]', '[{"text": "a"}] x', '[{"text": "a"}', "[1]", "x"]
)
def test_broken_arrays(tmp_path: Path, text: str) -> None:
    source = tmp_path / "in.json"
    source.write_text(text, encoding="utf-8")
    items = list(read_items(source, FormatOptions()))
    assert isinstance(items[-1], Broken) and "text" not in items[-1].reason.replace("text behind", "")


def test_no_object_has_the_path(tmp_path: Path) -> None:
    source = tmp_path / "in.json"
    source.write_text(json.dumps(SESSIONS), encoding="utf-8")
    with pytest.raises(MissingError, match="messages"):
        list(read_items(source, FormatOptions(text_column="messages[].body")))
    broken = next(read_items(source, FormatOptions(text_column="messages.text")))
    assert isinstance(broken, Broken) and "'messages' is not an object" in broken.reason


@pytest.mark.parametrize("path", ["a..b", "a[b]", "[]", "a[]", ".a", "a.[].b"])
def test_paths_that_are_none(path: str) -> None:
    with pytest.raises(ConfigError):
        parse_path(path)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3),
    max_leaves=8,
)
MESSAGES = st.lists(
    st.fixed_dictionaries({"text": st.text(max_size=20)}, optional={"x": VALUES, "y": VALUES}), max_size=4
)
OBJECTS = st.lists(st.fixed_dictionaries({"m": MESSAGES}, optional={"x": VALUES, "z": VALUES}), min_size=1, max_size=4)


@given(objects=OBJECTS)
def test_objects_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, objects: list[dict[str, object]]
) -> None:
    folder = tmp_path_factory.mktemp("trees")
    source, target = folder / "in.json", folder / "out.json"
    source.write_text(json.dumps(objects), encoding="utf-8")
    options = FormatOptions(text_column="m[].text", has_spans=False)
    has_text = any(one["m"] for one in objects)
    if has_text:
        convert(source, target, Conversion(reading=options, writing=options))
        assert json.loads(target.read_text(encoding="utf-8")) == objects
