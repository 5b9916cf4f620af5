"""What a line of a letter, a note or a chat looks like, in no language in particular.

Every function reads one line without the blanks around it, in time linear in the line.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

MAX_LABEL_CHARS = 40
MAX_LABEL_WORDS = 5
MAX_SHORT_CHARS = 60  # a date, a salutation, a name under a letter
MAX_ADDRESS_CHARS = 80

_MARKS = "■□●○◆◇▼#"
_BULLET = rf"(?:[-–•*{_MARKS}・※>]+[ \t]*|\d{{1,2}}[.)] +)?"
_KANA_OR_KANJI = "\u3040-\u30ff\u3400-\u9fff"
_COLON = r"[ \u00a0]?[:：](?!//|(?<=\d.)\d\d)"  # not "https://", not "kl 8:30"
# Some words that are not the end of a sentence; in Japanese one, without brackets.
_LATIN_LABEL = rf"[^\W\d_](?:[^:：\s]|[ \u00a0](?![ \u00a0])(?<!\w{{4}}[.;!?] )){{0,{MAX_LABEL_CHARS}}}?"
_JAPANESE_LABEL = rf"[{_KANA_OR_KANJI}][^:：\s()（）、。「」]{{0,{MAX_LABEL_CHARS // 2}}}?"
# A label begins a line, or follows a wide gap, or in Japanese any gap: "氏名：林　茂　性別：男".
_FIELD = re.compile(
    rf"(?:^{_BULLET}|[ \t\u3000]{{2}}|[\t\u3000]|(?<=[{_KANA_OR_KANJI})）]) (?=[{_KANA_OR_KANJI}]))"
    rf"(?P<label>{_JAPANESE_LABEL}|(?![{_KANA_OR_KANJI}]){_LATIN_LABEL}){_COLON}"
)
_BRACKETED = re.compile(rf"{_BULLET}[【〔［](?P<label>[^】〕］]{{1,{MAX_LABEL_CHARS}}})[】〕］][:：]?")
_MARKED = re.compile(rf"[{_MARKS}]+[ \t\u3000]*(?P<label>[^:：\d]{{1,{MAX_LABEL_CHARS // 2}}})")
_UNDERLINE = re.compile(r"[=\-_~*]{3,}")

_CLOCK = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?: ?[AaPp]\.?[Mm]\.?)?"
_STAMP = rf"(?:(?P<bracket>\[[^\]]{{3,40}}\]) ?|\(?(?:[\d./-]{{6,10}},? )?{_CLOCK}\)?(?: ?[-–—|])? )?"
_NICK = rf"<(?P<nick>[^<>]{{1,{MAX_LABEL_CHARS}}})>"
_SPEAKER = rf"(?P<speaker>[^\W\d_][^:：<>()\t]{{0,{MAX_LABEL_CHARS}}}?)(?: ?\([^()]{{1,40}}\))?{_COLON}"
_TURN = re.compile(rf"{_STAMP}(?:{_NICK}|{_SPEAKER})[ \t\u3000]*")

_MONTH = r"[^\W\d_]{3,11}"
_DATE = (
    r"(?:\d{1,4} ?[./-] ?\d{1,2} ?[./-] ?\d{2,4}|"
    rf"\d{{1,2}}(?:\.|:?e|er|st|nd|rd|th|º|°)? (?:de )?{_MONTH}\.?,? (?:del? )?\d{{4}}|"
    rf"{_MONTH}\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|"
    r"(?:[^\W\d_]{2})?(?:\d{1,4}|元)年\d{1,2}月\d{1,2}日)"
)
_DATE_LINE = re.compile(rf"(?:[^\W\d_](?:[^\W\d_]|[.'\-]){{0,30}},? ){{0,4}}{_DATE}[.,]?")

_FIELD_START = r"(?:^|, ?|\s{2})"
_POSTCODE = re.compile(
    rf"{_FIELD_START}(?:[A-Z]{{1,2}}-)?\d{{5}} [^\W\d_]{{2}}|"  # de, fr, es, it
    rf"{_FIELD_START}(?:SE?-)?\d{{3}} \d{{2}} +[^\W\d_]{{2}}|"  # sv
    rf"{_FIELD_START}\d{{4}} ?[A-Z]{{2}}\b(?! ?\d)|"  # nl
    r", [A-Z]{2} \d{5}(?:-\d{4})?$|"  # us
    r"\b[A-Z]{1,2}\d[A-Z\d]? \d[A-Z]{2}$|"  # uk
    r"〒|^[\u3400-\u9fff]{2,3}[都道府県][\u3040-\u9fff]{1,12}[市区町村]"  # ja
)
_OF_POSTCODES = re.compile(r"[\d〒都道府県]")  # one of these is in each of them
_SENTENCE_ENDS = (".", "!", "?", "。", ":", ";", ",")
_INITIALS = re.compile(r"(?:[^\W\d_]\.[ -]?){2,3}")


@dataclass(frozen=True, slots=True)
class Field:
    """A label with its colon; offsets within the line."""

    start: int
    end: int
    label: str = field(repr=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """The head of a chat turn: a speaker, perhaps with a time; ``end`` is where the message begins in the line."""

    end: int
    speaker: str = field(repr=False)
    is_marked: bool  # by brackets, which nothing but a chat has


def fields(line: str) -> list[Field]:
    """The labels of a line.

    Example:
        >>> [(f.label, f.start, f.end) for f in fields("Smitta: nej   Waran/NOAK: nej")]
        [('Smitta', 0, 7), ('Waran/NOAK', 14, 25)]
    """
    if ":" not in line and "：" not in line:
        return []
    matches = (m for m in _FIELD.finditer(line) if m["label"].count(" ") < MAX_LABEL_WORDS)
    return [Field(match.start("label") if match.start() else 0, match.end(), match["label"]) for match in matches]


def heading(line: str) -> Field | None:
    """A heading that shows by its marks: "【診断】", "■ 現病歴", "# Status"."""
    if line[:1].isalpha():
        return None
    match = _BRACKETED.match(line) or _MARKED.fullmatch(line)
    return Field(0, match.end(), match["label"].strip()) if match else None


def turn(line: str) -> Turn | None:
    """The head of a chat turn, if the line could be one.

    Example:
        >>> turn("[12:50] Agent (Prudence) : Bonjour !").speaker
        'Agent'
    """
    if ":" not in line and "：" not in line and line[:1] != "<":
        return None
    match = _TURN.match(line)
    if match is None:
        return None
    speaker = (match["nick"] or match["speaker"]).strip()
    is_marked = match["nick"] is not None or match["bracket"] is not None
    return Turn(match.end(), speaker, is_marked) if speaker.count(" ") < MAX_LABEL_WORDS else None


def is_underline(line: str) -> bool:
    """Whether the line does nothing but underline the one above."""
    return _UNDERLINE.fullmatch(line) is not None


def is_date(line: str) -> bool:
    """Whether the line is a date and no more than a place or a weekday before it.

    Example:
        >>> is_date("Hedemora 12 mars 2024"), is_date("Hb 12")
        (True, False)
    """
    may_be = len(line) <= MAX_SHORT_CHARS and (line[-1:].isdigit() or line[-1:] in ".,日")
    return may_be and _DATE_LINE.fullmatch(line) is not None


def has_postcode(line: str) -> bool:
    """Whether the line is short and has a postcode where addresses have it.

    Example:
        >>> has_postcode("776 32 HEDEMORA"), has_postcode("1234 AB Assen"), has_postcode("Hb 12 345")
        (True, True, False)
    """
    may_have = len(line) <= MAX_ADDRESS_CHARS and _OF_POSTCODES.search(line) is not None
    return may_have and _POSTCODE.search(line) is not None


def is_name_like(line: str) -> bool:
    """Whether the line is short and no sentence, as names, streets and sign-offs are."""
    if len(line) > MAX_SHORT_CHARS or line.count(" ") > MAX_LABEL_WORDS:
        return False
    return not line.endswith(_SENTENCE_ENDS) or _INITIALS.fullmatch(line) is not None
