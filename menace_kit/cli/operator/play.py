"""`menace-kit operator play`: the guided game, one key a step, on a screen that a crowd can read."""

import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from select import select
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING

import typer

from menace_kit.cli.operator import guided, options
from menace_kit.cli.terminal import plain_console
from menace_kit.errors import MenaceKitError
from menace_kit.guide import wording
from menace_kit.guide.session import checked_name

if TYPE_CHECKING:
    from rich.console import Console


def play(
    operator: options.OperatorOption = None,
    opponent: options.OpponentOption = None,
    first_mover: options.FirstMoverOption = None,
    both: options.BothOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Play with the real boxes, one key a step; quit at any moment, and go on from there.

    Example:  menace-kit operator play --operator Ada --opponent Bob
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MenaceKitError(
            "play needs a keyboard and a screen, and here is a pipe or a file; the same goes a step a command: "
            "operator start, draw, reply, empty, undo, abandon, status, adjust"
        )
    view = guided.View(
        operator=checked_name(operator),
        opponent=checked_name(opponent) or "",
        machine_first=options.machine_begins(first_mover),
        both=both,
    )
    with journal.desk(new=True) as desk:
        desk.session.check_players(opponent or None, view.machine_first, both)
        game = guided.GuidedGame(desk, view)
        try:
            _go_on(game)
        except KeyboardInterrupt:
            typer.echo(wording.farewell(game.session))
            raise typer.Exit(130) from None
        typer.echo(wording.farewell(game.session))


def _go_on(game: guided.GuidedGame) -> None:
    painter = Painter(plain_console(), game)
    with _signals(painter.paint), unechoed_keys() as keys, painter.console.screen(hide_cursor=True):
        while True:
            if game.asks_anew:
                keys.turn_deaf()
                painter.paint()
                game.typed_too_early(keys.listen_again())
            painter.paint()
            key = keys.read()
            if key == guided.QUIT:
                return
            game.press(key)


class Painter:
    """Writes the game's screen to the terminal."""

    def __init__(self, console: "Console", game: guided.GuidedGame) -> None:
        """Prepare for a game on a console."""
        self.console, self.game = console, game
        self._painting = self._again = False

    def paint(self) -> None:
        """Write the screen; a call that comes in the middle, from a signal, makes it be written once more."""
        self._again = True
        if self._painting:
            return
        self._painting = True
        try:
            while self._again:
                self._again = False
                self._paint()
        finally:
            self._painting = False

    def _paint(self) -> None:
        """Write from the first corner to the last, in one go, so that nothing flickers."""
        from rich.control import Control
        from rich.segment import ControlType

        from menace_kit.cli.operator.screen import Size, screen

        console = self.console
        size = Size(*console.size, ascii_only=console.options.ascii_only)
        lines, shown, _ = screen(self.game.session, self.game.view, size)
        with console.capture() as captured:
            console.control(Control.home())
            for number, line in enumerate(lines):
                console.print(line, end="", no_wrap=True, crop=True)
                console.control(Control((ControlType.ERASE_IN_LINE, 0)))
                if number < len(lines) - 1:
                    console.print()
        console.file.write(captured.get())
        console.file.flush()
        self.game.shown(shown)


@contextmanager
def _signals(paint: Callable[[], None]) -> Iterator[None]:
    """Paint again when the window changes its size, and leave in good order when the program is to end."""

    def resized(_number: int, _frame: FrameType | None) -> None:
        paint()

    def ended(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(143)

    before = {}
    for name, handler in (("SIGTERM", ended), ("SIGWINCH", resized)):
        number = getattr(signal, name, None)
        if number is not None:
            before[number] = signal.signal(number, handler)
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)


# Keys, one at a time, on Linux, macOS and Windows. What is typed ahead waits its turn.

_ESCAPE = "\x1b"
_SEQUENCE_SECONDS = 0.1
"""Signs that follow Escape faster than this were not typed: they belong to one key, such as an arrow."""

_SILENCE = 0.2
"""Seconds without a key after which the next one answers what is shown: a key that is held down comes faster."""

_NAMES = {
    "": guided.QUIT,  # the terminal is gone
    "\x04": guided.QUIT,
    "\x11": guided.QUIT,
    "\x08": guided.BACKSPACE,
    "\x7f": guided.BACKSPACE,
    "\x09": guided.TAB,
    "\x0a": guided.ENTER,
    "\x0d": guided.ENTER,
    "\x0c": guided.LOOK_AGAIN,
    "\x1a": guided.UNDO,
}


class Keys:
    """The keys of a terminal; each is read once, and none is lost but while nobody listens."""

    def __init__(self, keyboard: int) -> None:
        """Read from the file of this number."""
        self._keyboard = keyboard
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def read(self) -> str:
        """Return the next key: a sign as typed, or one of the names above; NO_KEY for keys that mean nothing here.

        KeyboardInterrupt on Ctrl-C.
        """
        import readchar

        raw = readchar.readkey() if sys.platform == "win32" else self._key()
        if raw == readchar.key.CTRL_C:
            raise KeyboardInterrupt
        named = {readchar.key.DELETE: guided.DELETE, readchar.key.F1: guided.HELP}
        named |= {readchar.key.UP: guided.UP, readchar.key.DOWN: guided.DOWN}
        if raw in named:
            return named[raw]
        if raw in _NAMES:
            return _NAMES[raw]
        return raw if len(raw) == 1 and raw.isprintable() else guided.NO_KEY

    def turn_deaf(self) -> None:
        """Begin to take what is typed from now on for no answer: what is to be answered is not shown yet."""
        if sys.platform != "win32":
            _set_waiting(self._keyboard, 0)

    def listen_again(self) -> int:
        """Wait until nobody types, and return how many signs were typed since before nobody listened."""
        if sys.platform == "win32":
            return _windows_signs_until_silence()
        lost = 0
        while signs := os.read(self._keyboard, 1024):
            lost += len(self._decoder.decode(signs))
        _set_waiting(self._keyboard, 1)
        return lost

    def _key(self) -> str:
        """Return one key with all its signs.

        readchar's own readkey leaves the tail of long sequences behind, and the 5 of Ctrl-Up would be played as a
        square. Escape alone means nothing.
        """
        sign = self._sign()
        while sign == _ESCAPE:
            soon = self._comes_soon()
            sign = self._sign()
            if soon and sign in ("[", "O"):
                return self._sequence(_ESCAPE + sign)
        return sign

    def _sequence(self, begun: str) -> str:
        while True:
            sign = self._sign()
            begun += sign
            if begun == "\x1b[[":  # a function key of the Linux console: one sign more
                continue
            if not sign or "@" <= sign <= "~":
                return begun.replace("\x1bOA", "\x1b[A").replace("\x1bOB", "\x1b[B")

    def _sign(self) -> str:
        """Return one sign, of several bytes or one; an empty text where the terminal is gone."""
        while True:
            try:
                byte = os.read(self._keyboard, 1)
            except OSError:  # what Linux says of a terminal that was closed
                byte = b""
            if not byte:
                return ""
            if sign := self._decoder.decode(byte):
                return sign

    def _comes_soon(self) -> bool:
        return bool(select([self._keyboard], [], [], _SEQUENCE_SECONDS)[0])


def _windows_signs_until_silence() -> int:
    import msvcrt

    lost, quiet_since = 0, monotonic()
    while monotonic() - quiet_since < _SILENCE:
        if msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]
            msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]
            lost, quiet_since = lost + 1, monotonic()
        sleep(0.01)
    return lost


def _set_waiting(keyboard: int, least: int) -> None:
    """Let a read wait for at least so many signs; where it is 0, for any until it is silent."""
    import termios

    mode = termios.tcgetattr(keyboard)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = least, 0 if least else round(10 * _SILENCE)
    termios.tcsetattr(keyboard, termios.TCSANOW, mode)


@contextmanager
def unechoed_keys() -> Iterator[Keys]:
    """Lend the keys, none of which shows, freezes (Ctrl-S) or suspends (Ctrl-Z) the program until this ends."""
    keyboard = sys.stdin.fileno()
    if sys.platform == "win32":
        yield Keys(keyboard)
        return
    import termios

    before = termios.tcgetattr(keyboard)
    mode = termios.tcgetattr(keyboard)
    mode[0] &= ~termios.IXON
    mode[3] &= ~(termios.ECHO | termios.ICANON)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    mode[6][termios.VSUSP] = bytes([os.fpathconf(keyboard, "PC_VDISABLE")])
    termios.tcsetattr(keyboard, termios.TCSADRAIN, mode)
    try:
        yield Keys(keyboard)
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
