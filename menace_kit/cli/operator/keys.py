"""Keys, one at a time, on Linux, macOS and Windows; and what each of them is for.

The letters and digits belong to the beads and the squares, so every command has a key that no palette can have.
"""

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from time import monotonic

from menace_kit.guide.session import Due

BACKSPACE, ENTER, SPACE, TAB = "backspace", "enter", " ", "tab"
DELETE, HELP, QUIT, LOOK_AGAIN, UNDO = "delete", "help", "quit", "look-again", "undo"
NO_KEY = "no-key"

_ESCAPE = "\x1b"
_SEQUENCE_SECONDS = 0.1
"""Signs that follow Escape faster than this were not typed: they belong to one key, such as an arrow."""

_NAMES = {
    "": QUIT,  # the terminal is gone
    "\x04": QUIT,
    "\x11": QUIT,
    "\x08": BACKSPACE,
    "\x7f": BACKSPACE,
    "\x09": TAB,
    "\x0a": ENTER,
    "\x0d": ENTER,
    "\x0c": LOOK_AGAIN,
    "\x1a": UNDO,
}

FOOT = {
    Due.START: "Enter begin   Backspace undo   ? help   Ctrl-Q quit",
    Due.BEAD: "- empty   / other way   Backspace undo   ! break off   ? help   Ctrl-Q quit",
    Due.REPLY: "Backspace undo   ! break off   ? help   Ctrl-Q quit",
    Due.ADJUST: "Space tick   Enter all done   Backspace undo   ? help   Ctrl-Q quit",
}
"""The foot line for each thing that can be due."""

HELP_LINES = (
    ("a letter", "the bead that was drawn; the answer is its move"),
    (
        "1 to 9",
        "the opponent's square, as one reads; of an arrow both, as 7 4; of matches the leftmost taken",
    ),
    ("-", "the box is empty: the rule of the kit is applied"),
    ("/", "the box was held in another right way: letter, then move"),
    ("Backspace", "take back the last step, as often as you like"),
    ("! or Delete", "break the game off; it asks first"),
    ("Space, or 1 to 9", "in the list after a game: tick the next line, or that line"),
    ("Enter", "begin the game; or all lines of the list are done"),
    ("Tab", "before a game, in a kit for both sides: who moves first, or both machines"),
    ("Ctrl-L", "look again, where another program may have written"),
    ("Ctrl-Q, Ctrl-C", "quit; nothing is lost, operator play goes on from here"),
)


def read_key() -> str:
    """Return the next key: a sign as typed, or one of the names above; NO_KEY for keys that mean nothing here.

    KeyboardInterrupt on Ctrl-C.
    """
    import readchar

    raw = readchar.readkey() if sys.platform == "win32" else _posix_key()
    if raw == readchar.key.CTRL_C:
        raise KeyboardInterrupt
    if raw == readchar.key.DELETE:
        return DELETE
    if raw == readchar.key.F1:
        return HELP
    if raw in _NAMES:
        return _NAMES[raw]
    return raw if len(raw) == 1 and raw.isprintable() else NO_KEY


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
