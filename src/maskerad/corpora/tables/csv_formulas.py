"""Cells that a spreadsheet would take for formulas, made harmless: an apostrophe before them.

Source: OWASP, "CSV Injection" (https://owasp.org/www-community/attacks/CSV_Injection): ``=``, ``+``, ``-``, ``@``, tab
and carriage return at the start of a cell. Plain numbers stay as they are.
"""

from __future__ import annotations

import re

from maskerad.corpora.tables.csv_rows import quoted, unquoted

MARK = "'"
_FORMULA = re.compile(r"[=+\-@\t\r]")
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)*")


def is_formula(value: str) -> bool:
    """Whether a spreadsheet may take a cell for a formula.

    Example:
        >>> is_formula("=1+1"), is_formula("-5.2"), is_formula("- 5 mg")
        (True, False, True)
    """
    return _FORMULA.match(value) is not None and _NUMBER.fullmatch(value) is None


def defused(raw: str, delimiter: str) -> str:
    """A raw field, with an apostrophe before its value if that may be taken for a formula.

    Example:
        >>> defused("=1+1", ","), defused("1+1", ",")
        ("'=1+1", '1+1')
    """
    value = unquoted(raw)
    return quoted(MARK + value, delimiter, like=raw) if is_formula(value) else raw
