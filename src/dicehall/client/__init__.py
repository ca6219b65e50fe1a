"""A client of a house for bots: docs/bots.md. It needs nothing but this package.

>>> from dicehall.client import AsyncClient, Client, HouseRefused
"""

from dicehall.client.asynchronous import AsyncClient, AsyncTable, State
from dicehall.client.refusal import HouseRefused
from dicehall.client.synchronous import Client, Table

__all__ = ["AsyncClient", "AsyncTable", "Client", "HouseRefused", "State", "Table"]
