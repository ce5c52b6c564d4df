"""Files that a visitor brings: their names and texts."""

import re
import tomllib
from collections.abc import Mapping, Sequence

from menace_kit.errors import FormMistake, MistakesError, quoted
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.machine import Spec
from menace_kit.machine.tables import known_keys
from menace_kit.workshop.printer import PrinterProfile


def texts_of(files: Mapping[str, str | bytes]) -> dict[str, str]:
    """Return the texts of files by their names in a kit's folder.

    Files with other names are recognised by content.
    """
    texts: dict[str, str] = {}
    for name, content in files.items():
        if not _FILE_NAME.fullmatch(name):
            raise _wrong(f"{quoted(name)} is no name of a file that a kit can have")
        try:
            text = content if isinstance(content, str) else bytes(content).decode("utf-8-sig")
            text.encode()  # a link can carry lone surrogates
        except (UnicodeDecodeError, UnicodeEncodeError) as error:
            raise _wrong(f"{name} is not a text file in UTF-8: {error.reason}") from error
        if len(text) > MOST_SIGNS:
            raise _wrong(
                f"cannot read {name}: it has more than {MOST_SIGNS:,} signs, "
                "so it is not what is meant"
            )
        texts[called(name, text, list(files))] = text
    return texts


def _wrong(said: str) -> MistakesError:
    return MistakesError([FormMistake("files", said)])


_FILE_NAME = re.compile(r"(?!\.)[^/\\:\x00-\x1f\x7f\ud800-\udfff]{1,60}")
"""At most 240 bytes in UTF-8, which any disk accepts."""


def called(name: str, text: str, names: Sequence[str]) -> str:
    """Return a file's name in a kit's folder, by its content if its own name doesn't show it."""
    if not name.endswith(".toml") or name in (KIT_FILE_NAME, PROFILE_FILE_NAME):
        return name
    try:
        tables = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError):
        return KIT_FILE_NAME if KIT_FILE_NAME not in names else name
    if tables and tables.keys() <= set(known_keys(PrinterProfile, ())):
        return PROFILE_FILE_NAME
    of_a_kit = tables.keys() <= set(known_keys(Spec, ())) and KIT_FILE_NAME not in names
    return KIT_FILE_NAME if of_a_kit else name


MOST_SIGNS = 1_000_000
"""Characters accepted in a file; a kit file has about 10,000."""
