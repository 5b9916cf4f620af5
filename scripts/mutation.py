"""``python -m scripts.mutation ROOM ... [--sample N]``: small faults in a room, one at a time, for its tests to find.

Places are drawn by a seed from all that an operator of cosmic-ray can change, then one change for each, so that a sum,
which can become eleven other things, is no likelier than a ``True``. Annotations, which never run, are left alone. Each
fault lives in a forked process that reads the changed source and runs the tests of the room; no file is written. A run
without a fault tells which tests touch which lines, so a fault is looked for by those that touch its statement: first
the one that found the last fault of that file, then the quickest. What survives is printed with its place;
``--again FILE:LINE`` tries all changes of some lines. Time is that of the processor, so a busy machine finds no more
than a quiet one. Needed: the extra ``mutation``.
"""

from __future__ import annotations

import argparse
import ast
import importlib.abc
import importlib.machinery
import importlib.util
import json
import math
import os
import random
import resource
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import TextIO

import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names
from coverage import Coverage

SOURCE = Path("src/maskerad")
# A loop without end is found by the first, measured against the tests without a fault; one that waits, by the second.
# The run without a fault may take as long as it takes: on a busy machine the second ended it.
TIMES_LONGER, WAITING_S = 3, 1_800
NOUNS = "tests/contract/test_frozen_nouns.py"
# Tests of each room that run in one process: what another process imports is not changed.
TESTS = {
    "core": ("tests/core", NOUNS, "tests/property/test_rewrite_laws.py", "tests/linking/test_link.py"),
    "names": ("tests/surrogates/test_name_kinds.py", "tests/linking"),
    "linking": ("tests/linking", NOUNS, "tests/property/test_surrogate_laws.py"),
    "pipeline": ("tests/pipeline", NOUNS, "tests/property/test_rewrite_laws.py", "tests/property/test_verify_laws.py"),
    "surrogates": (
        NOUNS,
        "tests/surrogates/test_ground_floor.py",
        "tests/surrogates/test_natures.py",
        "tests/surrogates/test_examples_of_surrogates.py",
        "tests/surrogates/test_surrogate_persons.py",
        "tests/surrogates/test_surrogate_dates.py",
        "tests/property/test_surrogate_laws.py",
    ),
    "vault": ("tests/vault",),
}
FILES = {"surrogates": "*.py"}  # its ground floor
LONG = ("every_layout_gives_the_same", "columns_that_identify_are_told and not nl", "examples_that_come_out")
# Those that start another process, measure, or take long over what quicker ones look at too.
ELSEWHERE = ("commands_take_the_file_where_they_take_a_scheme", "hash_seed", "linear_time", "only_when_asked", *LONG)
LOADED = ("hypothesis", "numpy", "regex", "phonenumbers", "stdnum", "py3langid", "safetensors")  # not the room's own


@dataclass(frozen=True)
class Fault:
    """One change at one place."""

    file: Path
    line: int
    column: int
    operator: str
    occurrence: int

    def lines(self) -> list[range]:
        """Lines of which what looks for it touches some, the narrowest first; none in the body of a module or a class.

        Those of its statement, or of the head of one with a body; and those of its function, for no line is seen of
        some statements ("continue"). Of a function whose answers are kept, those of the file: the first test alone is
        seen to touch them.
        """
        tree = ast.parse(self.file.read_text(encoding="utf-8"))
        around = [
            (node, range(_first_line(node), (node.end_lineno or 0) + 1))
            for node in ast.walk(tree)
            if isinstance(node, ast.stmt) and _first_line(node) <= self.line <= (node.end_lineno or 0)
        ]
        around.sort(key=lambda one: len(one[1]))
        functions = [(node, lines) for node, lines in around if isinstance(node, ast.FunctionDef)]
        if not functions or isinstance(around[0][0], ast.ClassDef):
            return []
        function, whole = functions[0]
        if any("cache" in ast.unparse(one) for one in function.decorator_list):
            return [range(1, (tree.body[-1].end_lineno or 0) + 1)]
        narrowest, lines = around[0]
        if narrowest is function:
            return [whole]
        body = getattr(narrowest, "body", [])
        return [range(lines.start, max(body[0].lineno, lines.start + 1)) if body else lines, whole]

    def source(self) -> str:
        """The module with the change in it."""
        return str(mutate_code(self.file.read_text(encoding="utf-8"), get_operator(self.operator)(), self.occurrence))

    def __str__(self) -> str:
        """Where it is, what was done, and the line as it stands."""
        line = self.file.read_text(encoding="utf-8").splitlines()[self.line - 1].strip()
        name = self.operator.partition("/")[2]
        return f"{self.file.relative_to(SOURCE)}:{self.line}:{self.column} {name} #{self.occurrence}: {line}"


def _first_line(node: ast.stmt) -> int:
    """Where a statement begins, its decorators too."""
    return min(one.lineno for one in (node, *getattr(node, "decorator_list", ())))


