"""What the terminal shows: addresses, PIN and QR codes of a companion or a class."""

import socket
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import zip_longest
from shutil import get_terminal_size

from menace_kit.web.classroom import Classroom, logbook_of
from menace_kit.web.options import ALL_ADDRESSES, NEW, Wanted
from menace_kit.web.pin import PinLock
from menace_kit.web.qr_code import qr_lines
from menace_kit.web.settings import is_address, is_loopback

EVERYWHERE = (ALL_ADDRESSES, "::")


def own_address() -> str:
    """Return the address at which other devices on the network most likely reach this computer.

    Nothing is sent. It is an IPv4 address: short, and also answered by a server on all IPv6
    addresses.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 1))
            return str(probe.getsockname()[0])
        except OSError:
            return "127.0.0.1"


class Announcement:
    """What the terminal shows: how to reach the companion, and how to operate it."""

    served, kept = "The companion", "the logbook is"
    heads = "To watch:", "To operate (once):"

    def __init__(
        self,
        listener: socket.socket,
        wanted: Wanted,
        lock: PinLock,
        say: Callable[[str], None],
        about: Sequence[str] = (),
    ) -> None:
        """Prepare the text; `about` describes what is served, a line each."""
        self._wanted = wanted
        self._lock = lock
        self._say = say
        self._about = about
        bound, port = listener.getsockname()[:2]
        self._shown = own_address() if bound in EVERYWHERE else bound
        if wanted.host and (not wanted.lan or (wanted.certificate and not is_address(wanted.host))):
            self._shown = wanted.host  # certificates are for names
        scheme = "https" if wanted.certificate else "http"
        self.address = (
            f"{scheme}://{f'[{self._shown}]' if ':' in self._shown else self._shown}:{port}/"
        )

    @property
    def path(self) -> str:
        """Return the path of the address in the QR code for watching."""
        return ""

    @property
    def for_phones(self) -> str:
        """Return the address for other devices; empty if none can reach it."""
        return self.address if self._wanted.lan and not is_loopback(self._shown) else ""

    def say_all(self) -> None:
        """Print it all, once the server listens."""
        self._say(f"{self.served}: {self.address}")
        for line in self.more():
            self._say(line)
        if self._lock.is_locked:
            self._say_pin()
            if self._wanted.lan and is_loopback(self._shown):
                self._say("Others cannot reach this address; is the machine on a network?")
            elif self._wanted.lan and not self._wanted.certificate:
                self._say("Without --certificate, others on an open network can read the PIN.")
        self._say(f"Ctrl-C stops it; {self.kept} up to date at every moment.")

    def more(self) -> Iterable[str]:
        return self._about

    def _say_pin(self) -> None:
        deed = "see or change" if self._wanted.watch_pin else "change"
        code = f"{self.address}login?code={self._lock.new_code()}"
        self._lock.when_code_used = self._code_used
        if self._wanted.lan:
            for line in beside(qr_lines(self.address + self.path), qr_lines(code), *self.heads):
                self._say(line)
        pin = self._lock.pin
        if pin and self._wanted.pin in (None, NEW):
            self._say(f"PIN to {deed} anything: {pin[:4]} {pin[4:]}")
        else:
            same = "the one you gave with --pin" if pin else "as before; for a new one: --pin new"
            self._say(f"PIN to {deed} anything: {same}")
        self._say(f"Or, once: {code}")

    def _code_used(self, address: str) -> None:
        """Print who used the code, and show the next one."""
        code = f"{self.address}login?code={self._lock.new_code()}"
        self._say(f"The code was used by {address}. The next one:")
        for line in qr_lines(code) if self._wanted.lan else ():
            self._say(line)
        self._say(f"Once: {code}")


class ClassAnnouncement(Announcement):
    """What the terminal shows for a class."""

    served, kept = "The class", "the logbooks are"
    heads = "For groups, to join:", "For the teacher (once):"

    def __init__(
        self,
        listener: socket.socket,
        wanted: Wanted,
        classroom: Classroom,
        say: Callable[[str], None],
        dark: bool,
    ) -> None:
        """Prepare the text; `dark` says that the kit's lights stay dark."""
        super().__init__(listener, wanted, classroom.lock, say)
        self._classroom = classroom
        self._dark = dark
        classroom.address = self.address
        classroom.when_code_new = self._code_new

    @property
    def path(self) -> str:
        return f"class/join?code={self._classroom.code}"

    def more(self) -> Iterator[str]:
        """Say how many groups there are, where their logbooks are, and how they join."""
        room = self._classroom
        letters = list(room.groups)
        yield (
            f"{len(letters)} groups, {letters[0]} to {letters[-1]}, each with its own "
            f"{room.kit.spec.name}; "
            f"their logbooks: {logbook_of(room.folder, letters[0])} ..."
        )
        if room.lock.is_locked:
            yield f"Code for the groups to join: {room.code}"
        if not self._wanted.lan:
            yield "Only this computer can reach it; add --lan for the groups' phones."
        if self._dark:
            yield (
                "The lights of the kit stay dark: "
                "one strip cannot show the drawers of several machines."
            )

    def _code_new(self) -> None:
        """Print the new code for groups to join, and show it."""
        self._say(
            f"All phones were signed out. New code for the groups to join: {self._classroom.code}"
        )
        for line in qr_lines(self.address + self.path) if self._wanted.lan else ():
            self._say(line)


def beside(left: list[str], right: list[str], *heads: str) -> list[str]:
    """Return two codes with headings, side by side if the terminal is wide enough, else stacked."""
    width = len(left[0])
    if not sys.stdout.isatty() or get_terminal_size().columns < width + 2 + len(right[0]):
        return [heads[0], *left, heads[1], *right]
    rows = zip_longest([heads[0], *left], [heads[1], *right], fillvalue="")
    return [f"{one:<{width}}  {other}".rstrip() for one, other in rows]
