"""The page of this game, as `dicehall.game_page.protocol.PageModule` defines it."""

from dicehall.games.sparkle.page import editor
from dicehall.games.sparkle.page.coach import advise
from dicehall.games.sparkle.page.lessons import lessons
from dicehall.games.sparkle.page.pictures import examples, sample
from dicehall.games.sparkle.page.trail import SparkleTrail as Trail
from dicehall.games.sparkle.page.view import read_move, view
