"""Places on the map by their coordinates: another place of the same square degree, which is as large as a county."""

from __future__ import annotations

import re

from maskerad.surrogates.request import Request
from maskerad.surrogates.shape import in_class_of

MINUTES = 60
_DECIMAL = re.compile(r"-?\d{1,2}\.\d{4,7}, ?-?\d{1,3}\.\d{4,7}")
_SIGN = re.compile(r"\d ?°|\b[NSEWOÖV] ?\d")
_NUMBER = re.compile(r"(?P<degrees>(?<=[NSEWOÖV])\d+|(?<=[NSEWOÖV] )\d+|\d+(?= ?°))|(?P<whole>\d+)(?P<rest>[.,]\d+)?")


def is_position(text: str) -> bool:
    """Whether a text is a pair of coordinates.

    Example:
        >>> is_position("47.9159, 7.7020"), is_position("N 51 30.5 W 0 7.2"), is_position("SB 7.2")
        (True, True, False)
    """
    return _DECIMAL.fullmatch(text) is not None or len(_SIGN.findall(text)) > 1


def position(request: Request) -> str:
    """The same degrees with other minutes, or other digits behind the point."""
    text, record = request.text, request.record
    fields = (record.scope, "position", request.key)
    if _DECIMAL.fullmatch(text):
        return "".join(
            in_class_of(part, record.keyed, *fields, str(at)) if part.startswith(".") else part
            for at, part in enumerate(re.split(r"(\.\d+)", text))
        )

    def new(match: re.Match[str]) -> str:
        if match["degrees"]:
            return match["degrees"]
        minutes = str(record.keyed.number(MINUTES, *fields, str(match.start())))
        rest = in_class_of(match["rest"] or "", record.keyed, *fields, "rest", str(match.start()))
        return minutes.zfill(len(match["whole"])) + rest

    return _NUMBER.sub(new, text)
