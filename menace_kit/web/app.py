"""The companion runs: its application, the address, PIN and QR code on the terminal, and the server (uvicorn)."""

import asyncio
import errno
import io
import os
import signal
import socket
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import cast

import h11
import segno
import uvicorn
from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from uvicorn.protocols.http.h11_impl import H11Protocol

from menace_kit import __version__
from menace_kit.errors import MenaceKitError, SelectionError, ServerError
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.paths import pages_folder
from menace_kit.text.kit_words import page_words
from menace_kit.web import api
from menace_kit.web.commands import Companion
from menace_kit.web.guard import LOOPBACK, Guard, PinLock, Settings, is_loopback, new_pin
from menace_kit.web.live import MOST_LISTENERS
from menace_kit.web.page import ANSWERS
from menace_kit.web.pages import boxes_and_games, operate, progress


def create_app(kit: Kit, journal: Path, settings: Settings, lock: PinLock | None = None) -> FastAPI:
    """Return the companion of a kit and its journal as an ASGI application; `lock` where it is not a new one.

    The journal is opened when the application starts, and made where there is none. It speaks the
    kit's language, and of buttons instead of commands.
    """
    companion = Companion(kit, journal, settings, lock)
    label_picture = cache(partial(boxes_and_games.label_picture, kit))

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await companion.start()
        warm = asyncio.create_task(_first_label(label_picture, kit))
        try:
            yield
        finally:
            await companion.stop()
            await asyncio.wait({warm})

    app = FastAPI(
        title="MENACE companion",
        version=__version__,
        lifespan=lifespan,
        # The usual pages for the description come from elsewhere; ours is a plain list.
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        exception_handlers=ANSWERS,
    )
    app.state.companion, app.state.label_picture = companion, label_picture
    for part in (api, operate, boxes_and_games, progress):
        app.include_router(part.router)
    app.mount("/static", StaticFiles(directory=pages_folder() / "static"), name="static")
    # The guard stands before everything, the answer to the application's own mistakes included.
    app.middleware_stack = Guard(app.build_middleware_stack(), settings, companion.lock, page_words(kit))
    return app


async def _first_label(draw: Callable[[int], bytes], kit: Kit) -> None:
    """Draw a label before it is asked for, as the first one takes fonts and words to be read."""
    with suppress(MenaceKitError):  # one that does not fit is told of where it is asked for
        await asyncio.to_thread(draw, kit.boxes[0].number)


# The server.

ALL_ADDRESSES = "0.0.0.0"
EVERYWHERE = (ALL_ADDRESSES, "::")
BACKLOG = 512
"""Connections that may wait to be taken: a room full of screens comes back at once after a restart."""

MOST_CONNECTIONS = 2 * MOST_LISTENERS
"""Connections that are open at the same time; whoever comes after them is told to come back."""

ON_THEIR_WAY = 0.2
"""Seconds that a server that is to stop waits for what was sent to it just before."""

PATIENCE = 5.0
"""Seconds that it then waits for those who do not send the rest of a request, or do not take their answer."""


@dataclass(frozen=True)
class Wanted:
    """What the companion is asked to be: `host` None is loopback, or with `lan` every address of this machine."""

    host: str | None = None
    port: int = 1961
    lan: bool = False
    watch_pin: bool = False


