"""Mentions that somebody has said to be one thing, by giving them one entity id."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from maskerad.linking.entities import Key
from maskerad.linking.occurrence import Occurrence
from maskerad.linking.person import Person


def one_person(occurrences: Sequence[Occurrence], owner: Mapping[int, Person]) -> Iterator[tuple[Person, Person]]:
    """Pairs of people whose mentions bear one id."""
    first: dict[str, Person] = {}
    for place, person in owner.items():
        given = occurrences[place].span.entity
        if given and first.setdefault(given, person) is not person:
            yield first[given], person


def with_given_ids(groups: Mapping[Key, list[int]], occurrences: Sequence[Occurrence]) -> dict[Key, list[int]]:
    """Groups of what is no person, put together where mentions of one label bear one id; in order of first mention."""
    if not any(occurrence.span.entity for occurrence in occurrences):
        return dict(groups)
    joined: dict[Key, list[int]] = {}
    keys: dict[tuple[str, str], Key] = {}
    for key, places in groups.items():
        given = {occurrences[place].span.entity for place in places} - {""} if isinstance(key, tuple) else set()
        names = [(str(key[0]), given_id) for given_id in sorted(given)] if isinstance(key, tuple) else []
        kept = next((keys[name] for name in names if name in keys), key)
        keys.update((name, keys.get(name, kept)) for name in names)
        joined[kept] = sorted([*joined.get(kept, ()), *places])
    return joined
