"""Drop the server-wide face counts and the queue of matches to count; nothing reads them."""

from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    for table in ("falls", "uncounted"):
        op.drop_table(table)
