"""One HTTP connection: everything a client sends is bounded, in size and in time, before it is
processed.

Each part of a request has a size limit: the head, the body, and whatever else surrounds the body
(chunk sizes, chunk extensions, trailers, blank lines). Head and body each have a deadline. Idle
connections are closed after a while, or at once when their place is needed. A response has no
deadline, because a page listens to its stream for as long as it is open, but a client that stops
reading is disconnected.
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
"""A request's first line and headers; a browser with all our cookies sends 3,000 bytes. The same
limit holds for everything after them that is not body: chunk sizes and extensions, trailers, blank
lines before the next request."""
MOST_HEADERS = 100
MOST_BODY_BYTES = 1024 * 1024
"""Bytes of a body that are read from the wire. The application refuses bodies long before, but it
reads on so that the client gets to see the refusal, and a stream ignores the body of its
request."""
MOST_PIPELINED = 100
"""Requests that wait for the response to an earlier one on the same connection."""
PIECE_BYTES = 1024
"""The parser is fed in pieces of this size, so limits overshoot by two pieces at most."""

HEAD_SECONDS = 10.0
"""From the start of a connection or a request until its head is complete."""
BODY_SECONDS = 30.0
"""From the start of a request until it is complete."""
REST_SECONDS = 75
"""Between requests: longer than proxies keep idle connections."""
UNREAD_SECONDS = 60.0
"""How long a client may leave a response unread."""
CLOSING_SECONDS = 5.0
"""How long a closed connection may take to send its remaining data."""

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
# Global names: looking them up in the class takes six times as long.


class Connection(HttpToolsProtocol):
    """uvicorn's protocol with limits. `connections` are all that are open in this process."""

    def __init__(self, *given: Any, connections: Connections, **more: Any) -> None:
        super().__init__(*given, **more)
        self.all = connections
        self.phase = NEW
        self.since = self.loop.time()
        self.stuck_since: float | None = None
        self._framing_bytes = 0
        self._body_bytes = 0
        self._answered: RequestResponseCycle | None = None

    @property
    def peer(self) -> str:
        """The address of the client or proxy."""
        return self.client[0] if self.client else ""

    @property
    def idle(self) -> bool:
        """Whether no response is in progress."""
        return self.phase is not ANSWER

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        if self.client:  # a socket for both kinds of addresses shows those of IPv4 in this form
            self.client = (self.client[0].removeprefix("::ffff:"), self.client[1])
        if not self.all.admit(self):
            self.turn_away(503, "too-many-connections")

    def connection_lost(self, exc: Exception | None) -> None:
        self.all.discard(self)
        self._hang_up()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), PIECE_BYTES):
            if self.phase is CLOSED:
                return
            piece = data[start : start + PIECE_BYTES]
            self._framing_bytes += len(piece)  # on_body subtracts what turns out to be body
            self._read(piece)
            if self._framing_bytes > MOST_HEAD_BYTES:
                self.turn_away(431, "head-too-large")
            elif self._body_bytes > MOST_BODY_BYTES:
                self.turn_away(413, "body-too-large")

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

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._framing_bytes = self._body_bytes = 0
        self.phase = HEAD
        self.since = self.loop.time()

    def on_headers_complete(self) -> None:
        if len(self.headers) > MOST_HEADERS:
            self._stop_reading(431, "head-too-large")
        if len(self.pipeline) >= MOST_PIPELINED:
            self._stop_reading(429, "too-many-pipelined")
        super().on_headers_complete()
        self.headers = []  # for trailers, which are dropped: the application has the other list
        if not self.pipeline:
            self._answered = self.cycle
        self._framing_bytes = 0
        self.phase = BODY

    def _stop_reading(self, status: int, code: str) -> None:
        self.turn_away(status, code)
        raise httptools.HttpParserError(code)

    def on_body(self, body: bytes) -> None:
        self._framing_bytes -= len(body)
        self._body_bytes += len(body)
        super().on_body(body)

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

    def enforce_deadlines(self, now: float) -> None:
        """Close this connection if it has exceeded a time limit."""
        if self.stuck_since is not None and now - self.stuck_since > UNREAD_SECONDS:
            self.close()
            self.transport.abort()
        elif self.phase is not ANSWER and now - self.since > self._seconds():
            if self.phase in (HEAD, BODY):
                self.turn_away(408, "too-slow")
            else:
                self.close()

    def shutdown(self) -> None:
        """Shut down: finish responses, but do not wait for incomplete requests."""
        if self.phase in (HEAD, BODY):
            self.turn_away(503, "closing")
        else:
            super().shutdown()

    def turn_away(self, status: int, code: str) -> None:
        """Send a refusal, if possible, and close."""
        if self.phase is CLOSED:
            return
        TURNED_AWAY.inc(code)
        log.debug("refused %s: %s", self.peer, code)
        self.all.count_refused(self.peer, code)
        if self._may_respond():
            self.transport.write(_refusal(status, code))
        self.close()

    def _may_respond(self) -> bool:
        """Whether the client would read a response now as the answer to its last request."""
        if self.phase is HEAD:
            return self.cycle is None or self.cycle.response_complete
        if self.phase is BODY:
            return not self.cycle.response_started and not self.pipeline
        return self.phase is not ANSWER

    def close(self) -> None:
        """Close, whatever the state of the connection."""
        self.phase = CLOSED
        self.all.discard(self)
        self._unset_keepalive_if_required()
        self._hang_up()
        self.transport.close()
        self.loop.call_later(CLOSING_SECONDS, self.transport.abort)

    def _hang_up(self) -> None:
        """Tell the running handler that the client has gone. (uvicorn tells only the handler of the
        last request.)"""
        if self._answered:
            self._answered.disconnected = True
            self._answered.message_event.set()

    def _seconds(self) -> float:
        """The time limit of the current phase."""
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
