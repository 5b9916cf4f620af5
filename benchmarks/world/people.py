"""Names of people: forms of one person that belong together, families, initials, addresses of their owners."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.world.record import Fault, Mention, World
from benchmarks.world.words import is_eastern, names, plain, same, stands_in, words
from maskerad.languages import load_pack

KIN = frozenset({"PATIENT", "RELATIVE"})
N_PREFIX = 3
N_NAME = 4
N_ENDING = 2
_APOSTROPHE = re.compile("['’.]")
# One letter, several capitals, or the beginning of a name before a dot: J Berg, JP Berg, Th. Berg; not M.ª Berg.
_SHORT = r"(?:[^\W\d_a-z]{0,2}(?=\s)|[^\W\d_]{0,2}\.)\s*"
_LED_BY_INITIALS = re.compile(rf"([^\W\d_]){_SHORT}(?:[^\W\d_]{_SHORT})*([^\W\d_][\w'’-]{{2,}})")


def form_faults(world: World) -> Iterator[Fault]:
    """Mentions of one person that share a name before, and none, or fewer, after."""
    for mentions in world.people.values():
        seen: set[str] = set()
        for at, mention in enumerate(mentions):
            other = next((one for one in mentions[:at] if _disagree(one, mention, world.language)), None)
            if other and plain(mention.old) not in seen:
                seen.add(plain(mention.old))
                yield Fault("forms", mention, "two forms of one person's name share no longer what they shared", other)


def _disagree(one: Mention, other: Mention, language: str) -> bool:
    """Whether what two mentions have in common is lost."""
    if is_eastern(one.old + other.old):
        return _disagree_unparted(one, other)
    old, old_other = names(one.old), names(other.old)
    new, new_other = names(one.new), names(other.new)
    if not old or not old_other or not new or not new_other:
        return False
    shared = [name for name in old if stands_in(name, old_other)]
    if not shared:
        return False
    if len(shared) in (len(old), len(old_other)):
        pairs = ((new, new_other), (new_other, new))
        return not any(all(stands_in(name, many) for name in _proper(few, language)) for few, many in pairs)
    return not any(stands_in(name, new_other) for name in new)


def _proper(found: tuple[str, ...], language: str) -> tuple[str, ...]:
    """Without particles, which are words of a name where all of it is in capitals: VAN RIJN beside van Rijn."""
    particles = load_pack(language).strings("particles", "names")
    return tuple(name for name in found if name not in particles) or found


def _disagree_unparted(one: Mention, other: Mention) -> bool:
    """The same for names written without a blank between them."""
    old, old_other = _close(one.old), _close(other.old)
    new, new_other = _close(one.new), _close(other.new)
    if old in old_other or old_other in old:
        return not (new in new_other or new_other in new)
    return False


def _close(text: str) -> str:
    return re.sub(r"[\s・=＝]+", "", plain(text))


def family_faults(world: World) -> Iterator[Fault]:
    """Relatives who shared their last name, and do so no longer."""
    kin = {entity: mentions for entity, mentions in world.people.items() if mentions[0].label in KIN}
    seen: list[tuple[str, Mention, str]] = []
    for entity, mentions in kin.items():
        for mention in mentions:
            family = _family(mention)
            if family:
                for name, other, new in seen:
                    if other.entity != entity and same(name, family[0]) and not _one_family(new, family[1]):
                        yield Fault("families", mention, "relatives no longer share their name", other)
                        break
                seen.append((family[0], mention, family[1]))
                break


def _one_family(one: str, other: str) -> bool:
    """Whether two names are one but for the endings that women and men bear: Romanov and Romanova."""
    stem = max(len(one), len(other)) - N_ENDING
    return one == other or (stem > 0 and one[:stem] == other[:stem])


def _family(mention: Mention) -> tuple[str, str] | None:
    """The last of several names before and after."""
    old, new = names(mention.old), names(mention.new)
    if is_eastern(mention.old) or "," in mention.old or len(old) < 2 or len(old) != len(new):
        return None
    return old[-1], new[-1]


def initial_faults(world: World) -> Iterator[Fault]:
    """Initials that were their owner's, and are not those of the new name."""
    for mention in world.labelled("INITIALS"):
        owned = world.people.get(mention.entity, [])
        full = [one for one in owned if len(names(one.old)) > 1 and not is_eastern(one.old)]
        told = [one for one in full if _are_of(mention.old, one.old)]
        if told and not any(_are_of(mention.new, one.new) for one in told):
            yield Fault("initials", mention, "not the initials of the new name", told[0])
    yield from _leading_initials(world)


