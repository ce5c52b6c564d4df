"""The companion runs: its application, the address, PIN and QR code on the terminal, and the server (uvicorn)."""

import asyncio
import errno
import io
import os
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from types import FrameType
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
from menace_kit.web.pages import boxes_and_games, downloads, operate, progress


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
    for part in (api, operate, boxes_and_games, progress, downloads):
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


@dataclass(frozen=True)
class Wanted:
    """What the companion is asked to be: `host` None is loopback, or with `lan` every address of this machine."""

    host: str | None = None
    port: int = 1961
    lan: bool = False
    watch_pin: bool = False


def serve(kit: Kit, journal: Path, wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serve until it is interrupted; `say` is told how to reach it.

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
            timeout_graceful_shutdown=5,
        )
        server = _Server(config, app.state.companion, lambda: _announce(listener, wanted, settings, say))
        with suppress(KeyboardInterrupt):
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


class _Server(uvicorn.Server):
    """A server that announces itself when it listens, and lets its listeners go when it is to stop."""

    def __init__(self, config: uvicorn.Config, companion: Companion, announce: Callable[[], None]) -> None:
        super().__init__(config)
        self._companion, self._announce = companion, announce
        self._loop: asyncio.AbstractEventLoop | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Begin to listen, and say so."""
        self._loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if self.started:
            self._announce()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """End the streams of those who listen: they would keep the server waiting."""
        super().handle_exit(sig, frame)
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._companion.hub.dismiss)


# The protocol of a connection, which is given up where a request does not begin to make sense soon.

HEAD_TIME = 10.0
"""Seconds that a request's head may take to arrive, counted from the connection or from its first part."""


class PromptProtocol(H11Protocol):
    """HTTP that closes a connection whose request is begun and not sent on; else many such would use up the server.

    Between two requests the server's own, shorter patience counts.
    """

    _giving_up: asyncio.TimerHandle | None = None

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

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
