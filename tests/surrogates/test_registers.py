from dataclasses import replace

import pytest

from maskerad.core.errors import ConfigError
from maskerad.languages import load_pack
from maskerad.surrogates.dates.new_births import NO_DAY_TOLD
from maskerad.surrogates.numbers.registers import FILE, registers

from .records import surrogates
from .registered import (
    EXAMPLES,
    all_names,
    context,
    faults,
    laid_out,
    language_of,
    numbers,
    register_of,
    surrogates_of,
)

N_NUMBERS = 2_000
IN_RECORD = 50


def test_every_register_has_an_example_and_a_source() -> None:
    tables = load_pack("sv").late_table(FILE, "registers")
    assert set(all_names()) == set(EXAMPLES) == set(tables)
    for name, table in tables.items():
        assert table["title"] and table["source"], name
        register = register_of(name)
        found = register.form.fullmatch(EXAMPLES[name])
        assert found and "".join(text or "" for text in found.groups()) == EXAMPLES[name]
        assert {check.group for check in register.checks} <= set(register.form.groupindex)
        assert set(register.new) <= set(register.form.groupindex)


@pytest.mark.parametrize("name", all_names())
def test_form_check_birth_date_and_range(name: str) -> None:
    olds = numbers(name, N_NUMBERS)
    for start in range(0, N_NUMBERS, IN_RECORD):
        part = olds[start : start + IN_RECORD]
        record = context(name, [laid_out(name, old) for old in part], scope=str(start))
        found = {old: new for old, new in surrogates_of(part, record) if new or name != "niss"}
        assert len(set(found.values())) == len(found) > len(part) - 3  # Belgium leaves one number a day and sex free
        assert [fault for old, new in found.items() for fault in faults(name, old, new, record)] == []


@pytest.mark.parametrize("name", [one for one in all_names() if register_of(one).checks and register_of(one).is_dated])
def test_wrong_numbers_do_not_become_right(name: str) -> None:
    register = register_of(name)
    for index, old in enumerate(numbers(name, 50)):
        last = old[-1]
        wrong = old[:-1] + ("1" if last == "0" else "0" if last.isdecimal() else "B" if last == "A" else "A")
        new = surrogates(language_of(name), (laid_out(name, wrong), "ID"), scope=str(index))[0]
        number = register.read(new, NO_DAY_TOLD)
        assert number is None or not number.is_valid or not number.is_issued


def test_sex_digit_stays() -> None:
    for old, parity in (("811228-9874", 1), ("640823-3242", 0)):
        for scope in "abc":
            (new,) = surrogates("sv", (old, "ID"), scope=scope)
            assert int(new[-2]) % 2 == parity
    (woman,) = surrogates("it", ("RSSMRA85T50A562S", "ID"))
    assert 41 <= int(woman[9:11]) <= 71


def test_co_ordination_number_keeps_its_sixty() -> None:
    (new,) = surrogates("sv", ("701063-2391", "ID"))
    assert 61 <= int(new[4:6]) <= 91


def test_registers_that_are_not_there() -> None:
    pack = load_pack("sv")
    broken = replace(pack, code="xx", config={**pack.config, "ids": {"registers": ["nobody"]}})
    with pytest.raises(ConfigError, match="nobody"):
        registers(broken)
