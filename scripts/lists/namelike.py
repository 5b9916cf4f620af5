"""Trains the model of how likely a word is a person's name, from its letters alone.

Run ``python scripts/lists/namelike.py``. Names are the family and given names of the seven packs in Latin letters and
of the shared lists; other words are their common words and drug names. A word's score is the mean, over its trigrams
with ``^`` before and ``$`` after, of the log-odds ``ln(P(trigram | name) / P(trigram | word))``; only the
trigrams that tell most are kept. Words are split by a hash of the word: a fifth is held out and gives the printed AUC;
the model that is written has learned from all.
"""

from __future__ import annotations

import math
import sys
import zlib
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

if __package__ in {None, ""}:
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from maskerad.text.name_likelihood import trigrams
from scripts.lists.listfile import DATA

NAMES = ("given_female", "given_male", "family")
WORDS = ("common", "medical")
CODES = ("sv", "nl", "en", "de", "fr", "es", "it", "shared")
OUTPUT = DATA / "shared" / "namelike_latin.tsv"
N_KEPT = 6_000
SMOOTHING = 1.0
"""Added to each count of a trigram in either class."""
SHRINKAGE = 5.0
"""A trigram seen n times keeps n / (n + SHRINKAGE) of its log-odds, so that rare ones do not shout."""
FALSE_ALARMS = 0.05
"""Share of ordinary words that may score above the threshold: they outnumber unknown names in a note."""
MOST_WORDS = 20_000
"""Of each list of common words: the frequent ones. Rare inflected forms would drown the rest."""


def entries(code: str, name: str) -> list[str]:
    """First column of a list, split at spaces; empty when there is no such list."""
    path = DATA / code / "lists" / f"{name}.txt"
    if not path.is_file():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [word for line in lines if not line.startswith("#") for word in line.split("\t")[0].split()]


def name_set() -> set[str]:
    """All names, lower case, without particles of one to three letters."""
    names = {word.lower() for code in CODES for name in NAMES for word in entries(code, name)}
    return {word for word in names if len(word) > 3 and word.replace("-", "").replace("'", "").isalpha()}


def word_set() -> set[str]:
    """All other words, lower case."""
    words = {word.lower() for code in CODES for name in WORDS for word in entries(code, name)[:MOST_WORDS]}
    return {word for word in words if len(word) > 3 and word.replace("-", "").replace("'", "").isalpha()}


def is_held_out(word: str) -> bool:
    """A fifth of all words, the same in every run."""
    return zlib.crc32(word.encode()) % 5 == 0


def train(names: Iterable[str], words: Iterable[str]) -> dict[str, float]:
    """Log-odds of the trigrams that tell most."""
    of_names = Counter(gram for word in names for gram in trigrams(word))
    of_words = Counter(gram for word in words for gram in trigrams(word))
    grams = of_names.keys() | of_words.keys()
    n_names = of_names.total() + SMOOTHING * len(grams)
    n_words = of_words.total() + SMOOTHING * len(grams)
    odds = {
        g: math.log((of_names[g] + SMOOTHING) / n_names) - math.log((of_words[g] + SMOOTHING) / n_words) for g in grams
    }
    seen = {g: of_names[g] / n_names + of_words[g] / n_words for g in grams}
    shrunk = {g: odds[g] * (n := of_names[g] + of_words[g]) / (n + SHRINKAGE) for g in grams}
    kept = sorted(grams, key=lambda g: (-seen[g] * abs(shrunk[g]), g))[:N_KEPT]
    return {g: round(shrunk[g], 2) for g in sorted(kept)}


def score(odds: dict[str, float], word: str) -> float:
    """Mean log-odds of a word's trigrams."""
    grams = trigrams(word)
    return sum(odds.get(g, 0.0) for g in grams) / len(grams)


def auc(positive: Sequence[float], negative: Sequence[float]) -> float:
    """Chance that a name scores above a word, ties counting half (Mann and Whitney 1947)."""
    ranked = sorted([(s, 1) for s in positive] + [(s, 0) for s in negative])
    rank_sum, i = 0.0, 0
    while i < len(ranked):
        j = i
        while j < len(ranked) and ranked[j][0] == ranked[i][0]:
            j += 1
        rank_sum += (i + j + 1) / 2 * sum(is_name for _, is_name in ranked[i:j])
        i = j
    n, m = len(positive), len(negative)
    return (rank_sum - n * (n + 1) / 2) / (n * m)


def threshold_at(negative: Sequence[float], share: float) -> float:
    """The lowest score that no more than this share of the other words exceeds."""
    return sorted(negative)[math.ceil(len(negative) * (1.0 - share)) - 1]


def main() -> None:
    """Trains, measures on the held-out words, writes the model."""
    words, all_names = word_set(), name_set()
    names = all_names - words
    held_names, held_words = [w for w in names if is_held_out(w)], [w for w in words if is_held_out(w)]
    odds = train((w for w in names if not is_held_out(w)), (w for w in words if not is_held_out(w)))
    positive, negative = [score(odds, w) for w in held_names], [score(odds, w) for w in held_words]
    area, threshold = auc(positive, negative), threshold_at(negative, FALSE_ALARMS)
    recall = sum(s > threshold for s in positive) / len(positive)
    print(f"{len(names)} names, {len(words)} words; held out {len(positive)} + {len(negative)}: AUC {area:.3f}")
    print(f"threshold {threshold:.2f}: recall {recall:.3f} at {FALSE_ALARMS:.0%} false alarms")
    odds = train(names, words)
    header = [
        "# title: log-odds that a trigram of letters comes from a person's name and not from an ordinary word",
        "# source: the lists of names, common words and drug names beside this file; scripts/lists/namelike.py",
        "# licence: CC BY-SA 4.0",
        f"# threshold: {threshold:.2f}",
        f"# held-out recall at that threshold: {recall:.3f}, false alarms {FALSE_ALARMS:.2f}",
        f"# held-out AUC: {area:.3f} ({len(positive)} names, {len(negative)} words)",
        "# columns: trigram log_odds",
    ]
    OUTPUT.write_text("\n".join(header + [f"{g}\t{v:.2f}" for g, v in odds.items()]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
