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
    false,
    text,
)

metadata = MetaData()


def _partial_index(name: str, column: str, rows: str) -> Index:
    """An index that covers only these rows. `for_postgres` adds what PostgreSQL needs for that."""
    return Index(name, column, sqlite_where=text(rows))


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
    _partial_index("matches_waiting", "opened_at", "code IS NOT NULL"),
    _partial_index("matches_running", "opened_at", "ended_at IS NULL"),
)

"""`mark` says why a match counts for no record: `take-backs` or `practice`; usually empty."""

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
    Index("seats_by_holder", "holder", "scoreboard", "score"),
    Index("seats_by_scoreboard", "scoreboard", "score"),
)
"""`scoreboard` is set when a person's match ends that counts: the game, a space and the variant."""

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


def for_postgres() -> None:
    """Complete the partial indexes. Naming an option of a dialect imports all of it."""
    for table in metadata.tables.values():
        for index in table.indexes:
            rows = index.dialect_options["sqlite"]["where"]
            index.dialect_options["postgresql"]["where"] = rows
