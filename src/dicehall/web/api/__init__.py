"""The JSON interface for programs. It offers what the pages offer and refuses what they refuse."""

from litestar import Router

from dicehall.web.api import coach, dice, lists, matches, online, puzzles, today
from dicehall.web.context import handlers

MODULES = (matches, lists, online, dice, coach, puzzles, today)
ROUTER = Router("/api", route_handlers=handlers(*MODULES), include_in_schema=True)
