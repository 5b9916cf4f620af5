"""One record, one world: contradictions that a reader meets in what was released (``python -m benchmarks world``).

Gold spans of all hand records and of the project's own are replaced under five keys; then the released texts are read
back, by readers of the judge's own, beside the old ones. What agreed before and does not agree now is a contradiction:
days that are no longer as far apart, forms of a name that are no longer one person's, a postcode that is not the
town's. What a class looks for says the module that finds it.

With ``--recognised``, what the shipped recogniser finds is replaced in place of the gold spans, and nothing is asked of
the figures: much of what readers meet follows from what was not recognised, or recognised as something else. The last
rows tell how much: a contradiction belongs to the worse found of its mentions.

With ``--show FOLDER``, the sentences are written to that folder, old and new, for those who cure them; without it, no
text of a record leaves.
"""

from __future__ import annotations

import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from benchmarks.bounds import Missed, at_most
from benchmarks.data import LANGUAGES
from benchmarks.world.judge import APART, CLASSES, faults
from benchmarks.world.record import Fault, Found, World
from benchmarks.world.release import KEYS, recognised_worlds, worlds
from maskerad.core import Quarantined

TARGET, NONE = 2.0, frozenset({"intervals", "weekdays"})
N_BESIDE = 60
RECOGNISED = "--recognised"
Table = dict[str, Counter[str]]


def main(arguments: Sequence[str] = ()) -> Missed:
    """Prints a row a class and a column a language, and the bounds that are missed."""
    show, is_recognised, codes = _arguments(arguments)
    table: Table = {}
    for code in codes:
        table[code] = _judged(code, recognised_worlds(code) if is_recognised else worlds(code), show)
    _print(table)
    if is_recognised:
        _print_found(table)
        return []
    return [line for code in codes for line in _missed(code, table[code])]


def _arguments(arguments: Sequence[str]) -> tuple[Path | None, bool, list[str]]:
    """The folder for sentences, whether spans are those of the recogniser, and the languages."""
    given = [one for one in arguments if one != RECOGNISED]
    show = None
    if "--show" in given:
        at = given.index("--show")
        show = Path(given[at + 1])
        del given[at : at + 2]
    return show, RECOGNISED in arguments, given or list(LANGUAGES)


def _judged(code: str, released: Iterable[World | Quarantined], show: Path | None) -> Counter[str]:
    """Documents and faults of a language by class."""
    counts: Counter[str] = Counter()
    found: list[tuple[World, Fault]] = []
    for world in released:
        if isinstance(world, Quarantined):
            counts["quarantined"] += 1
            continue
        counts["documents"] += len(world.pages)
        found += [(world, fault) for fault in faults(world)]
    counts.update(fault.kind for _, fault in found)
    counts.update(fault.found for _, fault in found if fault.kind in CLASSES)
    if show:
        _write(code, found, show)
    return counts


def _print(table: Table) -> None:
    print(f"Contradictions per 100 released documents, {len(KEYS)} keys. Target: at most {TARGET:g} a language;")
    print(f"{', '.join(sorted(NONE))}: none. Counted apart: {', '.join(APART)}, quarantined.\n")
    print(f"{'':14}" + "".join(f"{code:>8}" for code in table))
    print(f"{'documents':14}" + "".join(f"{counts['documents']:>8}" for counts in table.values()))
    for kind in CLASSES:
        print(f"{kind:14}" + "".join(f"{_rate(counts, kind):8.2f}" for counts in table.values()))
    print(f"{'all':14}" + "".join(f"{_all(counts):8.2f}" for counts in table.values()))
    for kind in (*APART, "quarantined"):
        print(f"{kind:14}" + "".join(f"{_rate(counts, kind):8.2f}" for counts in table.values()))


def _print_found(table: Table) -> None:
    print("\nThe contradictions by how the worse found of their mentions was found:")
    for how in Found:
        print(f"{how:14}" + "".join(f"{_rate(counts, how):8.2f}" for counts in table.values()))


def _rate(counts: Counter[str], kind: str) -> float:
    return 100 * counts[kind] / max(counts["documents"], 1)


def _all(counts: Counter[str]) -> float:
    return sum(_rate(counts, kind) for kind in CLASSES)


def _missed(code: str, counts: Counter[str]) -> Missed:
    return [
        *at_most(f"contradictions per 100 documents in {code}", _all(counts), TARGET),
        *(line for kind in sorted(NONE) for line in at_most(f"{kind} in {code}", counts[kind], 0)),
    ]


def _write(code: str, found: list[tuple[World, Fault]], folder: Path) -> None:
    """A list of documents and classes, and the sentences by class."""
    folder.mkdir(parents=True, exist_ok=True)
    rows = Counter((world.pages[fault.mention.page].id, fault.kind, fault.mention.start) for world, fault in found)
    lines = [f"{document}\t{kind}\t{start}\t{count}\n" for (document, kind, start), count in sorted(rows.items())]
    (folder / f"{code}.tsv").write_text("document\tclass\tstart\tkeys\n" + "".join(lines), encoding="utf-8")
    by_kind: defaultdict[str, dict[tuple[str, int], str]] = defaultdict(dict)
    for world, fault in found:
        page = world.pages[fault.mention.page]
        by_kind[fault.kind].setdefault((page.id, fault.mention.start), _sentences(world, fault))
    text = json.dumps({kind: list(shown.values()) for kind, shown in by_kind.items()}, ensure_ascii=False, indent=1)
    (folder / f"{code}.json").write_text(text, encoding="utf-8")


def _sentences(world: World, fault: Fault) -> str:
    """What a developer reads: where, why, old and new."""
    one, page = fault.mention, world.pages[fault.mention.page]
    old = f"{page.before_old(one, N_BESIDE)}⟦{one.old}⟧{page.after_old(one, N_BESIDE)}"
    new = f"{page.before(one, N_BESIDE)}⟦{one.new}⟧{page.after(one, N_BESIDE)}" if one.new else ""
    other = f" | beside {fault.other.old} → {fault.other.new}" if fault.other else ""
    return f"{page.id} {one.start} {one.label}: {fault.why}: {old} → {new}{other}".replace("\n", "⏎")
