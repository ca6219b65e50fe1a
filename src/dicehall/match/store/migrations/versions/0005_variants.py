"""The variant of a match; scores are compared within one. Old matches get it from their options."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

SCORED_BY = {"sparkle": ("curve", "classic")}
"""The option that defined variants when this was written, and its default."""

FIRST_EVENTS = sa.text(
    "SELECT matches.id, events.data FROM matches JOIN events ON events.match_id = matches.id"
    " WHERE matches.game = :game AND events.seq = 0"
)
ALL_OF_GAME = sa.text("UPDATE matches SET variant = :variant WHERE game = :game")
ONE_MATCH = sa.text("UPDATE matches SET variant = :variant WHERE id = :id")


def upgrade() -> None:
    op.add_column(
        "matches", sa.Column("variant", sa.Text, nullable=False, server_default=sa.text("''"))
    )
    connection = op.get_bind()
    for game, (option, default) in SCORED_BY.items():
        connection.execute(ALL_OF_GAME, {"game": game, "variant": default})
        opened = connection.execute(FIRST_EVENTS, {"game": game}).all()
        chosen = [(match_id, json.loads(data)["options"]) for match_id, data in opened]
        others = [
            {"id": match_id, "variant": options[option]}
            for match_id, options in chosen
            if options.get(option, default) != default
        ]
        if others:
            connection.execute(ONE_MATCH, others)
