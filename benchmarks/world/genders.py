"""Whether a name's gender is that of the words beside it, and of the name that stood there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from benchmarks.genders import gold
from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import is_eastern, listed, plain, words
from maskerad.languages import load_pack
from maskerad.languages.names import own_entries

FEMALE, MALE = "female", "male"
# Families that stand before the given name, in Vietnam, China, Korea: which of the words is which is not sure.
PLACED_FIRST = frozenset(
    [
        "nguyen",
        "tran",
        "le",
        "pham",
        "hoang",
        "phan",
        "vu",
        "vo",
        "dang",
        "bui",
        "do",
        "ho",
        "ngo",
        "duong",
        "ly",
        "truong",
        "trinh",
        "lam",
        "dinh",
        "mai",
        "huynh",
        "quach",
        "kim",
        "park",
        "lee",
        "choi",
        "chen",
        "wang",
        "li",
        "zhang",
        "liu",
        "yang",
        "huang",
        "zhao",
        "wu",
        "zhou",
        "xu",
        "sun",
        "ma",
        "zhu",
        "hu",
        "guo",
        "he",
        "lin",
        "gao",
        "luo",
        "shi",
        "xiong",
    ]
)


def gender_faults(world: World) -> Iterator[Fault]:
    """People whose new given name is of the other gender, one fault a person."""
    for mentions in world.people.values():
        told = _told(mentions, world)
        if not told:
            continue
        gender, source = told
        wrong = next((one for one in mentions if _is_other(one.new, gender, world.language)), None)
        if wrong:
            yield Fault("gender", wrong, f"a {gender} person by {source} bears a name of the other gender")


def _is_other(text: str, gender: str, language: str) -> bool:
    """Whether a full name is one of the other gender, and no word of it is one of this."""
    named = {_genders(language).get(word) for word in words(text) if word not in _families(language)}
    return _named(text, language) not in ("", gender) and gender not in named


def _told(mentions: list[Mention], world: World) -> tuple[str, str] | None:
    """The gender that is told of a person: by a reader, by the words beside the names, by the old name."""
    for mention in mentions:
        read = gold().get(world.pages[mention.page].id, {}).get(mention.start)
        if read:
            return read, "reading"
    beside = {gender for mention in mentions if (gender := _beside(mention, world))}
    named = {gender for mention in mentions if (gender := _named(mention.old, world.language))}
    if len(beside) == 1 and not (named - beside):
        return beside.pop(), "the words beside it"
    return (named.pop(), "the name before") if len(named) == 1 and not beside else None


def _beside(mention: Mention, world: World) -> str:
    """What the word before a mention says of the person."""
    before = world.pages[mention.page].before_old(mention, 30).casefold()
    last = before.rstrip().rsplit(" ", 1)[-1].lstrip("(\"'“") if before[-1:].isspace() else ""
    if last in listed(world.language, "female") or _ends(before, listed(world.language, "female_ends")):
        return FEMALE
    is_male = last in listed(world.language, "male") or _ends(before, listed(world.language, "male_ends"))
    return MALE if is_male else ""


def _ends(before: str, listed_ends: Iterable[str]) -> bool:
    """Whether a word ends a text in a language whose words no blank parts."""
    return before.rstrip(" \u3000：:（(・").endswith(tuple(listed_ends))


def _named(text: str, language: str) -> str:
    """The gender of a full name, by its given name; "" where that is not sure."""
    if is_eastern(text):
        return _named_unparted(text)
    parts = (text.partition(",")[2] or text).split()
    found = words(text)
    if len(text.split()) < 2 or len(found) < 2 or not parts or any(word in PLACED_FIRST for word in found):
        return ""
    first = words(parts[0])[:1]
    if len(found[-1]) == 1:  # of "Popescu I." nobody tells what it begins with
        return ""
    if first and first[0] in load_pack(language).strings("particles", "names"):
        return ""
    return _genders(language).get(first[0], "") if first and first[0] not in _families(language) else ""


@cache
def _genders(language: str) -> dict[str, str]:
    """Given names that only women, or only men, bear in any list."""
    pack = load_pack(language)
    found: dict[str, str] = {}
    for women, men in (
        (pack.list("given_female").entries, pack.list("given_male").entries),
        (own_entries(pack, "given_female"), own_entries(pack, "given_male")),
    ):
        female, male = {plain(name) for name in women}, {plain(name) for name in men}
        found |= dict.fromkeys(female - male, FEMALE) | dict.fromkeys(male - female, MALE)
    mostly = {plain(name): gender for name, gender, *_ in pack.list("given_mostly").rows}
    return {name: gender for name, gender in found.items() if mostly.get(name, gender) == gender}


@cache
def _families(language: str) -> frozenset[str]:
    return frozenset(plain(name) for name in load_pack(language).list("family").entries)


@cache
def _eastern() -> tuple[frozenset[str], frozenset[str], frozenset[str]]:
    pack = load_pack("ja")
    women, men = frozenset(pack.list("given_female").entries), frozenset(pack.list("given_male").entries)
    return women - men, men - women, frozenset(pack.list("family").entries)


def _named_unparted(text: str) -> str:
    women, men, families = _eastern()
    parts = text.replace("\u3000", " ").split()
    if len(parts) == 2:
        given = {parts[1]}
    elif len(parts) == 1:
        cut = [size for size in range(1, min(4, len(text))) if text[:size] in families]
        given = {text[size:] for size in cut}
    else:
        return ""
    if given and given <= women:
        return FEMALE
    return MALE if given and given <= men else ""
