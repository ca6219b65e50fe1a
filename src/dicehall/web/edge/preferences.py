"""How a guest likes the house: kept in a cookie of its own, so that pages come right at once."""

from dataclasses import asdict, dataclass
from urllib.parse import parse_qsl, urlencode

from dicehall.match.names import LONGEST_NAME

COOKIE = "preferences"
CHOICES = {
    "theme": ("auto", "dark", "light"),
    "sound": ("off", "on"),
    "speed": ("normal", "fast", "off"),
    "coach": ("off", "on"),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """The first of each of `CHOICES` is the default."""

    theme: str = "auto"
    sound: str = "off"
    speed: str = "normal"
    coach: str = "off"
    name: str = ""

    @classmethod
    def read(cls, cookie: str) -> "Preferences":
        """What a cookie says; anything unknown in it is passed over.

        >>> Preferences.read("theme=dark&sound=loud")
        Preferences(theme='dark', sound='off', speed='normal', coach='off', name='')
        """
        said = dict(parse_qsl(cookie))
        known = {key: said[key] for key, values in CHOICES.items() if said.get(key) in values}
        return cls(**known, name=said.get("name", "")[:LONGEST_NAME])

    def write(self) -> str:
        """The cookie that says this."""
        return urlencode(asdict(self))
