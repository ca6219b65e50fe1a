"""Profiles of a browser, used by one test after the other: each finds its own empty.

A new profile costs about as much as what most tests do in it: it fetches and compiles all files of
the server again. What stays when a profile is emptied is only what a browser keeps of those files.
"""

import json
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, BrowserContext, Page, Request

from dicehall.game import games

PATIENCE_MS = 120_000
"""Generous, because reviews run at the lowest priority and the machine may be busy."""
MOST_FREE = 8
"""How many unused profiles stay open; each has its own process."""
KEPT = "local_storage,indexeddb,cache_storage"

TAUGHT = f"""if (location.protocol === "http:")
  for (const game of {json.dumps(list(games()))})
    localStorage[`lessons game-${{game}}`] = "true";"""


class Profile:
    """A context of the browser, for one test after the other.

    Between them a blank page stays open: with the last page the browser would also drop what it
    has compiled.
    """

    def __init__(self, context: BrowserContext, kind: str) -> None:
        self.context = context
        self.kind = kind
        """Of which profiles it can take the place; none if this is empty."""
        self._blank: Page | None = None
        self._origins: set[str] = set()
        context.set_default_timeout(PATIENCE_MS)
        context.on("request", self._note)

    def empty(self) -> None:
        """Close its pages and clear their storage."""
        self._blank = self._blank or self.context.new_page()
        for page in self.context.pages:
            if page != self._blank:
                page.close()
        self.context.set_offline(False)
        self.context.clear_cookies()
        self.context.clear_permissions()
        session = self.context.new_cdp_session(self._blank)
        for origin in self._origins:
            session.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": KEPT})
        session.detach()
        self._origins.clear()

    def _note(self, request: Request) -> None:
        if request.is_navigation_request():
            parts = urlsplit(request.url)
            self._origins.add(f"{parts.scheme}://{parts.netloc}")


class Profiles:
    """Those of one browser that nobody uses at the moment."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._free: list[Profile] = []
        """The one that was used last stands last."""

    def take(self, *, taught: bool, fresh: bool, **options: Any) -> Profile:
        """An empty profile with these options; a `fresh` one has never been used."""
        options = {"reduced_motion": "reduce", "service_workers": "block", **options}
        shared = not fresh and options["service_workers"] == "block"
        shared = shared and "storage_state" not in options
        kind = json.dumps([taught, options], sort_keys=True) if shared else ""
        for profile in reversed(self._free):
            if profile.kind == kind:
                self._free.remove(profile)
                return profile
        context = self._browser.new_context(**options)
        if taught:
            context.add_init_script(TAUGHT)
        return Profile(context, kind)

    def give_back(self, profile: Profile) -> None:
        """Return a profile to the pool, or close it."""
        if profile.kind:
            profile.empty()
            self._free.append(profile)
            if len(self._free) > MOST_FREE:
                self._free.pop(0).context.close()
        else:
            profile.context.close()
