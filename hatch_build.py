"""Compiles the core in C where there is a compiler; without one the package is the same, only slower.

``MASKERAD_PURE=1`` leaves it out, for a wheel that every machine takes.
"""

from __future__ import annotations

import hashlib
import os
import sys
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CORE = ("maskerad.recognisers.crf._core", "maskerad.recognisers.rules._starts")
HEADER = Path("src/maskerad/recognisers/arrays.h")  # which all sources share


class CompiledCore(BuildHookInterface):
    """Puts the compiled file beside its source: editable installations find it there, wheels take it from there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before it builds; ``version`` is "standard" or "editable"."""
        if self.target_name != "wheel" or os.environ.get("MASKERAD_PURE"):
            return
        if files := compiled_core(Path(self.root)):
            build_data["artifacts"] += [file.relative_to(self.root).as_posix() for file in files]
            build_data["pure_python"] = False
            build_data["tag"] = f"cp311-abi3-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def compiled_core(root: Path) -> list[Path]:
    """The newly compiled files; none where they cannot be compiled."""
    sources = [root / "src" / f"{name.replace('.', '/')}.c" for name in CORE]
    for stale in (file for source in sources for file in source.parent.glob(f"{source.stem}.*.so")):
        stale.unlink()
    try:
        from setuptools import Distribution

        header = root / HEADER
        extensions = [_extension(name, source, header) for name, source in zip(CORE, sources, strict=True)]
        command = Distribution({"ext_modules": extensions}).get_command_obj("build_ext")
        command.build_lib, command.build_temp = str(root / "src"), str(root / "build" / "core")
        command.ensure_finalized()
        command.run()
    except (Exception, SystemExit) as error:  # noqa: BLE001 (whatever is missing, nothing needs the compiled core)
        print(f"maskerad: without its compiled core ({type(error).__name__})")  # noqa: T201
        return []
    return [file for source in sources for file in source.parent.glob(f"{source.stem}.*.so")]


def _extension(name: str, source: Path, header: Path) -> Any:
    """A module of one file and the header; it carries the digest of both."""
    from setuptools import Extension

    return Extension(
        name,
        [str(source)],
        define_macros=[("SOURCE", f'"{hashlib.sha256(source.read_bytes() + header.read_bytes()).hexdigest()}"')],
        depends=[str(header)],
        extra_compile_args=["-O3", "-ffp-contract=off"],
        # A core may call nothing of the C library; an audit of the wheel reads from this for which library it is meant.
        extra_link_args=["-Wl,--no-as-needed", "-lc"] if sys.platform == "linux" else [],
        py_limited_api=True,
    )
