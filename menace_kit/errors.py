"""Every error that menace_kit raises itself, and the check that an extra is installed.

Each is a subclass of the natural built-in, so library users can catch `ValueError` or `OSError`,
and of `MenaceKitError`, so the command line can print it as one clear sentence. `exit_code` is 2 if
the request is wrong and 1 if the system prevented it.
"""

import re
import sys
from collections.abc import Iterable
from copy import copy
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, NamedTuple, Self


class Location(NamedTuple):
    """Where a mistake is: in which file, as people know it, and at which key if it is one's; and
    the sentence without them.
    """

    source: str
    key: str
    said: str


class MenaceKitError(Exception):
    """A mistake that a person can fix; its text is the whole message for them.

    If `args[0]` is a message (`text.messages`), it can be shown in any language. A plain text is
    English. It knows its `location` if it is in a file, and the mistakes that it tells of if these
    are `several`.
    """

    exit_code = 2
    location: Location | None = None
    several: "tuple[MenaceKitError, ...]" = ()

    @property
    def kind(self) -> str:
        """Return what it has in common with errors that differ only in names and numbers.

        That is its message's key, or else its sentence with a `_` for what `quoted` has put there
        and for numbers. An error with another behind it is of that one's kind.
        """
        if isinstance(self.__cause__, MenaceKitError):
            return self.__cause__.kind
        told = self.args[0] if self.args else ""
        unquoted = re.sub(r"'[^']*'|\"[^\"]*\"", "_", str(told))
        return getattr(told, "key", None) or re.sub(r"(\W*(_|\d+))+", "_", unquoted)

    def told_as(self, sentence: str) -> Self:
        """Return a copy of the error, attributes included, with another sentence."""
        told = copy(self)
        told.args = (sentence,)
        return told

    def at(self, source: str, key: str = "") -> Self:
        """Return a copy of the error with a place, which comes before its sentence."""
        before = f"{source}: {key}: " if key else f"{source}: "
        told = self.told_as(f"{before}{self}")
        told.location = Location(source, key, str(self))
        return told


def quoted(text: str, most: int = 80) -> str:
    """Return typed text as an error repeats it: in quotation marks, at most `most` characters."""
    return repr(shortened(text, most))


def shortened(text: str, most: int = 80) -> str:
    """Return at most `most` characters of a text, the last three as dots if it was cut."""
    return text if len(text) <= most else f"{text[: most - 3]}..."


class PositionError(MenaceKitError, ValueError):
    """A board that cannot be read, or that no game reaches.

    If no game reaches it, `why` says so, so that pages can use their own words: "turns" for
    impossible numbers of marks, "lines" for two lines, "over" for moves after the game was won,
    "reach" for any other reason. Otherwise it is "".
    """

    def __init__(self, sentence: object, why: str = "") -> None:
        super().__init__(sentence)
        self.why = why


class MoveError(MenaceKitError, ValueError):
    """A move that is not legal here."""


class GameError(MenaceKitError, ImportError):
    """A game from another package that cannot be loaded, or breaks the protocol."""


class KitError(MenaceKitError, ValueError):
    """A mistake in a kit file, or in a template that it names: file, key, what is allowed."""


class MapError(KitError):
    """A list of boxes or contents that doesn't fit the machine: one line for each mistake."""


class RecordError(MenaceKitError, ValueError):
    """A table that cannot be read from line `line` on."""

    def __init__(self, sentence: str, line: int = 0) -> None:
        super().__init__(sentence)
        self.line = line


class ColoursError(KitError):
    """Too few colours: `there` are given, but `needed` are needed."""

    def __init__(self, sentence: str, needed: int = 0, there: int = 0) -> None:
        super().__init__(sentence)
        self.needed, self.there = needed, there


class StagesError(KitError):
    """A list that has neither one number nor one for each of the machine's `stages`."""

    def __init__(self, sentence: str, stages: int = 0) -> None:
        super().__init__(sentence)
        self.stages = stages


class OtherPaperError(KitError):
    """A sheet of labels for another `paper` than the kit's."""

    def __init__(self, sentence: str, paper: Literal["a4", "letter"] = "a4") -> None:
        super().__init__(sentence)
        self.paper = paper


class HiddenLabelsError(KitError):
    """A cabinet that would hide the labels of its boxes."""


class FormMistake(NamedTuple):
    """A wrong answer in a form: its field, a sentence, and the error behind it, if any."""

    field: str
    text: str
    error: MenaceKitError | None = None


class MistakesError(MenaceKitError, ValueError):
    """All wrong answers of a form, in `found`."""

    def __init__(self, found: Iterable[FormMistake]) -> None:
        self.found = list(found)
        super().__init__("\n".join(each.text for each in self.found))


class UnknownNameError(MenaceKitError, LookupError):
    """A preset, palette, colour, box ... that does not exist; the message names those that do."""


class SelectionError(MenaceKitError, ValueError):
    """Options that select no boxes or places on a sheet, or contradict each other."""


class MeasureError(MenaceKitError, ValueError):
    """Ruler readings that aren't numbers, or can't be right; the message says what to check."""


