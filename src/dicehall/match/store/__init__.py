"""The store of matches: its protocol, SQLite and PostgreSQL."""
