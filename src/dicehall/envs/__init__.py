"""Environments for programs that learn: Gymnasium, PettingZoo and OpenSpiel.

Importing this package registers every game with Gymnasium, as `dicehall/NAME-v0`; `envs.spiel`
registers them with OpenSpiel. Moves are numbers, and what a seat sees is an array of whole numbers
with bounds (`dicehall.game.numbering`); the legal moves are a mask in the info of every step.
"""

from dicehall.envs.extras import need

need("gymnasium", "envs")

from dicehall.envs.registration import register_all  # noqa: E402

register_all()
