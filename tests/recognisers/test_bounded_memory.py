"""However many different words a process meets, what it remembers of them stays bounded."""

from __future__ import annotations

import gc
from functools import _lru_cache_wrapper

import pytest

import maskerad
from maskerad.core import Document
from maskerad.recognisers.crf import keys, reading
from maskerad.recognisers.rules import analysis, classes
from maskerad.recognisers.rules.rulebook import load_rulebook

ENTRIES_MAX = 50_000
NAMES = ("Gunilla", "Torvald", "Ragnhild", "Sixten", "Ylva", "Folke", "Gunilla")
TEXT = "Mrs Anna Ek, born 3 May 1960, of Leeds, tel. 0113 496 0000."


def test_words_and_pairs_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classes, "CACHE_MAX", 200)
    monkeypatch.setattr(analysis, "PAIRS_MAX", 20)
    analyser = load_rulebook("en").analyser
    assert isinstance(analyser, analysis.Analyser)

    for number in range(20):
        analyser.analyse(Document("d", " ".join(f"St w{number}x{other} at the {other}" for other in range(50))))

    assert len(analyser._classes) <= 200
    assert len(analyser._phrases) <= 20


def test_every_memo_of_texts_has_a_bound() -> None:
    maskerad.load("en", key=bytes(32), model=None).deidentify(TEXT)

    memos = [one for one in gc.get_objects() if isinstance(one, _lru_cache_wrapper)]
    ours = [one for one in memos if one.__module__.startswith("maskerad.")]
    sizes = {f"{one.__module__}.{one.__qualname__}": one.cache_info() for one in ours}

    assert len(sizes) > 50
    assert [name for name, info in sizes.items() if info.maxsize is None and info.currsize > 40] == []
    assert [name for name, info in sizes.items() if (info.maxsize or 0) > ENTRIES_MAX] == []


def test_a_finder_that_forgets_its_words_finds_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = [f"Pat. {name} Alm, f. 3/5 1960, bor i Umeå. Ringde {name} igen; Dr {name}sson kom." for name in NAMES]
    roomy = maskerad.load("sv", key=bytes(32))
    wanted = [list(roomy.detect(text)) for text in texts]
    monkeypatch.setattr(reading, "VOCABULARY_MAX", 25)
    monkeypatch.setattr(keys, "KEYS_MAX", 10)

    tight = maskerad.load("sv", key=bytes(32))

    assert [list(tight.detect(text)) for text in texts] == wanted
    assert all(wanted)
