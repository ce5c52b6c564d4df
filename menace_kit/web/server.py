"""The server (uvicorn) that runs the companion on a computer."""

import asyncio
import errno
import os
import signal
import socket
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from menace_kit.errors import ServerError
from menace_kit.logbook import Logbook
from menace_kit.machine import Kit
from menace_kit.web.announcement import Announcement, ClassAnnouncement
from menace_kit.web.classroom import Classroom, check_logbooks, without_lights
from menace_kit.web.live import MOST_LISTENERS
from menace_kit.web.options import ALL_ADDRESSES, Wanted, check_certificate, lock_for, settings_for
from menace_kit.web.protocol import PromptProtocol

BACKLOG = 512
"""Connections that may wait: a room full of screens reconnects at once after a restart."""

MOST_CONNECTIONS = 2 * MOST_LISTENERS
"""Connections open at once; further ones are asked to come back later."""

ON_THEIR_WAY = 0.2
"""Seconds that a stopping server waits for requests already on their way."""

PATIENCE = 5.0
"""Seconds that it then waits for clients to finish a request or read an answer."""


def serve(
    kit: Kit, logbook: Path, wanted: Wanted, say: Callable[[str], None], notes: Sequence[str] = ()
) -> None:
    """Serve until Ctrl-C or SIGTERM; `say` gets the address, and `notes` about the machine.

    Every pending request is answered first; a second Ctrl-C ends the process at once, with exit
    code 130. Raises SelectionError if the host would be open to others without `lan`, LogbookError
    if the logbook cannot be opened, and ServerError if the port is not available.
    """
    from menace_kit.web.app import create_app

    check_certificate(wanted)
    settings = settings_for(wanted)
    Logbook(logbook, kit).close()  # report its errors before serving anything
    with listening(wanted) as listener:
        lock = lock_for(wanted, settings, logbook)
        app = create_app(kit, logbook, settings, lock)
        about = f"The machine: {kit.spec.name} ({kit.source}). Its logbook: {logbook}"
        announcement = Announcement(listener, wanted, lock, say, [about, *notes])
        app.state.for_phones = announcement.for_phones
        run(app, listener, wanted, announcement, app.state.companion.hub.dismiss)


def serve_class(
    kit: Kit, folder: Path, count: int, wanted: Wanted, say: Callable[[str], None]
) -> None:
    """Serve a class until it is stopped, as `serve` does a companion.

    Raises LogbookError with all logbooks that cannot be used, before serving anything.
    """
    from menace_kit.web.app import create_class

    check_certificate(wanted)
    settings = settings_for(wanted)
    of_class = without_lights(kit)
    check_logbooks(of_class, folder, count)
    with listening(wanted) as listener:
        app = create_class(
            of_class, folder, count, settings, lock_for(wanted, settings, folder / "class")
        )
        classroom: Classroom = app.state.classroom
        announcement = ClassAnnouncement(listener, wanted, classroom, say, of_class is not kit)
        run(app, listener, wanted, announcement, classroom.dismiss)


def run(
    app: ASGIApp,
    listener: socket.socket,
    wanted: Wanted,
    announcement: "Announcement",
    dismiss: Callable[[], None],
) -> None:
    """Serve an application until it is stopped; `dismiss` ends the endless streams."""
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # There is no proxy, so headers that claim one are forged.
        proxy_headers=False,
        ws="none",
        http=PromptProtocol,
        limit_concurrency=MOST_CONNECTIONS,
        ssl_certfile=wanted.certificate,
        ssl_keyfile=wanted.key,
    )
    server = _Server(config, dismiss, announcement.say_all)
    with _stopped_by_signals():
        server.run(sockets=[listener])


def listening(wanted: Wanted) -> socket.socket:
    """Return a listening socket; raises ServerError if the address or port is not available."""
    host = wanted.host or (ALL_ADDRESSES if wanted.lan else "127.0.0.1")
    try:
        family = socket.getaddrinfo(host, wanted.port, type=socket.SOCK_STREAM)[0][0]
    except (socket.gaierror, UnicodeError) as error:
        raise ServerError(
            f"--host: {host} has no known address; "
            "use a name or an address of this computer, such as 127.0.0.1"
        ) from error
    try:
        # Only with this protocol does asyncio set TCP_NODELAY, which sends small answers at once.
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":  # on Windows it would let two programs share the port
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if family == socket.AF_INET6:
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            listener.bind((host, wanted.port))
            listener.listen(BACKLOG)
        except OSError:
            listener.close()
            raise
        return listener
    except OSError as error:
        perhaps = " (is the companion already running?)" if error.errno == errno.EADDRINUSE else ""
        raise ServerError(
            f"cannot listen on {host}, port {wanted.port}: {error.strerror or error}{perhaps}. "
            "Choose another address with --host, or another port with --port"
        ) from error


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the stopping signals end the serving, but not the program.

    The server raises them again when it has stopped; the program has done what it was asked.
    """
    # Windows has SIGBREAK.
    names = [name for name in ("SIGTERM", "SIGBREAK") if hasattr(signal, name)]
    before = {
        name: signal.signal(getattr(signal, name), signal.default_int_handler) for name in names
    }
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class _Server(uvicorn.Server):
    """A server that announces itself when it listens, and answers all requests before it stops."""

    def __init__(
        self, config: uvicorn.Config, dismiss: Callable[[], None], announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._dismiss = dismiss
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start listening, and announce it."""
        await super().startup(sockets)
        if self.started and self.should_exit:  # stopped before it could start
            await self.shutdown(sockets)
        elif self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer pending requests, closing their connections, and end the endless streams."""
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        self._dismiss()
        await asyncio.sleep(ON_THEIR_WAY)
        giving_up = asyncio.create_task(self._give_up())
        await super().shutdown(sockets)
        giving_up.cancel()
        if self.force_exit:
            # Nothing is lost: a step is on the disk before it is answered.
            os._exit(130)

    async def _give_up(self) -> None:
        """Drop clients that keep the server waiting.

        First those that have everything but don't close, as HTTPS clients often do.
        """
        begun = time.monotonic()
        while True:
            await asyncio.sleep(ON_THEIR_WAY)
            patient = time.monotonic() < begun + PATIENCE
            for connection in list(self.server_state.connections):
                if isinstance(connection, PromptProtocol) and (
                    connection.is_done if patient else connection.is_kept_waiting
                ):
                    connection.transport.abort()
