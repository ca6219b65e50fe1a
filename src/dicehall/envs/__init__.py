"""Environments for programs that learn: Gymnasium, PettingZoo and OpenSpiel.

Importing this package registers every game with Gymnasium, if that is installed, as
`dicehall/NAME-v0`; importing `envs.spiel` registers them with OpenSpiel. Moves are numbers, and
what a seat sees is an array of whole numbers with bounds (`dicehall.game.numbering`); the legal
moves are a mask in the info of every step.
"""

from importlib.util import find_spec

if find_spec("gymnasium"):  # the extra openspiel works without it
    from dicehall.envs.registration import register_all

    register_all()
