"""Numbers and codes that are nobody's, in the format of the original.

A number of a national register keeps its form, gets check characters that are right where those of the original are,
and comes from the range that the register gives to nobody (``registers``); its birth date is the new one. Of any
other code every character becomes another of its class, so that no register could have issued it.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from math import prod

from maskerad.languages import LanguagePack
from maskerad.surrogates.dates.new_births import NO_DAY_TOLD, birth_of_month, latest_day, new_birth_date
from maskerad.surrogates.numbers.mistyped import CHARS_MIN, in_order, mistyped_as, mistyped_of
from maskerad.surrogates.numbers.name_codes import name_letters
from maskerad.surrogates.numbers.registers import CAPITALS, LONG_CHARS, Numbered, own_registers, registers
from maskerad.surrogates.numbers.told_in_codes import told_in
from maskerad.surrogates.request import CORPUS, Original, RecordContext, Request
from maskerad.surrogates.shape import half_width, in_class_of, in_width_of, permuted_in_class

WORD_CHARS_MAX = 3
TAIL_CHARS = (4, 6)  # a part of a longer number: its last four to six digits
LABELS = ("ID", "OTHER_PHI")
LACKING_MAX = 2  # characters that a number that was not typed to its end lacks
TURNS = 20  # of the permutation of codes that no register has

_SEPARATORS = re.compile(r"[\W_]+")
_MASK = re.compile(r"X{3,}")


@dataclass(frozen=True, slots=True)
class Code:
    """One number or code of a record.

    Attributes:
        body: Without separators, in capitals, its year in two digits.
        pack: Language of its document.
        number: What a register tells of it, None when it is of none.
        texts: The ways it is written.
        written: Day of the first document that has it, if known.
    """

    body: str = field(repr=False)
    pack: LanguagePack = field(repr=False)
    number: Numbered | None = field(repr=False)
    texts: tuple[str, ...] = field(repr=False)
    written: date | None = None

    @property
    def is_right(self) -> bool:
        """Whether its check characters are right."""
        return self.number is not None and self.number.is_checked and self.number.is_valid


@dataclass(frozen=True, slots=True)
class CodeBook:
    """The codes of a record and what stands for them.

    Attributes:
        codes: Number without separators to the code it is.
        new: Body of a code to its surrogate, likewise without separators and with a year of two digits.
    """

    codes: Mapping[str, Code] = field(repr=False)
    new: Mapping[str, str] = field(repr=False)


def identifier(request: Request) -> str:
    """A code of the same format that is nobody's.

    Raises:
        SurrogateError: If there is no digit in it and it is a word, no code was found, or its register leaves no number
            free.
    """
    text = request.text
    if not any(map(str.isdecimal, text)) and not _is_code(text):
        raise request.refusal("no number or code in the mention")
    book = code_book(request.record)
    code = book.codes.get(_compact(text))
    if code is not None and code.number is not None and not code.number.register.has_free:
        raise request.refusal("its register leaves no number free")
    new = book.new.get(code.body) if code else None
    if code is None or not new:
        raise request.refusal("no other code was found")
    return in_width_of(_in_layout(_with_century(new, code, request), text), text)


def has_free_numbers(original: Original, record: RecordContext) -> bool:
    """Whether a mention is a number of a register that leaves numbers free, so that its surrogate is nobody's."""
    code = code_book(record).codes.get(_compact(original.text))
    return code is not None and code.number is not None and code.number.register.has_free


def is_issued(text: str, pack: LanguagePack) -> bool:
    """Whether a register of the language may have given a number to somebody.

    Example:
        >>> from maskerad.languages import load_pack
        >>> is_issued("943 476 5919", load_pack("en")), is_issued("999 123 4560", load_pack("en"))
        (True, False)
    """
    return _is_issued(_compact(text), (text,), pack)


def _is_issued(compact: str, texts: Sequence[str], pack: LanguagePack) -> bool:
    return any(number.is_issued for number in _readings(compact, texts, pack, NO_DAY_TOLD))


