"""Matches know who sees to their bots, seats which devices hold them; and nobody holds two seats at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("driver", sa.String(16)))
    op.create_index("ix_matches_driver", "matches", ["driver"])
    op.add_column("holders", sa.Column("device", sa.String(40), nullable=False, server_default=""))
    op.add_column("holders", sa.Column("since", sa.Float, nullable=False, server_default="0"))
    op.execute(
        "delete from holders where exists (select 1 from holders as other where other.match = holders.match "
        "and other.mark = holders.mark and other.seat < holders.seat)"
    )
    op.create_index("one_seat_each", "holders", ["match", "mark"], unique=True)


def downgrade() -> None:
    op.drop_index("one_seat_each", "holders")
    op.drop_column("holders", "since")
    op.drop_column("holders", "device")
    op.drop_index("ix_matches_driver", "matches")
    op.drop_column("matches", "driver")
