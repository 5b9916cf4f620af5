"""Occupations: a common one of the same line of work and the same grammatical gender."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache

from maskerad.languages import LanguagePack
from maskerad.languages.listed import entries
from maskerad.surrogates.atlas.words import FILE, strings
from maskerad.surrogates.candidates import proposal
from maskerad.surrogates.request import RecordContext, Request, entity_key
from maskerad.surrogates.shape import capitalised_as
from maskerad.text.folding import fold

BRANCH_MIN = 2  # from more than so many one is chosen
LISTED_MAX = 800
FEMININE, MASCULINE = 1, 0
PLAIN = "plain"  # line of what fits any story, for an occupation of which nothing tells the line of work
END_CHARS_MIN = 6  # letters at the end of a compound that tell its line of work


@dataclass(frozen=True)
class Occupations:
    """The common occupations of a language, from its list ``occupations``.

    Attributes:
        rows: (masculine, feminine, line of work and, behind a blank, its branch); both forms are the same where the
            language has one.
        of_form: Folded form to (gender, line of work).
        feminine_endings: Ends of feminine forms that no list has.
        epicene_endings: Ends of forms that are those of women and men alike.
        gendered_endings: Ends of forms that no woman bears where the list has one form for both.
        parts: Parts of words to the line of work that they tell where no list has the occupation: "bonde" to "land".
    """

    rows: tuple[tuple[str, str, str], ...] = field(repr=False)
    of_form: Mapping[str, tuple[int, str]] = field(repr=False)
    feminine_endings: tuple[str, ...]
    epicene_endings: tuple[str, ...] = ()
    gendered_endings: tuple[str, ...] = ()
    parts: tuple[tuple[str, str], ...] = field(default=(), repr=False)

    def gender(self, text: str) -> int:
        """Of an occupation, by the list or by the end of its first word."""
        known = self.of_form.get(fold(text))
        if known is not None:
            return known[0]
        first = fold(text).split(" ")[0]
        if first in self.of_form:
            return self.of_form[first][0]
        return FEMININE if self.feminine_endings and first.endswith(self.feminine_endings) else MASCULINE

    def _line(self, folded: str) -> str:
        """Line of work of an occupation: of the listed one that it is, begins or ends with, or ends as; "" for none."""
        words = folded.split(" ")
        branch = next((line for part, line in self.parts if _is_branch(line) and part in folded), "")
        if branch and folded not in self.of_form:
            return branch
        known = next((self.of_form[form] for form in (folded, words[0], words[-1]) if form in self.of_form), None)
        if known is not None:
            return known[1]
        ends = (words[0][-n_chars:] for n_chars in range(len(words[0]) - 1, END_CHARS_MIN - 1, -1))
        listed = next((self._of_end[end] for end in ends if end in self._of_end), "")
        return listed or next((line for part, line in self.parts if part in folded), "")

    @cached_property
    def _of_end(self) -> Mapping[str, str]:
        """Ends of listed forms to the line of work that all of these are of: "chaufför", "lärare"."""
        by_end: dict[str, set[str]] = {}
        for form, (_, line) in self.of_form.items():
            for at in range(len(form) - END_CHARS_MIN + 1):
                by_end.setdefault(form[at:], set()).add(line)
        return {end: min(lines) for end, lines in by_end.items() if len(lines) == 1}

    def _is_epicene(self, folded: str) -> bool:
        """Whether women and men are called so alike: "taxista"."""
        return folded in self._epicene or (
            folded not in self.of_form and folded.split(" ")[0].endswith(self.epicene_endings)
        )

    @cached_property
    def _epicene(self) -> frozenset[str]:
        """The listed forms that are those of both."""
        return frozenset(fold(row[MASCULINE]) for row in self.rows if row[MASCULINE] == row[FEMININE])

    def alike(self, text: str) -> tuple[str, ...]:
        """The occupations of the same branch ("land cattle"), else line of work ("land"), in the same gender.

        Of any line where there are few. None of another branch, which may be that of one region (herding reindeer),
        while there are others; none that holds the old one ("teniente de alcalde").
        """
        gender, line = self.gender(text), self._line(fold(text)) or PLAIN
        rows = tuple(row for row in self.rows if not _goes_beyond(fold(row[gender]), fold(text)))
        if self._is_epicene(fold(text)):
            epicene = tuple(row for row in rows if row[MASCULINE] == row[FEMININE])
            has_own = sum(row[2] == line for row in epicene) > BRANCH_MIN
            rows = epicene if epicene and (has_own or line == PLAIN) else rows
        if gender == FEMININE and self.gendered_endings:
            rows = tuple(row for row in rows if not _is_mens(row, self.gendered_endings)) or rows
        own = tuple(row[gender] for row in rows if row[2] == line)
        if len(own) > BRANCH_MIN:
            return own
        anywhere = tuple(row for row in rows if not _is_branch(row[2]) or row[2] == line)
        for pool in (anywhere, rows):
            same = tuple(row[gender] for row in pool if _work(row[2]) == _work(line))
            if len(same) > BRANCH_MIN:
                return same
        return tuple(row[gender] for row in anywhere or rows)


def _goes_beyond(name: str, text: str) -> bool:
    """Whether a name holds a text and more."""
    return name != text and f" {text} " in f" {name} "


def _is_branch(line: str) -> bool:
    """Whether a line of work is told with its branch: "land cattle"."""
    return " " in line


def _work(line: str) -> str:
    """A line of work without its branch."""
    return line.partition(" ")[0]


def _is_mens(row: tuple[str, str, str], endings: tuple[str, ...]) -> bool:
    """Whether a row has one form for both, which ends as those of men do."""
    return row[MASCULINE] == row[FEMININE] and fold(row[FEMININE]).split(" ")[0].endswith(endings)


@lru_cache(maxsize=32)
def occupations(pack: LanguagePack) -> Occupations:
    """The occupations of a pack; those of its longer list, of one form each, where it has no list of common ones."""
    listed = [row for row in pack.list("occupations").rows if len(row) == 3]
    rows = [(row[0], row[1], row[2]) for row in listed] or [
        (name, name, "") for name in entries(pack, "professions", LISTED_MAX)
    ]
    forms = {fold(row[gender]): (gender, row[2]) for row in reversed(rows) for gender in (FEMININE, MASCULINE)}
    table = pack.late_table(FILE, "professions")
    by_line = table.get("lines", {})
    lines = by_line if isinstance(by_line, dict) else {}
    pairs = [(fold(part), str(line)) for line in lines for part in strings(lines, line)]
    parts = sorted(pairs, key=lambda pair: (-len(pair[0]), pair))
    feminine, epicene = strings(table, "feminine_endings"), strings(table, "epicene_endings")
    return Occupations(tuple(rows), forms, feminine, epicene, strings(table, "gendered_endings"), tuple(parts))


def profession(request: Request) -> str:
    """Another occupation.

    Raises:
        SurrogateError: If none is left.
    """
    new = request.record.once("professions", lambda: _new(request.record)).get(_gendered(request))
    if new is None:
        raise request.refusal("no candidate is left")
    return capitalised_as(new, request.text)


def _gendered(request: Request) -> str:
    return fold(" ".join(request.text.split())) or request.key


def _new(record: RecordContext) -> Mapping[str, str]:
    alike = {
        fold(" ".join(original.text.split())) or entity_key(original): occupations(original.pack).alike(original.text)
        for original in sorted(record.originals, key=lambda o: (o.pack.code, o.text))
        if original.label == "PROFESSION"
    }

    def propose(key: str, attempt: int) -> str | None:
        return proposal(record.keyed, record.scope, "PROFESSION", key, alike[key], attempt)

    return record.distinct("PROFESSION", alike, propose)
