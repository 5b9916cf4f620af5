"""By how much the dates of a record move: one number of days for all of them, chosen by key.

weeks       whole weeks, up to 26 either way, never 0: weekdays stay, weekends stay weekends
weeks:52    the same, up to so many
days        days, up to 182 either way, never 0: weekdays move with their dates
days:30     the same, up to so many
none        dates stay as they are
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from maskerad.core.errors import ConfigError

WEEK_DAYS = 7
WEEKS_MAX, DAYS_MAX = 26, 182
LONGEST_DAYS = 3_653  # ten years: further away, ages and the times would not fit any more
_FORM = re.compile(r"(none|weeks|days)(?::([0-9]{1,5}))?")


@dataclass(frozen=True, slots=True)
class DateShift:
    """A choice of how dates move.

    Attributes:
        unit_days: Days of a step: 7 or 1; 0 leaves dates as they are.
        limit: Steps at most, either way.
        country: Two letters: the shift is chosen, among those of the window, so that as few dates as can be become
            or cease to be public holidays of this country; "" does not look.
    """

    unit_days: int = WEEK_DAYS
    limit: int = WEEKS_MAX
    country: str = ""

    @property
    def is_none(self) -> bool:
        """Whether dates stay."""
        return not self.unit_days


BY_WEEKS = DateShift()


def parse_shift(text: str) -> DateShift:
    """Reads one of the forms above.

    Raises:
        ConfigError: If it is none of them, or the window is empty or beyond ten years.

    Example:
        >>> parse_shift("weeks:52")
        DateShift(unit_days=7, limit=52, country='')
    """
    match = _FORM.fullmatch(text.strip())
    if match is None or (match[1] == "none" and match[2]):
        raise ConfigError(f"shift {text!r}: write weeks, weeks:52, days, days:30 or none")
    if match[1] == "none":
        return DateShift(0, 0)
    unit, usual = (WEEK_DAYS, WEEKS_MAX) if match[1] == "weeks" else (1, DAYS_MAX)
    limit = int(match[2] or usual)
    if not 1 <= limit * unit <= LONGEST_DAYS:
        raise ConfigError(f"shift {text!r}: must be at least 1 and at most ten years")
    return DateShift(unit, limit)
