"""Hooks of the documentation site.

An entry of the navigation that names a folder becomes the pages of that folder, so a new decision, study or page of the
reference needs no entry of its own. Pages that are named elsewhere in the navigation are left out of their folder's
entry; an entry with nothing left is left out too. Code blocks that stand for a file say its name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, MutableMapping
from pathlib import Path
from typing import Any

Entry = str | dict[str, Any]
_FILE_BLOCK = re.compile(r"^```(\w+) file=(\S+)$", re.MULTILINE)


def on_config(config: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Called by mkdocs before it reads the pages."""
    nav: list[Entry] = config["nav"]
    named = set(_pages(nav))
    config["nav"] = list(_expanded(nav, Path(config["docs_dir"]), named))
    return config


def on_page_markdown(markdown: str, **_: object) -> str:
    """Called by mkdocs for the text of each page."""
    return _FILE_BLOCK.sub(r'```\1 title="\2"', markdown)


def _pages(nav: list[Entry]) -> Iterator[str]:
    for entry in nav:
        for value in entry.values() if isinstance(entry, dict) else [entry]:
            if isinstance(value, list):
                yield from _pages(value)
            elif value.endswith(".md"):
                yield value


def _expanded(nav: list[Entry], docs: Path, named: set[str]) -> Iterator[Entry]:
    for entry in nav:
        if isinstance(entry, str):
            yield entry
            continue
        for title, value in entry.items():
            made = value
            if isinstance(value, list):
                made = list(_expanded(value, docs, named))
            elif value.endswith("/"):
                made = _folder(docs, value, named)
            if made:
                yield {title: made}


def _folder(docs: Path, folder: str, named: set[str]) -> list[Entry]:
    """The pages of a folder, its index first, each under its own heading."""
    files = sorted((docs / folder).glob("*.md"), key=lambda file: (file.stem not in ("index", "README"), file.name))
    paths = [f"{folder}{file.name}" for file in files]
    return [{_heading(docs / path): path} for path in paths if path not in named]


def _heading(page: Path) -> str:
    found = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else page.stem
