"""The pages that are the same for everybody who comes for the first time. They lie in the folder
ready drawn, and are shown while the application starts."""

FIXED_PAGES = ("/", "/new/{}", "/rules/{}")
"""Their paths; `{}` stands for a game."""


def file_of(path: str) -> str:
    """The file in which a fixed page lies.

    >>> file_of("/"), file_of("/new/fune")
    ('home.html', 'new/fune.html')
    """
    return f"{path.strip('/') or 'home'}.html"
