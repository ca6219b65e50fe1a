"""Today's dice: the seeds of days, the tries that count, and what the perfect player made of a
day."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.create_table(
        "days",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("seed", sa.String(64), nullable=False),
        sa.Column("committed_at", sa.Float, nullable=False),
    )
    op.create_table(
        "tries",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(64), primary_key=True),
        sa.Column("match_id", sa.String(32), nullable=False),
    )
    op.create_index("tries_by_guest", "tries", ["guest", "day"])
    op.create_index("tries_by_match", "tries", ["match_id"])
    op.create_table(
        "models",
        sa.Column("dice", sa.String(64), primary_key=True),
        sa.Column("lines", sa.Text, nullable=False),
    )
