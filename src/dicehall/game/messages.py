"""Marks what people will read, so that it can be translated where it is shown."""


def N_(message: str) -> str:  # noqa: N802
    """Mark a message for translation; it is translated when it is used."""
    return message
