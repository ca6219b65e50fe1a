"""What `host/connection.py` and `host/node.py` rely on in uvicorn beyond its documented interface.

uvicorn has no public hook for limits on what a client sends, so `Connection` extends its protocol.
If a name is missing here, read the new uvicorn's `httptools_impl.py` before raising the version in
pyproject.toml: `Connection` must still see every byte, and every answer that ends.
"""

import asyncio
import inspect
from types import SimpleNamespace

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.server import ServerState

EXTENDED = (
    *("connection_made", "connection_lost", "data_received", "pause_writing", "resume_writing"),
    *("on_message_begin", "on_headers_complete", "on_body", "on_message_complete"),
    *("on_response_complete", "shutdown", "_unset_keepalive_if_required"),
)
"""Methods that `Connection` extends or calls."""
ATTRIBUTES = ("client", "cycle", "headers", "loop", "parser", "pipeline", "transport")
OF_CYCLE = ("disconnected", "keep_alive", "message_event", "response_complete", "response_started")
OF_SERVER = ("handle_exit", "on_tick", "shutdown", "startup")

CHANGED = f"uvicorn {uvicorn.__version__} has no {{}}: see the docstring of this module"


@pytest.mark.parametrize("name", EXTENDED)
def test_the_protocol_has_the_methods_that_we_extend(name: str) -> None:
    assert callable(getattr(HttpToolsProtocol, name, None)), CHANGED.format(name)


@pytest.mark.parametrize("name", ATTRIBUTES)
def test_the_protocol_has_the_attributes_that_we_read(name: str) -> None:
    async def app(scope: object, receive: object, send: object) -> None: ...

    config, loop = uvicorn.Config(app, log_config=None), asyncio.new_event_loop()
    protocol = HttpToolsProtocol(config, ServerState(), {}, loop)
    loop.close()
    assert hasattr(protocol, name), CHANGED.format(name)


@pytest.mark.parametrize("name", OF_CYCLE)
def test_an_answer_has_the_attributes_that_we_read(name: str) -> None:
    given = {name: SimpleNamespace() for name in inspect.signature(RequestResponseCycle).parameters}
    cycle = RequestResponseCycle(**given)  # type: ignore[arg-type]
    assert hasattr(cycle, name), CHANGED.format(name)


@pytest.mark.parametrize("name", OF_SERVER)
def test_the_server_has_the_methods_that_we_extend(name: str) -> None:
    assert callable(getattr(uvicorn.Server, name, None)), CHANGED.format(name)


def test_waiting_answers_are_pairs_of_a_cycle_and_an_application() -> None:
    source = inspect.getsource(HttpToolsProtocol.on_headers_complete)
    assert "self.pipeline.appendleft((self.cycle, app))" in source, CHANGED.format("such pairs")
