"""All contradictions of one record."""

from __future__ import annotations

from collections.abc import Iterator

from benchmarks.world.atlas import atlas_faults
from benchmarks.world.births import age_faults
from benchmarks.world.dates import date_faults, shift_of
from benchmarks.world.doubles import apart_faults, double_faults, left_faults
from benchmarks.world.genders import gender_faults
from benchmarks.world.habits import habit_faults
from benchmarks.world.kinds import kind_faults
from benchmarks.world.natures import nature_faults
from benchmarks.world.people import address_faults, family_faults, form_faults, initial_faults
from benchmarks.world.phones import phone_faults
from benchmarks.world.places import place_faults
from benchmarks.world.record import Fault, World
from benchmarks.world.seams import seam_faults

CLASSES = (
    "intervals", "weekdays", "order", "orders", "unmoved", "feasts", "ages", "old", "births", "forms", "split",
    "families", "initials", "addresses", "gender", "postcodes", "regions", "areas", "towns", "kinds", "natures",
    "streets", "occupations", "seams", "shapes", "reused", "left",
)  # fmt: skip
APART = ("placeholders", "masked", "unissued", "joined")


def faults(world: World) -> Iterator[Fault]:
    """What contradicts itself in a released record, and what is counted apart."""
    yield from date_faults(world)
    shift = shift_of(world)
    yield from age_faults(world, shift)
    yield from habit_faults(world, shift)
    for find in (form_faults, family_faults, initial_faults, address_faults, gender_faults, place_faults, atlas_faults,
                 kind_faults, nature_faults, phone_faults, seam_faults, double_faults, left_faults,
                 apart_faults):  # fmt: skip
        yield from find(world)
