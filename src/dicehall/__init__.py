"""Dicehall: a house of five dice games."""


def __getattr__(name: str) -> str:
    """`dicehall.__version__`, looked up when somebody asks: reading metadata takes milliseconds."""
    if name == "__version__":
        from importlib.metadata import version

        return version("dicehall")
    raise AttributeError(f"module 'dicehall' has no attribute {name!r}")
