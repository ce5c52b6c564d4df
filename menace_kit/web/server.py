"""The companion runs on a computer: the address, PIN and QR code on the terminal,
and the server (uvicorn).
"""

import asyncio
import errno
import io
import os
import signal
import socket
import ssl
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from shutil import get_terminal_size
from typing import cast

import h11
import segno
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol

from menace_kit.errors import SelectionError, ServerError
from menace_kit.files import read_file
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.web import classes
from menace_kit.web.guard import (
    LOOPBACK,
    PinLock,
    Sessions,
    Settings,
    checked_pin,
    is_address,
    is_loopback,
    new_pin,
)
from menace_kit.web.page import MOST_LISTENERS

ALL_ADDRESSES = "0.0.0.0"
EVERYWHERE = (ALL_ADDRESSES, "::")
BACKLOG = 512
"""Connections that may wait to be taken: a room full of screens comes back
at once after a restart.
"""

MOST_CONNECTIONS = 2 * MOST_LISTENERS
"""Connections that are open at the same time; whoever comes after them is told to come back."""

ON_THEIR_WAY = 0.2
"""Seconds that a server that is to stop waits for what was sent to it just before."""

PATIENCE = 5.0
"""Seconds that it then waits for those who do not send the rest of a request,
or do not take their answer.
"""


@dataclass(frozen=True)
class Wanted:
    """What the companion is asked to be: `host` None is loopback,
    or with `lan` every address of this machine.

    `pin` is one that somebody chose, or NEW for one by chance;
    None for the one whose sessions still go on, or else one by chance.
    With a `certificate` (PEM) it is served over HTTPS; its `key` may stand in the same file.
    """

    host: str | None = None
    port: int = 1961
    lan: bool = False
    watch_pin: bool = False
    pin: str | None = None
    certificate: Path | None = None
    key: Path | None = None

    @property
    def has_pin(self) -> bool:
        """Return whether changing anything needs a PIN."""
        return self.lan or self.pin is not None


NEW = "new"
"""What is said in place of a PIN for one by chance."""


def serve(kit: Kit, logbook: Path, wanted: Wanted, say: Callable[[str], None]) -> None:
    """Serve until it is told to stop, by Ctrl-C or SIGTERM; `say` is told how to reach it.

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
        announcement = Announcement(listener, wanted, lock, say)
        app.state.for_phones = announcement.for_phones
        run(app, listener, wanted, announcement, app.state.companion.hub.dismiss)


def serve_class(
    kit: Kit, folder: Path, count: int, wanted: Wanted, say: Callable[[str], None]
) -> None:
    """Serve a class until it is told to stop, as `web.server.serve` does a companion.

    LogbookError names all logbooks that cannot be used, and nothing is served then.
    """
    from menace_kit.web.app import create_class

    check_certificate(wanted)
    settings = settings_for(wanted)
    of_class = classes.without_lights(kit)
    classes.check_logbooks(of_class, folder, count)
    with listening(wanted) as listener:
        app = create_class(
            of_class, folder, count, settings, lock_for(wanted, settings, folder / "class")
        )
        classroom: classes.Classroom = app.state.classroom
        announcement = ClassAnnouncement(listener, wanted, classroom, say, of_class is not kit)
        run(app, listener, wanted, announcement, classroom.dismiss)


def run(
    app: ASGIApp,
    listener: socket.socket,
    wanted: Wanted,
    announcement: "Announcement",
    dismiss: Callable[[], None],
) -> None:
    """Serve an application until it is told to stop;
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


def settings_for(wanted: Wanted) -> Settings:
    """Return who may reach the companion.

    The PIN is the one that somebody chose, or where others may reach it one by chance.
    SelectionError for a host that is not loopback without `lan`,
    for a PIN to watch where there is none, and for one that is too easy.
    """
    chosen = new_pin() if wanted.pin in (None, NEW) else checked_pin(wanted.pin)
    pin, secure = chosen if wanted.has_pin else None, wanted.certificate is not None
    host = (wanted.host or "localhost").lower()
    if not wanted.lan:
        if not is_loopback(host):
            raise SelectionError(
                f"--host: {wanted.host} could be reached by others; "
                "if that is meant, say --lan, and changes need a PIN"
            )
        if wanted.watch_pin:
            raise SelectionError(
                "--watch-pin goes with --lan; without it nobody else can reach the companion"
            )
        return Settings(names=LOOPBACK | {host}, pin=pin, secure=secure)
    name = socket.gethostname().lower()
    return Settings(
        names=LOOPBACK | {host, name, f"{name.removesuffix('.local')}.local"},
        any_address=True,
        pin=pin,
        watch_pin=wanted.watch_pin,
        secure=secure,
    )


