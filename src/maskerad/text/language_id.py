"""Which language a text, or each line of it, is written in.

A naive Bayes model restricted to the configured languages decides; kana and kanji decide before it. A line too short
or too doubtful to speak for itself takes the language of its document or session. A line that is surely in none of
the configured languages says so, and what it seems to be.

The model takes half a second and some 100 MB to load, so it is loaded when the first text needs it. No text is kept.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from maskerad.core.errors import ConfigError

if TYPE_CHECKING:
    from maskerad.text.language_model import Bag, LanguageModel

JAPANESE = "ja"

# Measured on lines of chats and records in the eight languages.
MIN_LETTERS = 8  # a shorter line inherits
MIN_PROBABILITY = 0.8  # a more doubtful line inherits
MIN_FOREIGN_LETTERS = 30  # a shorter line in a known script is never foreign: names and drugs mislead
FOREIGN_PROBABILITY = 0.9
MIN_SCRIPT_LETTERS = 4  # in a script of its own this many letters are enough

# What a foreign line may be: languages of wide written use. Small relatives (Galician, Aragonese, Afrikaans) are left
# out, since they draw telegraphic lines away from the language they resemble.
WIDE_CODES = frozenset(
    {"am", "ar", "bg", "bn", "bs", "cs", "da", "de", "el", "en", "es", "et", "fa", "fi", "fr", "he", "hi", "hr", "hu"}
    | {"hy", "id", "is", "it", "ja", "ka", "ko", "ku", "lt", "lv", "mk", "ms", "ne", "nl", "no", "pa", "pl", "ps", "pt"}
    | {"ro", "ru", "sk", "sl", "so", "sq", "sr", "sv", "sw", "ta", "te", "th", "tl", "tr", "uk", "ur", "vi", "zh"}
)

BATCH_LINES = 256
LINE_SAMPLE_CHARS = 400
TEXT_SAMPLE_CHARS = 2_000  # from the beginning, and as much from the middle

_LINE = re.compile(r"[^\r\n]+")
_NOT_LETTERS = re.compile(r"[\W\d_]+")
_NOT_LATIN = re.compile("[^A-Za-z\u00aa-\u024f\u1e00-\u1eff]+")
_NOT_JAPANESE = re.compile("[^\u3005\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uff66-\uff9f]+")
_NOT_KANA = re.compile("[^\u3040-\u30ff\uff66-\uff9f]+")

Answer = tuple[str, str]  # code and guess, one of them empty


@dataclass(frozen=True, slots=True)
class LanguageLine:
    """One line and its language.

    Attributes:
        start: First code point.
        end: One past the last, line end left out.
        code: A configured language, or "" when the line is surely in none of them.
        guess: What a line without a code seems to be (ISO 639), "" otherwise.
    """

    start: int
    end: int
    code: str
    guess: str = ""


@dataclass(frozen=True, slots=True)
class _Script:
    """Letters of a text by script."""

    n_letters: int
    n_japanese: int = 0
    n_kana: int = 0
    n_other: int = 0

    @classmethod
    def of(cls, text: str) -> _Script:
        letters = _NOT_LETTERS.sub("", text)
        if text.isascii():
            return cls(len(letters))
        n_latin = len(_NOT_LATIN.sub("", letters))
        if n_latin == len(letters):
            return cls(n_latin)
        n_japanese, n_kana = len(_NOT_JAPANESE.sub("", letters)), len(_NOT_KANA.sub("", letters))
        return cls(len(letters), n_japanese, n_kana, len(letters) - n_latin - n_japanese)

    @property
    def is_japanese(self) -> bool:
        """A kanji says more than a Latin letter: a quarter is enough."""
        return self.n_japanese * 4 >= self.n_letters > 0

    @property
    def has_kana(self) -> bool:
        """Enough kana to tell Japanese from Chinese."""
        return self.n_kana >= MIN_SCRIPT_LETTERS

    @property
    def is_other(self) -> bool:
        """Letters neither Latin nor Japanese prevail."""
        return self.n_other >= MIN_SCRIPT_LETTERS and self.n_other * 2 > self.n_letters


class LanguageIdentifier:
    """Decides between the configured languages.

    Args:
        codes: ISO 639-1 codes, the first being the answer for a text without letters.
        foreign_probability: How sure the model must be that a line is in another language; 1 = no line is foreign.

    Raises:
        ConfigError: If ``codes`` is empty.
        UnknownNameError: On first use of the model, if it does not know a code.

    Example:
        >>> LanguageIdentifier(["sv", "ja"]).identify("発熱のため受診。Pat mår bra.")
        'ja'
    """

    def __init__(self, codes: Sequence[str], foreign_probability: float = FOREIGN_PROBABILITY) -> None:
        if not codes:
            raise ConfigError("language identification needs at least one language")
        self.codes = tuple(dict.fromkeys(codes))
        self.foreign_probability = foreign_probability

    def identify(self, text: str) -> str:
        """The configured language that the text is most likely written in."""
        sample = _sampled(text)
        script = _Script.of(sample)
        if len(self.codes) == 1 or not script.n_letters:
            return self.codes[0]
        if script.is_japanese and JAPANESE in self.codes:
            return JAPANESE
        return self._own.classify(_bags([sample]))[0][0]

    def identify_lines(self, text: str, session_language: str | None = None) -> list[LanguageLine]:
        """The language of every line that is not blank.

        Args:
            text: A document or a turn.
            session_language: What short and doubtful lines inherit; the text's own language when not given.

        Example:
            >>> lines = LanguageIdentifier(["sv", "en"]).identify_lines("Hej, mår du bra idag?\\nПриветствую")
            >>> [(line.code, line.guess) for line in lines]
            [('sv', ''), ('', 'ru')]
        """
        inherited = session_language or self.identify(text)
        speaks_kana = _Script.of(_sampled(text)).has_kana
        spans = [match.span() for match in _LINE.finditer(text) if not match[0].isspace()]
        answers: list[Answer] = []
        for first in range(0, len(spans), BATCH_LINES):
            batch = spans[first : first + BATCH_LINES]
            lines = [text[start : min(end, start + LINE_SAMPLE_CHARS)] for start, end in batch]
            answers += [answer or (inherited, "") for answer in self._answers(lines, speaks_kana)]
        return [LanguageLine(*span, *answer) for span, answer in zip(spans, answers, strict=True)]

    def _answers(self, lines: Sequence[str], speaks_kana: bool) -> list[Answer | None]:
        """What each line says of itself: by its script, else by the wide model, else by the restricted one."""
        scripts = [_Script.of(line) for line in lines]
        answers = [self._by_script(script, speaks_kana) for script in scripts]
        doubtful = [i for i, script in enumerate(scripts) if answers[i] is None and self._may_be_foreign(script)]
        for i, answer in zip(doubtful, self._by_wide(lines, scripts, doubtful), strict=True):
            answers[i] = answer
        left = [i for i, script in enumerate(scripts) if answers[i] is None and self._may_be_own(script)]
        for i, answer in zip(left, self._by_own(lines, left), strict=True):
            answers[i] = answer
        return answers

    def _by_script(self, script: _Script, speaks_kana: bool) -> Answer | None:
        if not script.is_japanese:
            return None
        if JAPANESE in self.codes:
            is_sure = speaks_kana or script.has_kana or not self._may_be_foreign(script)
            return (JAPANESE, "") if is_sure else None
        return ("", JAPANESE) if script.has_kana and self.foreign_probability < 1 else None

    def _may_be_foreign(self, script: _Script) -> bool:
        is_new = script.is_other or (script.is_japanese and JAPANESE not in self.codes)
        needed = MIN_SCRIPT_LETTERS if is_new else MIN_FOREIGN_LETTERS
        return self.foreign_probability < 1 and script.n_letters >= needed

    def _may_be_own(self, script: _Script) -> bool:
        return len(self.codes) > 1 and script.n_letters >= MIN_LETTERS

    def _by_wide(self, lines: Sequence[str], scripts: Sequence[_Script], asked: Sequence[int]) -> list[Answer | None]:
        """By a model that knows the configured languages and many more."""
        if not asked:
            return []
        model = self._wide
        own = [column for column, code in enumerate(model.codes) if code in self.codes]
        probabilities = model.probabilities(_bags(lines[i] for i in asked))
        best, most = probabilities.argmax(axis=1).tolist(), probabilities.max(axis=1).tolist()
        own_sums = probabilities[:, own].sum(axis=1).tolist()
        return [
            self._judged(model.codes[column], probability, own_sum, scripts[i])
            for i, column, probability, own_sum in zip(asked, best, most, own_sums, strict=True)
        ]

    def _judged(self, code: str, probability: float, own_sum: float, script: _Script) -> Answer | None:
        if code in self.codes:
            return (code, "") if probability >= MIN_PROBABILITY else None
        # Languages of one script share its probability: there it is enough that the configured ones have little.
        is_foreign = probability >= self.foreign_probability or (script.is_other and own_sum < 0.5)
        return ("", code) if is_foreign else None

    def _by_own(self, lines: Sequence[str], asked: Sequence[int]) -> list[Answer | None]:
        """By the model of the configured languages alone."""
        if not asked:
            return []
        classified = self._own.classify(_bags(lines[i] for i in asked))
        return [(code, "") if probability >= MIN_PROBABILITY else None for code, probability in classified]

    @cached_property
    def _own(self) -> LanguageModel:
        return _model(self.codes)

    @cached_property
    def _wide(self) -> LanguageModel:
        return _model(WIDE_CODES.union(self.codes))


def _model(codes: Iterable[str]) -> LanguageModel:
    from maskerad.text.language_model import LanguageModel  # numpy and the model: only when a text needs them

    return LanguageModel(codes)


def _bags(texts: Iterable[str]) -> list[Bag]:
    from maskerad.text.language_model import load_tables

    tables = load_tables()
    return [tables.bag(text) for text in texts]


def _sampled(text: str) -> str:
    if len(text) <= 2 * TEXT_SAMPLE_CHARS:
        return text
    middle = len(text) // 2
    return text[:TEXT_SAMPLE_CHARS] + "\n" + text[middle : middle + TEXT_SAMPLE_CHARS]
