"""The settings of the server: options of `dicehall serve`, or environment variables."""

from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from platformdirs import user_data_path

from dicehall.match.dice.commitments import new_epoch


@dataclass(frozen=True, slots=True)
class Settings:
    """How to run a server."""

    host: str = "127.0.0.1"
    port: int = 8000
    url: str = ""
    """The public address; without one, links use the address that the guest used."""
    root: str = ""
    """The path below which everything is served, such as `/dice`; usually empty."""
    data: Path | None = None
    database: str = ""
    bus: str = ""
    workers: int = 1
    pace: float = 0.9
    requests_per_minute: int = 1200
    open_browser: bool = True
    key: str = ""
    """Signs guest ids; without one, the store's key is used."""
    proxies: str = "127.0.0.1"
    """The proxies that are trusted to say where a request came from."""
    trusted_hosts: tuple[str, ...] = ()
    """The host names that the server answers to; empty for any."""
    metrics: str = ""
    """The address at which metrics are served; empty for none."""
    log: str = "plain"
    log_level: str = "warning"
    epoch: str = field(default_factory=new_epoch)
    """Different at each start of the server; its workers share it."""

    @property
    def folder(self) -> Path:
        """The folder for matches, unless there is a database."""
        return self.data or user_data_path("dicehall", appauthor=False)

    @property
    def hosts(self) -> tuple[str, ...]:
        """The trusted hosts and the host of the public address; empty for any."""
        own = urlsplit(self.url).hostname
        return (*self.trusted_hosts, own) if self.trusted_hosts and own else self.trusted_hosts

    @property
    def alone(self) -> bool:
        """Whether no other process writes to the store."""
        return not self.database and self.workers == 1