def lock_for(wanted: Wanted, settings: Settings, logbook: Path) -> PinLock:
    """Return the lock of a companion with these settings:
    who is still let in since it last ran stands by the logbook.

    Their PIN goes on as long as any of them is, unless another is asked for.
    """
    if settings.pin is None:
        return PinLock(None)
    sessions = Sessions(logbook.with_name(f"{logbook.name}.sessions"))
    if wanted.pin is None and sessions:
        return PinLock(None, sessions=sessions, secure=settings.secure)
    sessions.belong_to(settings.pin)
    return PinLock(settings.pin, sessions=sessions, secure=settings.secure)


def check_certificate(wanted: Wanted) -> None:
    """Go on where a certificate and its key can be used, or none is wanted;
    SelectionError says what is wrong.
    """
    if wanted.certificate is None:
        if wanted.key is not None:
            raise SelectionError("--key is the key of a --certificate; give both")
        return

    def ask() -> str:
        raise SelectionError(
            f"--key: {key} is locked with a passphrase, and nobody is there to type it at each "
            f"start; write it without one: openssl pkey -in {key} -out plain.pem"
        )

    key = wanted.key or wanted.certificate
    for path in {wanted.certificate, key}:
        read_file(path)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(wanted.certificate, wanted.key, ask)
    except ssl.SSLError as error:
        if error.reason == "KEY_VALUES_MISMATCH":
            raise SelectionError(f"--key: {key} is not the key of {wanted.certificate}") from error
        raise SelectionError(
            "--certificate and --key: "
            f"a certificate and its key, as PEM, are not in {wanted.certificate}"
            f"{f' and {key}' if wanted.key else ', and no --key says where its key is'} "
            f"({error.reason or error})"
        ) from error


def own_address() -> str:
    """Return the address by which others on the local network most likely reach this
    machine; nothing is sent.

    It is one of IPv4, which is short, and which a server on all addresses
    of IPv6 answers to as well.
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


class Announcement:
    """What the terminal shows: how to reach the companion, and how to operate it."""

    served, kept = "The companion", "the logbook is"
    heads = "To watch:", "To operate (once):"

    def __init__(
        self, listener: socket.socket, wanted: Wanted, lock: PinLock, say: Callable[[str], None]
    ) -> None:
        self._wanted, self._lock, self._say = wanted, lock, say
        bound, port = listener.getsockname()[:2]
        self._shown = own_address() if bound in EVERYWHERE else bound
        if wanted.host and (not wanted.lan or (wanted.certificate and not is_address(wanted.host))):
            self._shown = wanted.host  # a certificate is of a name
        scheme = "https" if wanted.certificate else "http"
        self.address = (
            f"{scheme}://{f'[{self._shown}]' if ':' in self._shown else self._shown}:{port}/"
        )

    @property
    def path(self) -> str:
        """Return where the square code to watch leads, below the address."""
        return ""

    @property
    def for_phones(self) -> str:
        """Return the address by which others reach the companion; empty where nobody can."""
        return self.address if self._wanted.lan and not is_loopback(self._shown) else ""

    def say_all(self) -> None:
        """Say it, when the server listens."""
        self._say(f"{self.served}: {self.address}")
        for line in self.more():
            self._say(line)
        if self._lock.is_locked:
            self._say_pin()
            if self._wanted.lan and is_loopback(self._shown):
                self._say("Others cannot reach this address; is the machine on a network?")
            elif self._wanted.lan and not self._wanted.certificate:
                self._say(
                    "Without --certificate, others on an open network can read the PIN on its way."
                )
        self._say(f"Ctrl-C stops it; {self.kept} up to date at every moment.")

    def more(self) -> Iterable[str]:
        return ()

    def _say_pin(self) -> None:
        deed = "see or change" if self._wanted.watch_pin else "change"
        code = f"{self.address}login?code={self._lock.new_code()}"
        self._lock.when_code_used = self._code_used
        if self._wanted.lan:
            for line in beside(qr_lines(self.address + self.path), qr_lines(code), *self.heads):
                self._say(line)
        pin = self._lock.shown_pin
        if pin and self._wanted.pin in (None, NEW):
            self._say(f"PIN to {deed} anything: {pin[:4]} {pin[4:]}")
        else:
            same = "the one that --pin gave" if pin else "as before; for another one: --pin new"
            self._say(f"PIN to {deed} anything: {same}")
        self._say(f"Or, once: {code}")

    def _code_used(self, address: str) -> None:
        """Say who came by the code, and show the next one."""
        code = f"{self.address}login?code={self._lock.new_code()}"
        self._say(f"The code was used by {address}. The next one:")
        for line in qr_lines(code) if self._wanted.lan else ():
            self._say(line)
        self._say(f"Once: {code}")


class ClassAnnouncement(Announcement):
    """What the terminal shows of a class."""

    served, kept = "The class", "the logbooks are"
    heads = "For groups, to join:", "For the teacher (once):"

    def __init__(
        self,
        listener: socket.socket,
        wanted: Wanted,
        classroom: classes.Classroom,
        say: Callable[[str], None],
        dark: bool,
    ) -> None:
        """Prepare to say how to reach a class; `dark` where its kit's lights stay dark."""
        super().__init__(listener, wanted, classroom.lock, say)
        self._classroom, self._dark = classroom, dark
        classroom.address, classroom.when_code_new = self.address, self._code_new

    @property
    def path(self) -> str:
        """Return where groups join."""
        return f"class/join?code={self._classroom.code}"

    def more(self) -> Iterator[str]:
        """Say how many groups there are, where their logbooks lie, and how they join."""
        room = self._classroom
        letters = list(room.groups)
        yield (
            f"{len(letters)} groups, {letters[0]} to {letters[-1]}, each with its own "
            f"{room.kit.spec.name}; "
            f"their logbooks: {classes.logbook_of(room.folder, letters[0])} ..."
        )
        if room.lock.is_locked:
            yield f"Code for the groups to join: {room.code}"
        if not self._wanted.lan:
            yield "Only this machine reaches it; with --lan the phones of the groups do."
        if self._dark:
            yield (
                "The lights of the kit stay dark: "
                "one strip cannot show the drawers of several machines."
            )

    def _code_new(self) -> None:
        """Say by which code groups join from now on, and show it."""
        self._say(
            f"All phones were sent away. New code for the groups to join: {self._classroom.code}"
        )
        for line in qr_lines(self.address + self.path) if self._wanted.lan else ():
            self._say(line)


