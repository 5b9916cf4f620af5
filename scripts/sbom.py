"""The bill of materials of a release: every package in ``build/bare`` with version and licence, as CycloneDX JSON.

Made by cyclonedx-py from the metadata that is installed; without network. Reproducible: no serial number, no time.
"""

from __future__ import annotations

import json
import subprocess
import sys

from scripts.install_check import PYTHON, ROOT
from scripts.release import project_version


def main() -> int:
    """Writes ``dist/maskerad-VERSION.cdx.json``."""
    if not PYTHON.exists():
        print("no environment to read: make install-check", file=sys.stderr)
        return 2
    target = ROOT / "dist" / f"maskerad-{project_version()}.cdx.json"
    options = (
        "--output-reproducible",
        "--output-format",
        "JSON",
        "--output-file",
        str(target),
        "--gather-license-texts",
    )
    command = (
        sys.executable,
        "-m",
        "cyclonedx_py",
        "environment",
        *options,
        "--pyproject",
        str(ROOT / "pyproject.toml"),
    )
    subprocess.run([*command, str(PYTHON)], check=True)
    components = json.loads(target.read_text(encoding="utf-8"))["components"]
    print(f"wrote {target.relative_to(ROOT)}: {len(components)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
