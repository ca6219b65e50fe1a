"""Single-use tokens that have been used."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "spent",
        sa.Column("token", sa.String(32), primary_key=True),
        sa.Column("until", sa.Float, nullable=False),
    )