def serve(kit: Kit, journal: Path, wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serve until it is told to stop, by Ctrl-C or SIGTERM; `say` is told how to reach it.

    Then every answer that was asked for is given; a second Ctrl-C ends the process at once, with exit code 130.
    SelectionError where a host would be open to others without `lan`; JournalError where the journal cannot be opened;
    ServerError where the port cannot be had.
    """
    settings = settings_for(wanted)
    Journal(journal, kit).close()  # what is wrong with it is better told before anything is served
    with _listening(wanted) as listener:
        app = create_app(kit, journal, settings)
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
        )
        server = _Server(config, app.state.companion, lambda: _announce(listener, wanted, settings, say))
        with _stopped_by_signals():
            server.run(sockets=[listener])


def settings_for(wanted: Wanted) -> Settings:
    """Return who may reach the companion, and a new PIN where others may.

    SelectionError for a host that is not loopback without `lan`, and for a PIN to watch where there is none.
    """
    host = (wanted.host or "localhost").lower()
    if not wanted.lan:
        if not is_loopback(host):
            raise SelectionError(
                f"--host: {wanted.host} could be reached by others; if that is meant, say --lan, and changes need a PIN"
            )
        if wanted.watch_pin:
            raise SelectionError(
                "--watch-pin goes with --lan; without it nobody else can reach the companion"
            )
        return Settings(names=LOOPBACK | {host})
    name = socket.gethostname().lower()
    return Settings(
        names=LOOPBACK | {host, name, f"{name.removesuffix('.local')}.local"},
        any_address=True,
        pin=new_pin(),
        watch_pin=wanted.watch_pin,
    )


def own_address() -> str:
    """Return the address by which others on the local network most likely reach this machine; nothing is sent.

    It is one of IPv4, which is short, and which a server on all addresses of IPv6 answers to as well.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


def qr_lines(address: str) -> list[str]:
    """Return an address as a QR code in half blocks, to be read from a terminal."""
    drawn = io.StringIO()
    segno.make(address, error="m", micro=False).terminal(drawn, compact=True, border=2)
    return drawn.getvalue().splitlines()


def _listening(wanted: Wanted) -> socket.socket:
    host = wanted.host or (ALL_ADDRESSES if wanted.lan else "127.0.0.1")
    try:
        family = socket.getaddrinfo(host, wanted.port, type=socket.SOCK_STREAM)[0][0]
    except (socket.gaierror, UnicodeError) as error:
        raise ServerError(
            f"--host: no address is known for {host}; give a name or an address of this machine, such as 127.0.0.1"
        ) from error
    try:
        # The protocol is said outright: only then does asyncio send small answers at once (TCP_NODELAY).
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


def _announce(
    listener: socket.socket, wanted: Wanted, settings: Settings, say: Callable[[str], None]
) -> None:
    bound, port = listener.getsockname()[:2]
    shown = own_address() if bound in EVERYWHERE else bound
    if not wanted.lan:
        shown = wanted.host or shown
    address = f"http://{f'[{shown}]' if ':' in shown else shown}:{port}/"
    say(f"The companion: {address}")
    if settings.pin:
        for line in qr_lines(address):
            say(line)
        deed = "see or change" if settings.watch_pin else "change"
        say(f"PIN to {deed} anything: {settings.pin[:4]} {settings.pin[4:]}")
        if is_loopback(shown):
            say("Others cannot reach this address; is the machine on a network?")
    say("Ctrl-C stops it; the journal is up to date at every moment.")


@contextmanager
def _stopped_by_signals() -> Iterator[None]:
    """Let the signals that stop the server end what is done here, and not the program: it was asked, and did it.

    The server raises them once more when it has stopped.
    """
    names = [name for name in ("SIGTERM", "SIGBREAK") if hasattr(signal, name)]  # the second is Windows'
    before = {name: signal.signal(getattr(signal, name), signal.default_int_handler) for name in names}
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for name, handler in before.items():
            signal.signal(getattr(signal, name), handler)


class _Server(uvicorn.Server):
    """A server that announces itself when it listens, and gives every answer that it owes before it stops."""

    def __init__(self, config: uvicorn.Config, companion: Companion, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._companion, self._announce = companion, announce

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        await super().startup(sockets)
        if self.started and self.should_exit:  # told to stop before it could begin
            await self.shutdown(sockets)
        elif self.started:
            self._announce()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer what was asked, with the word that there will be no more; end the streams, which have no end."""
        close = (b"connection", b"close")
        self.server_state.default_headers = [*self.server_state.default_headers, close]
        self._companion.hub.dismiss()
        await asyncio.sleep(ON_THEIR_WAY)
        giving_up = asyncio.create_task(self._give_up())
        await super().shutdown(sockets)
        giving_up.cancel()
        if self.force_exit:
            # Nothing is lost: a step is on the disk before it is answered, or was never recorded.
            os._exit(130)

    async def _give_up(self) -> None:
        """Leave those who keep the server waiting."""
        await asyncio.sleep(PATIENCE)
        while True:
            for connection in list(self.server_state.connections):
                if isinstance(connection, PromptProtocol) and connection.is_kept_waiting:
                    connection.transport.abort()
            await asyncio.sleep(ON_THEIR_WAY)


# The protocol of a connection, which is given up where a request does not begin to make sense soon.

HEAD_TIME = 10.0
"""Seconds that a request's head may take to arrive, counted from the connection or from its first part."""


class PromptProtocol(H11Protocol):
    """HTTP that closes a connection whose request is begun and not sent on; else many such would use up the server.

    Between two requests the server's own, shorter patience counts. What is no HTTP is answered with 400, and with one
    line on the terminal.
    """

    _giving_up: asyncio.TimerHandle | None = None

    @property
    def is_kept_waiting(self) -> bool:
        """Return whether it is the other side's turn: to send the rest of a request, or to take an answer."""
        return self.conn.their_state is h11.SEND_BODY or self.transport.get_write_buffer_size() > 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request."""
        # The protocol of a stream is given nothing but transports that read and write.
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; wait no longer where it completes a request's head."""
        super().data_received(data)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._wait_no_longer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; where an answer was begun already, it is the last of this connection."""
        if self.cycle is not None:
            self.cycle.disconnected = True  # what is still said to a request that broke off is for nobody
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of an upgrade that is not taken: it is answered as if it had not been asked for."""

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
