"""The tables. Nothing is deleted by cascade: users are deactivated, labels deprecated, texts are immutable.

Offsets are checked by the database itself: a span carries the length of its document, which a foreign key ties to that
document, and ``0 <= start < end <= length`` is a constraint.
"""

from __future__ import annotations

from sqlalchemy import (
    REAL,
    CheckConstraint,
    Column,
    Double,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    MetaData,
    Table,
    Text,
    UniqueConstraint,
)
from sqlalchemy.schema import SchemaItem

metadata = MetaData()


def _table(name: str, *parts: SchemaItem) -> Table:
    """A table that takes no value of another type than its columns have."""
    return Table(name, metadata, *parts, sqlite_strict=True)


def _text(name: str, *about: SchemaItem, primary_key: bool = False) -> Column[str]:
    return Column(name, Text, *about, primary_key=primary_key, nullable=False)


def _number(name: str, *about: SchemaItem, primary_key: bool = False) -> Column[int]:
    return Column(name, Integer, *about, primary_key=primary_key, nullable=False)


settings = _table(
    "settings",
    _text("name", primary_key=True),
    _text("value"),
)

users = _table(
    "users",
    _text("name", primary_key=True),
    _text("role"),
    _text("password"),
    _number("is_active"),
    _number("has_suggestions"),
    _text("created"),
    CheckConstraint("role IN ('admin', 'manager', 'annotator', 'curator', 'auditor')", name="role_is_known"),
)

sessions = _table(
    "sessions",
    _text("token", primary_key=True),
    _text("user", ForeignKey("users.name")),
    _text("csrf"),
    _text("expires"),
)

records = _table(
    "records",
    _number("id", primary_key=True),
    Column("name", Text, nullable=False, unique=True),
)

documents = _table(
    "documents",
    _number("id", primary_key=True),
    _number("record", ForeignKey("records.id")),
    _text("name"),
    _text("text"),
    _text("sha256"),
    _number("n_chars"),
    _text("language"),
    _text("date"),
    _text("metadata"),
    UniqueConstraint("record", "name"),
    UniqueConstraint("id", "n_chars"),
)

marks = _table(
    "marks",
    _text("layer", primary_key=True),
    _text("id", primary_key=True),
    _number("document"),
    _number("n_chars"),
    _number("start"),
    _number("end"),
    _text("quote"),
    _text("folded"),
    _text("label"),
    _text("state"),
    _text("source"),
    Column("score", Double().with_variant(REAL(), "sqlite"), nullable=False),
    _text("entity"),
    _text("by"),
    _text("at"),
    ForeignKeyConstraint(["document", "n_chars"], ["documents.id", "documents.n_chars"]),
    CheckConstraint('0 <= start AND start < "end" AND "end" <= n_chars', name="span_lies_in_document"),
    CheckConstraint("state IN ('human', 'suggested', 'weak', 'later', 'rejected')", name="state_is_known"),
    Index("marks_by_document", "document", "layer"),
    Index("marks_by_string", "folded"),
)

versions = _table(
    "versions",
    _text("layer", primary_key=True),
    _number("document", ForeignKey("documents.id"), primary_key=True),
    _number("version"),
)

entries = _table(
    "entries",
    _number("number", primary_key=True),
    Column("op_id", Text, nullable=False, unique=True),
    _text("layer"),
    Column("record", Integer, ForeignKey("records.id")),
    _text("kind"),
    _text("by"),
    _text("at"),
    _text("details"),
    Column("undoes", Integer, ForeignKey("entries.number")),
    _text("previous_hash"),
    _text("hash"),
    Index("entries_by_record", "record", "layer", "number"),
)

changes = _table(
    "changes",
    _number("entry", ForeignKey("entries.number"), primary_key=True),
    _number("document", ForeignKey("documents.id"), primary_key=True),
    _text("layer"),
    _number("version"),
    _text("before"),
    _text("after"),
    Index("changes_by_version", "document", "layer", "version"),
)

stages = _table(
    "stages",
    _number("document", ForeignKey("documents.id"), primary_key=True),
    _text("layer", primary_key=True),
    _text("stage", primary_key=True),
    _text("state"),
    _text("by"),
    _text("at"),
    CheckConstraint("state IN ('todo', 'working', 'later', 'done', 'reopened', 'failed')", name="stage_state_is_known"),
)

dismissals = _table(
    "dismissals",
    _text("finding", primary_key=True),
    _text("layer", primary_key=True),
    _text("reason"),
    _text("by"),
    _text("at"),
)

sections = _table(
    "sections",
    _number("document", ForeignKey("documents.id"), primary_key=True),
    _text("sections"),
    _text("by"),
    _text("at"),
)

leases = _table(
    "leases",
    _text("layer", primary_key=True),
    _number("record", ForeignKey("records.id"), primary_key=True),
    _text("holder"),
    _text("until"),
)

judgements = _table(
    "judgements",
    _number("document", ForeignKey("documents.id"), primary_key=True),
    _text("place", primary_key=True),
    _text("choice"),
    _text("cause"),
    _text("reason"),
    _text("by"),
    _text("at"),
)
