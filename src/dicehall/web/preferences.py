"""A guest's preferences, kept in a cookie of their own so that every page renders right at once."""

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
    "volume": ("medium", "low", "high"),
    "throw": ("now", "wait"),
    "coach": ("off", "on"),
    "face": ("", *GUEST_FACES),
}


@dataclass(frozen=True, slots=True)
class Preferences:
    """What a guest has chosen; the defaults are the first values in `CHOICES`."""

    theme: str = "auto"
    sound: str = "off"
    speed: str = "normal"
    volume: str = "medium"
    throw: str = "now"
    """Whether the viewer's dice fall at once, or wait in the hand until they are thrown."""
    coach: str = "off"
    face: str = ""
    """Empty if the guest has not chosen one."""
    name: str = ""
    language: str = ""
    """Empty if the browser's language applies."""

    @classmethod
    def read(cls, cookie: str) -> "Preferences":
        """The preferences in a cookie; unknown values are ignored.

        >>> Preferences.read("theme=dark&sound=loud") == Preferences(theme="dark")
        True
        """
        fields = dict(parse_qsl(cookie))
        if fields.get("speed") == "fast":  # its name in older cookies
            fields["speed"] = "quick"
        known = {key: fields[key] for key, values in CHOICES.items() if fields.get(key) in values}
        language = fields.get("language", "")
        return cls(
            **known,
            name=fields.get("name", "")[:LONGEST_NAME],
            language=language if language in languages() else "",
        )

    def write(self) -> str:
        """The value of the cookie."""
        return urlencode({key: value for key, value in asdict(self).items() if value})
