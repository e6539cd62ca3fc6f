"""Entries know the post that sent them, so that one that is sent again is done once."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.add_column("entries", sa.Column("post", sa.String(64)))
    op.create_index("once", "entries", ["match", "post"], unique=True)


def downgrade() -> None:
    op.drop_index("once", "entries")
    op.drop_column("entries", "post")
