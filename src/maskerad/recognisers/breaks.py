"""Breaks: line ends and tabs over which a name may go on.

A break is told by the words on its two sides and by what was marked there. The question is generous: what lies around a
break is read once more by the rules, and these decide whether there is a name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set

from maskerad.core.span import Span
from maskerad.recognisers.rules.alphabet import Alphabet
from maskerad.recognisers.rules.analysis import Analysed
from maskerad.recognisers.rules.grammar import GAP, NEWLINE

LINE_TOKENS = 10  # of the lines on both sides of a break, so many tokens are read
SHORTENED_CHARS = 3  # of a name before a full stop: "Th.", "Joh."
_COLONS = frozenset(":：")
_END = re.compile(f"[{NEWLINE}{GAP}]")
_FULL_WORD = re.compile(r"(?<![^\W\d_])(?<!\w[-'’])[^\W\d_a-z][^\W\d_]+")
_MIDDLE_INITIAL = re.compile(r"[^\W\d_a-z](?![^\W\d_])")
_BREAK_SIGN = re.compile(r"[\n\t]")


class Breaks:
    """Finds breaks in the texts of one language.

    Args:
        alphabet: Knows what a name may end and begin with.
    """

    def __init__(self, alphabet: Alphabet) -> None:
        members = alphabet.members
        self._initial = members("initial")
        self._abbreviated = self._initial | members("title_any")
        self._name, self._word = members("broken_name"), members("broken_word")
        self._particle, self._rest = members("broken_particle"), members("broken_rest")
        self._loose = members("broken_loose")
        self._before_loose = self._loose | self._name | self._particle

    def runs(self, document: Analysed, names: Sequence[Span]) -> Iterator[list[int]]:
        """Tokens that are breaks, those of lines that follow one another together.

        Breaks after a whole name are left out, and runs of nothing but breaks between two names: these are lists.

        Args:
            document: Where to look.
            names: Names of people that are marked in it.
        """
        text = document.document.text
        starts, ends = {span.start for span in names}, {span.end for span in names}
        whole = {
            span.end
            for span in names
            if is_whole(text[span.start : span.end + 3]) and not _ends_in_a_list(text, span)  # a break, an initial
        }
        breaks = [at for at in _line_ends(document) if self._is_break(document, at, ends, whole)]
        for run in _following(document, breaks):
            if any(document.end(at - 1) not in ends or document.starts[at + 1] not in starts for at in run):
                yield run

    def _is_break(self, document: Analysed, at: int, ends: Set[int], whole: Set[int]) -> bool:
        """Whether a name may go on behind a line end: not after a sentence or a whole name, nor in the next row."""
        if document.end(at - 1) in whole or not self._may_join(document, at, document.end(at - 1) in ends):
            return False
        return not ("|" in _line_before(document, at) and "|" in _line_after(document, at))

    def _may_join(self, document: Analysed, at: int, is_marked: bool) -> bool:
        """Whether the words on both sides may be of one name; what stands before a colon may be a label ("Name:")."""
        letters, first = document.letters, self._first_word(document, at)
        last, following = self._last_word(document, at), document.texts[first + 1 : first + 2]
        if last < 0 or self._is_value(document, first):
            return False
        after = letters[first]
        before = letters[last]
        is_name = is_marked or before in self._name or (last < at - 1 and after in self._name)
        if following and following[0] in _COLONS:
            return after in self._name and (is_name or before in self._particle)
        if after in self._name:
            return is_name or before in self._word
        if (after in self._word or after in self._rest) and (is_name or before in self._particle):
            return True
        if after in self._loose or after in self._rest:
            is_letter = len(document.texts[last]) == 1 and document.texts[last].isalpha()
            return is_letter or self._is_loose(document, last)
        return after in self._particle and before in self._loose

    def _is_loose(self, document: Analysed, at: int) -> bool:
        """Whether a word may be of a name; an everyday word in small letters where a name begins or behind "d'"."""
        letters = document.letters
        if letters[at] in self._before_loose:
            return True
        is_first = not at or document.classes[at - 1] == NEWLINE or document.texts[at - 1] in _COLONS
        return (is_first and letters[at] in self._rest) or (at > 0 and document.texts[at - 1][-1] in "'’")

    def _is_value(self, document: Analysed, at: int) -> bool:
        """Whether a single letter is none of a name but begins something else: "T 37.2", "E Temp"."""
        following = document.texts[at + 1 : at + 2]
        if document.letters[at] not in self._initial or not following:
            return False
        return following[0].isdigit() or (following[0].istitle() and document.letters[at + 1] not in self._name)

    def _first_word(self, document: Analysed, at: int) -> int:
        """The first word behind a break, the bracket of a name that somebody is called by left out."""
        is_bracket = document.texts[at + 1] == "(" and at + 2 < len(document.texts)
        return at + 2 if is_bracket else at + 1

    def _last_word(self, document: Analysed, at: int) -> int:
        """The last word before a break, a comma or the full stop of an abbreviation left out; -1 after a sentence."""
        last = at - 1
        if last and document.texts[last] in (",", ")"):
            last -= 1
        if last and document.texts[last] == ".":
            last -= 1
            is_short = 1 < len(document.texts[last]) <= SHORTENED_CHARS and document.letters[last] in self._word
            return last if is_short or document.letters[last] in self._abbreviated else -1
        return last


def is_whole(name: str) -> bool:
    """Whether a name is one before its first break: two words with capitals, of more than a letter.

    A family name, a comma and a given name may still be followed by the initial of a second one.

    Args:
        name: With what stands behind it, if only a break lies between.

    Example:
        >>> is_whole("Anna Lind\nBerg"), is_whole("Anna-Karin\nBerg"), is_whole("LIND, ANNA\nK")
        (True, False, False)
    """
    first, *behind = _BREAK_SIGN.split(name, maxsplit=1)
    if "," in first and behind and _MIDDLE_INITIAL.match(behind[0]):
        return False
    return len(_FULL_WORD.findall(first)) > 1


def _ends_in_a_list(text: str, name: Span) -> bool:
    """Whether a tab stands behind "Savage, Olusegun" among others: the last may be one whom a second name follows."""
    is_parted = "," in text[name.start : name.end] and text[name.end : name.end + 1] == "\t"
    return is_parted and text[: name.start].rstrip(" ").endswith((",", ";"))


def _following(document: Analysed, breaks: Sequence[int]) -> Iterator[list[int]]:
    """Breaks grouped: one belongs to the group of the one before if no line end nor too long a line lies between."""
    groups: list[list[int]] = []
    for at in breaks:
        last = groups[-1][-1] if groups else -1
        is_next = groups and at - last <= LINE_TOKENS + 1 and NEWLINE not in document.classes[last + 1 : at]
        if is_next:
            groups[-1].append(at)
        else:
            groups.append([at])
    yield from groups


def _line_ends(document: Analysed) -> Iterator[int]:
    """Tokens that are a line end or a tab, with a token before and after; no other gaps."""
    classes = document.classes
    for match in _END.finditer(classes, 1, max(1, len(classes) - 1)):
        if match[0] == NEWLINE or "\t" in document.texts[match.start()]:
            yield match.start()


def _line_before(document: Analysed, cut: int) -> list[str]:
    """The last tokens of the line that ends at a break."""
    first = max(document.classes.rfind(NEWLINE, 0, cut) + 1, cut - LINE_TOKENS)
    return list(document.texts[first:cut])


def _line_after(document: Analysed, cut: int) -> list[str]:
    """The first tokens of the line that begins behind it."""
    end = document.classes.find(NEWLINE, cut + 1)
    stop = min(end if end >= 0 else len(document.classes), cut + 1 + LINE_TOKENS)
    return list(document.texts[cut + 1 : stop])
