"""The page of this game, as `dicehall.game_page.protocol.PageModule` defines it."""

from dicehall.games.fune.page import editor
from dicehall.games.fune.page.coach import advise
from dicehall.games.fune.page.examples import examples, sample
from dicehall.games.fune.page.lessons import lessons
from dicehall.games.fune.page.moments import feeling
from dicehall.games.fune.page.sheet import sheet
from dicehall.games.fune.page.trail import FuneTrail as Trail
from dicehall.games.fune.page.view import read_move, view

SAYS_HINT = True
