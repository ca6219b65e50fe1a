"""Environments for learning programs: Gymnasium, PettingZoo and OpenSpiel.

Importing this package registers every game with Gymnasium, if installed, as `dicehall/NAME-v0`;
importing `envs.spiel` registers them with OpenSpiel. Moves are numbers, and an observation is an
array of bounded integers (`dicehall.game.numbering`). The info of every step has a mask of the
legal moves.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):  # the extra openspiel works without it
    from dicehall.envs.registration import register_all

    register_all()
