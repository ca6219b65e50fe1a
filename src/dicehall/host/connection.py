"""One connection to the house: what comes over it is bounded, in size and in time, before anything
is made of it.

A request's head has a largest size and must be whole in time, and so must its body. A connection
that rests is closed after a while, or at once when others need its place. An answer has no
deadline, because a page listens for as long as it is open; but whoever does not read it is let go.
"""

import asyncio
import logging
from enum import Enum, auto
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from dicehall.host.connections import Connections
from dicehall.web.metrics import TURNED_AWAY

MOST_HEAD_BYTES = 32 * 1024
"""How long a request's first line and headers may be; a browser with all our cookies sends 3,000
bytes."""
MOST_HEADERS = 100
MOST_UNREAD_BYTES = 1024 * 1024
"""How much is still read of a body that was answered before its end; then the connection is
closed."""

HEAD_SECONDS = 10.0
"""From when a connection is made, or a request begins, until its head is whole."""
BODY_SECONDS = 30.0
"""From when a request begins until it is whole."""
REST_SECONDS = 75
"""Between requests: longer than proxies keep a connection that rests."""
UNREAD_SECONDS = 60.0
"""How long an answer may wait for somebody who does not read it."""
CLOSING_SECONDS = 5.0
"""Until a connection that was closed is cut, whatever is still to be sent."""

log = logging.getLogger(__name__)


class Phase(Enum):
    """What a connection is waiting for."""

    NEW = auto()
    HEAD = auto()
    BODY = auto()
    ANSWER = auto()
    REST = auto()
    CLOSED = auto()


NEW, HEAD, BODY, ANSWER, REST, CLOSED = Phase
# Looking them up in their class takes six times as long, and every request does it often.


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with limits. `connections` are all that are open in this process."""

    def __init__(self, *given: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*given, **more)
        self.all = connections
        self.phase = NEW
        self.since = self.loop.time()
        self.stuck_since: float | None = None
        self._head_bytes = 0
        self._unread_bytes = 0
        self._answered: RequestResponseCycle | None = None

    @property
    def peer(self) -> str:
        """The address at the other end: a visitor's, or that of a proxy."""
        return self.client[0] if self.client else ""

    @property
    def idle(self) -> bool:
        """Whether nobody is being answered here."""
        return self.phase is not ANSWER

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if not self.all.admit(self):
            self.turn_away(503, "too-many-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.discard(self)
        self._hang_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        while data and self.phase is not CLOSED:
            room = MOST_HEAD_BYTES - self._head_bytes
            if room <= 0:
                self.turn_away(431, "head-too-large")
                return
            piece, data = data[:room], data[room:]
            self._read(piece)
            if self.phase is HEAD:
                self._head_bytes += len(piece)
            elif self.phase is BODY and self.cycle.response_complete:
                self._skip(piece)

    def _read(self, piece: bytes) -> None:
        self._unset_keepalive_if_required()
        try:
            self.parser.feed_data(piece)
        except (
            httptools.HttpParserUpgrade
        ):  # there is nothing to upgrade to: it is answered as plain HTTP
            if self.phase in (NEW, HEAD):
                self.turn_away(400, "bad-request")
            elif self.phase is not CLOSED:
                self.cycle.keep_alive = False
        except httptools.HttpParserError:
            self.turn_away(400, "bad-request")

    def _skip(self, piece: bytes) -> None:
        """A body that nobody wants: the answer has been sent, and the sender may read it."""
        self._unread_bytes += len(piece)
        if self._unread_bytes > MOST_UNREAD_BYTES:
            self.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head_bytes = self._unread_bytes = 0
        self.phase = HEAD
        self.since = self.loop.time()

    def on_headers_complete(self) -> None:
        if len(self.headers) > MOST_HEADERS:
            self.turn_away(431, "head-too-large")
            raise httptools.HttpParserError("too many headers")  # nothing more is read
        super().on_headers_complete()
        if not self.pipeline:
            self._answered = self.cycle
        self._head_bytes = 0
        self.phase = BODY

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self.phase = ANSWER
        if self.cycle.response_complete:
            self._rest()

    def on_response_complete(self) -> None:
        self._answered = self.pipeline[-1][0] if self.pipeline else None
        super().on_response_complete()
        if self.phase is ANSWER and self._answered is None:
            self._rest()

    def _rest(self) -> None:
        self.phase = REST
        self.since = self.loop.time()

    def pause_writing(self) -> None:
        super().pause_writing()
        self.stuck_since = self.loop.time()

    def resume_writing(self) -> None:
        super().resume_writing()
        self.stuck_since = None

    def look(self, now: float) -> None:
        """Let go of this connection if its time is up."""
        if self.stuck_since is not None and now - self.stuck_since > UNREAD_SECONDS:
            self.close()
            self.transport.abort()
        elif self.phase is not ANSWER and now - self.since > self._seconds():
            if self.phase in (HEAD, BODY):
                self.turn_away(408, "too-slow")
            else:
                self.close()

    def shutdown(self) -> None:
        """The house closes: it finishes its answers, and waits for no half of a request."""
        if self.phase in (HEAD, BODY):
            self.turn_away(503, "closing")
        else:
            super().shutdown()

    def turn_away(self, status: int, code: str) -> None:
        """Say why nothing is answered here, and close."""
        if self.phase is CLOSED:
            return
        TURNED_AWAY.labels(code).inc()
        log.info("%s was turned away: %s", self.peer, code)
        self.all.count_refused(self.peer)
        if self._may_speak():
            self.transport.write(_refusal(status, code))
        self.close()

    def _may_speak(self) -> bool:
        """Whether what is said now would be heard as the answer to what came last."""
        if self.phase is HEAD:
            return self.cycle is None or self.cycle.response_complete
        if self.phase is BODY:
            return not self.cycle.response_started and not self.pipeline
        return self.phase is not ANSWER

    def close(self) -> None:
        """Close, whatever is going on."""
        self.phase = CLOSED
        self.all.discard(self)
        self._unset_keepalive_if_required()
        self._hang_up()
        self.transport.close()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def _hang_up(self) -> None:
        """Whatever is being answered finds that nobody listens. (uvicorn tells it only to the
        request that came last.)"""
        if self._answered:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _seconds(self) -> float:
        """How long the phase may last."""
        if self.phase is BODY:
            return BODY_SECONDS
        return REST_SECONDS if self.phase is REST else HEAD_SECONDS


def _refusal(status: int, code: str) -> bytes:
    body = f"{code}\n"
    return (
        f"HTTP/1.1 {status} {HTTPStatus(status).phrase}\r\n"
        "content-type: text/plain; charset=utf-8\r\n"
        f"content-length: {len(body)}\r\n"
        "connection: close\r\n"
        f"\r\n{body}"
    ).encode()
