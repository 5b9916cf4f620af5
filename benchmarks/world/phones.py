"""Telephone numbers whose form shows that nobody has them: counted apart, since none that somebody has is given."""

from __future__ import annotations

import re
from collections.abc import Iterator

from benchmarks.world.atlas import area_code
from benchmarks.world.record import Fault, World


def phone_faults(world: World) -> Iterator[Fault]:
    """Numbers that go on with 0 behind the area code of a town, or have the code of none, where the old one did not."""
    for phone in world.labelled("PHONE"):
        was, now = area_code(phone.old, world.language), area_code(phone.new, world.language)
        if _begins_with_zero(phone.new, now) and not _begins_with_zero(phone.old, was):
            yield Fault("unissued", phone, "no number of a subscriber begins so")
        elif was and not now:
            yield Fault("unissued", phone, "the area code is that of no town")


def _begins_with_zero(text: str, code: str) -> bool:
    return code.startswith("0") and re.sub(r"\D", "", text)[len(code) :].startswith("0")
