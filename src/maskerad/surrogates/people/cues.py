"""What stands beside a mention of somebody tells of its name: a title, a greeting, "born", the letters that fit."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from maskerad.languages import LanguagePack
from maskerad.names.order import CACHE_MAX_NAMES
from maskerad.surrogates.request import Original


class Cue(NamedTuple):
    """What stands beside a mention tells: the letters it may begin with (all if empty), a title, greeting or "born".

    ``is_called``: a title follows with which people are called by their given names (ちゃん). ``is_nurse``: before it
    stands a title that goes with given names as well (Nurse Tracy), or a word that does (la vecina Dorinda).
    """

    starts: frozenset[str]
    is_title: bool
    is_greeting: bool
    is_maiden: bool
    is_called: bool = False
    is_nurse: bool = False


def cue_beside(original: Original) -> Cue:
    """What stands before and behind a mention."""
    cue = cue_before(last_word(original.before), original.pack)
    return cue._replace(is_called=True) if original.after.startswith(_called_after(original.pack)) else cue


@lru_cache(maxsize=32)
def _called_after(pack: LanguagePack) -> tuple[str, ...]:
    """Titles after given names; one that nothing begins with where the language has none."""
    return pack.strings("called_after", "names") or ("\0",)


@lru_cache(maxsize=CACHE_MAX_NAMES)
def cue_before(before: str, pack: LanguagePack) -> Cue:
    """Read from ``[[names.fits]]`` and the civil titles of the pack."""
    rows = pack.table("names").get("fits", ())
    rows = rows if isinstance(rows, list) else []
    fitting = (frozenset(str(row["starts"])) for row in rows if before.endswith(tuple(map(str, row["before"]))))
    titles = pack.table("words").get("title_civil", ())
    is_title = isinstance(titles, list) and before.strip() in titles
    word = before.strip(" .:(（：")
    is_maiden = word.endswith(pack.strings("other_name", "kin_links"))
    is_nurse = word in _titles_of_nurses(pack) or word in pack.strings("given_after", "names")
    return Cue(next(fitting, frozenset()), is_title, word in _greetings(pack), is_maiden, is_nurse=is_nurse)


@lru_cache(maxsize=32)
def _titles_of_nurses(pack: LanguagePack) -> frozenset[str]:
    return frozenset(text.lower().strip(".") for text in pack.strings("title_nurse", "words"))


@lru_cache(maxsize=32)
def _greetings(pack: LanguagePack) -> frozenset[str]:
    return frozenset(text.lower() for text in pack.strings("greeting", "words"))


def last_word(before: str) -> str:
    """The last word and blank before a mention, a blank before them, lower case."""
    stem = before.rstrip()
    return f" {stem.rpartition(' ')[2]}{before[len(stem) :][:1]}".lower() if stem else ""
