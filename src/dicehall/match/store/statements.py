"""Statements on the tables `house` and `spent` that work on both databases."""

from sqlalchemy import Delete, bindparam, delete, text

from dicehall.match.store.schema import spent

MAKE_KEY = "INSERT INTO house (id, key) VALUES (1, $1) ON CONFLICT DO NOTHING"
READ_KEY = "SELECT key FROM house WHERE id = 1"
BEGIN_EPOCH = (
    "INSERT INTO house (id, key) VALUES (2, $1) ON CONFLICT (id) DO UPDATE SET key = excluded.key"
)
READ_EPOCH = "SELECT key FROM house WHERE id = 2"
PROBE = (
    "INSERT INTO house (id, key) VALUES (0, $1) ON CONFLICT (id) DO UPDATE SET key = excluded.key"
)
"""Tests whether the database can be written: a full disk can still be read. The value must differ
each time, because SQLite skips writes that change nothing."""

SPEND = text(
    "INSERT INTO spent (token, until) VALUES (:token, :until)"
    " ON CONFLICT DO NOTHING RETURNING token"
)
"""Uses up a token; returns no row if it was already used."""

FORGET: Delete = delete(spent).where(spent.c.until < bindparam("now"))
"""Deletes tokens that have expired."""
