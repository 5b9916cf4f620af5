"""``python -m maskerad``: the command line."""

from maskerad.cli.main import run

if __name__ == "__main__":
    run()
