"""Matches, their seats and their events."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(32), nullable=False),
        sa.Column("opened_at", sa.Float, nullable=False),
        sa.Column("ended_at", sa.Float),
        sa.Column("secret", sa.String(64), nullable=False),
    )
    op.create_index("matches_by_opening", "matches", ["opened_at"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("holder", sa.String(64), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("level", sa.String(16), nullable=False),
        sa.Column("score", sa.Integer),
        sa.Column("won", sa.Boolean),
    )
    op.create_index("seats_by_holder", "seats", ["holder"])
    op.create_index("seats_by_score", "seats", ["score"])
    op.create_table(
        "events",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
