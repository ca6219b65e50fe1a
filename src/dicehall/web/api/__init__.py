"""The JSON interface for programs. It offers what the pages offer and refuses what they refuse."""

from dicehall.web.api import analysis, coach, dice, matches, online, puzzles, today

ROUTERS = [
    matches.router,
    online.router,
    dice.router,
    coach.router,
    analysis.router,
    puzzles.router,
    today.router,
]
