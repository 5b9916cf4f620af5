"""What identifies beside names, places and numbers: names of pets and boats, posts that one person holds, codes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache

from maskerad.languages import LanguagePack
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.institutions.names import saints
from maskerad.surrogates.numbers.identifiers import identifier
from maskerad.surrogates.others.positions import is_position, position
from maskerad.surrogates.others.professions import occupations
from maskerad.surrogates.request import Original, RecordContext, Request, entity_key
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold
from maskerad.text.scripts import is_cjk

NAME_WORDS_MAX = 3
CODE_LETTERS_MAX = 3
QUOTES = tuple("«„“\"'‘「『")
KINDS = ("pet", "boat", "post")
_WORD = re.compile(r"[^\W\d_]+")


def other(request: Request) -> str:
    """Another code, name or post, by what the mention looks like.

    Raises:
        SurrogateError: If the language has no list of such things.
    """
    if is_position(request.text):
        return position(request)
    if kind_of(request.original) == "code":
        return identifier(request)
    new = request.record.once("other phi", lambda: _new(request.record)).get(entity_key(request.original))
    if new is None:
        raise request.refusal("nothing of this kind can stand for it")
    return capitalised_as(new, request.text) + _tail(request.text, request.pack)


def _tail(text: str, pack: LanguagePack) -> str:
    """The word before a place with which a post ends, and the blank before it: " in" of "Bürgermeister in"."""
    stem, blank, last = text.rpartition(" ")
    return blank + last if stem and last in strings(pack.late_table(FILE, "other_phi"), "tails") else ""


def kind_of(original: Original) -> str:
    """ "code", "saint", "boat", "pet" or "post".

    A name is of one to three words that all begin with a capital, or the first of them in quotation marks; one of the
    ship words of the pack in it or before it makes it a boat, the word for a saint a church. Anything longer, or in
    small letters, is a post.
    """
    words = _WORD.findall(original.text)
    if any(map(str.isdecimal, original.text)) and not any(len(word) > CODE_LETTERS_MAX for word in words):
        return "code"
    if len(words) > 1 and fold(words[0]) in map(fold, strings(original.pack.late_table(FILE, "names"), "saints")):
        return "saint"
    boats = _folded(original.pack, "boat_words")
    around = {fold(word) for word in (*words, *_WORD.findall(original.before))}
    if boats & around or original.text.endswith(strings(original.pack.late_table(FILE, "other_phi"), "boat_endings")):
        return "boat"
    if is_cjk(original.text):
        return "post" if len(original.text) > 2 * NAME_WORDS_MAX else "pet"
    is_quoted = original.before.rstrip()[-1:] in QUOTES
    is_name = len(words) <= NAME_WORDS_MAX and (
        all(word[0].isupper() for word in words) or len(words) == 1 or (is_quoted and words[0][0].isupper())
    )
    return "pet" if is_name else "post"


@lru_cache(maxsize=32)
def _folded(pack: LanguagePack, name: str) -> frozenset[str]:
    return frozenset(map(fold, strings(pack.late_table(FILE, "other_phi"), name)))


def _new(record: RecordContext) -> Mapping[str, str]:
    originals: dict[str, Original] = {}
    for original in sorted(record.originals, key=lambda o: (fold(o.text), o.text, o.before)):
        if original.label == "OTHER_PHI":
            originals.setdefault(entity_key(original), original)
    listed = {key: _candidates(original) for key, original in originals.items()}

    def propose(key: str, attempt: int) -> str | None:
        return proposal(record.keyed, record.scope, "OTHER_PHI", key, listed[key], attempt)

    return record.distinct("OTHER_PHI", originals, propose)


def _candidates(original: Original) -> tuple[str, ...]:
    """Names of the kind; posts of the same line of work, else those in the grammatical gender of the old one."""
    kind, pack = kind_of(original), original.pack
    post = original.text.removesuffix(_tail(original.text, pack))
    if fold(post) in occupations(pack).of_form:
        return tuple(name for name in occupations(pack).alike(post) if fold(name) != fold(post))
    if kind == "saint":
        return saints(original.text, "", pack)
    listed = _listed(pack, kind)
    if kind != "post":
        return listed
    gender = occupations(pack).gender
    return tuple(name for name in listed if gender(name) == gender(original.text)) or listed


@lru_cache(maxsize=64)
def _listed(pack: LanguagePack, kind: str) -> tuple[str, ...]:
    rows = pack.list("other_phi").rows
    return tuple(row[0] for row in rows if row[1:] == (kind,))
