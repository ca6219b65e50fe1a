"""Room codes, and tables that are offered in the lobby."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("matches", sa.Column("code", sa.String(6)))
    op.add_column(
        "matches", sa.Column("public", sa.Boolean, nullable=False, server_default=sa.false())
    )
    op.create_index("matches_by_code", "matches", ["code"], unique=True)
