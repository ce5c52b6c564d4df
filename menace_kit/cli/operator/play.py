"""`menace-kit operator play`: the guided game, one key a step, on a screen that a crowd can read."""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic
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
    with _signals(painter.paint), unechoed_keys(), painter.console.screen(hide_cursor=True):
        while True:
            painter.paint()
            key = read_key()
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
        lines = screen(self.game.session, self.game.view, size)
        with console.capture() as captured:
            console.control(Control.home())
            for number, line in enumerate(lines):
                console.print(line, end="", no_wrap=True, crop=True)
                console.control(Control((ControlType.ERASE_IN_LINE, 0)))
                if number < len(lines) - 1:
                    console.print()
        console.file.write(captured.get())
        console.file.flush()


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


# Keys, one at a time, on Linux, macOS and Windows

_ESCAPE = "\x1b"
_SEQUENCE_SECONDS = 0.1
"""Signs that follow Escape faster than this were not typed: they belong to one key, such as an arrow."""

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


def read_key() -> str:
    """Return the next key: a sign as typed, or one of the names above; NO_KEY for keys that mean nothing here.

    KeyboardInterrupt on Ctrl-C.
    """
    import readchar

    raw = readchar.readkey() if sys.platform == "win32" else _posix_key()
    if raw == readchar.key.CTRL_C:
        raise KeyboardInterrupt
    if raw == readchar.key.DELETE:
        return guided.DELETE
    if raw == readchar.key.F1:
        return guided.HELP
    if raw in _NAMES:
        return _NAMES[raw]
    return raw if len(raw) == 1 and raw.isprintable() else guided.NO_KEY


def _posix_key() -> str:
    """Return one key with all its signs.

    readchar's own readkey leaves the tail of long sequences behind, and the 5 of Ctrl-Up would be played as a square.
    Escape alone cannot be told from the beginning of a sequence before the next key comes, so it means nothing.
    """
    import readchar

    sign = readchar.readchar()
    while sign == _ESCAPE:
        since = monotonic()
        sign = readchar.readchar()
        if sign in ("[", "O") and monotonic() - since < _SEQUENCE_SECONDS:
            return _sequence(_ESCAPE + sign)
    return sign


def _sequence(begun: str) -> str:
    import readchar

    while True:
        sign = readchar.readchar()
        begun += sign
        if begun == "\x1b[[":  # a function key of the Linux console: one sign more
            continue
        if not sign or "@" <= sign <= "~":
            return begun


@contextmanager
def unechoed_keys() -> Iterator[None]:
    """Let no key show on the screen, freeze it (Ctrl-S) or suspend the program (Ctrl-Z), until this ends."""
    if sys.platform == "win32":
        yield
        return
    import termios

    keyboard = sys.stdin.fileno()
    before = termios.tcgetattr(keyboard)
    mode = termios.tcgetattr(keyboard)
    mode[0] &= ~termios.IXON
    mode[3] &= ~(termios.ECHO | termios.ICANON)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = 1, 0
    mode[6][termios.VSUSP] = bytes([os.fpathconf(keyboard, "PC_VDISABLE")])
    termios.tcsetattr(keyboard, termios.TCSADRAIN, mode)
    try:
        yield
    finally:
        termios.tcsetattr(keyboard, termios.TCSADRAIN, before)
