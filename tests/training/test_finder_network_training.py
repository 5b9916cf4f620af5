"""The network of a finder: the same call gives the same layers, numpy runs what torch learnt, copies leave no names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra 'train'")
pytest.importorskip("pycrfsuite", reason="needs the extra 'crf'")

from tests.training.notes import notes  # noqa: E402

from maskerad.corpora import AnnotatedDocument, Destination  # noqa: E402
from maskerad.recognisers.base import first_evidence  # noqa: E402
from maskerad.recognisers.crf.model import cutter_of, make_resources  # noqa: E402
from maskerad.recognisers.crf.scoring import Scorer  # noqa: E402
from maskerad.recognisers.crf.tables import make_channels  # noqa: E402
from maskerad.recognisers.finder.beliefs import Beliefs  # noqa: E402
from maskerad.recognisers.finder.model import Finder  # noqa: E402
from maskerad.recognisers.finder.network import FEATURES, NETWORK_FILE, Layers, Network  # noqa: E402
from maskerad.recognisers.model_folder import read_card  # noqa: E402
from maskerad.recognisers.rules.rulebook import load_rulebook  # noqa: E402
from maskerad.text.codes import Code  # noqa: E402
from maskerad.training.crf import Fit, Part  # noqa: E402
from maskerad.training.finder import FinderPlan, train_finders, train_networks  # noqa: E402
from maskerad.training.neural.finder_network import Recipe, _layers, _Network  # noqa: E402
from maskerad.training.neural.finder_texts import Material, Texts, joined  # noqa: E402
from maskerad.training.preparation import prepare  # noqa: E402

RECIPE = Recipe(size=8, dilations=(1, 2), epochs=6, batch_tokens=100, min_own=2)
PLAN = FinderPlan(Beliefs({"*": 0.5}), fit=Fit(c1=0.05, c2=0.01, max_iterations=5))


def renamed(items: Sequence[AnnotatedDocument], name: str = "Zebedeus") -> list[AnnotatedDocument]:
    """Copies in which all patients have one name, as long as theirs."""
    copies = []
    for item in items:
        text = item.document.text
        for span in item.spans:
            if span.label == "PATIENT":
                new = (name + " " + name * 9)[: span.end - span.start]
                text = text[: span.start] + new + text[span.end :]
        copies.append(replace(item, document=replace(item.document, text=text)))
    return copies


def trained(*, copies: bool = True) -> dict[str, Layers]:
    corpora = {"sv": notes(24), "nl": [with_other_words(item) for item in notes(24, 2)]}
    others = {language: [renamed(items)] for language, items in corpora.items()} if copies else {}
    return train_networks(corpora, others, RECIPE)


def with_other_words(item: AnnotatedDocument) -> AnnotatedDocument:
    return replace(item, document=replace(item.document, text=item.document.text.replace("Patient", "Persoon")))


def test_the_same_call_gives_the_same_layers() -> None:
    once, again = trained()["sv"], trained()["sv"]
    for name in (one.name for one in fields(Layers)):
        np.testing.assert_array_equal(getattr(once, name), getattr(again, name))


def test_each_language_keeps_what_its_own_texts_show_and_nothing_that_copies_alone_have() -> None:
    found = trained()
    swedish, dutch = (set(found[language].names) for language in ("sv", "nl"))
    assert any("persoon" in name for name in dutch) and not any("persoon" in name for name in swedish)
    assert swedish & dutch
    assert not any("zebe" in name for name in swedish | dutch)
    np.testing.assert_array_equal(found["sv"].kernels, found["nl"].kernels)


def test_numpy_runs_what_torch_has_learnt() -> None:
    rulebook = load_rulebook("sv")
    prepared = prepare(notes(6), rulebook, cutter_of(rulebook), Code.BIO, before=())
    resources = make_resources(rulebook, {})
    texts = Texts([Material(Part(prepared, resources))], 1, 1)
    torch.manual_seed(3)
    network = _Network(len(texts.rows), len(texts.labels) + 1, RECIPE).eval()
    quiet = replace(RECIPE, hidden_words=0.0, hidden_features=0.0, dropout=0.0, share=1.0)
    network._recipe = quiet
    with torch.no_grad():
        wanted = network(joined([text for first, *_ in texts.records for text in first], 2), texts.is_word)
    layers = _layers({name: weight.detach() for name, weight in network.named_parameters()}, texts, 0, quiet)
    readings = [[tagged.reading for tagged in record] for record in prepared.records]
    numpy = Network(layers)
    reader = Scorer(make_channels(FEATURES, resources), [numpy.vectors])
    place = 0
    for record in readings:
        for scores in map(numpy.scores, *reader.scores(record)):
            tags = [layers.tags.index(tag) for tag in ("O", *(f"B-{label}" for label in texts.labels))]
            mine = wanted[place : place + len(scores)].numpy()
            assert np.abs(scores[:, tags] - mine).max() < 0.05 * np.ptp(mine)  # vectors are kept in small integers
            place += len(scores) + 2
    assert place == len(wanted)


def test_a_finder_reads_with_the_network_of_its_folder(tmp_path: Path) -> None:
    corpora = {"sv": notes(24)}
    networks = train_networks(corpora, {}, replace(RECIPE, epochs=30, rate=2e-2, share=4.0))
    for name, beside in (("alone", {}), ("both", networks)):
        train_finders(corpora, PLAN, {"sv": Destination(tmp_path / name)}, networks=beside)
    assert (
        NETWORK_FILE in read_card(tmp_path / "both").files and NETWORK_FILE not in read_card(tmp_path / "alone").files
    )
    rulebook = load_rulebook("sv")
    (item,) = notes(1, 9)
    evidence = first_evidence([rulebook.analyser.analyse(item.document)])
    one, two = (Finder(tmp_path / name, rulebook).chances(evidence)[0] for name in ("alone", "both"))
    right = [
        [one.labels.index("PERSON" if re.search("PAT|CLIN", span.label) else span.label) for span in item.spans
         if span.start < end and start < span.end]
        for start, end in zip(one.starts, one.ends, strict=True)
    ]  # fmt: skip
    marked = [(token, labels[0]) for token, labels in enumerate(right) if labels]
    assert sum(two.values[place] for place in marked) > sum(one.values[place] for place in marked)
