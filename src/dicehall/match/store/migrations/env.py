"""Alembic's entry: the connection is handed in by `dicehall.match.store.upgrade`."""

from alembic import context

from dicehall.match.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