def _leading_initials(world: World) -> Iterator[Fault]:
    """ "J. Berg" beside "Johan Berg"."""
    for mentions in world.people.values():
        full = [one for one in mentions if _has_given(one.old, world.language)]
        seen: set[str] = set()
        for mention in mentions:
            old, new = _initial_and_name(mention.old), _initial_and_name(mention.new)
            if not old or plain(mention.old) in seen:
                continue
            told = [one for one in full if names(one.old)[0][0] == old[0] and same(names(one.old)[-1], old[1])]
            if told and new and not any(names(one.new)[0][:1] == new[0] for one in told):
                seen.add(plain(mention.old))
                yield Fault("initials", mention, "not the initial of the new given name", told[0])


def _has_given(text: str, language: str) -> bool:
    """Whether a name surely begins with a given name."""
    found = names(text)
    particles = load_pack(language).strings("particles", "names")
    return len(found) > 1 and "," not in text and not is_eastern(text) and text.split()[0].casefold() not in particles


def _initial_and_name(text: str) -> tuple[str, str] | None:
    match = _LED_BY_INITIALS.fullmatch(text.strip())
    return (plain(match[1]), plain(match[2])) if match else None


def _are_of(initials: str, name: str) -> bool:
    """Whether letters are the first ones of a name's words, in their order; O'Hara is a word, or two."""
    letters = [plain(char) for char in initials if char.isalpha()]
    first = iter(part[0] for word in words(name) for part in _APOSTROPHE.split(word) if part)
    return len(letters) > 1 and all(letter in first for letter in letters)


def address_faults(world: World) -> Iterator[Fault]:
    """Mail addresses and user names that were made of their owner's name, and are not made of the new one."""
    owners = {
        entity: (
            {name for one in mentions for name in names(one.old)},
            {name for one in mentions for name in names(one.new)},
        )
        for entity, mentions in world.people.items()
    }
    for mention in world.labelled("EMAIL", "USERNAME"):
        local, new = _local(mention.old), _local(mention.new)
        holders = [entity for entity, (old, _) in owners.items() if _has_name(local, old)]
        if len(holders) == 1 and not _has_part(new, owners[holders[0]][1]):
            yield Fault("addresses", mention, "made of another name than its owner's", world.people[holders[0]][0])


def _local(text: str) -> list[str]:
    """The parts of an address before its host."""
    return [part for part in re.split(r"[^a-z]+", _ascii(plain(text.strip("@").partition("@")[0]))) if part]


def _ascii(text: str) -> str:
    return text.replace("ø", "o").replace("ß", "ss").replace("æ", "ae").replace("ł", "l")


def _has_name(local: list[str], old: set[str]) -> bool:
    return any(_is_part(part, name) for part in local for name in map(_letters, old) if len(name) >= N_NAME)


def _is_part(part: str, name: str) -> bool:
    """Whether a part of an address begins or ends with a name: "ek98", "annaek", not "ekman"."""
    return part == name or part.endswith(name) or (part.startswith(name) and len(part) > len(name) + 1)


def _letters(name: str) -> str:
    return re.sub("[^a-z]", "", _ascii(name))


def _has_part(local: list[str], new: set[str]) -> bool:
    """Whether an address holds a name, or the beginning of one."""
    line = "".join(local)
    return any(
        name and (name[:N_PREFIX] in line or name.replace("a", "ae", 1)[:N_PREFIX] in line)
        for name in map(_letters, new)
    )
