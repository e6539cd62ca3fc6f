"""Matches know when they ended, and no longer when they were touched: entries and seats know that."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("ended", sa.Float))
    op.execute("update matches set ended = touched where over or closed")
    op.drop_index("by_state", "matches")
    op.drop_column("matches", "touched")


def downgrade() -> None:
    op.add_column("matches", sa.Column("touched", sa.Float, nullable=False, server_default="0"))
    op.execute("update matches set touched = coalesce(ended, created)")
    op.create_index("by_state", "matches", ["over", "public", "touched"])
    op.drop_column("matches", "ended")
