"""The page that says which test shows which behaviour of the workspace names tests that are there."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PAGE = (ROOT / "docs" / "studies" / "workspace.md").read_text(encoding="utf-8")
NAMED = re.compile(r"`(test_\w+)::(test_\w+)`")
NAMED_OF_PAGE = re.compile(r"`(\w+\.test\.ts): ([^`]+)`")


def test_every_named_test_is_there() -> None:
    named = set(NAMED.findall(PAGE))
    assert len(named) > 80
    for module, test in sorted(named):
        holding = [path for path in (ROOT / "tests").rglob(f"{module}.py") if f"def {test}(" in path.read_text("utf-8")]
        assert holding, f"{module}::{test}"


def test_every_named_test_of_the_page_is_there() -> None:
    named = set(NAMED_OF_PAGE.findall(PAGE))
    assert len(named) > 10
    for file, title in sorted(named):
        assert f'test("{title}"' in (ROOT / "frontend" / "tests" / file).read_text("utf-8"), f"{file}: {title}"


def test_every_row_names_a_test() -> None:
    rows = [line for line in PAGE.splitlines() if line.startswith("| ") and not line.endswith("| shown by |")]
    assert rows and all("::" in row or ".test.ts:" in row or "tests/browser/conftest.py" in row for row in rows)
