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
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.web.announcement import Announcement, ClassAnnouncement
from menace_kit.web.classroom import Classroom, check_logbooks, without_lights
from menace_kit.web.live import MOST_LISTENERS
from menace_kit.web.options import ALL_ADDRESSES, Wanted, check_certificate, lock_for, settings_for
from menace_kit.web.protocol import PromptProtocol

BACKLOG = 512
"""Connections that may wait to be taken: a room full of screens comes back
at once after a restart.
"""

MOST_CONNECTIONS = 2 * MOST_LISTENERS
"""Connections that may be open at once; the next one is told to come back later."""

ON_THEIR_WAY = 0.2
"""Seconds that a server that is to stop waits for what was sent to it just before."""

PATIENCE = 5.0
"""Seconds that it then waits for those who do not send the rest of a request,
or do not take their answer.
"""


def serve(
    kit: Kit, logbook: Path, wanted: Wanted, say: Callable[[str], None], notes: Sequence[str] = ()
) -> None:
    """Serve until Ctrl-C or SIGTERM; `say` gets the address, and `notes` on the machine.

    Then every answer that was asked for is given; a second Ctrl-C ends the process at once,
    with exit code 130. SelectionError where a host would be open to others without `lan`;
    LogbookError where the logbook cannot be opened; ServerError where the port cannot be had.
    """
    from menace_kit.web.app import create_app

    check_certificate(wanted)
    settings = settings_for(wanted)
    Logbook(logbook, kit).close()  # what is wrong with it is better told before anything is served
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
    """Serve a class until it is stopped, as `web.server.serve` does a companion.

    LogbookError names all logbooks that cannot be used, and nothing is served then.
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
    """Serve an application until it is stopped;
    `dismiss` ends the streams that have no end.
    """
    config = uvicorn.Config(
        app,
        log_level="warning",
        access_log=False,
        server_header=False,
        # Nobody stands between: what a request says of where it came from is its own invention.
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
    """Return a socket that listens as it is wanted; ServerError where the port cannot be had."""
    host = wanted.host or (ALL_ADDRESSES if wanted.lan else "127.0.0.1")
    try:
        family = socket.getaddrinfo(host, wanted.port, type=socket.SOCK_STREAM)[0][0]
    except (socket.gaierror, UnicodeError) as error:
        raise ServerError(
            f"--host: no address is known for {host}; "
            "give a name or an address of this machine, such as 127.0.0.1"
        ) from error
    try:
        # The protocol is said outright: only then does asyncio send small answers
        # at once (TCP_NODELAY).
        listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        try:
            if os.name == "posix":  # elsewhere it would let two programs have the same port
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
        perhaps = "; perhaps the companion runs already" if error.errno == errno.EADDRINUSE else ""
        raise ServerError(
            f"cannot listen on {host}, port {wanted.port}: {error.strerror or error}{perhaps}. "
            "Another address: --host, another port: --port"
        ) from error


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the signals that stop the server end what is done here, and not the program:
    it was asked, and did it.

    The server raises them once more when it has stopped.
    """
    # The second is Windows'.
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
    """A server that announces itself when it listens, and gives every answer
    that it owes before it stops.
    """

    def __init__(
        self, config: uvicorn.Config, dismiss: Callable[[], None], announce: Callable[[], None]
    ) -> None:
        super().__init__(config)
        self._dismiss = dismiss
        self._announce = announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started and self.should_exit:  # told to stop before it could begin
            await self.shutdown(sockets)
        elif self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what was asked, with the word that there will be no more;
        end the streams, which have no end.
        """
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        self._dismiss()
        await asyncio.sleep(ON_THEIR_WAY)
        giving_up = asyncio.create_task(self._give_up())
        await super().shutdown(sockets)
        giving_up.cancel()
        if self.force_exit:
            # Nothing is lost: a step is on the disk before it is answered, or was never recorded.
            os._exit(130)

    async def _give_up(self) -> None:
        """Leave those who keep the server waiting; at once those who have all,
        and do not say farewell (HTTPS).
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
