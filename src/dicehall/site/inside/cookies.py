"""The cookies of the application in a browser, where a service worker can neither see nor set them.

There is one site, one path and one browser, so a jar is names and values.
"""

import json
import time
from collections.abc import Iterable


class CookieJar:
    """Remembers the cookies that responses set. Values stay as they were sent, quotes included."""

    def __init__(self, kept: str = "", now: float | None = None) -> None:
        found: dict[str, tuple[str, float]] = json.loads(kept or "{}")
        now = time.time() if now is None else now
        self._cookies = {name: (value, end) for name, (value, end) in found.items() if end > now}

    def header(self) -> bytes:
        """The value of a `Cookie` header."""
        return "; ".join(f"{name}={value}" for name, (value, _) in self._cookies.items()).encode()

    def put(self, set_cookies: Iterable[bytes]) -> bool:
        """Take over the values of `Set-Cookie` headers; whether that changed anything to keep."""
        before = {name: value for name, (value, _) in self._cookies.items()}
        for header in set_cookies:
            pair, *attributes = header.decode("latin-1").split(";")
            name, _, value = pair.strip().partition("=")
            lifetime = next(map(_max_age, filter(_is_max_age, attributes)), 0)
            if lifetime > 0:
                self._cookies[name] = (value, time.time() + lifetime)
            else:
                self._cookies.pop(name, None)
        return before != {name: value for name, (value, _) in self._cookies.items()}

    def forget(self) -> None:
        """Remove all cookies."""
        self._cookies.clear()

    def write(self) -> str:
        """All cookies, to be kept."""
        return json.dumps(self._cookies)


def _is_max_age(attribute: str) -> bool:
    return attribute.strip().lower().startswith("max-age=")


def _max_age(attribute: str) -> int:
    return int(attribute.partition("=")[2])
