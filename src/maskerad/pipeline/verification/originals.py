"""Every form in which an original identifier of a record could still stand somewhere, and a search for them."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import zip_longest

from maskerad.core.document import Identifier
from maskerad.core.schemes import people_labels
from maskerad.languages.everyday import Judgement
from maskerad.surrogates.shape import bare_digits
from maskerad.text.folding import fold

Hit = tuple[int, int, str]
Place = tuple[int, int]
Settled = Callable[[int, int], bool]

SAFE_CHARS = 3  # a whole mention of up to so many letters and digits is not searched for
PART_CHARS = 3  # a part of a person's name has at least so many letters; two where they are Chinese characters
NUMBER_DIGITS = 5  # a number of at least so many digits is also searched for as bare digits
DATE_DIGITS = 4
TOKENS_MAX, RUN_MAX, NUMBER_MAX = 12, 32, 40  # of longer mentions, the beginning is searched for
GLUED_TOKENS_MAX = 4  # of a name that is searched for run together, as in addresses and names of files
STEM_CHARS = 4  # a name whose ending may belong to it is also searched for without, if so many letters are left
FULL_BIRTH_DIGITS, CENTURIES = 12, ("19", "20")  # of a number of the state that begins with the whole year of birth
COUNTRY_CODE_DIGITS = (1, 2, 3)  # ITU-T E.164
NATIONAL_DIGITS = 7  # a shorter number is not searched for without its country's or its area's prefix
TRUSTED_SCORE = 0.8  # a name found so well outranks the everyday word that it also is
BARRIER = "\n\ua78f\n"  # a letter of no language for what was replaced, so that no form reaches over it
NOT_SEARCHED = frozenset({"AGE", "SEX", "TIME"})

_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
_CJK = re.compile(f"[{_HAN}\u3040-\u30ff]")
_HAS_HAN = re.compile(f"[{_HAN}]")
_TOKEN = re.compile(r"[^\W\d_]+(?:[\u0300-\u036f]+[^\W\d_]*)*|\d+")
_RUN = re.compile(r"\w+")
_FORMS_OF_ADDRESS = "様氏君殿生師"
# A name of one character: before a form of address, alone before a particle, or behind a day.
_SINGLE_NAME = re.compile(
    rf"([{_HAN}])(?=さん|さま|様|氏|君|くん|ちゃん|殿|先生|医師|看護|(?i:dr))"
    rf"|(?:(?<![{_HAN}])|(?<=[明本昨今]日)|(?<=[今明]朝))([{_HAN}])(?=より|から|が|は|に|と|も|へ)"
)
_SAME_WORD = re.compile(r"[\u30a1-\u30fa\u30fc]{2}|\d{2}|[a-z]{2}")
_DIGITS = re.compile(r"\d+")
_NUMBER_RUN = re.compile(r"\d(?:[\s>().（）．\-/\u2010-\u2015]{0,3}\d){4,}")  # five digits or more


_LABEL_OF_KIND = {
    "given": "GIVEN_NAME",
    "family": "FAMILY_NAME",
    "birth_date": "DATE",
    "id": "ID",
    "phone": "PHONE",
    "address": "STREET",
    "email": "EMAIL",
}


def label_of(identifier: Identifier) -> str:
    """The label under which a known identifier would be marked: its kind's, or its role.

    Example:
        >>> label_of(Identifier("PATIENT", "phone", "0652-72 56")), label_of(Identifier("CLINICIAN", "name", "Ek"))
        ('PHONE', 'CLINICIAN')
    """
    return _LABEL_OF_KIND.get(identifier.kind, identifier.role)


def name_words(text: str, label: str) -> Iterator[str]:
    """Folded words of a person's name that are long enough to be searched for; none of another label.

    Example:
        >>> list(name_words("Dr Ek-Ward", "CLINICIAN"))
        ['ward']
    """
    if label in people_labels():
        yield from (fold(token) for token in _tokens(text) if len(token) >= PART_CHARS)


@dataclass(frozen=True, slots=True)
class Originals:
    """An index of forms, searched in time linear in the text.

    Attributes:
        words: Folded tokens joined by blanks, to label.
        anchors: The longest token of a form of several, to (its place in the form, number of tokens of the form).
        telling: The words and anchors, one of which every hit of words holds.
        numbers: Bare digits to label.
        prefixes: Every beginning of a number.
        runs: Forms in a script that does not part words, to label.
        run_lengths: First two characters of such a form, to the lengths of the forms that begin so.
        singles: Names of one Chinese character, to label; found where they stand as names do.
    """

    words: dict[str, str] = field(default_factory=dict, repr=False)
    anchors: dict[str, set[tuple[int, int]]] = field(default_factory=lambda: defaultdict(set), repr=False)
    telling: set[str] = field(default_factory=set, repr=False)
    numbers: dict[str, str] = field(default_factory=dict, repr=False)
    prefixes: set[str] = field(default_factory=set, repr=False)
    runs: dict[str, str] = field(default_factory=dict, repr=False)
    run_lengths: dict[str, set[int]] = field(default_factory=lambda: defaultdict(set), repr=False)
    singles: dict[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, mentions: Iterable[tuple[str, str]], genitives: Iterable[str] = ()) -> Originals:
        """Indexes mentions.

        Args:
            mentions: Pairs of text and label of the core scheme.
            genitives: Endings with which a person's name is searched for as well.
        """
        index, people = cls(), people_labels()
        endings = [fold(ending) for ending in genitives if ending.isalpha()]
        for text, label in sorted(set(mentions)):
            if label not in NOT_SEARCHED:
                index._add(text, label)
                if label in people:
                    index._add_parts(text, label, endings)
        index.telling.update(index.words, index.anchors)
        return index

    def __bool__(self) -> bool:
        return bool(self.words or self.numbers or self.runs or self.singles)

    def find(self, text: str, is_ordinary: Judgement, is_settled: Settled = lambda start, end: False) -> list[Hit]:
        """Where a form stands in ``text``: (start, end, label), in order, not overlapping.

        Args:
            text: Any text; borders of words are respected.
            is_ordinary: Whether the word at ``(text, start, end)`` is an everyday word; a form of such words is no hit.
            is_settled: Whether nobody asks what stands at a place; what stands there by itself is left out, unjudged.
        """
        words = self._find_words(text) if self.words else ()
        others: list[Hit] = []
        if self.numbers:
            others.extend(self._find_numbers(text))
        if self.runs:
            others.extend(self._find_runs(text, is_ordinary))
        if self.singles:
            others.extend(self._find_singles(text))
        entries = sorted([*words, *((hit, ()) for hit in others)], key=_longest_first)
        hits: list[Hit] = []
        done = 0
        for (hit, places), following in zip_longest(entries, entries[1:]):
            start, end, label = hit
            is_alone = following is None or following[0][0] >= end
            if start < done or (is_alone and is_settled(start, end)):
                continue
            if not places or not _is_ordinary_form(text, places, label, is_ordinary):
                hits.append(hit)
                done = end
        return hits

    def _add(self, text: str, label: str) -> None:
        digits = bare_digits(text)
        if label == "DATE" and len(digits) < DATE_DIGITS:
            return
        if len(digits) >= NUMBER_DIGITS:
            for form in (digits, *_number_forms(text, digits, label)):
                self._add_number(form[:NUMBER_MAX], label)
        if not text.isascii() and _CJK.search(text):
            self._add_run("".join(_RUN.findall(text)), label)
        elif len(text) > SAFE_CHARS and sum(map(str.isalnum, text)) > SAFE_CHARS:
            self._add_words(_tokens(text)[:TOKENS_MAX], label)

    def _add_parts(self, text: str, label: str, endings: list[str]) -> None:
        tokens = _tokens(text)
        for part in tokens:
            if not part.isascii() and _CJK.search(part):
                self._add_run(part, label)
            elif len(part) >= PART_CHARS:
                folded = fold(part)
                self.words.setdefault(folded, label)
                for ending in endings:
                    self._add_inflected(folded, ending, label)
        if 1 < len(tokens) <= GLUED_TOKENS_MAX and not _CJK.search(text):
            folded_tokens = list(map(fold, tokens))
            for at in range(len(tokens)):  # given name first or family name first
                self.words.setdefault("".join(folded_tokens[at:] + folded_tokens[:at]), label)
        first = next((at for at, token in enumerate(tokens[:-1]) if at and token.islower()), 0)
        if first:  # a family name with its particles: van der Wal
            self._add_words(tokens[first:TOKENS_MAX], label)

    def _add_inflected(self, folded: str, ending: str, label: str) -> None:
        """A part of a name with an ending, and without one that it may have."""
        self.words.setdefault(folded + ending, label)
        stem = folded.removesuffix(ending)
        if STEM_CHARS <= len(stem) < len(folded):
            self.words.setdefault(stem, label)

    def _add_words(self, tokens: list[str], label: str) -> None:
        folded = [fold(token) for token in tokens]
        if len(folded) > 1:
            anchor = max(folded, key=len)
            self.anchors[anchor].add((folded.index(anchor), len(folded)))
        if folded:
            self.words.setdefault(" ".join(folded), label)

    def _add_number(self, digits: str, label: str) -> None:
        self.numbers.setdefault(digits, label)
        self.prefixes.update(digits[:end] for end in range(1, len(digits) + 1))

    def _add_run(self, text: str, label: str) -> None:
        run = fold(text)[:RUN_MAX]
        if len(run) == 1 and _HAS_HAN.match(run) and run not in _FORMS_OF_ADDRESS and label in people_labels():
            self.singles.setdefault(run, label)
        elif len(run) >= (2 if _HAS_HAN.search(run) else PART_CHARS):
            self.runs.setdefault(run, label)
            self.run_lengths[run[:2]].add(len(run))

    def _find_words(self, text: str) -> Iterator[tuple[Hit, Sequence[Place]]]:
        """Forms of words, whether everyday ones or not, and the places of their words."""
        tokens = _tokens(text)
        folded = list(map(fold, tokens))
        if self.telling.isdisjoint(folded):  # where the search of most texts ends
            return
        places = _places(text, tokens)
        for at in (at for at, token in enumerate(folded) if token in self.telling):
            for offset, n_tokens in sorted({(0, 1), *self.anchors.get(folded[at], ())}):
                first = at - offset
                label = self.words.get(" ".join(folded[first : first + n_tokens])) if first >= 0 else None
                if label:
                    here = places[first : first + n_tokens]
                    yield (here[0][0], here[-1][1], label), here

    def _find_numbers(self, text: str) -> Iterator[Hit]:
        """Numbers in whatever layout: digits that only punctuation parts, read from the start of each group on."""
        for match in _NUMBER_RUN.finditer(text):
            groups = [(group.start(), group.end()) for group in _DIGITS.finditer(text, match.start(), match.end())]
            for at, (start, _) in enumerate(groups):
                yield from self._numbers_from(text, start, groups[at : at + TOKENS_MAX])

    def _numbers_from(self, text: str, start: int, groups: list[tuple[int, int]]) -> Iterator[Hit]:
        digits = ""
        for left, right in groups:
            digits += bare_digits(text[left : min(right, left + NUMBER_MAX + 1)])
            if digits not in self.prefixes:
                return
            if digits in self.numbers:
                yield start, right, self.numbers[digits]

    def _find_runs(self, text: str, is_ordinary: Judgement) -> Iterator[Hit]:
        for match in _RUN.finditer(text):
            folded = fold(match.group())
            run = folded if len(folded) == match.end() - match.start() else match.group()
            for at in range(len(run) - 1):
                for n_chars in self.run_lengths.get(run[at : at + 2], ()):
                    label = self.runs.get(run[at : at + n_chars]) if at + n_chars <= len(run) else None
                    start = match.start() + at
                    if label and _is_whole(run, at, at + n_chars) and not is_ordinary(text, start, start + n_chars):
                        yield start, start + n_chars, label

    def _find_singles(self, text: str) -> Iterator[Hit]:
        for match in _SINGLE_NAME.finditer(text):
            label = self.singles.get(match.group(match.lastindex or 0))
            if label:
                yield *match.span(match.lastindex or 0), label


def _is_ordinary_form(text: str, places: Sequence[Place], label: str, is_ordinary: Judgement) -> bool:
    """Whether a form is nothing but everyday words. Several words of a name with a capital among them are a name."""
    if len(places) > 1 and label in people_labels() and not all(text[start:end].islower() for start, end in places):
        return False
    return all(is_ordinary(text, start, end) for start, end in places)


def _number_forms(text: str, digits: str, label: str) -> Iterator[str]:
    """Other ways to write a number: without or with its century, with or without the code of its country.

    Example:
        >>> list(_number_forms("070-174 06 21", "0701740621", "PHONE"))
        ['701740621']
    """
    if label == "ID" and len(digits) == FULL_BIRTH_DIGITS and digits.startswith(CENTURIES):
        yield digits[2:]
    elif label == "ID" and len(digits) == FULL_BIRTH_DIGITS - 2:
        yield from (century + digits for century in CENTURIES)
    elif label == "PHONE" and text.lstrip("( ").startswith(("+", "00")):
        national = digits.lstrip("0")
        yield from ("0" + national[n:] for n in COUNTRY_CODE_DIGITS if len(national) - n >= NATIONAL_DIGITS)
        yield from (national[n:] for n in COUNTRY_CODE_DIGITS if len(national) - n >= NATIONAL_DIGITS)
    elif label == "PHONE" and digits.startswith("0") and len(digits) > NATIONAL_DIGITS:
        yield digits[1:]


def _tokens(text: str) -> list[str]:
    """All tokens of a text. A piece of letters alone is one, and needs no pattern to be found."""
    tokens: list[str] = []
    for piece in text.split():
        if piece.isalpha():
            tokens.append(piece)
        else:
            tokens += _TOKEN.findall(piece)
    return tokens


def _places(text: str, tokens: Iterable[str]) -> list[Place]:
    """Where all tokens of a text stand; what lies between two of them holds no character of a token."""
    places: list[Place] = []
    at = 0
    for token in tokens:
        start = text.index(token, at)
        at = start + len(token)
        places.append((start, at))
    return places


def _is_whole(run: str, start: int, end: int) -> bool:
    """Whether neither end of a form cuts a word of katakana, a number or a Latin word."""
    cuts_before = start and _SAME_WORD.match(run, start - 1)
    cuts_after = end < len(run) and _SAME_WORD.match(run, end - 1)
    return not (cuts_before or cuts_after)


def _longest_first(entry: tuple[Hit, Sequence[Place]]) -> Place:
    """Orders hits by where they begin, of those that begin together the longest first."""
    (start, end, _), _ = entry
    return start, -end


def disjoint(hits: list[Hit]) -> list[Hit]:
    """Earlier hits first, of those that begin together the longest; others that overlap are left out."""
    kept: list[Hit] = []
    for hit in sorted(hits, key=lambda hit: (hit[0], -hit[1])):
        if not kept or hit[0] >= kept[-1][1]:
            kept.append(hit)
    return kept
