"""What a guest's own page shows of a finished match: when it ended, luck, and milestones. Old
matches have not been read yet; a server does that in the background."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None

INDEXES = {
    "seats_by_end": (["holder", "ended_at"], "ended_at IS NOT NULL"),
    "seats_unread": (["ended_at"], "ended_at IS NOT NULL AND milestones IS NULL"),
}
NUMBERS = ("ended_at", "luck", "spread", "cost")
FILL = """
    UPDATE seats SET ended_at =
        (SELECT matches.ended_at FROM matches WHERE matches.id = match_id)
    WHERE score IS NOT NULL AND level = ''
"""


def upgrade() -> None:
    for name in NUMBERS:
        op.add_column("seats", sa.Column(name, sa.Float))
    op.add_column("seats", sa.Column("milestones", sa.Text))
    op.execute(FILL)
    for name, (columns, rows) in INDEXES.items():
        where = sa.text(rows)
        op.create_index(name, "seats", columns, sqlite_where=where, postgresql_where=where)
