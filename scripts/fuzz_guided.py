"""One law under a fuzzer that is led by the coverage of the program; its bytes decide what is drawn."""

from __future__ import annotations

import sys

import atheris


def main() -> None:
    """Called by ``python -m scripts.fuzz``."""
    law = sys.argv.pop(1)
    with atheris.instrument_imports(include=["maskerad"]):
        from tests.fuzz.test_laws import LAWS
    atheris.Setup(sys.argv, LAWS[law].hypothesis.fuzz_one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
