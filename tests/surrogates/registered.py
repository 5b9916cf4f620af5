"""Made-up numbers of every register, right by their check characters, and what must hold of their surrogates."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import lru_cache
from itertools import takewhile

from maskerad.languages import load_pack
from maskerad.surrogates import Keyed, Original, RecordContext
from maskerad.surrogates.dates.new_births import NO_DAY_TOLD, new_birth_date
from maskerad.surrogates.numbers.identifiers import LABELS, code_book
from maskerad.surrogates.numbers.registers import Numbered, Register, registers

LANGUAGES = ("sv", "nl", "ja", "en", "de", "fr", "es", "it")
SAMPLES = {"n": "0123456789", "a": "ABCDEFGHIJKLMNOPQRSTUVWXYZ"}


@lru_cache(maxsize=64)
def language_of(name: str) -> str:
    """A language whose pack reads a register."""
    return next(code for code in LANGUAGES if name in {register.name for register in registers(load_pack(code))})


def all_names() -> list[str]:
    return sorted({register.name for code in LANGUAGES for register in registers(load_pack(code))})


@lru_cache(maxsize=64)
def register_of(name: str) -> Register:
    return next(one for one in registers(load_pack(language_of(name))) if one.name == name)


def numbers(name: str, n: int, seed: int = 0) -> list[str]:
    """Numbers of a register that their check characters make right, as anybody could have them."""
    register, seeded = register_of(name), random.Random(f"{name} {seed}")
    found: dict[str, None] = {}
    while len(found) < n:
        text = _completed(register, _shaped(register, seeded))
        if text and _is_read_as(name, text):
            found[text] = None
    return list(found)


def _is_read_as(name: str, text: str) -> bool:
    """Whether no register of the language that is tried before would take it."""
    before = takewhile(lambda register: register.name != name, registers(load_pack(language_of(name))))
    read = (register.read(text, NO_DAY_TOLD) for register in before if register.layout is None)
    return not any(number is not None and (number.is_valid or number.register.is_dated) for number in read)


def _shaped(register: Register, seeded: random.Random) -> str:
    """Characters that fit the form: those of an example, each exchanged for one of its class while the form holds."""
    text = EXAMPLES[register.name]
    made = "".join(seeded.choice(SAMPLES.get(kind, old)) for kind, old in zip(_kinds(register.name), text, strict=True))
    return made if register.form.fullmatch(made) else _slowly(register, made)


def _slowly(register: Register, made: str) -> str:
    chars = list(EXAMPLES[register.name])
    for place, char in enumerate(made):
        old, chars[place] = chars[place], char
        if not register.form.fullmatch("".join(chars)):
            chars[place] = old
    return "".join(chars)


@lru_cache(maxsize=64)
def _kinds(name: str) -> str:
    """Which characters of an example may be exchanged for any of their class: those whose neighbours allow it."""
    return "".join(next((kind for kind, chars in SAMPLES.items() if char in chars), "=") for char in EXAMPLES[name])


def _completed(register: Register, text: str) -> str:
    number = register.read(text, NO_DAY_TOLD)
    if number is None:
        return ""
    groups, year = dict(number.groups), number.born.year if number.born else 0
    for check in register.checks:
        parts = {**groups, "yy": groups.get("year", "")[-2:]}
        groups[check.group] = check.value(parts, year)
        if not groups[check.group]:
            return ""
    return "".join(groups.values())


def context(name: str, texts: list[str], scope: str = "r1", key: bytes = bytes(range(32))) -> RecordContext:
    pack = load_pack(language_of(name))
    return RecordContext(scope, Keyed(key), tuple(Original(text, LABELS[0], pack) for text in texts))


def faults(name: str, old: str, new: str, record: RecordContext) -> list[str]:
    """What is wrong with the surrogate of a right number."""
    register = register_of(name)
    before, after = register.read(old, NO_DAY_TOLD), register.form.fullmatch(unmoved(register, new))
    if before is None or after is None:
        return ["form"]
    groups = {key: text for key, text in after.groupdict().items() if text is not None}
    number = Numbered(register, groups, before.born, register.is_valid(groups, before.born))
    checks = [
        ("same", new == old or len(new) != len(old)),
        ("check", is_right(register, new, record, before) == register.is_failing),
        ("range", number.is_issued and register.has_range and not register.month_moved),
        ("birth", bool(before.born) and not _is_born(register, number, record, before)),
    ]
    return [fault for fault, is_fault in checks if is_fault]


def unmoved(register: Register, new: str) -> str:
    """A surrogate whose month is as the form has it."""
    if not register.month_moved:
        return new
    start = list(register.form.groupindex).index("month") * 2
    return new[:start] + f"{int(new[start : start + 2]) - register.month_moved:02d}" + new[start + 2 :]


def is_right(register: Register, new: str, record: RecordContext, before: Numbered) -> bool:
    groups = {}
    at = 0
    for name, text in before.groups.items():
        groups[name] = new[at : at + len(text)]
        at += len(text)
    born = new_birth_date(record, before.born) if before.born else None
    return register.is_valid(groups, born)


def _is_born(register: Register, number: Numbered, record: RecordContext, before: Numbered) -> bool:
    expected = new_birth_date(record, before.born) if before.born else None
    read = register.read("".join(number.groups.values()), NO_DAY_TOLD)
    if read is None or read.born is None or expected is None:
        return False
    told = [part for part in ("year", "month", "day") if part in number.groups]
    if register.has_other_months and not 1 <= int(number.groups["month"]) <= 12:
        told.remove("month")
    return all(getattr(read.born, part) % 100 == getattr(expected, part) % 100 for part in told)


EXAMPLES = {
    "personnummer": "196903122384", "orgnr": "5560360793", "plate_se": "ABC12D", "bsn": "111222333",
    "bsn_short": "11222333", "niss": "85073003328", "chi": "0912641234", "nhs": "9434765919", "nino": "AB123456C",
    "ssn": "123456789", "mbi": "1EG4TE5MK73", "sin": "123456782", "plate_gb": "AB12CDE", "steuer": "86095742719",
    "kvnr": "A123456780", "rvnr": "15070649C103", "svnr": "1237010180", "ahv": "7569217076985",
    "nir": "295109912611193", "ramq": "ABCD64051212", "siret": "73282932000074", "plate_fr": "AB123CD",
    "dni": "12345678Z", "dni_short": "1234567L", "nie": "X1234567L", "nass": "281234567840", "nass_low": "280123456789",
    "curp": "ABCD640512HDFLRN05", "rut": "123456785", "cuil": "20123456786", "plate_es": "1234BCD",
    "codice_fiscale": "RSSMRA85T10A562S", "partita_iva": "00743110157", "health_card": "80380001200004182733",
    "plate_it": "AB123CD", "mynumber": "123456789018", "insurer": "06130123", "plate_jp": "品川330さ1234",
    "card": "4539578763621486", "iban_at": "AT611904300234573201", "iban_be": "BE68539007547034",
    "iban_ch": "CH9300762011623852957", "iban_de": "DE89370400440532013000", "iban_es": "ES9121000418450200051332",
    "iban_fr": "FR1420041010050500013026006", "iban_gb": "GB29NWBK60161331926819",
    "iban_it": "IT60X0542811101000000123456", "iban_nl": "NL91ABNA0417164300", "iban_se": "SE4550000000058398257466",
    "iban_other": "NO9386011117947",
}  # fmt: skip


def laid_out(name: str, number: str) -> str:
    """A number as written, where its register asks for a layout."""
    parts = {"ssn": (3, 2, 4), "sin": (3, 3, 3), "cuil": (2, 8, 1)}.get(name)
    if name == "rut":
        return f"{number[:2]}.{number[2:5]}.{number[5:8]}-{number[8]}"
    if not parts:
        return number
    first, second, _ = parts
    return f"{number[:first]}-{number[first : first + second]}-{number[first + second :]}"


def surrogates_of(olds: list[str], record: RecordContext) -> Iterator[tuple[str, str]]:
    """Numbers and their surrogates, without separators."""
    book = code_book(record)
    for old in olds:
        code = book.codes[old]
        new = book.new.get(code.body, "")
        if new and len(new) < len(old) and code.number is not None and code.number.born is not None:
            new = str(new_birth_date(record, code.number.born).year)[: len(old) - len(new)] + new
        yield old, new
