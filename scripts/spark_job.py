"""De-identifies Parquet on Spark: ``spark-submit scripts/spark_job.py --notes … --safe … --language sv --key FILE``.

The result is written whole first and parted after that, so that each note is worked on once. It leaves with 1 if
anything was quarantined.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from pyspark.sql import SparkSession

from maskerad.core.errors import MaskeradError
from maskerad.core.keyed import read_key
from maskerad.pipeline.configuration.settings import settings_for
from maskerad.spark import Columns, Counters, deidentify, keep_ways_back
from maskerad.vault import VaultAccess, read_vault_key


def main(arguments: Sequence[str]) -> int:
    """Runs it; prints the counts as JSON."""
    asked = parser().parse_args(arguments)
    session = SparkSession.builder.appName("maskerad").getOrCreate()
    counters = Counters.of(session)
    notes = session.read.parquet(asked.notes)
    named = Columns(asked.text_column, asked.record_column, asked.id_column, asked.language_column)
    vault = vault_of(asked)
    key, vault_key = read_key(Path(asked.key)), vault.key if vault else None
    safe = deidentify(notes, settings_for(asked.language), key, named, counters, vault_key=vault_key)
    safe.write.parquet(f"{asked.safe}/all")
    counts = counters.as_dict()
    made = session.read.parquet(f"{asked.safe}/all")
    if vault:
        keep_ways_back(made, vault)
    made.where("quarantined is null").drop("quarantined", "way_back").write.parquet(f"{asked.safe}/notes")
    ids = [name for name in (asked.record_column, asked.id_column) if name]
    made.where("quarantined is not null").select(*ids, "quarantined").write.parquet(f"{asked.safe}/quarantine")
    print(json.dumps(counts))
    session.stop()
    return 1 if counts["quarantined"] else 0


def vault_of(asked: argparse.Namespace) -> VaultAccess | None:
    """Where what leads back is kept, if it is asked for."""
    if not asked.vault:
        return None
    path, key = Path(asked.vault), Path(asked.vault_key or Path(asked.vault).with_name("vault.key"))
    return VaultAccess(path, read_vault_key(key, path))


def parser() -> argparse.ArgumentParser:
    """What it takes."""
    taken = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    for name, text in (
        ("notes", "Parquet to read"),
        ("safe", "folder to make"),
        ("language", "code, several codes, or auto"),
        ("key", "key file, mode 0600, of the driver alone: workers get what is in it"),
    ):
        taken.add_argument(f"--{name}", required=True, help=text)
    taken.add_argument("--vault", help="vault to keep what leads back, made if it is not there; a file of the driver")
    taken.add_argument(
        "--vault-key", help="its key file, mode 0600, of the driver alone; vault.key beside it if not named"
    )
    for name, column in (("text", "text"), ("record", "record"), ("id", "id"), ("language", "")):
        taken.add_argument(f"--{name}-column", default=column, help=f"name of the column of the {name}")
    return taken


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except MaskeradError as error:
        sys.exit(str(error))
