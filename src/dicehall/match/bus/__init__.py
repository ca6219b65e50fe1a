"""The bus, which carries news of matches between processes."""
