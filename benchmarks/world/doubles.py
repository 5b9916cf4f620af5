"""What two things share that should be apart, and what stayed: reused surrogates, originals, placeholders, masks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from benchmarks.world.record import PEOPLE, Fault, Found, Mention, World
from benchmarks.world.words import is_eastern, plain, same, stands_in, words

APART = {
    **dict.fromkeys(PEOPLE, "PERSON"),
    **{
        label: label
        for label in ("CITY", "STREET", "HOSPITAL", "ORGANIZATION", "PHONE", "EMAIL", "ID", "USERNAME", "URL")
    },
}
GONE = frozenset({*PEOPLE, "PHONE", "EMAIL", "USERNAME", "CITY", "STREET"})
N_LETTERS = 3
ARTICLE = re.compile(r"(?:the|de|het|'t|der|die|das|le|la|les|el|los|las|il|lo|i|gli) |l'")


def double_faults(world: World) -> Iterator[Fault]:
    """One surrogate for two entities, and one thing under two surrogates."""
    yield from _reused(world)
    yield from _split(world)


def _reused(world: World) -> Iterator[Fault]:
    first: dict[tuple[str, str], Mention] = {}
    seen: set[tuple[str, str]] = set()
    for mention in world.replaced:
        kind, new = APART.get(mention.label), plain(mention.new).strip()
        if (
            not kind
            or not mention.entity
            or plain(mention.old) == new
            or len(new) < N_LETTERS - (is_eastern(new) and kind == "PERSON")
        ):
            continue
        other = first.setdefault((kind, new), mention)
        if (other.page, other.new_start) == (mention.page, mention.new_start):
            continue  # one span over both: there is one surrogate, which stands once
        if other.entity != mention.entity and not _alike(other, mention, world) and (kind, mention.entity) not in seen:
            seen.add((kind, mention.entity))
            yield Fault("reused", mention, "the surrogate of another entity too", other)


def _alike(one: Mention, other: Mention, world: World) -> bool:
    """Whether two mentions shared words before, so that they may after: a name that two bear, a number twice."""
    if is_eastern(one.old) or is_eastern(other.old):
        short, long = sorted((plain(one.old), plain(other.old)), key=len)
        return short in long or short[:1] == long[:1]
    if one.label == other.label == "CITY" and set(words(one.old)) & set(words(other.old)):
        return True  # "Lyon 3" and "Lyon 7e" are parts of one town
    digits, other_digits = re.sub(r"\D", "", one.old), re.sub(r"\D", "", other.old)
    if digits or other_digits:
        return digits[-4:] == other_digits[-4:] and (not words(one.old) or one.old[:1] == other.old[:1])
    if any(stands_in(word, words(other.old)) for word in words(one.old)):
        return True
    return plain(one.old)[:N_LETTERS] == plain(other.old)[:N_LETTERS]


def _split(world: World) -> Iterator[Fault]:
    """The same words of one entity, written as two surrogates; with other words around them, sharing none."""
    first: dict[tuple[str, str, str], Mention] = {}
    for mention in world.replaced:
        if mention.label not in APART or not mention.entity:
            continue
        other = first.setdefault((mention.entity, mention.label, plain(mention.old)), mention)
        is_cut = Found.BORDER in (mention.found, other.found)
        if is_cut and set(words(mention.new)) & set(words(other.new)):
            continue
        if not same(_bare(other.new), _bare(mention.new)):
            yield Fault("split", mention, "the same words of one entity became two", other)


def _bare(text: str) -> str:
    """Without an article, which goes where one stands before it."""
    return ARTICLE.sub("", plain(text), count=1)


def left_faults(world: World) -> Iterator[Fault]:
    """Originals that stand in the new text, where one was replaced."""
    originals = {plain(one.old): one for one in world.mentions if one.label in PEOPLE and _is_telling(one.old)}
    for mention in world.replaced:
        new = plain(mention.new)
        if mention.label in GONE and new == plain(mention.old) and any(map(str.isalnum, new)):
            yield Fault("left", mention, "stands as it stood")
        elif mention.label in PEOPLE and new in originals and originals[new].entity != mention.entity:
            yield Fault("left", mention, "the name of somebody of the record", originals[new])


def _is_telling(text: str) -> bool:
    return len(text) > N_LETTERS or is_eastern(text)


def apart_faults(world: World) -> Iterator[Fault]:
    """What is counted apart: mentions that got a placeholder, and words that verification masked."""
    for mention in world.mentions:
        if world.is_placeholder(mention) and mention.old.strip():
            yield Fault("placeholders", mention, f"a placeholder for {mention.label}")
    for one, other in pairwise(world.replaced):
        if (one.page, one.new_start) == (other.page, other.new_start) and one.entity != other.entity:
            yield Fault("joined", other, "one surrogate stands for two mentions at once", one)
    for number, page in enumerate(world.pages):
        marked = [(one.start, one.end) for one in world.mentions if one.page == number]
        for start, end in page.masked:
            if not any(left < end and start < right for left, right in marked):
                mention = Mention(number, start, end, 0, 0, "", "", page.old[start:end], "")
                yield Fault("masked", mention, "an ordinary word masked")
