"""The JSON interface for programs: the same house, the same service, the same refusals."""

from dicehall.web.api import coach, dice, matches, online

ROUTERS = [matches.router, online.router, dice.router, coach.router]
