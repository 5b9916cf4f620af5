"""What tells a row of a table from a line of text: how many fields it has, and the form of values such as ids, days.

Behind a stray quote nobody can know where the next row begins: a line of a quoted text may hold as many commas as a
row, and taken for one its first words would pass as an id. So reading goes on only at a line that looks like the rows
before in every column that tells.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence

from maskerad.core.counted import counted

ROWS_LEARNT = 200
ROWS_NEEDED = 3
_LETTERS, _DIGITS, _DIGIT = re.compile(r"[^\W\d_]+"), re.compile(r"\d+"), re.compile(r"\d")
_SWALLOWED_MIN = 3
_BARE_MIN, _BARE_SHARE = 10, 0.9
_FORM_CHARS_MAX = 40


def form_of(value: str) -> str:
    """A value with its letters and digits run together.

    Example:
        >>> form_of("2024-02-06"), form_of("p17"), form_of("Anna Berg")
        ('9-9-9', 'a9', 'a a')
    """
    return _DIGITS.sub("9", _LETTERS.sub("a", value[:_FORM_CHARS_MAX]))


class RowForms:
    """The looks of the rows of one table, learnt from its first ones.

    A column tells if all its values so far had one form, and one with a digit.
    """

    def __init__(self) -> None:
        self._n_fields = 0
        self._n_learnt = 0
        self._telling: dict[int, str] = {}

    def expect(self, n_fields: int, texts: Collection[int]) -> None:
        """Begins: the number of columns, and which of them hold texts and never tell."""
        self._n_fields = n_fields
        self._telling = {place: "" for place in range(n_fields) if place not in texts}

    @property
    def is_learning(self) -> bool:
        """Whether further rows are of use."""
        return self._n_learnt < ROWS_LEARNT

    def learn(self, fields: Sequence[str]) -> None:
        """Takes note of a row."""
        if len(fields) != self._n_fields:
            return
        self._n_learnt += 1
        for place, form in list(self._telling.items()):
            seen = form_of(fields[place].strip('"'))
            if not _DIGIT.search(seen) or (form and form != seen):
                del self._telling[place]
            else:
                self._telling[place] = seen

    @property
    def tells(self) -> bool:
        """Whether a few rows were seen, and a column tells."""
        return bool(self._telling) and self._n_learnt >= ROWS_NEEDED

    def fit(self, fields: Sequence[str]) -> bool:
        """Whether this is a row beyond doubt."""
        if len(fields) != self._n_fields or not self.tells:
            return False
        return all(form_of(fields[place].strip('"')) == form for place, form in self._telling.items())

    def misfit(self, fields: Sequence[str]) -> str:
        """Why this is no row, "" if its number of fields is that of the header."""
        if not self._n_fields or len(fields) == self._n_fields:
            return ""
        return f"{counted(len(fields), 'field')} where the header has {self._n_fields}"

    def swallowed(self, lines: Iterable[Sequence[str]]) -> bool:
        """Whether the lines of a quoted field, cut at the delimiter, are rows that a stray quote has swallowed.

        Where no column tells, ten or more lines of which nearly all have as many fields as a row are taken for that.
        """
        cut = [fields for fields in lines if any(fields)]
        n_right = sum(len(fields) == self._n_fields for fields in cut)
        if self.tells:
            n_fitting = sum(map(self.fit, cut))
            return n_fitting >= _SWALLOWED_MIN and 2 * n_fitting >= len(cut)
        return self._n_fields > 1 and n_right >= _BARE_MIN and n_right >= _BARE_SHARE * len(cut)
