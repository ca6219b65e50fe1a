"""The games in a plain terminal: lines in, lines out, so that they work in a pipe too."""
