"""The words of a written name: where they stand, and which of them scripts that do not part words hold together."""

from __future__ import annotations

import re
from collections.abc import Sequence

KANA_STEM_MAX = 3  # characters of キヨミ in キヨミ子

_HAN = "\u3005-\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
WORD = re.compile(
    rf"(?<=[ \u3000])[\u3041-\u309f\u30a1-\u30fa]+[{_HAN}](?!\w)"  # さと子
    rf"|[{_HAN}]+|[\u3041-\u309f][\u3041-\u309fー]*|[\u30a1-\u30fa\u30fc-\u30ff]+"  # scripts that do not part words
    r"|['’][tT]\b"  # 't Hart
    r"|(?![ªº])(?:(?![\u3005-\u3007\u3041-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff])[^\W\d_][\u0300-\u036f]*)+['’]?"
)
IS_KANA = re.compile("[\u3041-\u3096\u30a1-\u30fa\u30fc]+")
_IS_KATAKANA = re.compile("[\u30a1-\u30fa\u30fc-\u30ff]+")
IS_HAN = re.compile(f"[{_HAN}]+")


def with_bars(text: str, words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Foreign words joined by a bar as one, where they stand beside a name in another script: ド・ラマ　恵子."""
    kana = [_IS_KATAKANA.fullmatch(text, *place) is not None for place in words]
    if all(kana):
        return list(words)
    joined: list[tuple[int, int]] = []
    for at, (start, end) in enumerate(words):
        if at and kana[at - 1] and kana[at] and text[joined[-1][1] : start] == "・":
            joined[-1] = (joined[-1][0], end)
        else:
            joined.append((start, end))
    return joined


def with_mixed_given(text: str, words: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """A given name of kana and one Chinese character as one word: キミ子, 山本トシ江."""
    joined: list[tuple[int, int]] = []
    for start, end in words:
        before = joined[-1] if joined else (start, start)
        is_kana = before[1] == start and before[0] < start <= before[0] + KANA_STEM_MAX
        if is_kana and end - start == 1 and IS_KANA.fullmatch(text, *before) and IS_HAN.fullmatch(text, start, end):
            joined[-1] = (before[0], end)
        else:
            joined.append((start, end))
    return joined
