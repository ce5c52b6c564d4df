"""Keys as terminals send them, and that no command is a letter that a palette may have."""

import os
import sys
from collections.abc import Callable
from threading import Timer

import pytest

from menace_kit.cli.operator.guided import keys
from menace_kit.cli.operator.keyboard import Keys

if sys.platform == "win32":
    pytest.skip("Windows sends whole keys", allow_module_level=True)

Typed = Callable[[str], list[str]]


@pytest.fixture(name="typed")
def fixture_typed() -> Typed:
    """Return `typed(signs)`, which reads the keys that these signs are,
    until the terminal is gone.
    """

    def read(signs: str) -> list[str]:
        keyboard, hand = os.pipe()
        os.write(hand, signs.encode())
        os.close(hand)
        terminal, found = Keys(keyboard), []
        while (key := terminal.read()) != keys.QUIT:
            found.append(key)
        os.close(keyboard)
        return found

    return read


@pytest.mark.parametrize(
    ("signs", "expected"),
    [
        ("w5", ["w", "5"]),
        ("é-/!?", ["é", "-", "/", "!", "?"]),
        ("\r\n", [keys.ENTER, keys.ENTER]),
        ("\x7f\x08", [keys.BACKSPACE, keys.BACKSPACE]),
        (" \t", [keys.SPACE, keys.TAB]),
        ("\x1a\x0c", [keys.UNDO, keys.LOOK_AGAIN]),
        ("\x1b[3~", [keys.DELETE]),
        ("\x1bOP", [keys.HELP]),
        ("\x1b[A\x1b[B", [keys.UP, keys.DOWN]),
        ("\x1bOA\x1bOB", [keys.UP, keys.DOWN]),
        ("\x1b[C", [keys.NO_KEY]),
        ("wé€😀5", ["w", "é", "€", "😀", "5"]),
        ("\x1b[1;5A", [keys.NO_KEY]),
        ("\x1b[24;2~", [keys.NO_KEY]),
        ("\x1b[[A", [keys.NO_KEY]),
        ("\x1b\x1b[A", [keys.UP]),
        ("\x1bw", ["w"]),
        ("\x01\x13", [keys.NO_KEY, keys.NO_KEY]),
    ],
)
def test_a_key_is_read_with_all_its_signs(typed: Typed, signs: str, expected: list[str]) -> None:
    assert typed(signs) == expected


def test_escape_is_not_part_of_a_key_that_comes_later() -> None:
    keyboard, hand = os.pipe()
    later = Timer(0.3, os.write, (hand, b"O"))
    os.write(hand, b"\x1b")
    later.start()
    read = Keys(keyboard)
    assert [read.read(), read.read()] == [keys.ESCAPE, "O"]
    later.join()
    os.close(hand)
    os.close(keyboard)


def test_ctrl_c_interrupts(typed: Typed) -> None:
    with pytest.raises(KeyboardInterrupt):
        typed("w\x03")


@pytest.mark.parametrize("gone", ["\x04", "\x11", ""])
def test_the_end_of_the_terminal_quits(typed: Typed, gone: str) -> None:
    assert typed(f"w{gone}") == ["w"]
