"""`menace-kit operator play`: the guided game on a screen that a crowd can read."""

import os
import signal
import sys
from codecs import getincrementaldecoder
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from select import select
from threading import main_thread
from time import monotonic, sleep
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from menace_kit.cli.operator import guided, options
from menace_kit.cli.terminal import plain_console
from menace_kit.errors import MenaceKitError
from menace_kit.guide.session import Due, Session, checked_name
from menace_kit.text.words import Text, paragraph

if TYPE_CHECKING:
    from rich.console import Console


def play(
    operator: options.OperatorOption = None,
    opponent: options.OpponentOption = None,
    first_mover: options.FirstMoverOption = None,
    both: options.BothOption = False,
    exhibition: options.ExhibitionOption = False,
    greedy: options.GreedyOption = False,
    bell: Annotated[
        bool, Option("--bell", help="Ring when a box is to be opened, and when a game is over.")
    ] = False,
    teach: options.TeachOption = False,
    *,
    journal: options.JournalOptions,
) -> None:
    """Play with the real boxes, one key a step.

    Quit at any moment, and go on from there.

    Example:  menace-kit operator play --operator Ada --opponent Bob
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise MenaceKitError(
            "play needs a keyboard and a screen, and here is a pipe or a file; the same goes "
            "a step a command: operator start, draw, reply, empty, undo, end, status, adjust"
        )
    view = guided.View(
        # "" is nobody, not the last one.
        operator=None if operator is None else checked_name(operator) or "",
        opponent=checked_name(opponent) or "",
        machine_first=options.machine_begins(first_mover),
        both=both,
        exhibition=options.is_exhibition(exhibition, greedy),
        greedy=greedy,
    )
    kit = journal.chosen()
    coach = options.coach_of(kit) if teach else None
    with journal.desk(new=True) as desk:
        desk.session.check_players(opponent or None, view.machine_first, both)
        game = guided.GuidedGame(desk, view, coach)
        painter = Painter(plain_console(), game)
        if desk.lights is not None:
            desk.lights.warn = painter.warn
        desk.shine()
        try:
            _go_on(game, Bell(bell), painter)
        except KeyboardInterrupt:
            typer.echo(game.farewell)
            raise typer.Exit(130) from None
        finally:
            if desk.lights is not None:
                desk.lights.warn = typer.echo
            desk.leave(dark=True)
        typer.echo(game.farewell)


def _go_on(game: guided.GuidedGame, bell: "Bell", painter: "Painter") -> None:
    with _signals(painter.paint), unechoed_keys() as keys, painter.console.screen(hide_cursor=True):
        while True:
            if game.asks_anew:
                keys.turn_deaf()
                painter.paint()
                game.typed_too_early(keys.listen_again())
            painter.paint()
            bell.call(game.session)
            key = keys.read()
            painter.forget_warnings()
            if key == guided.QUIT:
                return
            if painter.playable:
                game.press(key)


class Bell:
    """Rings, if it is wanted, where a box is to be opened or beads are to be
    put right, once for each.
    """

    def __init__(self, wanted: bool) -> None:
        """Ring or never ring."""
        self._wanted = wanted
        self._rang: tuple[Due, int] | None = None

    def call(self, session: Session) -> None:
        """Ring where nobody was called yet."""
        now = session.due, len(session.game.entries) if session.game else 0
        if self._wanted and now != self._rang and session.due in (Due.BEAD, Due.ADJUST):
            sys.stdout.write("\a")
            sys.stdout.flush()
        self._rang = now


class Painter:
    """Writes the game's screen to the terminal."""

    def __init__(self, console: "Console", game: guided.GuidedGame) -> None:
        self.console, self.game = console, game
        self.playable = True
        self._painting = self._again = False
        self._warnings: list[Text] = []
        self._warned = 0

    def warn(self, warning: Text) -> None:
        """Show a warning, which may come from another thread, until a key is pressed."""
        self._warnings.append(warning)
        resized = getattr(signal, "SIGWINCH", None)
        if resized is not None:  # Windows shows it with the next key
            signal.pthread_kill(main_thread().ident or 0, resized)

    def forget_warnings(self) -> None:
        """Show those warnings no more that were shown."""
        del self._warnings[: self._warned]
        self._warned = 0

    def paint(self) -> None:
        """Write the screen; a call that comes in the middle, from a signal,
        makes it be written once more.
        """
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
        from rich.screen import Screen

        from menace_kit.cli.operator.screen import screen

        console = self.console
        warnings = list(self._warnings)
        said = (
            paragraph([self.game.view.message, *warnings]) if warnings else self.game.view.message
        )
        found = screen(self.game.session, replace(self.game.view, message=said), console)
        with console.capture() as captured:
            console.control(Control.home())
            console.print(Screen(found.picture), end="")
        console.file.write(captured.get())
        console.file.flush()
        self.game.shown(found.shown)
        self.playable = found.playable
        self._warned = len(warnings)


