"""What to install where a package is missing."""

from importlib.util import find_spec


def need(package: str, extra: str) -> None:
    """Say in one line which extra brings a package that is not installed.

    >>> need("no_such_package", "envs")
    Traceback (most recent call last):
    ModuleNotFoundError: no_such_package is not installed: pip install 'dicehall[envs]'
    """
    if find_spec(package) is None:
        told = f"{package} is not installed: pip install 'dicehall[{extra}]'"
        raise ModuleNotFoundError(told, name=package)
