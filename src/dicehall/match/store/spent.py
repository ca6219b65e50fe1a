"""Tokens that serve once: one that was used is remembered until it would have expired."""

from sqlalchemy import Delete, bindparam, delete, text

from dicehall.match.store.schema import spent

SPEND = text(
    "INSERT INTO spent (token, until) VALUES (:token, :until)"
    " ON CONFLICT DO NOTHING RETURNING token"
)
"""Returns no row if the token was used before."""

FORGET: Delete = delete(spent).where(spent.c.until < bindparam("now"))
