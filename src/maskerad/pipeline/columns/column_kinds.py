"""What the columns beside a text look like: told from some of their values, by the rules of the languages.

A value is of the kind that the rules find it to be from end to end; beside that, words that are nothing but names of
the lists, codes that differ from row to row, and texts too long to be a category. A third of its values decide a
column.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import date
from functools import lru_cache

from maskerad.core import Document, Record, SpanSet, load_scheme
from maskerad.languages import LanguagePack, load_pack
from maskerad.pipeline.configuration.settings import Settings
from maskerad.pipeline.detect import Detector
from maskerad.text.folding import fold

DATES, NAMES, IDS, PLACES, FREE_TEXT = "dates", "names", "ids", "places", "free text"
SHARE = 1 / 3  # of the values of a column
DISTINCT_SHARE = 0.8  # of codes: what names a category comes again
FREE_CHARS, FREE_WORDS = 40, 4  # beyond these a value is no category
LONG_CHARS = 200  # beyond these nothing else is asked
FREE_LETTERS = 15  # of a script that does not part words
CODE_CHARS, CODE_DIGITS = 6, 3
NAME_LISTS = ("given_female", "given_male", "family")

_KIND_OF_LABEL = {"DATE": DATES, "TIME": DATES, "ID": IDS, "PHONE": IDS, "EMAIL": IDS, "URL": IDS, "IP": IDS}
_KIND_OF_LABEL |= {"USERNAME": IDS, "PERSON": NAMES, "LOCATION": PLACES}
_CODE = re.compile(r"[^\W_]+(?:[-_./:+][^\W_]+)*")
_COMPACT_DAY = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")


class ColumnJudge:
    """Tells of columns what they look like.

    Args:
        settings: Whose languages and recognisers are asked; models are not.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._whole = Detector(replace(settings, models=()))
        self._detector = Detector(replace(settings, models=(), is_auto=False))

    def kinds(self, columns: Mapping[str, Sequence[object]], documents: Sequence[Document]) -> dict[str, str]:
        """The kinds of the columns that look as if they identified somebody, by name.

        Args:
            columns: Some values of each, no two alike.
            documents: Some of the rows' documents, which tell the language.
        """
        language = Counter(map(self._whole.language, documents)).most_common(1)[0][0] if documents else ""
        pack = load_pack(language, self._settings.project) if language else None
        by_name = {name: self._kind(values, pack) for name, values in columns.items()} if pack else {}
        return {name: kind for name, kind in by_name.items() if kind}

    def _kind(self, values: Sequence[object], pack: LanguagePack) -> str:
        kinds = Counter(self._kind_of(value, pack) for value in values)
        if len(values) > 1 and sum(map(_is_code, values)) >= DISTINCT_SHARE * len(values):
            kinds[IDS] = len(values)
        kinds.pop("", None)
        kind, count = kinds.most_common(1)[0] if kinds else ("", 0)
        return kind if count >= SHARE * len(values) else ""

    def _kind_of(self, value: object, pack: LanguagePack) -> str:
        if isinstance(value, date):
            return DATES
        text = str(value).strip() if isinstance(value, str | int) and not isinstance(value, bool) else ""
        if _COMPACT_DAY.fullmatch(text):
            return DATES
        if isinstance(value, int) or not text:
            return ""
        if len(text) > LONG_CHARS:
            return FREE_TEXT
        if _is_name(text, pack):
            return NAMES
        record = Record("", (Document("", text, pack.code),))
        return _kind_of_spans(text, self._detector.detect(record)[0]) or (FREE_TEXT if _is_free(text) else "")


def _kind_of_spans(text: str, spans: SpanSet) -> str:
    """The kind of the spans of a text, if they cover its letters and digits and are of one kind."""
    covered = sum(sum(map(str.isalnum, text[span.start : span.end])) for span in spans)
    kinds = {_KIND_OF_LABEL.get(load_scheme("core").lineage(span.label)[-1], "") for span in spans}
    return kinds.pop() if len(kinds) == 1 and covered == sum(map(str.isalnum, text)) else ""


def _is_free(text: str) -> bool:
    """Whether a text is too long to be a category."""
    if len(text) > FREE_CHARS or len(text.split()) > FREE_WORDS:
        return True
    return sum(char.isalpha() and char.lower() == char.upper() for char in text) > FREE_LETTERS


def _is_code(value: object) -> bool:
    text = str(value).strip()
    is_long = sum(map(str.isalnum, text)) >= CODE_CHARS and sum(map(str.isdigit, text)) >= CODE_DIGITS
    return is_long and isinstance(value, str | int) and _CODE.fullmatch(text) is not None


def _is_name(text: str, pack: LanguagePack) -> bool:
    """Whether a text is nothing but names of the lists: several, or one that is no everyday word."""
    if not all(char.isalpha() or char in " ,.-'’・　" for char in text):
        return False
    words = [fold(word) for word in re.findall(r"[^\W\d_]+", text)]
    names, common = _names(pack), _entries(pack, ("common",))
    telling = [word for word in words if len(word) > 1 and word not in pack.strings("particles", "names")]
    if not telling or not all(_is_listed(word, names) for word in telling):
        return False
    return len(telling) > 1 or telling[0] not in common


def _is_listed(word: str, names: frozenset[str]) -> bool:
    """A word of a list; in a script that does not part words, two of them without a blank."""
    return word in names or (word.lower() == word.upper() and _splits(word, names))


def _splits(word: str, names: frozenset[str]) -> bool:
    return any(word[:at] in names and word[at:] in names for at in range(1, len(word)))


def _names(pack: LanguagePack) -> frozenset[str]:
    return _entries(pack, NAME_LISTS)


@lru_cache(maxsize=32)
def _entries(pack: LanguagePack, lists: tuple[str, ...]) -> frozenset[str]:
    return frozenset(fold(entry) for entry in _all(pack, lists))


def _all(pack: LanguagePack, lists: Iterable[str]) -> Iterable[str]:
    return (entry for name in lists for entry in pack.list(name).entries)