def main() -> int:
    """Prints what became of each fault; 1 if fewer than the bound were found."""
    parser = argparse.ArgumentParser(prog="python -m scripts.mutation")
    parser.add_argument("--sample", type=int, default=50, help="places of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--least", type=float, default=0.85, help="share that must be found")
    parser.add_argument("--again", nargs="*", help="FILE:LINE below src/maskerad, all changes of each, all of one room")
    parser.add_argument("rooms", nargs="*", choices=[*TESTS, []])
    asked = parser.parse_args()
    for name in LOADED:
        importlib.import_module(name)
    assert "maskerad" not in sys.modules, "the room must be read by each process for itself"
    if asked.again:
        return _tried(Path(asked.again[0]).parts[0], [one for place in asked.again for one in _at(place)], asked.least)
    return max(_tried(room, sample(room, asked.sample, asked.seed), asked.least) for room in asked.rooms or TESTS)


def sample(room: str, n_places: int, seed: int) -> list[Fault]:
    """One change at each of so many places of a room, the same for the same seed and source."""
    chance = random.Random(f"{room} {seed}")
    places: dict[tuple[Path, int, int], list[Fault]] = {}
    for file in sorted((SOURCE / room).glob(FILES.get(room, "**/*.py"))):
        for fault in _faults(file):
            places.setdefault((file, fault.line, fault.column), []).append(fault)
    chosen = chance.sample(list(places), min(n_places, len(places)))
    print(f"{room}: {len(places):,} places, {len(chosen)} of them tried", flush=True)
    return [chance.choice(places[place]) for place in sorted(chosen)]


def _at(place: str) -> list[Fault]:
    """All changes of one line."""
    file, _, line = place.partition(":")
    return [one for one in _faults(SOURCE / file) if one.line == int(line)]


def _faults(file: Path) -> Iterator[Fault]:
    """All changes of a file that could be noticed."""
    text = file.read_text(encoding="utf-8")
    unread = list(_never_run(text))
    nodes = list(ast_nodes(get_ast(text)))
    for name in filter(_is_telling, operator_names()):
        operator = get_operator(name)()
        positions = [start for node in nodes for start, _ in operator.mutation_positions(node)]
        for number, (line, column) in enumerate(positions):
            if not any(start <= (line, column) < end for start, end in unread):
                yield Fault(file, line, column, name, number)


def _is_telling(operator: str) -> bool:
    """No operator that must be told names, and none between identity and equality, which differ by what is interned."""
    name = operator.partition("/")[2]
    before, _, after = name.removeprefix("ReplaceComparisonOperator_").partition("_")
    return not name.startswith("Variable") and (before in ("Is", "IsNot")) == (after in ("Is", "IsNot"))


def _never_run(text: str) -> Iterator[tuple[tuple[int, int], tuple[int, int]]]:
    """Where annotations and overloads stand."""
    for node in ast.walk(ast.parse(text)):
        for told in (getattr(node, "annotation", None), getattr(node, "returns", None)):
            if isinstance(told, ast.expr):
                yield (told.lineno, told.col_offset), (told.end_lineno or 0, told.end_col_offset or 0)
        for one in getattr(node, "decorator_list", ()):
            if isinstance(one, ast.Name) and one.id == "overload":
                yield (one.lineno, 0), (one.lineno + 1, 0)


def _tried(room: str, faults: Sequence[Fault], least: float) -> int:
    """Tries them, prints how many were found, and each that was not; whether that is too few."""
    touched = _Touched.of(room)
    if touched is None:
        return 1
    start, outcomes = time.monotonic(), Counter[str]()
    last: dict[Path, str] = {}  # the test that found the last fault of a file
    for number, fault in enumerate(faults, 1):
        tests = touched.tests_of(fault, last.get(fault.file, ""))
        limit_s = round(TIMES_LONGER * touched.seconds(tests)) + 1
        outcome, finder = _outcome(partial(_tests_pass, fault, tests), limit_s) if tests else ("survived", "")
        last[fault.file] = finder or last.get(fault.file, "")
        outcomes[outcome] += 1
        if outcome == "survived" or number % 10 == 0:
            print(f"  {number}/{len(faults)} {outcome}: {fault}", flush=True)
    n_found = len(faults) - outcomes["survived"]
    told = ", ".join(f"{n} {name}" for name, n in sorted(outcomes.items()))
    seconds = time.monotonic() - start
    print(f"{room}: {len(faults)} tried, {told}; {n_found / len(faults):.0%} found, {seconds:.0f} s", flush=True)
    return int(n_found < least * len(faults))


