"""Recent edits by a host, and the ids of deleted matches."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "edits",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    op.create_table("deleted", sa.Column("match_id", sa.String(32), primary_key=True))
