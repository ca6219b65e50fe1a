"""Indexes for lists that used to read whole tables: waiting and running matches, highest scores."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"

PARTIAL = {"matches_waiting": "code IS NOT NULL", "matches_running": "ended_at IS NULL"}
FILL = """
    UPDATE seats SET scoreboard =
        (SELECT matches.game || ' ' || matches.variant FROM matches WHERE matches.id = match_id)
    WHERE score IS NOT NULL AND level = ''
"""


def upgrade() -> None:
    for name, rows in PARTIAL.items():
        where = sa.text(rows)
        op.create_index(name, "matches", ["opened_at"], sqlite_where=where, postgresql_where=where)
    op.add_column("seats", sa.Column("scoreboard", sa.Text))
    op.execute(FILL)
    for name in ("seats_by_score", "seats_by_holder"):
        op.drop_index(name, "seats")
    op.create_index("seats_by_holder", "seats", ["holder", "scoreboard", "score"])
    op.create_index("seats_by_scoreboard", "seats", ["scoreboard", "score"])
