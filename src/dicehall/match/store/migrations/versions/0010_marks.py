"""Why a match does not count for high scores (take-backs, practice); empty in older matches."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("mark", sa.String(16), nullable=False, server_default=sa.text("''"))
    )
