"""The workspace answers before anything that recognises is loaded."""

from __future__ import annotations

import subprocess
import sys

SERVED = """
import sys, tempfile
from pathlib import Path
from maskerad.web.bundled_records import demo_records
from maskerad.web.workspace.demo import USER, make_demo
from maskerad.web.workspace.server.serve import Serving, serve

class Listening(Exception):
    pass

def ready(link):
    print(link.partition("=")[0])
    print(*sorted(sys.modules))
    raise Listening

if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        with make_demo(Path(folder) / "demo", demo_records(), []) as project:
            try:
                serve(project, Serving(user=USER), ready)
            except Listening:
                pass
"""
ROOMS = ("pipeline.detect", "recognisers.registry", "surrogates.registry", "linking.link", "training", "batch")


def test_the_demo_listens_before_rules_and_models_are_loaded() -> None:
    done = subprocess.run([sys.executable, "-c", SERVED], capture_output=True, text=True, check=True)
    link, modules = done.stdout.splitlines()
    assert link.startswith("http://127.0.0.1:")
    loaded = {room for room in ROOMS if f"maskerad.{room}" in modules.split()}
    assert loaded == set(), "what takes long to load is loaded beside those who annotate, not before them"