@contextmanager
def _signals(paint: Callable[[], None]) -> Iterator[None]:
    """Paint again when the window changes its size, and leave in good order
    when the program is to end.
    """

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
"""Signs that follow Escape faster than this were not typed:
they belong to one key, such as an arrow.
"""

_SILENCE = 0.2
"""Seconds without a key after which the next one answers what is shown:
a key that is held down comes faster.
"""

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
        """Return the next key: a sign as typed, or one of the names above;
        NO_KEY for keys that mean nothing here.

        KeyboardInterrupt on Ctrl-C.
        """
        import readchar

        raw = self._key()
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
        """Begin to take what is typed from now on for no answer:
        what is to be answered is not shown yet.
        """
        if sys.platform != "win32":
            _set_waiting(self._keyboard, 0)

    def listen_again(self) -> int:
        """Wait until nobody types, and return how many signs were typed since
        before nobody listened.
        """
        if sys.platform == "win32":
            return _windows_signs_until_silence()
        lost = 0
        while signs := os.read(self._keyboard, 1024):
            lost += len(self._decoder.decode(signs))
        _set_waiting(self._keyboard, 1)
        return lost

    def _key(self) -> str:
        """Return one key with all its signs.

        readchar's own readkey leaves the tail of long sequences behind,
        and the 5 of Ctrl-Up would be played as a square. Escape alone means nothing.
        """
        sign = self._sign()
        while sign == _ESCAPE and sys.platform != "win32":
            soon = self._comes_soon(_SEQUENCE_SECONDS)
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
        if sys.platform == "win32":
            import readchar

            return readchar.readkey()  # all the signs of a key
        while True:
            try:
                byte = os.read(self._keyboard, 1)
            except OSError:  # what Linux says of a terminal that was closed
                byte = b""
            if not byte:
                return ""
            if sign := self._decoder.decode(byte):
                return sign

    def _comes_soon(self, seconds: float) -> bool:
        if sys.platform == "win32":
            return _windows_key_comes(seconds)
        return bool(select([self._keyboard], [], [], seconds)[0])


def _windows_signs_until_silence() -> int:
    import msvcrt

    lost = 0
    while _windows_key_comes(_SILENCE):
        msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]  # Windows alone has it
        lost += 1
    return lost


def _windows_key_comes(seconds: float) -> bool:
    import msvcrt

    until = monotonic() + seconds
    while not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]  # Windows alone has it
        if monotonic() > until:
            return False
        sleep(0.005)
    return True


def _set_waiting(keyboard: int, least: int) -> None:
    """Let a read wait for at least so many signs; where it is 0, for any until it is silent."""
    import termios

    mode = termios.tcgetattr(keyboard)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = least, 0 if least else round(10 * _SILENCE)
    termios.tcsetattr(keyboard, termios.TCSANOW, mode)


@contextmanager
def unechoed_keys() -> Iterator[Keys]:
    """Lend the keys, none of which shows, freezes (Ctrl-S) or suspends (Ctrl-Z) the
    program until this ends.
    """
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
