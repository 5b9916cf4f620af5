"""Which people of hand dev are women and which men, as a reader tells by name, title, pronoun, kinship or ending.

``gender.tsv`` was written by reading, not by running anything: a document, where one mention of the person starts, F
or M. People of whom a reader cannot tell are left out: family names alone, initials, names that both bear.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from maskerad.core import Record
from maskerad.linking import Linked

GOLD = Path(__file__).with_name("gender.tsv")
GENDERS = {"F": "female", "M": "male"}


@cache
def gold() -> dict[str, dict[int, str]]:
    """Document to the start of a mention to the gender of the person."""
    found: dict[str, dict[int, str]] = {}
    for line in GOLD.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            document, start, gender = line.split("\t")
            found.setdefault(document, {})[int(start)] = GENDERS[gender]
    return found


def genders(record: Record, linked: Linked) -> list[tuple[str, str, str, int]]:
    """(gold, told, document, start) of every person of a record whose gender a reader tells; told may be ""."""
    told = {
        (mention.document, mention.span.start): entity.gender
        for entity in linked.entities
        for mention in entity.mentions
    }
    return [
        (gender, told.get((document.id, start), ""), document.id, start)
        for document in record.documents
        for start, gender in gold().get(document.id, {}).items()
    ]
