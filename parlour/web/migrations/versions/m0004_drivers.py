"""Matches know the process that sees to their bots, and seats the devices that hold them."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("driver", sa.String(16)))
    op.create_index("ix_matches_driver", "matches", ["driver"])
    op.add_column("holders", sa.Column("device", sa.String(40), nullable=False, server_default=""))
    op.add_column("holders", sa.Column("since", sa.Float, nullable=False, server_default="0"))


def downgrade() -> None:
    op.drop_column("holders", "since")
    op.drop_column("holders", "device")
    op.drop_index("ix_matches_driver", "matches")
    op.drop_column("matches", "driver")
