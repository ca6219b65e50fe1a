"""How a house is run: every setting is an option of `dicehall serve`, or is in its environment."""

from dataclasses import dataclass
from pathlib import Path

from platformdirs import user_data_path


@dataclass(frozen=True, slots=True)
class Settings:
    """Where the house stands, where it keeps its matches, and how much it tells."""

    host: str = "127.0.0.1"
    port: int = 8000
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
    metrics: bool = False
    log: str = "plain"
    log_level: str = "warning"

    @property
    def folder(self) -> Path:
        """Where matches are kept, unless there is a database."""
        return self.data or user_data_path("dicehall", appauthor=False)

    @property
    def alone(self) -> bool:
        """Whether no other process writes to the store."""
        return not self.database and self.workers == 1
