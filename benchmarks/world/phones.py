"""Telephone numbers whose form shows that nobody has them: counted apart, since none that somebody has is given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.world.atlas import area_code
from benchmarks.world.record import Fault, World


def phone_faults(world: World) -> Iterator[Fault]:
    """Numbers that go on with 0 behind the area code of a town, where the old one did not."""
    for phone in world.labelled("PHONE"):
        if _begins_with_zero(phone.new, world.language) and not _begins_with_zero(phone.old, world.language):
            yield Fault("unissued", phone, "no number of a subscriber begins so")


def _begins_with_zero(text: str, language: str) -> bool:
    code, digits = area_code(text, language), re.sub(r"\D", "", text)
    return bool(code) and code.startswith("0") and digits[len(code) :].startswith("0")
