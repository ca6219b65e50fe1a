"""`python -m dicehall` is the command `dicehall`."""

from dicehall.cli import main

main()
