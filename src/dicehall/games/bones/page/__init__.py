"""The page of this game, as `dicehall.game_page.protocol.PageModule` defines it."""

from dicehall.games.bones.page import editor
from dicehall.games.bones.page.coach import advise
from dicehall.games.bones.page.lessons import lessons
from dicehall.games.bones.page.trail import BonesTrail as Trail
from dicehall.games.bones.page.view import examples, read_move, sample, view

PLAYS_ON_BOARD = SAYS_HINT = True