def _readings(compact: str, texts: Sequence[str], pack: LanguagePack, latest: date) -> list[Numbered]:
    """What the registers of a language tell of a number that has their form, and their layout where they ask for it."""
    readings = []
    for register in registers(pack) if len(compact) >= LONG_CHARS else own_registers(pack):
        layout = register.layout
        if layout is None or any(layout.fullmatch(half_width(text)) for text in texts):
            number = register.read(compact, latest)
            if number is not None:
                readings.append(number)
    return readings


def _is_code(text: str) -> bool:
    return all(len(word) <= WORD_CHARS_MAX or word.isupper() for word in _SEPARATORS.split(text))


def _compact(text: str) -> str:
    """A code without its separators, in capitals: how it is written does not matter."""
    plain = _SEPARATORS.sub("", half_width(text))
    return plain.upper() if plain.isascii() else "".join(map(_capital, plain))


def _capital(char: str) -> str:
    return char.upper() if len(char.upper()) == 1 else char


def code_book(record: RecordContext) -> CodeBook:
    """The codes of a record, worked out once."""
    return record.once("codes", lambda: _make_book(record))


def _make_book(record: RecordContext) -> CodeBook:
    written: dict[str, list[Original]] = defaultdict(list)
    for original in record.originals:
        if original.label in LABELS and (compact := _compact(original.text)):
            written[compact].append(original)
    latest = latest_day(record)
    codes: dict[str, Code] = {}
    bodies: dict[str, Code] = {}
    counts: dict[str, int] = defaultdict(int)
    for compact in sorted(written, key=lambda compact: (-len(compact), compact)):  # with its century first
        code = _code(compact, written[compact], latest)
        codes[compact] = bodies.setdefault(code.body, code)
        counts[code.body] += len(written[compact])
    return CodeBook(codes, _new_codes(record, bodies, counts))


def _code(compact: str, originals: Sequence[Original], latest: date) -> Code:
    """A number as its language's registers read it; one whose check is right before one that only has the form."""
    pack = min((original.pack for original in originals), key=lambda pack: pack.code)
    texts = tuple(sorted({original.text for original in originals}))
    readings = [reading for reading in _readings(compact, texts, pack, latest) if _is_meant(reading)]
    number = next(
        (reading for reading in readings if reading.is_checked and reading.is_valid), readings[0] if readings else None
    )
    written = min((original.written for original in originals if original.written), default=None)
    return Code(compact[number.n_century_digits :] if number else compact, pack, number, texts, written)


def _is_meant(number: Numbered) -> bool:
    """Whether the form tells enough: a form that any digits have needs its check characters to be right."""
    return number.is_valid or number.register.is_dated or number.register.names_country


def _new_codes(record: RecordContext, codes: Mapping[str, Code], counts: Mapping[str, int]) -> dict[str, str]:
    ranks = {body: (code.is_right, counts[body]) for body, code in codes.items()}
    wrong = mistyped_of(in_order(ranks), {body for body, code in codes.items() if code.is_right})
    parts, begun = _tails(codes), _begun(codes)
    maker = _Maker(record, codes)
    new = maker.distinct([body for body in codes if not any(body in taken for taken in (wrong, parts, begun))], {})
    mistyped = {body: maker.mistyped(new.get(right, ""), right, body) for body, right in sorted(wrong.items())}
    new |= _each_once(mistyped, new)
    tails = {body: _in_tail(body, new.get(whole, "")) for body, whole in sorted(parts.items())}
    starts = {body: maker.started(new.get(whole, ""), body) for body, whole in sorted(begun.items())}
    new |= _each_once({body: part for body, part in (tails | starts).items() if part != body}, new)
    return new | maker.distinct([body for body in codes if body not in new], new)


def _each_once(proposed: Mapping[str, str], new: Mapping[str, str]) -> dict[str, str]:
    """Proposals that are not empty, and that no other number has."""
    used = set(new.values())
    by_body: dict[str, str] = {}
    for body, surrogate in proposed.items():
        if surrogate and surrogate not in used:
            by_body[body] = surrogate
            used.add(surrogate)
    return by_body


