"""Upgrades a database to the current schema. Alembic is run from here, never by hand, and only when
a migration is due: importing it takes longer than the rest of the store."""

from pathlib import Path

from sqlalchemy import Connection, inspect, text

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused, StoreUnusable
from dicehall.match.store.schema import metadata

MIGRATIONS = Path(__file__).parent / "migrations"
VERSION = "alembic_version"
READ_VERSION = text(f"SELECT version_num FROM {VERSION}")
MAKE_VERSION = text(
    f"CREATE TABLE {VERSION} (version_num VARCHAR(32) NOT NULL,"
    f" CONSTRAINT {VERSION}_pkc PRIMARY KEY (version_num))"
)
WRITE_VERSION = text(f"INSERT INTO {VERSION} (version_num) VALUES (:newest)")


def upgrade(connection: Connection) -> None:
    """In the current transaction, make the schema in an empty database, or run the missing
    migrations."""
    tables = inspect(connection).get_table_names()
    if not tables:
        metadata.create_all(connection)
        connection.execute(MAKE_VERSION)
        connection.execute(WRITE_VERSION, {"newest": newest()})
    elif VERSION not in tables or connection.scalar(READ_VERSION) != newest():
        migrate(connection)


def newest() -> str:
    """The revision of the newest migration; files are named after them."""
    return max(path.name.partition("_")[0] for path in MIGRATIONS.glob("versions/*_*.py"))


def migrate(connection: Connection) -> None:
    """Run the missing migrations in the current transaction."""
    from alembic import command
    from alembic.config import Config
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if not known.issuperset(MigrationContext.configure(connection).get_current_heads()):
        raise StoreUnusable(translatable("it was written by a newer version of Dicehall"))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def unusable(where: str, error: BaseException) -> StoreUnusable:
    """The refusal for a database that could not be opened, with the reason."""
    given = getattr(error, "orig", None) or error
    why = given.message if isinstance(given, Refused) else str(given)
    return StoreUnusable(
        translatable("matches cannot be kept in %(where)s: %(why)s", where=where, why=why)
    )
