"""The tables of the first version."""

from __future__ import annotations

from alembic import op

from maskerad.web.workspace.store.tables import metadata

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes all tables."""
    metadata.create_all(op.get_bind())


def downgrade() -> None:
    """There is nothing before it."""
    raise NotImplementedError
