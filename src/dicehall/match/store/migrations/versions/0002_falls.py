"""Face counts, and a queue of finished matches to count."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "uncounted",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id"), primary_key=True),
    )
    op.create_table(
        "falls",
        sa.Column("game", sa.String(32), primary_key=True),
        sa.Column("die", sa.String(16), primary_key=True),
        sa.Column("face", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("count", sa.BigInteger, nullable=False),
    )
    op.execute("INSERT INTO uncounted (match_id) SELECT id FROM matches WHERE ended_at IS NOT NULL")
