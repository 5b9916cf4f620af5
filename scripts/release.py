"""Checks that everything of a release speaks of one version; the last step of ``make release``."""

from __future__ import annotations

import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Prints what does not agree; 1 if something does not."""
    version = project_version()
    found = list(disagreements(version))
    for line in found:
        print(line, file=sys.stderr)
    if not found:
        print(f"maskerad {version}: changelog, files and command agree; what is to be published is in dist")
    return 1 if found else 0


def project_version() -> str:
    """The version of the project file."""
    table = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return str(table["project"]["version"])


def changelog_version() -> str:
    """The version of the first section of the changelog, "" if there is none."""
    found = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    return found[1] if found else ""


def disagreements(version: str) -> Iterator[str]:
    """What is of another version, or not there."""
    if changelog_version() != version:
        yield f"CHANGELOG.md begins with {changelog_version()!r}, pyproject.toml says {version!r}"
    there = {file.name for file in (ROOT / "dist").glob("maskerad-*")}
    wanted = {f"maskerad-{version}-py3-none-any.whl", f"maskerad-{version}.tar.gz", f"maskerad-{version}.cdx.json"}
    yield from (f"dist/{name} is not there" for name in sorted(wanted - there))
    compiled = f"maskerad-{version}-*-abi3-*.whl"  # where there is a compiler; audited, where that is on Linux
    extra = (name for name in sorted(there - wanted) if not fnmatch(name, compiled) or "-linux_" in name)
    yield from (f"dist/{name} is of no release of {version}" for name in extra)
    said = _said_by_the_command()
    if said != f"maskerad {version}":
        yield f"maskerad --version says {said!r}"


def _said_by_the_command() -> str:
    command = ROOT / "build" / "bare" / "bin" / "maskerad"
    if not command.exists():
        return ""
    return subprocess.run([str(command), "--version"], capture_output=True, text=True, check=False).stdout.strip()


if __name__ == "__main__":
    sys.exit(main())
