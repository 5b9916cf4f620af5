"""Coordinates are found in every language and become those of another place near by."""

import re

import pytest

import maskerad


@pytest.mark.parametrize(
    ("code", "text", "kept"),
    [
        ("de", "GPS-Tracker zuletzt: 47.9159, 7.7020. RR 130/80.", r"47\.(?!9159)\d{4}, 7\.(?!7020)\d{4}\. RR 130/80"),
        ("sv", "Hittad vid 60° 36' N, 15° 38' Ö.", r"60° (?!36)[0-5]\d' N, 15° (?!38)[0-5]\d' Ö\."),
        ("ja", "発見場所 35.6895, 139.6917。", r"35\.(?!6895)\d{4}, 139\.(?!6917)\d{4}"),
        ("en", "Found at N 51 30.5 W 0 7.2 by walkers.", r"N 51 [0-5]\d\.\d W 0 [0-5]?\d\.\d by"),
    ],
)
def test_a_position_keeps_its_degrees_alone(code: str, text: str, kept: str) -> None:
    new = maskerad.load(code, model="none", key=bytes(32)).deidentify(text).text
    assert re.search(kept, new)
