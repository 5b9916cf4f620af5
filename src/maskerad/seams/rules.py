"""The rules of a language for what stands before a name, from ``seams.toml`` of its pack.

``sounds.NAME``  how a text begins, a regular expression on its small letters ("vowel")
``joints.NAME``  a rule; of several the first that fits decides:
    ``when``     sounds with which the new text begins, all of them
    ``labels``   labels of mentions for which it holds; all when it names none
    ``swap``     ends of what stands before, each with what takes its place ("il " = "l'")
    ``cut``      what is taken off the beginning of the new text, a regular expression
``acronyms``     ``agree`` where what stands before an acronym goes by its first letter ("l'EFS", "le CHU")

A language without the file has no rules.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from maskerad.languages import LanguagePack

FILE = "seams.toml"


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule; its expressions match at the beginning of a text in small letters.

    Attributes:
        when: Sounds with which the new text begins.
        labels: Labels for which it holds; empty for all.
        swap: Ends of what stands before to what takes their place, the longest first.
        cut: What is taken off the new text; None for nothing.
    """

    when: tuple[re.Pattern[str], ...]
    labels: frozenset[str]
    swap: tuple[tuple[str, str], ...]
    cut: re.Pattern[str] | None

    def holds(self, text: str, label: str) -> bool:
        """Whether it may be applied before a text."""
        return (not self.labels or label in self.labels) and all(sound.match(text) for sound in self.when)


@lru_cache(maxsize=32)
def rules_of(pack: LanguagePack) -> tuple[Rule, ...]:
    """The rules of a language, in their order."""
    sounds = {name: re.compile(str(sound)) for name, sound in pack.late_table(FILE, "sounds").items()}
    rows = pack.late_table(FILE, "joints").values()
    return tuple(_rule(row, sounds) for row in rows if isinstance(row, Mapping))


def do_acronyms_agree(pack: LanguagePack) -> bool:
    """Whether what stands before an acronym goes by its first letter."""
    return bool(pack.late_table(FILE, "acronyms").get("agree", False))


def _rule(row: Mapping[str, object], sounds: Mapping[str, re.Pattern[str]]) -> Rule:
    swap, cut = row.get("swap", {}), row.get("cut")
    assert isinstance(swap, Mapping)
    return Rule(
        tuple(sounds[name] for name in _texts(row, "when")),
        frozenset(_texts(row, "labels")),
        tuple(sorted(((str(old), str(new)) for old, new in swap.items()), key=lambda pair: -len(pair[0]))),
        re.compile(str(cut)) if cut else None,
    )


def _texts(row: Mapping[str, object], name: str) -> tuple[str, ...]:
    listed = row.get(name, ())
    return tuple(map(str, listed)) if isinstance(listed, list | tuple) else ()
