"""Runs the server on this machine."""

import asyncio
import socket
import threading
import webbrowser
from contextlib import nullcontext, suppress

from dicehall.game.messages import translatable
from dicehall.host.addresses import address_here, check_proxies, check_trusted_hosts, public_address
from dicehall.host.lock import lock_for_server
from dicehall.host.logs import start_logs
from dicehall.host.metrics import serve_metrics
from dicehall.host.node import CannotServe, check_settings, serve_here
from dicehall.host.settings import Settings
from dicehall.host.workers import Workers
from dicehall.web.root import check_root


def serve(settings: Settings) -> None:
    """Start the server and run it until it is told to stop."""
    start_logs(settings.log, settings.log_level)
    check_proxies(settings.proxies)
    check_trusted_hosts(settings.trusted_hosts)
    listening = _listen(settings.host, settings.port)
    host, port = listening.getsockname()[:2]
    address = address_here(host, port, check_root(settings.root))
    public = public_address(settings, port)

    def opened() -> None:
        others = public.url or public.in_network()
        outside = f", for others at {others}" if others else ""
        with suppress(OSError):  # standard output may be closed
            print(f"Dicehall is open at {address}{outside}  (Ctrl-C closes it)", flush=True)
        if settings.open_browser:
            threading.Thread(target=_open_browser, args=[address], daemon=True).start()

    try:
        with nullcontext() if settings.database else lock_for_server(settings.folder):
            if settings.workers == 1:
                if settings.metrics:
                    serve_metrics(settings.metrics)
                serve_here(settings, listening, opened)
            else:
                asyncio.run(check_settings(settings))
                Workers(settings, listening, opened).run()
    except OSError as error:
        folder, why = str(settings.folder), str(error.strerror)
        raise CannotServe(
            translatable("cannot write to %(folder)s: %(why)s", folder=folder, why=why)
        ) from error


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        listening = socket.socket(family, socket.SOCK_STREAM)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if host == "::":  # all networks, including IPv4
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
        listening.bind((host, port))
        listening.listen(2048)
    except OSError as error:
        raise CannotServe(
            translatable(
                "cannot listen on %(host)s:%(port)d: %(why)s. Choose another with --host or --port",
                host=host,
                port=port,
                why=str(error.strerror),
            )
        ) from error
    return listening


def _open_browser(address: str) -> None:
    if not webbrowser.open(address):
        print(f"No browser could be opened here: visit {address}", flush=True)
