"""Changes of the schema, step by step; the program runs them when it starts."""
