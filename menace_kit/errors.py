"""Every error that menace_kit raises by itself, on one screen; and the check that an extra is installed.

Each stands under the natural built-in, so that a library user can catch `ValueError` or `OSError` and be right, and
under `MenaceKitError`, so that the command line can turn it into one clear sentence. `exit_code` is 2 where what was
asked for is wrong and 1 where the world would not have it.
"""

from importlib.util import find_spec


class MenaceKitError(Exception):
    """A mistake that a person can mend; its text is the whole message for them.

    Where `args[0]` is a message (`text.messages`), it can be told in any language; as a text it is English.
    """

    exit_code = 2


class PositionError(MenaceKitError, ValueError):
    """A board that cannot be read, or that no game reaches."""


class MoveError(MenaceKitError, ValueError):
    """A move that is not legal here."""


class GameError(MenaceKitError, ImportError):
    """A game of another package that cannot be loaded, or is not what it says."""


class KitError(MenaceKitError, ValueError):
    """A kit file, or a template that it names, with something wrong in it: file, key, what is allowed."""


class MapError(KitError):
    """A list of somebody's boxes, or of what is in them, that does not fit the machine: a line for each fault."""


class UnknownNameError(MenaceKitError, LookupError):
    """A preset, palette, colour, box ... that does not exist; the message names those that do."""


class SelectionError(MenaceKitError, ValueError):
    """Options that choose boxes or places on a sheet, and choose nothing or contradict each other."""


class MeasureError(MenaceKitError, ValueError):
    """Ruler readings that cannot be right, or are no numbers; the message says what to check."""


class FitError(MenaceKitError, ValueError):
    """Something that is too large for where it is to be printed; the message says by how much."""


class OutputError(MenaceKitError, OSError):
    """A file or folder that could not be read or written; nothing half-written is left behind."""

    exit_code = 1


class InputError(OutputError):
    """What should be a file to read is a folder, a device or a pipe, far too large, or readable in several ways."""

    exit_code = 2


class GlyphError(MenaceKitError, ValueError):
    """A text with a character that the project's font does not have."""


class GuideError(MenaceKitError, ValueError):
    """A step that is not due now: the message says what is."""


class LabError(MenaceKitError, ValueError):
    """A simulation that cannot be run as asked: unknown player, impossible number, a saved machine of another kit."""


class ExtraError(MenaceKitError, ImportError):
    """A command that needs libraries of an extra that is not installed; the message says how to install them."""


def check_extra(libraries: tuple[str, ...] = ("numpy", "numba", "joblib"), extra: str = "lab") -> None:
    """Go on where the libraries of an extra are installed; ExtraError says how to install them."""
    missing = [name for name in libraries if find_spec(name) is None]
    if missing:
        raise ExtraError(
            f"this needs {', '.join(missing)}, which the extra {extra!r} installs: in the folder of menace_kit type  "
            f'pip install ".[{extra}]"'
        )


class ClusterError(MenaceKitError, ConnectionError):
    """A cluster that does not answer, cannot work, or was lost."""

    exit_code = 1


class JournalError(MenaceKitError, OSError):
    """A journal that cannot be opened, read or written."""

    exit_code = 1


class JournalBusyError(JournalError):
    """A journal that another program has locked for the moment; the same works in a while."""


class JournalGoneError(JournalError):
    """A journal whose file is no longer where it was opened, or whose place another file has taken."""


class JournalUnwritableError(JournalError):
    """A journal that can only be read: the disk is full, or the file or its folder must not be written."""


class JournalMovedOnError(JournalError):
    """Another program wrote to the journal in between; nothing of ours was written."""


class ServerError(MenaceKitError, OSError):
    """A server that cannot listen where it is asked to."""

    exit_code = 1