class FitError(MenaceKitError, ValueError):
    """Something too large for where it is to be printed; the message says by how much.

    If the difference is known, it is in mm: `too_small` for the room of a label or board (`is_low`
    if its height is the problem), `too_large` for anything else.
    """

    def __init__(
        self,
        sentence: str,
        *,
        too_small: float = 0.0,
        too_large: float = 0.0,
        is_low: bool = False,
    ) -> None:
        super().__init__(sentence)
        self.too_small, self.too_large, self.is_low = too_small, too_large, is_low


class OutputError(MenaceKitError, OSError):
    """A file or folder that cannot be read or written; nothing half-written is left behind."""

    exit_code = 1


class InputError(OutputError):
    """A folder, device or pipe instead of a file, or a file that is far too large or ambiguous."""

    exit_code = 2


class NotTextError(InputError, ValueError):
    """A file that should be text but has bytes that aren't."""


class GlyphError(MenaceKitError, ValueError):
    """A text with a character, `sign`, that the project's font does not have."""

    def __init__(self, sentence: object, sign: str = "") -> None:
        super().__init__(sentence)
        self.sign = sign


class GuideError(MenaceKitError, ValueError):
    """A step that is not due now; the message says which one is."""


class BeadRefusedError(GuideError):
    """A drawn bead that, by the logbook, isn't in its box: a wrong key, or the wrong box."""

    def __init__(self, text: object, box: int, colour: str) -> None:
        super().__init__(text)
        self.box, self.colour = box, colour


class DoubtfulCountError(GuideError):
    """An unlikely count that nobody has confirmed."""


class LabError(MenaceKitError, ValueError):
    """A simulation that cannot run: unknown player, impossible number, machine of another kit."""


class ExtraError(MenaceKitError, ImportError):
    """A command that needs an extra that is not installed; the message says how to install it."""


EXTRAS = {
    "lab": ("numpy", "numba"),
    "cluster": ("distributed",),
    "web": ("fastapi", "pydantic", "uvicorn", "jinja2"),
}
"""Extra -> the libraries it installs."""


def check_extra(libraries: tuple[str, ...] = ("numpy",), extra: str = "lab") -> None:
    """Raise ExtraError, with the command to install the extra, if a library is missing."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise ExtraError(
            f"this needs {', '.join(missing)}, which the extra {extra!r} installs; "
            f"type  {install_command(extra)}"
        )


def install_command(extra: str) -> str:
    """Return the command that adds an extra, for the tool that installed menace_kit.

    It works in any folder. It also names the extras that are already installed, because some tools
    would remove them.
    """
    there = [name for name, libraries in EXTRAS.items() if all(map(find_spec, libraries))]
    extras = ",".join([*there, *({extra} - set(there))])
    where = Path(sys.prefix)
    source, is_link = _source()
    what = f"menace-kit[{extras}]" if source is None else f"{source}[{extras}]"
    if source is not None and "://" in source:
        what = f"menace-kit[{extras}] @ {source}"
    link = "--editable " if is_link else ""
    if (where / "pipx_metadata.json").is_file():
        return f'pipx install --force {link}"{what}"'
    if (where / "uv-receipt.toml").is_file():
        return f'uv tool install --force {link}"{what}"'
    python = f'"{sys.executable}"' if " " in sys.executable else sys.executable
    if find_spec("pip") is None:  # uv makes environments without it
        return f'uv pip install --python {python} {link}"{what}"'
    return f'{python} -m pip install {link}"{what}"'


def _source() -> tuple[str | None, bool]:
    """Return where menace_kit was installed from, and whether it is a link to it.

    The source is a folder or address, or None for the package index.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution
    from urllib.parse import urlsplit
    from urllib.request import url2pathname

    try:
        # Written by every installer (PEP 610).
        said = json.loads(distribution("menace-kit").read_text("direct_url.json") or "{}")
    except PackageNotFoundError:  # run from its folder
        return str(Path(__file__).resolve().parent.parent), True
    url = said.get("url")
    if url is None:
        return None, False
    if "dir_info" in said:
        return url2pathname(urlsplit(url).path), bool(said["dir_info"].get("editable"))
    return (f"{said['vcs_info']['vcs']}+{url}" if "vcs_info" in said else url), False


class ClusterError(MenaceKitError, ConnectionError):
    """A cluster that doesn't answer, cannot work, or was lost."""

    exit_code = 1


class LogbookError(MenaceKitError, OSError):
    """A logbook that cannot be opened, read or written."""

    exit_code = 1


class LogbookBusyError(LogbookError):
    """A logbook that another program has locked for a moment; trying again works."""


class LogbookGoneError(LogbookError):
    """A logbook whose file was moved, deleted or replaced while it was open."""


class LogbookUnwritableError(LogbookError):
    """A read-only logbook: the disk is full, or its file or folder is write-protected."""


class LogbookDamagedError(LogbookError):
    """A logbook that was damaged; the message says what can still be trusted, and what to do."""


class LogbookMovedOnError(LogbookError):
    """Another program wrote to the logbook first, so nothing of ours was written."""


class LightsError(MenaceKitError, ConnectionError):
    """Cabinet lights that don't answer, or reject what they are sent."""

    exit_code = 1


class ServerError(MenaceKitError, OSError):
    """A server that cannot listen at its address."""

    exit_code = 1
