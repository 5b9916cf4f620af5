"""Whether a million people get a million personas in a corpus scope.

Every person is asked for alone, as if in a record of his or her own: nothing is shared but the key. People are two
names each; names that differ in accents alone count as one.
"""

from __future__ import annotations

import itertools
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from benchmarks.bounds import Missed
from maskerad.languages import LanguagePack, load_pack
from maskerad.languages.names import own_entries
from maskerad.surrogates import CORPUS, Keyed, Original, RecordContext, surrogate_for
from maskerad.text.folding import fold

N_PEOPLE = 1_000_000
N_IN_RECORD = 3_000
KEY = bytes(range(32))
SYLLABLES = [consonant + vowel for consonant in "bdfglmnprstv" for vowel in "aeou"]

People = Callable[[LanguagePack], Iterator[tuple[str, str]]]


def main(n_people: int = N_PEOPLE) -> Missed:
    """Prints a row for each way of making people up, and one for a single record."""
    pack, keyed = load_pack("sv"), Keyed(KEY)
    print(
        "People of different names, each in a record of his or her own; shared: those whose persona somebody else has."
    )
    print(f"{'people':34}{'people':>10}{'personas':>10}{'shared':>8}{'rate':>10}{'us each':>9}")
    for title, people in (("with names of the lists", listed_people), ("with names that no list has", unlisted_people)):
        start = time.process_time()
        new = Counter(_alone(name, pack, keyed) for name in itertools.islice(_distinct(people(pack)), n_people))
        _print_row(title, new, time.process_time() - start)
    start = time.process_time()
    names = [" ".join(name) for name in itertools.islice(unlisted_people(pack), N_IN_RECORD)]
    originals = tuple(Original(name, "PATIENT", pack, key=name) for name in names)
    record = RecordContext("r", keyed, originals)
    _print_row("in one record", Counter(surrogate_for(one, record) for one in originals), time.process_time() - start)
    return []  # nothing is promised


def listed_people(pack: LanguagePack) -> Iterator[tuple[str, str]]:
    """Pairs of a listed given and family name, those at the head of the lists first."""
    both = zip(*(own_entries(pack, f"given_{gender}") for gender in ("female", "male")), strict=False)
    given, family = _plain(itertools.chain.from_iterable(both)), _plain(own_entries(pack, "family"))
    for total in range(len(given) + len(family)):
        for at in range(max(0, total - len(family) + 1), min(total + 1, len(given))):
            yield given[at], family[total - at]


def unlisted_people(pack: LanguagePack) -> Iterator[tuple[str, str]]:
    """Given and family names of syllables."""
    names = ["".join(parts).capitalize() for parts in itertools.product(SYLLABLES, repeat=3)]
    for shift in range(1, len(names)):
        yield from ((name, names[(at * 7 + shift * 1_009) % len(names)] + "g") for at, name in enumerate(names))


def _plain(names: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(name for name in names if name.isalpha() and len(name) > 2))


def _distinct(people: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """People whose folded names are unlike those of all before them."""
    seen: set[tuple[str, str]] = set()
    for given, family in people:
        key = (fold(given), fold(family))
        if key not in seen:
            seen.add(key)
            yield given, family


def _alone(name: tuple[str, str], pack: LanguagePack, keyed: Keyed) -> int:
    """A hash of the persona of somebody who is alone in a record."""
    original = Original(" ".join(name), "PATIENT", pack, key="\0".join(name))
    return hash(surrogate_for(original, RecordContext(CORPUS, keyed, (original,))))


def _print_row(title: str, new: Counter[int] | Counter[str], seconds: float) -> None:
    n, shared = new.total(), sum(count for count in new.values() if count > 1)
    each = seconds / n * 1e6
    print(f"{title:34}{n:>10,}{len(new):>10,}{shared:>8,}{shared / n:>10.2e}{each:>9.1f}", flush=True)
