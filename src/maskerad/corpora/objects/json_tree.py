"""JSON objects that hold their texts deep inside: ``messages[].text`` names one text for each element of an array.

Each text is a document; the texts of an object are one record, unless a field names another. Every other value of the
object is kept. A value belongs, as a field, to the first text of the innermost object or array that holds both, under
its own path: ``messages[].author`` beside each message, ``channel`` beside the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass, field, replace

from maskerad.core.errors import ConfigError, FormatError

Step = str | int
Place = tuple[Step, ...]
ANY = -1  # in a path: every element of an array
LIST = "[]"
_PART = re.compile(r"([^.\[\]]+)((?:\[\])*)")


def is_path(name: str) -> bool:
    """Whether a name leads deeper than a field of the object itself."""
    return "." in name or LIST in name


def parse_path(name: str) -> Place:
    """The steps of a path.

    Raises:
        ConfigError: If it is not of that form.

    Example:
        >>> parse_path("messages[].text")
        ('messages', -1, 'text')
    """
    steps: list[Step] = []
    for part in name.split("."):
        match = _PART.fullmatch(part)
        if match is None:
            raise ConfigError(f"path {name!r}: write names with full stops between them and [] behind arrays")
        steps += [match[1], *[ANY] * (len(match[2]) // len(LIST))]
    if steps[-1] == ANY:
        raise ConfigError(f"path {name!r}: it must end in the name of a text")
    return tuple(steps)


@dataclass
class Tree:
    """One object, and where its texts are.

    Attributes:
        value: The object; its texts are taken out.
        number: Which object of its file it is.
        texts: Places of the texts, in order.
        owned: For each text, the places of its fields by their names.
    """

    value: dict[str, object] = field(repr=False)
    number: int
    texts: list[Place]
    owned: list[dict[str, list[Place]]]

    def at(self, place: Place) -> object:
        """The value at a place."""
        node: object = self.value
        for step in place:
            node = node[step]  # type: ignore[index]  # a table or a list, by its step
        return node

    def put(self, place: Place, value: object) -> None:
        """Puts a value at a place."""
        self.at(place[:-1])[place[-1]] = value  # type: ignore[index]  # a table or a list, by its step


class TreeFields(Mapping[str, object]):
    """The fields of one text of an object. The first text brings the whole object with it.

    Attributes:
        key: Number of its object, and of the text in it, from 0.
        places: Where the fields are in the object, by name.
        text: Where the text is; () where an object has none.
        tree: The object; None behind its first text.
        changes: New values of the fields, by name.
    """

    __slots__ = ("_values", "changes", "key", "places", "text", "tree")

    def __init__(self, tree: Tree, number: int) -> None:
        self.key = tree.number, number
        self.places = tree.owned[number]
        self._values = {name: _several([tree.at(place) for place in same]) for name, same in self.places.items()}
        self.text = tree.texts[number] if tree.texts else ()
        self.tree = None if number else tree
        self.changes: Mapping[str, object] = {}

    def __getitem__(self, name: str) -> object:
        return self.changes[name] if name in self.changes else self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def changed(self, values: Mapping[str, object]) -> TreeFields:
        """The same with some other values."""
        new = copy(self)
        new.changes = {**self.changes, **values}
        return new


def make_tree(
    value: dict[str, object], number: int, path: Place, dropped: Sequence[str], entities: str
) -> tuple[Tree, list[str]]:
    """An object without its texts, and the texts; what is null or missing is none.

    Args:
        value: The object; changed.
        number: Which object of its file it is.
        path: Of its texts.
        dropped: Names that are left out, with all that is under them.
        entities: Name of the spans beside a text, which are no field.

    Raises:
        FormatError: If something on the path is not what the path says, or a text is no string.
    """
    _drop(value, "", frozenset(dropped))
    places = list(_places(value, path, ()))
    tree = Tree(value, number, places, [{} for _ in places] or [{}])
    texts = [str(tree.at(place)) for place in places]
    for place in places:
        tree.put(place, None)
    hidden = {*places, *((*place[:-1], entities) for place in places)}
    first: dict[Place, int] = {(): 0}
    for number, place in enumerate(places):
        for length in range(len(place)):
            first.setdefault(place[:length], number)
    for place in _leaves(value, (), hidden):
        owner = next(first[place[:length]] for length in range(len(place), -1, -1) if place[:length] in first)
        tree.owned[owner].setdefault(_name(place), []).append(place)
    return tree, texts


@dataclass
class OpenTree:
    """An object in the making: texts come back to it one by one."""

    tree: Tree

    @classmethod
    def begun(cls, fields: TreeFields) -> OpenTree:
        """The object that comes with its first text, untouched by what is put in here."""
        if fields.tree is None:
            raise FormatError("the object that held it did not leave")
        return cls(replace(fields.tree, value=deepcopy(fields.tree.value)))

    def take(self, fields: TreeFields, text: str, entities: list[dict[str, object]] | None, name: str) -> None:
        """Puts a text in its place, with its spans beside it and its changed fields."""
        for column, value in fields.changes.items():
            places = fields.places[column]
            several = value if isinstance(value, list) and len(places) > 1 else [value] * len(places)
            for place, content in zip(places, several, strict=True):
                self.tree.put(place, content)
        if not fields.text:
            return
        self.tree.put(fields.text, text)
        beside = self.tree.at(fields.text[:-1])
        if isinstance(beside, dict):
            beside.pop(name, None)
            if entities is not None:
                beside[name] = entities

    def is_of(self, fields: TreeFields) -> bool:
        """Whether these fields are of this object."""
        return self.tree.number == fields.key[0]

    def is_complete(self, fields: TreeFields) -> bool:
        """Whether the text of these fields is the last one."""
        return fields.key[1] >= len(self.tree.texts) - 1


def _several(values: list[object]) -> object:
    return values[0] if len(values) == 1 else values


def _name(place: Place) -> str:
    """The path of a place, whatever the elements of arrays it goes through."""
    name = ""
    for step in place:
        name += LIST if isinstance(step, int) else f".{step}" if name else step
    return name


def _places(node: object, path: Place, at: Place) -> Iterator[Place]:
    if not path:
        if not isinstance(node, str):
            raise FormatError(f"field {_name(at)!r} is not a string")
        yield at
    elif path[0] == ANY:
        if not isinstance(node, list):
            raise FormatError(f"field {_name(at)!r} is not an array")
        for number, element in enumerate(node):
            yield from _places(element, path[1:], (*at, number))
    elif not isinstance(node, dict):
        raise FormatError(f"field {_name(at)!r} is not an object")
    elif node.get(str(path[0])) is not None:
        yield from _places(node[str(path[0])], path[1:], (*at, path[0]))


def _leaves(node: object, at: Place, hidden: set[Place]) -> Iterator[Place]:
    if at in hidden:
        return
    if isinstance(node, dict):
        for name, value in node.items():
            yield from _leaves(value, (*at, name), hidden)
    elif isinstance(node, list):
        for number, value in enumerate(node):
            yield from _leaves(value, (*at, number), hidden)
    else:
        yield at


def _drop(node: object, name: str, dropped: frozenset[str]) -> None:
    if isinstance(node, dict):
        for key in list(node):
            inner = f"{name}.{key}" if name else key
            if inner in dropped or inner + LIST in dropped:
                del node[key]
            else:
                _drop(node[key], inner, dropped)
    elif isinstance(node, list):
        for value in node:
            _drop(value, name + LIST, dropped)
