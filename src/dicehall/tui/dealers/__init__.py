"""Who deals at a table: this machine, or a house."""
