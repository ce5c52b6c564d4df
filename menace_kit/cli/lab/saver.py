"""The file of a machine that learns: never written over what another program wrote meanwhile."""

import sys
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.machine_file import SavedMachine


class MachineSaver:
    """Keeps a machine in a file, or in a new one beside it where another
    program has changed the first.
    """

    def __init__(self, path: Path) -> None:
        """Look at the file, which need not be there; make this before the machine in it is read."""
        self.path = path
        self._known = _state(path)

    def save(self, machine: "SavedMachine") -> None:
        """Write the machine; say so where that is in another file.
        OutputError leaves what was there.
        """
        from menace_kit.files import write_file
        from menace_kit.lab.machine_file import machine_bytes

        if _state(self.path) != self._known:
            changed, self.path = self.path, _free_name(self.path)
            print(
                f"{changed} was changed by another program meanwhile, and stays as it is; "
                f"this machine is kept in {self.path}.",
                file=sys.stderr,
            )
        write_file(self.path, machine_bytes(machine))
        self._known = _state(self.path)


def _state(path: Path) -> tuple[int, int, int] | None:
    """Return what changes whenever a file is written anew; None where there is none."""
    try:
        found = path.stat()
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino


def _free_name(path: Path) -> Path:
    names = (path.with_stem(f"{path.stem}-{number}") for number in count(2))
    return next(name for name in names if not name.exists())
