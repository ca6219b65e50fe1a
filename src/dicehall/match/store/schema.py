"""The tables of the store. `events` is the truth; `matches` and `seats` are derived from it."""

from sqlalchemy import (
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
    false,
    text,
)

metadata = MetaData()


def _partial_index(name: str, *columns: str, rows: str) -> Index:
    """An index that covers only these rows. `for_postgres` adds what PostgreSQL needs for that."""
    return Index(name, *columns, sqlite_where=text(rows))


matches = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("opened_at", Float, nullable=False),
    Column("ended_at", Float),
    Column("secret", String(64), nullable=False),
    Column("code", String(6)),
    Column("public", Boolean, nullable=False, server_default=false()),
    Column("variant", Text, nullable=False, server_default=text("''")),
    Column("mark", String(16), nullable=False, server_default=text("''")),
    Index("matches_by_opening", "opened_at"),
    Index("matches_by_code", "code", unique=True),
    _partial_index("matches_waiting", "opened_at", rows="code IS NOT NULL"),
    _partial_index("matches_running", "opened_at", rows="ended_at IS NULL"),
)

"""`mark` says why a match does not count for high scores, as `Match.mark` does; usually empty."""

seats = Table(
    "seats",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("holder", String(64), nullable=False),
    Column("name", Text, nullable=False),
    Column("level", String(16), nullable=False),
    Column("score", Integer),
    Column("won", Boolean),
    Column("scoreboard", Text),
    Column("ended_at", Float),
    Column("luck", Float),
    Column("spread", Float),
    Column("cost", Float),
    Column("milestones", Text),
    Index("seats_by_holder", "holder", "scoreboard", "score"),
    Index("seats_by_scoreboard", "scoreboard", "score"),
    _partial_index("seats_by_end", "holder", "ended_at", rows="ended_at IS NOT NULL"),
    _partial_index("seats_unread", "ended_at", rows="ended_at IS NOT NULL AND milestones IS NULL"),
)
"""`scoreboard` is set when a person's match ends that counts: the game, a space and the variant.
`ended_at` is set when any match of a person ends. What follows it is for their own page
(`store/figures`): `milestones` is null until the log was read, `luck` and `spread` are null if the
game cannot tell, and `cost` is what the moves gave away."""

events = Table(
    "events",
    metadata,
    Column("match_id", ForeignKey("matches.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("data", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

deleted = Table("deleted", metadata, Column("match_id", String(32), primary_key=True))
"""The ids of deleted matches, so that no id and no server seed is used twice."""

edits = Table(
    "edits",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("match_id", String(32), nullable=False),
    Column("at", Float, nullable=False),
)
"""Recent changes by the host; processes that hold one of these matches reload it."""

house = Table(
    "house",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("key", String(64), nullable=False),
)

spent = Table(
    "spent",
    metadata,
    Column("token", String(32), primary_key=True),
    Column("until", Float, nullable=False),
)
"""Single-use tokens that have been used."""

days = Table(
    "days",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("seed", String(64), nullable=False),
    Column("committed_at", Float, nullable=False),
)
"""The seed of each day of today's dice."""

tries = Table(
    "tries",
    metadata,
    Column("day", String(10), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("guest", String(64), primary_key=True),
    Column("match_id", String(32), nullable=False),
    Index("tries_by_guest", "guest", "day"),
    Index("tries_by_match", "match_id"),
)
"""The one counted try of each guest at the dice of a day, claimed before the match is opened."""

models = Table(
    "models",
    metadata,
    Column("dice", String(64), primary_key=True),
    Column("lines", Text, nullable=False),
)
"""How the strongest level played certain dice by slot, as lines of a record."""

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("rating", Float, nullable=False),
    Column("deviation", Float, nullable=False),
    Column("volatility", Float, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("solved", Integer, nullable=False),
)
"""A guest's rating at the puzzles of a game; `rated` tries counted, and `solved` is how many of
these were right."""

puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    Column("guest", String(64), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("move", String(64), nullable=False),
    Column("solved", Boolean, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("streak", Integer, nullable=False),
    Column("gained", Float, nullable=False),
    Column("at", Float, nullable=False),
    UniqueConstraint("guest", "game", "number", "attempt", name="puzzle_tries_once"),
)
"""Answers to puzzles. A guest's tries at a game are numbered by `seq`, so that of two writers one
fails; `attempt` counts those at one puzzle. `streak` is 0 outside streaks."""


def for_postgres() -> None:
    """Complete the partial indexes. Naming an option of a dialect imports all of it."""
    for table in metadata.tables.values():
        for index in table.indexes:
            rows = index.dialect_options["sqlite"]["where"]
            index.dialect_options["postgresql"]["where"] = rows