def beside(left: list[str], right: list[str], *heads: str) -> list[str]:
    """Return two codes with their heads, beside each other where the terminal has room,
    else one below the other.
    """
    width = len(left[0])
    if not sys.stdout.isatty() or get_terminal_size().columns < width + 2 + len(right[0]):
        return [heads[0], *left, heads[1], *right]
    rows = zip_longest([heads[0], *left], [heads[1], *right], fillvalue="")
    return [f"{one:<{width}}  {other}".rstrip() for one, other in rows]


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
        self._dismiss, self._announce = dismiss, announce

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


# The protocol of a connection, which is given up where a request does not begin to make sense soon.

HEAD_TIME = 10.0
"""Seconds that a request's head may take to arrive,
counted from the connection or from its first part.
"""


class PromptProtocol(H11Protocol):
    """HTTP that closes a connection whose request is begun and not sent on;
    else many such would use up the server.

    Between two requests the server's own, shorter patience counts.
    What is no HTTP is answered with 400, and with one line on the terminal.
    """

    _giving_up: asyncio.TimerHandle | None = None

    @property
    def is_kept_waiting(self) -> bool:
        """Return whether it is the other side's turn:
        to send the rest of a request, or to take an answer.
        """
        unsent = self.transport.get_write_buffer_size() > 0
        return self.conn.their_state is h11.SEND_BODY or unsent or self.is_done

    @property
    def is_done(self) -> bool:
        """Return whether it is closed, and only the other side's word for that is missing."""
        return self.transport.is_closing() and not self.transport.get_write_buffer_size()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # The protocol of a stream is given nothing but transports that read and write.
        super().connection_made(cast("asyncio.Transport", transport))
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Take what came; wait no longer where it completes a request's head."""
        super().data_received(data)
        self._wait_for_head()

    def connection_lost(self, exc: Exception | None) -> None:
        self._wait_no_longer()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP; where an answer was begun already,
        it is the last of this connection.
        """
        if self.cycle is not None:
            # What is still said to a request that broke off is for nobody.
            self.cycle.disconnected = True
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """Say nothing of an upgrade that is not taken:
        it is answered as if it had not been asked for.
        """

    def _wait_for_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._wait_no_longer()
        elif self._giving_up is None:
            self._giving_up = self.loop.call_later(HEAD_TIME, self.transport.close)

    def _wait_no_longer(self) -> None:
        if self._giving_up is not None:
            self._giving_up.cancel()
            self._giving_up = None
