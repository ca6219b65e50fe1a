"""The analysis board: any position, what each move is worth, and a small tree of variations.

Every state of the board is an address, so that every tap is a link or a form that leads to one.
"""
