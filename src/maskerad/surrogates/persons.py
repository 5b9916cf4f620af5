"""Names of people: the words of the name book in the shape of the mention.

What stays is everything but the words: order, comma, blanks, hyphens, capitals, genitive, "Jr". Given name alone
stays given name alone, initials stay initials of the new name.
"""

from __future__ import annotations

from collections.abc import Sequence

from maskerad.languages.name_parts import NamePart
from maskerad.languages.names import name_conventions
from maskerad.surrogates.names import FAMILY, GIVEN, NAME, NameBook, ParsedName, name_book, new_letter, parsed
from maskerad.surrogates.request import RecordContext, Request
from maskerad.surrogates.shape import capitalised_as, in_case_of, in_class_of
from maskerad.text.folding import fold

SHARING_MAX = 50  # full names that share a word, looked through for the owner of an initial


def person(request: Request) -> str:
    """A person's new name, in the shape of the mention.

    Raises:
        SurrogateError: If the mention holds no name, or no candidate is left for one of its words.
    """
    name = parsed(request.record, request.original)
    if not any(part.kind in (GIVEN, FAMILY, NAME, "initial") for part in name.parts):
        raise request.refusal("no name in the mention")
    return _Rendering(request, name).text()


class _Rendering:
    """One mention while its new text is put together."""

    def __init__(self, request: Request, name: ParsedName) -> None:
        self.request, self.name = request, name
        self.old, self.book = request.text, name_book(request.record)
        self.written: list[str] = []

    def text(self) -> str:
        at = 0
        parts = self.name.parts
        for index, part in enumerate(parts):
            between = self.old[at : part.start]
            follows_particle = bool(index) and parts[index - 1].kind == "particle"
            if not follows_particle:
                self._between(between)
            elif part.kind != "particle":
                self._particles(index)
            if part.kind != "particle":
                self.written.append(self._new(part))
            at = part.end
        self._between(self.old[at:])
        return "".join(self.written)

    def _between(self, text: str) -> None:
        """What stands between words stays, but for digits."""
        if any(map(str.isdecimal, text)):
            text = in_class_of(text, self.request.record.keyed, self.request.record.scope, "PERSON", text)
        self.written.append(text)

    def _new(self, part: NamePart) -> str:
        old = self.old[part.start : part.end]
        if part.kind == "suffix":
            return old
        if part.kind == "ending":
            return self._ending(old)
        if part.kind == "initial":
            return "".join(self._initial(part, place) for place in range(len(old)))
        new = self._word(part).rpartition(" ")[2]
        return in_case_of(new, old)

    def _word(self, part: NamePart) -> str:
        word = self.name.word(part)
        new = self.book.new.get((self.book.kind(part, word), word))
        if new is None:
            raise self.request.refusal("no candidate is left for a name")
        return new

    def _particles(self, index: int) -> None:
        """Particles of the new family name for those of the old one, or none."""
        first = index - 1
        while first and self.name.parts[first - 1].kind == "particle":
            first -= 1
        new, _, _ = self._word(self.name.parts[index]).rpartition(" ") if self._is_family(index) else ("", "", "")
        if new:
            old = self.old[self.name.parts[first].start : self.name.parts[index].end]
            self.written.append(capitalised_as(new.lower(), old) + " ")

    def _is_family(self, index: int) -> bool:
        part = self.name.parts[index]
        return part.kind in (FAMILY, NAME) and self.book.kind(part, self.name.word(part)) == FAMILY

    def _ending(self, old: str) -> str:
        """The old genitive ending, unless the new name takes none."""
        bare = name_conventions(self.request.pack).bare_after
        is_bare = old.isalpha() and "".join(self.written).lower().endswith(tuple(bare) or ("\0",))
        return "" if is_bare else old

    def _initial(self, part: NamePart, place: int) -> str:
        """First letter of the new name that an initial stands for, or a letter chosen by key."""
        letter = self.old[part.start + place]
        if not letter.isalpha():
            return letter
        before = self._n_initials_before(part) + place
        new = _initial_of(self.book, self.name, fold(letter), before)
        return in_case_of(
            new or new_letter(self.request.record, self.request.pack, f"{self.request.key}\0{before}", letter), letter
        )

    def _n_initials_before(self, part: NamePart) -> int:
        earlier = [other for other in self.name.parts if other.start < part.start]
        return sum(other.end - other.start for other in earlier if other.kind == "initial") + sum(
            other.kind == GIVEN for other in earlier
        )


def _initial_of(book: NameBook, name: ParsedName, letter: str, place: int) -> str:
    """New first letter of given name number ``place`` of the one full name that shares a word with this one."""
    kind, own = (GIVEN, name.words(FAMILY)) if name.words(FAMILY) else (FAMILY, name.words(GIVEN))
    place = place if kind == GIVEN else 0
    sharing = (full.words(kind) for word in own for full in book.full_names.get(word, ())[:SHARING_MAX])
    fitting = {words[place] for words in sharing if len(words) > place and words[place].startswith(letter)}
    return book.first_letter(kind, fitting.pop()) if len(fitting) == 1 else ""


def initials(request: Request) -> str:
    """Initials of the new name of whoever in the record has the old ones; other letters by key.

    Raises:
        SurrogateError: If there is no letter.
    """
    letters = [char for char in request.text if char.isalpha()]
    if not letters:
        raise request.refusal("no letter in the mention")
    book = name_book(request.record)
    words = book.initials.get("".join(fold(letter)[:1] for letter in letters), ())
    new = [book.first_letter(kind, word) for kind, word in words]
    if not all(new) or len(new) != len(letters):
        key = fold("".join(letters))
        new = [new_letter(request.record, request.pack, f"{key}\0{i}", char) for i, char in enumerate(letters)]
    return _in_place(request.text, new)


def _in_place(text: str, new: Sequence[str]) -> str:
    following = iter(new)
    return "".join(in_case_of(next(following), char) if char.isalpha() else char for char in text)


def related_word(record: RecordContext, word: str) -> str:
    """The new word for a name of the record that stands in an address or a user name, in ASCII; else ""."""
    new = fold(name_book(record.context_of("PERSON")).any_new(fold(word)).rpartition(" ")[2])
    return "".join(char for char in new if char.isascii() and char.isalnum())
