"""Commands that messages name, with the kit and logbook of this call: they work when typed."""

import re
import shlex
import sys
from collections.abc import Mapping

CHOSEN: dict[str, str] = {}
"""Which kit and logbook this command was given: option -> its value, as typed."""

_COMMAND = re.compile(
    r"menace-kit (?:calibrate|build|boxes|print [a-z-]+|lab [a-z]+"
    r"|(?P<of_logbook>operator|logbook) [a-z]+)\b"
)
"""The commands that take the kit, and those that take a logbook, too."""


def as_typed(value: object) -> str:
    """Return an option's value as it is typed on this system: quoted if it needs to be."""
    text = str(value)
    if sys.platform == "win32":
        return f'"{text}"' if " " in text else text
    return shlex.quote(text)


def remember(given: Mapping[str, object]) -> None:
    """Remember which kit and logbook a command was given."""
    CHOSEN.clear()
    for name in ("kit", "preset", "logbook"):
        if value := given.get(name):
            CHOSEN[f"--{name}"] = as_typed(value)


def completed(message: str) -> str:
    """Add the kit and the logbook to each command in a message that doesn't name its own."""
    return _COMMAND.sub(_with_options, message) if CHOSEN else message


def _with_options(command: re.Match[str]) -> str:
    typed = command[0]
    rest_of_line = command.string[command.end() :].partition("\n")[0]
    names_kit = "--kit" in rest_of_line or "--preset" in rest_of_line
    takes_logbook = command["of_logbook"] and not typed.endswith("lookup")
    for option, value in CHOSEN.items():
        if option == "--logbook":
            is_missing = takes_logbook and option not in rest_of_line
        else:
            is_missing = not names_kit
        if is_missing:
            typed += f" {option} {value}"
    return typed
