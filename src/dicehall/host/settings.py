"""How a house is run: every setting is an option of `dicehall serve`, or is in its environment."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from dicehall.match.dice.commitments import new_epoch


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the house stands, where it keeps its matches, and how much it tells."""

    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    """Where others find the house; without one, where the guest who invites them does."""
    data: Path | None = None
    database: str = ""
    bus: str = ""
    workers: int = 1
    pace: float = 0.9
    requests_per_minute: int = 1200
    open_browser: bool = True
    key: str = ""
    """Signs guests; without one the store's own is used."""
    proxies: str = "127.0.0.1"
    """Whose word is taken on where a request came from."""
    trusted_hosts: tuple[str, ...] = ()
    """The names that the house answers to; if there are none, any name."""
    metrics: str = ""
    """The address at which Prometheus is answered; without one nothing is offered."""
    log: str = "plain"
    log_level: str = "warning"
    epoch: str = field(default_factory=new_epoch)
    """Another one each time the server starts; its workers share it."""

    @property
    def folder(self) -> Path:
        """Where matches are kept, unless there is a database."""
        return self.data or user_data_path("dicehall", appauthor=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The names that the house answers to, its own among them; if there are none, any."""
        own = urlsplit(self.url).hostname
        return (*self.trusted_hosts, own) if self.trusted_hosts and own else self.trusted_hosts

    @property
    def alone(self) -> bool:
        """Whether no other process writes to the store."""
        return not self.database and self.workers == 1