def _tails(codes: Mapping[str, Code]) -> dict[str, str]:
    """Parts of a number that are written alone, to the one longer number of the record that ends in them."""
    shortest, longest = TAIL_CHARS
    short = {body: _MASK.sub("", body) for body, code in codes.items() if code.number is None}
    if not any(shortest <= len(tail) <= longest for tail in short.values()):
        return {}
    wholes: dict[str, list[str]] = defaultdict(list)
    for body, code in codes.items():
        if code.number is not None and len(body) > longest:
            for n_chars in range(shortest, longest + 1):
                wholes[body[-n_chars:]].append(body)
    return {body: wholes[tail][0] for body, tail in short.items() if len(wholes.get(tail, ())) == 1}


def _begun(codes: Mapping[str, Code]) -> dict[str, str]:
    """Numbers that lack their last characters, to the one number of the record that goes on with them."""
    wholes: dict[str, list[str]] = defaultdict(list)
    for body in codes:
        for n_lacking in range(1, LACKING_MAX + 1):
            wholes[body[:-n_lacking]].append(body)
    short = (body for body, code in codes.items() if len(body) >= CHARS_MIN and code.number is None)
    return {body: wholes[body][0] for body in short if len(wholes.get(body, ())) == 1}


def _in_tail(body: str, whole: str) -> str:
    """The end of a number's surrogate, behind the mask of a part of it."""
    n_chars = len(_MASK.sub("", body))
    return body[: len(body) - n_chars] + whole[-n_chars:] if whole else ""


