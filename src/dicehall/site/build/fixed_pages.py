"""The pages that are the same for every first visit. They are prerendered, and shown while the
application starts."""

FIXED_PAGES = ("/", "/new/{}", "/rules/{}")
"""Their paths; `{}` stands for a game."""


def file_of(path: str) -> str:
    """The file that contains a fixed page.

    >>> file_of("/"), file_of("/new/fune")
    ('home.html', 'new/fune.html')
    """
    return f"{path.strip('/') or 'home'}.html"
