"""What serves once and has served; it is remembered until it would not serve any more."""

from sqlalchemy import Delete, bindparam, delete, text

from dicehall.match.store.schema import spent

SPEND = text(
    "INSERT INTO spent (token, until) VALUES (:token, :until)"
    " ON CONFLICT DO NOTHING RETURNING token"
)
"""Answers nothing if it has served before."""

FORGET: Delete = delete(spent).where(spent.c.until < bindparam("now"))