class _Maker:
    """Makes the surrogates of a record's codes."""

    def __init__(self, record: RecordContext, codes: Mapping[str, Code]) -> None:
        self._record, self._codes = record, codes
        self._places: dict[str, dict[str, tuple[str, ...]]] = {}
        self._told_by: dict[str, Mapping[int, str]] = {}

    def distinct(self, bodies: Iterable[str], new: Mapping[str, str]) -> dict[str, str]:
        """A surrogate for each body, other than those that there are."""
        used = set(new.values())

        def propose(body: str, attempt: int) -> str | None:
            number = self._codes[body].number
            made = self._numbered(body, number, attempt) if number else self._plain(body, attempt)
            return "" if made in used or made in self._codes else made

        return dict(self._record.distinct("ID", bodies, propose))

    def mistyped(self, new: str, right: str, wrong: str) -> str:
        """The surrogate of a number that is mistyped; "" when it could be somebody's."""
        code = self._codes[wrong]
        made = mistyped_as(new, right, wrong) if new else ""
        is_good = made and made not in self._codes and self._record.is_free(made)
        return made if is_good and not _is_issued(made, code.texts, code.pack) else ""

    def started(self, new: str, body: str) -> str:
        """The surrogate of a number that lacks its end; "" when it could be somebody's."""
        code, made = self._codes[body], new[: len(body)]
        is_good = made and made not in self._codes and self._record.is_free(made)
        return made if is_good and not _is_issued(made, code.texts, code.pack) else ""

    def _plain(self, body: str, attempt: int) -> str:
        record, code = self._record, self._codes[body]
        mask = _MASK.match(body)
        start = mask.end() if mask else 0
        rest = body[start:]
        if attempt < TURNS:
            new = body[:start] + self._permuted(rest, attempt, start)
        else:  # what the permutation gives comes back in a circle
            new = body[:start] + in_class_of(rest, record.keyed, record.scope, "ID", body, str(attempt))
        if record.scope != CORPUS:  # there a code must not depend on its record
            new = "".join(self._told(body, code).get(at, char) for at, char in enumerate(new))
        return "" if new == body or _is_issued(new, code.texts, code.pack) else new

    def _permuted(self, rest: str, attempt: int, start: int) -> str:
        """What stands for a code: its first letters, and the rest. So numbers of one laboratory begin alike."""
        keyed, scope = self._record.keyed, self._record.scope
        prefix = rest[: len(rest) - len(rest.lstrip(CAPITALS))]
        if scope != CORPUS:
            end = in_class_of(rest[len(prefix) :], keyed, scope, "ID", rest, str(attempt))
        else:
            end = permuted_in_class(rest[len(prefix) :], keyed, attempt + 1, scope, "ID", str(start), prefix)
        return permuted_in_class(prefix, keyed, 1, scope, "ID prefix") + end

    def _told(self, body: str, code: Code) -> Mapping[int, str]:
        """The new characters of a code that tells a day, a year or initials."""
        text = half_width(code.texts[0])
        if not text.isascii() or len(body) != sum(map(str.isalnum, text)):
            return {}
        if body not in self._told_by:
            self._told_by[body] = told_in(text, self._record, code.written, self._births)
        return self._told_by[body]

    @cached_property
    def _births(self) -> frozenset[date]:
        """Days of birth that the record's numbers tell."""
        numbers = (code.number for code in self._codes.values())
        return frozenset(number.born for number in numbers if number and number.born and "day" in number.groups)

    def _numbered(self, body: str, number: Numbered, attempt: int) -> str | None:
        """Number ``attempt`` of a keyed order over the numbers that the register leaves free."""
        record = self._record
        if body not in self._places:
            self._places[body] = number.choices()
        choices = self._places[body]
        n_numbers = prod(len(chars) for places in choices.values() for chars in places)
        if attempt >= n_numbers:
            return None
        groups = _chosen(choices, self._place(body, number, n_numbers, attempt))
        if number.register.name_code:
            groups["name"] = _named(name_letters(record, number.groups["name"]), groups["name"])
        born = new_birth_date(record, self._birth(number, number.born)) if number.born else None
        return number.completed(groups, born)[number.n_century_digits :]

    def _place(self, body: str, number: Numbered, n_numbers: int, attempt: int) -> int:
        """Which of the free numbers; different originals have different ones where there are enough."""
        keyed, scope = self._record.keyed, self._record.scope
        if scope != CORPUS:  # where all numbers are known, none of them needs a permutation to be distinct
            return keyed.choice(scope, "ID", body, n_numbers, attempt)
        index, n_own = number.own_index()
        is_enough = n_own <= n_numbers
        if attempt >= (TURNS if is_enough else 1):
            return keyed.choice(scope, "ID", body, n_numbers, attempt)
        born = number.born.isoformat() if number.born else ""
        for _ in range(attempt + 1):
            index = keyed.permuted(index, max(n_own, n_numbers), scope, "ID", number.register.name, born)
        return index % n_numbers

    def _birth(self, number: Numbered, born: date) -> date:
        """The day of birth that a number stands for."""
        return born if "day" in number.groups else birth_of_month(self._record, born)


def _chosen(choices: Mapping[str, Sequence[str]], index: int) -> dict[str, str]:
    """Number ``index`` of all ways to take one character for each place."""
    groups: dict[str, str] = {}
    for name, places in choices.items():
        chars = []
        for place in places:
            index, at = divmod(index, len(place))
            chars.append(place[at])
        groups[name] = "".join(chars)
    return groups


def _named(shape: str, chosen: str) -> str:
    return "".join(char if char != "?" else other for char, other in zip(shape, chosen, strict=True))


def _with_century(new: str, code: Code, request: Request) -> str:
    """The surrogate with as many digits of its year as the mention has."""
    n_missing = len(_compact(request.text)) - len(new)
    if n_missing <= 0 or code.number is None or code.number.born is None:
        return new
    return str(new_birth_date(request.record, code.number.born).year)[:n_missing] + new


def _in_layout(new: str, old: str) -> str:
    """The characters of a code in the layout and the case of the old one."""
    following = iter(new)
    parts = []
    for char in old:
        if _SEPARATORS.match(char):
            parts.append(char)
        else:
            code = next(following, "")
            parts.append(code.lower() if char.islower() else code)
    return "".join(parts)


def unanswerable(request: Request) -> str:
    """For labels that have nothing to choose among: keep them or suppress them.

    Raises:
        SurrogateError: Always.
    """
    raise request.refusal("this label has no surrogates; choose keep, tag or suppress")
