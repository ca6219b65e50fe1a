"""The games of the house, one folder each: rules, words, terminal board, page, players, solver."""
