"""Writes ``docs/reference``: one page a room, made of the docstrings of its public names.

``python scripts/reference.py`` writes the pages; ``--check`` only says, by its exit status, whether they are current.
"""

from __future__ import annotations

import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import maskerad

HOME = Path(__file__).parent.parent / "docs" / "reference"
ROOMS = (
    "api",
    "core",
    "text",
    "languages",
    "corpora",
    "recognisers",
    "names",
    "linking",
    "surrogates",
    "vault",
    "pipeline",
    "evaluation",
    "pages",
    "batch",
    "web",
    "spark",
)


def main(arguments: list[str]) -> int:
    """Writes or checks all pages."""
    pages = {f"{room}.md": page(room) for room in ROOMS} | {"index.md": index()}
    if "--check" in arguments:
        stale = [name for name, text in pages.items() if not _is_current(HOME / name, text)]
        print(f"stale: {', '.join(stale)}; run scripts/reference.py" if stale else "the reference is current")
        return 1 if stale else 0
    HOME.mkdir(parents=True, exist_ok=True)
    for name, text in pages.items():
        (HOME / name).write_text(text, encoding="utf-8")
    print(f"wrote {len(pages)} pages")
    return 0


def index() -> str:
    """The page that leads to the others."""
    lines = ["# Reference", "", "Made from the code by `scripts/reference.py`.", ""]
    lines += [f"- [{room}]({room}.md): {_first_line(importlib.import_module(f'maskerad.{room}'))}" for room in ROOMS]
    return "\n".join(lines) + "\n"


def page(room: str) -> str:
    """All modules of a room."""
    parts = [f"# maskerad.{room}\n"]
    parts += [section(module) for module in _modules(room)]
    return "\n".join(part for part in parts if part)


def section(module: ModuleType) -> str:
    """One module: what it is for, and its public names."""
    lines = [f"## {module.__name__}\n", _doc(module), ""]
    for name, member in _public(module):
        lines += [f"### {name}\n", f"```\n{_signature(name, member)}\n```\n", _fenced(_doc(member)), ""]
    return "\n".join(lines)


def _modules(room: str) -> Iterator[ModuleType]:
    package = importlib.import_module(f"maskerad.{room}")
    if not package.__name__.endswith("__main__"):
        yield package
    for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        module = importlib.import_module(info.name)
        if str(module.__file__).endswith(".py"):  # what is compiled is there only where there is a compiler
            yield module


def _public(module: ModuleType) -> Iterator[tuple[str, object]]:
    for name, member in vars(module).items():
        is_code = inspect.isclass(member) or inspect.isfunction(inspect.unwrap(member))
        if is_code and not name.startswith("_") and getattr(member, "__module__", "") == module.__name__:
            yield name, member


def _signature(name: str, member: object) -> str:
    try:
        written = f"{name}{inspect.signature(member)}"
        return re.sub(r" at 0x[0-9a-f]+", "", written)
    except (TypeError, ValueError):
        return name


def _doc(member: object) -> str:
    return inspect.getdoc(member) or ""


def _first_line(module: ModuleType) -> str:
    return _doc(module).partition("\n")[0]


def _fenced(text: str) -> str:
    """Docstrings are laid out for a fixed-width reader."""
    return f"```text\n{text}\n```" if text else ""


def _is_current(path: Path, text: str) -> bool:
    return path.is_file() and path.read_text(encoding="utf-8") == text


if __name__ == "__main__":
    assert maskerad.__version__
    sys.exit(main(sys.argv[1:]))
