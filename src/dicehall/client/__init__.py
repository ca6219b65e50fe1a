"""A client for bots: docs/bots.md. It needs only this package.

>>> from dicehall.client import AsyncClient, Client, ServerRefused
"""

from dicehall.client.asynchronous import AsyncClient, AsyncTable, State
from dicehall.client.connection import ServerRefused
from dicehall.client.synchronous import Client, Table

__all__ = ["AsyncClient", "AsyncTable", "Client", "ServerRefused", "State", "Table"]
