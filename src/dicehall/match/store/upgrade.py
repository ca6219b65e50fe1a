"""Upgrades a database to the current schema. Alembic is run from here, never by hand."""

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection

from dicehall.game.messages import translatable
from dicehall.game.refused import Refused, StoreUnusable

MIGRATIONS = Path(__file__).parent / "migrations"


def upgrade(connection: Connection) -> None:
    """Run the missing migrations in the current transaction."""
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
