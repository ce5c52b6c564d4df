"""Read single keys on Linux, macOS and Windows; keys typed ahead wait in line."""

import os
import sys
from codecs import getincrementaldecoder
from collections.abc import Iterator
from contextlib import contextmanager
from select import select
from time import monotonic, sleep

from menace_kit.cli.operator.guided import keys

_ESCAPE = "\x1b"
_SEQUENCE_SECONDS = 0.1
"""Characters that follow Escape faster were not typed: they belong to one key, such as an arrow."""

_SILENCE = 0.2
"""Seconds without a key before the next one counts as an answer to what is on the screen. A key
that is held down repeats faster.
"""

_NAMES = {
    "": keys.QUIT,  # the terminal is gone
    "\x04": keys.QUIT,
    "\x11": keys.QUIT,
    "\x08": keys.BACKSPACE,
    "\x7f": keys.BACKSPACE,
    "\x09": keys.TAB,
    "\x0a": keys.ENTER,
    "\x0d": keys.ENTER,
    "\x0c": keys.LOOK_AGAIN,
    "\x1a": keys.UNDO,
    _ESCAPE: keys.ESCAPE,
}


class Keys:
    """The keys of a terminal. Each is read once; none is lost unless nobody listens."""

    def __init__(self, keyboard: int) -> None:
        """Read from this file descriptor."""
        self._keyboard = keyboard
        self._decoder = getincrementaldecoder("utf-8")("replace")

    def read(self) -> str:
        """Return the next key: a character, or a name from `keys`; NO_KEY if it has no meaning.

        Raises KeyboardInterrupt on Ctrl-C.
        """
        import readchar

        raw = self._key()
        if raw == readchar.key.CTRL_C:
            raise KeyboardInterrupt
        named = {readchar.key.DELETE: keys.DELETE, readchar.key.F1: keys.HELP}
        named |= {readchar.key.UP: keys.UP, readchar.key.DOWN: keys.DOWN}
        if raw in named:
            return named[raw]
        if raw in _NAMES:
            return _NAMES[raw]
        return raw if len(raw) == 1 and raw.isprintable() else keys.NO_KEY

    def come(self, seconds: float) -> bool:
        """Wait at most this many seconds; return whether there is a key to read."""
        if sys.platform == "win32":
            return _windows_key_comes(seconds)
        return bool(select([self._keyboard], [], [], seconds)[0])

    def turn_deaf(self) -> None:
        """Ignore keys from now on: the question they would answer is not on the screen yet."""
        if sys.platform != "win32":
            _set_waiting(self._keyboard, 0)

    def listen_again(self) -> int:
        """Wait until nobody types; return how many characters were ignored."""
        if sys.platform == "win32":
            return _windows_signs_until_silence()
        lost = 0
        while signs := os.read(self._keyboard, 1024):
            lost += len(self._decoder.decode(signs))
        _set_waiting(self._keyboard, 1)
        return lost

    def _key(self) -> str:
        """Return one key with all its characters.

        Don't use readchar's readkey here: it leaves the tail of long sequences behind, and the 5 of
        Ctrl-Up would be played as a square.
        """
        sign = self._sign()
        while sign == _ESCAPE and sys.platform != "win32" and self.come(_SEQUENCE_SECONDS):
            sign = self._sign()
            if sign in ("[", "O"):
                return self._sequence(_ESCAPE + sign)
        return sign

    def _sequence(self, begun: str) -> str:
        while True:
            sign = self._sign()
            begun += sign
            if begun == "\x1b[[":  # a function key of the Linux console has one more character
                continue
            if not sign or "@" <= sign <= "~":
                return begun.replace("\x1bOA", "\x1b[A").replace("\x1bOB", "\x1b[B")

    def _sign(self) -> str:
        """Return one character, even if it has several bytes; empty if the terminal is gone."""
        if sys.platform == "win32":
            import readchar

            return readchar.readkey()  # all characters of a key
        while True:
            try:
                byte = os.read(self._keyboard, 1)
            except OSError:  # Linux raises this if the terminal was closed
                byte = b""
            if not byte:
                return ""
            if sign := self._decoder.decode(byte):
                return sign


def _windows_signs_until_silence() -> int:
    import msvcrt

    lost = 0
    while _windows_key_comes(_SILENCE):
        msvcrt.getwch()  # type: ignore[attr-defined, unused-ignore]  # only on Windows
        lost += 1
    return lost


def _windows_key_comes(seconds: float) -> bool:
    import msvcrt

    until = monotonic() + seconds
    while not msvcrt.kbhit():  # type: ignore[attr-defined, unused-ignore]  # only on Windows
        if monotonic() > until:
            return False
        sleep(0.005)
    return True


def _set_waiting(keyboard: int, least: int) -> None:
    """Let a read block until `least` characters are there; 0 waits until a pause."""
    import termios

    mode = termios.tcgetattr(keyboard)
    mode[6][termios.VMIN], mode[6][termios.VTIME] = least, 0 if least else round(10 * _SILENCE)
    termios.tcsetattr(keyboard, termios.TCSANOW, mode)


@contextmanager
def unechoed_keys() -> Iterator[Keys]:
    """Lend the keys; until the end none is echoed, freezes (Ctrl-S) or suspends (Ctrl-Z)."""
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
