"""Puts the word before a new text right: its article, its elision, the joint between two of a kind."""

from __future__ import annotations

import re
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.seams.rules import Rule, do_acronyms_agree, rules_of

BOUNDARY = re.compile(r"[ '’]")
ACRONYM = re.compile(r"[A-Z]{2,5}(?![\w-])")  # some are spelled and others read


class Joined(NamedTuple):
    """What stands at a seam.

    Attributes:
        before: What stands before the new text.
        text: The new text.
    """

    before: str
    text: str


def joined(before: str, old: str, new: str, label: str, pack: LanguagePack) -> Joined:
    """What stands before a mention, and its new text, made to agree.

    What the old text did not keep to is left as it is: who writes "il 8 maggio" goes on doing so.

    Args:
        before: What stands before the mention and stays else, from the end of the one before.
        old: The mention.
        new: What stands for it.
        label: Its label.
        pack: Language of the document.

    Example:
        >>> from maskerad.languages import load_pack
        >>> joined("ricoverata il ", "3 maggio", "8 maggio", "DATE", load_pack("it"))
        Joined(before="ricoverata l'", text='8 maggio')
    """
    if old == new or (ACRONYM.match(new) and not do_acronyms_agree(pack)):
        return Joined(before, new)
    rule = _fitting(before, new, label, pack)
    if rule is None or rule is _fitting(before, old, label, pack):
        return Joined(before, new)
    return Joined(_swapped(before, rule), rule.cut.sub("", new, count=1) if rule.cut else new)


def joined_inside(text: str, label: str, pack: LanguagePack) -> str:
    """A new text of several words, each made to agree with what stands before it.

    Example:
        >>> from maskerad.languages import load_pack
        >>> joined_inside("SSR de Les Cèdres", "HOSPITAL", load_pack("fr"))
        'SSR des Cèdres'
    """
    for match in reversed(list(BOUNDARY.finditer(text)) if rules_of(pack) else ()):
        before, rest = text[: match.end()], text[match.end() :]
        text = "".join(joined(before, "", rest, label, pack))
    return text


def _fitting(before: str, text: str, label: str, pack: LanguagePack) -> Rule | None:
    """The first rule for what stands before a text."""
    small = text.casefold()
    return next((rule for rule in rules_of(pack) if rule.holds(small, label) and _end(before, rule)), None)


def _end(before: str, rule: Rule) -> tuple[str, str] | None:
    """The end of what stands before that a rule swaps, and for what; None where it swaps none."""
    small = before.casefold().replace("’", "'")
    if len(small) != len(before):
        return None
    return next((pair for pair in rule.swap if small.endswith(pair[0]) and not _is_cut(small, pair[0])), None)


def _is_cut(before: str, end: str) -> bool:
    """Whether an end is but a part of a word."""
    return before[: -len(end)][-1:].isalnum()


def _swapped(before: str, rule: Rule) -> str:
    pair = _end(before, rule)
    assert pair is not None
    end = before[-len(pair[0]) :]
    return before[: -len(end)] + _in_case_of(pair[1], end)


def _in_case_of(new: str, old: str) -> str:
    """Capitals for capitals; a single capital for the first letter alone."""
    letters = [char for char in old if char.isalpha()]
    if len(letters) > 1 and all(map(str.isupper, letters)):
        return new.upper()
    return new[:1].upper() + new[1:] if letters and letters[0].isupper() else new
