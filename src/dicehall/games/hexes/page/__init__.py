"""The page of this game, as `dicehall.game_page.protocol.PageModule` defines it."""

from dicehall.games.hexes.page import editor
from dicehall.games.hexes.page.coach import advise
from dicehall.games.hexes.page.lessons import lessons
from dicehall.games.hexes.page.sheet import sheet
from dicehall.games.hexes.page.view import HexesTrail as Trail
from dicehall.games.hexes.page.view import examples, read_move, sample, view

PLAYS_ON_BOARD = True
