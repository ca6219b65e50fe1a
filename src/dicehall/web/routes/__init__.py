"""The routes that serve pages."""

from dicehall.web.context import handlers
from dicehall.web.routes import (
    analysis,
    archive,
    coach,
    dice,
    hall,
    lists,
    lobby,
    matches,
    new_match,
    online,
    puzzles,
    replay,
    rules,
    settings,
    static_files,
    today,
    your_page,
)

EVERYWHERE = [
    *handlers(hall, today, new_match, rules, lists, settings, matches, coach, analysis),
    *handlers(replay, dice, puzzles, your_page),
    archive.export_all,
]
AMONG_GUESTS = handlers(lobby, online, static_files)
FOR_A_SINGLE_GUEST = [archive.import_all]