@dataclass
class _Touched:
    """Which tests touch which lines, seen in a run without a fault.

    Attributes:
        start_s: Processor time before the first of them runs.
        cpu_s: That of each test.
        lines: Of each source file, line to the tests that touch it.
    """

    start_s: float = 0.0
    cpu_s: Counter[str] = field(default_factory=Counter)
    lines: dict[str, dict[int, list[str]]] = field(default_factory=dict)
    failed: str = ""

    @classmethod
    def of(cls, room: str) -> _Touched | None:
        """What the tests of a room touch; None if they do not pass, and says which."""
        outcome, told = _outcome(partial(cls()._write, room), resource.RLIM_INFINITY, math.inf)
        seen = cls(*json.loads(told or "[]"))
        if outcome != "survived":
            print(f"{room}: its tests do not pass without a fault: {outcome} {seen.failed}")
            return None
        seen.cpu_s = Counter(seen.cpu_s)
        seen.lines = {file: {int(line): tests for line, tests in of.items()} for file, of in seen.lines.items()}
        return seen

    def _write(self, room: str, told: TextIO) -> int:
        self._seen = Coverage(data_file=None, include=[f"{SOURCE / room}/*"])
        self._seen.start()
        status = _run_tests(TESTS[room], self)
        self._seen.stop()
        data = self._seen.get_data()
        self.lines = {file: data.contexts_by_lineno(file) for file in data.measured_files()}
        json.dump((time.process_time() - self.cpu_s.total(), self.cpu_s, self.lines, self.failed), told)
        return status

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Notes the lines that a test touches, its fixtures' too."""
        self._seen.switch_context(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self._seen.switch_context("")
            self.cpu_s[item.nodeid] += time.process_time() - start

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a failure."""
        self.failed = report.nodeid if report.failed else self.failed

    def tests_of(self, fault: Fault, first: str) -> list[str]:
        """The tests that touch a fault, or all of one that any import touches: one of them first, then the quickest."""
        touching = self.lines.get(str(fault.file.resolve()), {})
        wider = ({test for line in lines for test in touching.get(line, ()) if test} for lines in fault.lines())
        found = next(filter(None, wider), set()) if fault.lines() else set(self.cpu_s)
        return sorted(found, key=lambda name: (name != first, self.cpu_s[name]))

    def seconds(self, tests: Sequence[str]) -> float:
        """Processor time of some tests."""
        return self.start_s + sum(self.cpu_s[name] for name in tests)


@dataclass
class _Chosen:
    """Some tests in an order, and which of them failed."""

    tests: Sequence[str]
    failed: str = ""

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Leaves those, in that order."""
        found = {item.nodeid: item for item in items}
        items[:] = [found[name] for name in self.tests if name in found]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Notes a failure."""
        self.failed = report.nodeid if report.failed else self.failed


def _outcome(tests: Callable[[TextIO], int], limit_s: int, waiting_s: float = WAITING_S) -> tuple[str, str]:
    """What became of the tests in a process of their own, and what it told."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as told:
        child = os.fork()
        if not child:
            os.setsid()
            resource.setrlimit(resource.RLIMIT_CPU, (limit_s, limit_s))
            status = tests(told)
            told.flush()
            os._exit(status)
        end, done = time.monotonic() + waiting_s, 0
        while not done and time.monotonic() < end:
            done, status = os.waitpid(child, os.WNOHANG)
            time.sleep(0.05)
        if not done:
            os.killpg(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
        if os.WIFSIGNALED(status):
            return "killed by time", ""
        told.seek(0)
        return "survived" if os.waitstatus_to_exitcode(status) == 0 else "killed", told.read()


def _tests_pass(fault: Fault, tests: Sequence[str], told: TextIO) -> int:
    """The exit status of the tests in this process, with the fault in it; tells the test that found it."""
    sys.meta_path.insert(0, _Changed(fault))
    chosen = _Chosen(tests)
    status = _run_tests(list(dict.fromkeys(name.partition("::")[0] for name in tests)), chosen)
    told.write(chosen.failed)
    return status


def _run_tests(files: Sequence[str], plugin: object) -> int:
    """The exit status of the tests in this process; silent."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    unwanted = " and ".join(f"not ({name})" for name in ELSEWHERE)
    options = ["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", "--hypothesis-seed=1", "-k", unwanted, *files]
    return int(pytest.main(options, plugins=[plugin]))


class _Changed(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Finds one module with a fault in it."""

    def __init__(self, fault: Fault) -> None:
        parts = fault.file.relative_to(SOURCE.parent).with_suffix("").parts
        self._is_package = parts[-1] == "__init__"
        self._name = ".".join(parts[:-1] if self._is_package else parts)
        self._fault = fault

    def find_spec(self, name: str, path: object, target: object = None) -> importlib.machinery.ModuleSpec | None:
        """The spec of that module."""
        if name != self._name:
            return None
        file = self._fault.file.resolve()
        folders = [str(file.parent)] if self._is_package else None
        return importlib.util.spec_from_file_location(name, file, loader=self, submodule_search_locations=folders)

    def exec_module(self, module: ModuleType) -> None:
        """Runs the changed source."""
        exec(compile(self._fault.source(), str(self._fault.file), "exec"), module.__dict__)


if __name__ == "__main__":
    sys.exit(main())
