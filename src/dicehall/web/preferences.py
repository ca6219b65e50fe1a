"""How a guest likes the house: kept in a cookie of its own, so that pages come right at once."""

from dataclasses import asdict, dataclass
from urllib.parse import parse_qsl, urlencode

from dicehall.match.names import LONGEST_NAME
from dicehall.players.characters import GUEST_FACES
from dicehall.words.language import languages

COOKIE = "preferences"
CHOICES = {
    "theme": ("auto", "dark", "light"),
    "sound": ("off", "on"),
    "speed": ("normal", "calm", "quick", "off"),
    "throw": ("soon", "wait", "now"),
    "coach": ("off", "on"),
    "face": ("", *GUEST_FACES),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """The first of each of `CHOICES` is the default."""

    theme: str = "auto"
    sound: str = "off"
    speed: str = "normal"
    throw: str = "soon"
    """When your dice fall by themselves: after a second, never, or at once."""
    coach: str = "off"
    face: str = ""
    """Empty as long as the guest has chosen none."""
    name: str = ""
    language: str = ""
    """Empty as long as the browser is to say it."""

    @classmethod
    def read(cls, cookie: str) -> "Preferences":
        """What a cookie says; anything unknown in it is passed over.

        >>> Preferences.read("theme=dark&sound=loud") == Preferences(theme="dark")
        True
        """
        said = dict(parse_qsl(cookie))
        if said.get("speed") == "fast":  # as it was called in older cookies
            said["speed"] = "quick"
        known = {key: said[key] for key, values in CHOICES.items() if said.get(key) in values}
        language = said.get("language", "")
        return cls(
            **known,
            name=said.get("name", "")[:LONGEST_NAME],
            language=language if language in languages() else "",
        )

    def write(self) -> str:
        """The cookie that says this."""
        return urlencode({key: value for key, value in asdict(self).items() if value})
