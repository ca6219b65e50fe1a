"""Where matches are kept: the protocol, SQLite and PostgreSQL."""
