"""The folder of a logbook in a browser's storage: the logbook, and the kit that it belongs to."""

import json
import os
import re
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from menace_kit.errors import LogbookError, MenaceKitError, SelectionError
from menace_kit.files import KIT_FILE_NAME, LOGBOOK_FILE_NAME
from menace_kit.logbook.rescue import fingerprint_in, put_in_place
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.kit_files import DEFAULT_PRESET, load_kit
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.text import Words

KitFiles = Mapping[str, str]
"""What a kit is made of: the name of a file -> its text.
`kit.toml` is there, and what that names beside it.
"""

KITS = ("kit-a.json", "kit-b.json")
"""Two places: a new kit is put beside that of the logbook,
so that whatever happens the logbook has its own.
"""

PLACE = ("root", "origin", "language")
"""What a page tells of itself: below which path the companion is,
of which host, and in which language.
"""

HANDED = "handed-over"
"""The file that is there while the logbook is elsewhere; it says since when."""

PLAIN_NAME = re.compile(r"[\w][\w .-]{0,99}")


class LogbookFolder:
    """A logbook, and the files of its kit.
    A kill at any moment leaves the logbook that was there, or the new one.
    """

    def __init__(self, folder: Path) -> None:
        """Look after the logbook in a folder that is there."""
        self._folder, self.logbook = folder, folder / LOGBOOK_FILE_NAME

    @property
    def has_logbook(self) -> bool:
        """Return whether there is a logbook; one that was only half made is none any more."""
        with suppress(LogbookError, OSError):
            fingerprint_in(self.logbook)
        return self.logbook.is_file() and self.logbook.stat().st_size > 0

    def kit(self, words: Words) -> tuple[Kit, KitFiles]:
        """Return the kit of the logbook, and its files;
        LogbookError where no kit that is there is the logbook's.
        """
        wanted = fingerprint_in(self.logbook)
        for files in self._kits():
            with suppress(MenaceKitError):
                if (kit := kit_of(files)).fingerprint == wanted:
                    return kit, files
        raise LogbookError(words("alone.kit-gone", fingerprint=wanted))

    def _keep_kit(self, files: KitFiles) -> str:
        """Write the files of a kit beside those of the logbook's own, and return where."""
        own = fingerprint_in(self.logbook) if self.has_logbook else ""
        taken = ""
        for name in KITS:
            with suppress(OSError, ValueError, MenaceKitError):
                if kit_of(json.loads((self._folder / name).read_bytes())).fingerprint == own:
                    taken = name
        place = next(name for name in KITS if name != taken)
        self._write(place, json.dumps(dict(files)).encode())
        return place

    def _keep_only(self, kept: str) -> None:
        for name in set(KITS) - {kept}:
            (self._folder / name).unlink(missing_ok=True)

    def _write(self, name: str, content: bytes) -> None:
        with (self._folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def put(self, logbook: Path, files: KitFiles) -> None:
        """Make a logbook the logbook, with the files of its kit."""
        kept = self._keep_kit(files)
        put_in_place(logbook, self.logbook)
        self._keep_only(kept)
        self.hand_over(False)

    def change_kit(self, files: KitFiles) -> None:
        """Give the logbook another kit of the same machine, told or printed otherwise."""
        self._keep_only(self._keep_kit(files))

    def forget(self) -> None:
        """Take the logbook out of the folder; its kit stays, for the next one."""
        self.logbook.unlink(missing_ok=True)
        self.hand_over(False)

    @property
    def handed_over(self) -> str | None:
        """Return when the logbook was handed over to another device, None where it is here."""
        place = self._folder / HANDED
        return place.read_text(encoding="utf-8") if place.exists() else None

    def hand_over(self, is_over: bool) -> None:
        """Note that the logbook is elsewhere now, and can only be read here;
        or that it is here after all.
        """
        if is_over:
            self._write(HANDED, datetime.now(UTC).isoformat(timespec="seconds").encode())
        else:
            (self._folder / HANDED).unlink(missing_ok=True)

    def content(self) -> bytes:
        """Return the logbook's file, with what a killed tab left undone cleared away,
        also where it is damaged.
        """
        with suppress(LogbookError):
            fingerprint_in(self.logbook)
        return self.logbook.read_bytes()

    def _kits(self) -> Iterator[KitFiles]:
        for name in KITS:
            with suppress(OSError, ValueError):
                yield json.loads((self._folder / name).read_bytes())


def kit_of(files: KitFiles) -> Kit:
    """Return the kit that these files make; KitError and others say what is wrong with them."""
    with laid_out(files) as folder:
        return load_kit(folder / KIT_FILE_NAME)


@contextmanager
def laid_out(files: KitFiles) -> Iterator[Path]:
    """Let files lie in a folder of their own for a moment;
    SelectionError where they are no kit's.
    """
    if KIT_FILE_NAME not in files or not all(PLAIN_NAME.fullmatch(name) for name in files):
        raise SelectionError(
            f"these files are no kit: a {KIT_FILE_NAME} is needed, and what it names beside it"
        )
    with TemporaryDirectory() as place:
        for name, text in files.items():
            (Path(place) / name).write_text(text, encoding="utf-8")
        yield Path(place)


def as_in_a_kit(files: KitFiles) -> KitFiles:
    """Return files by the names that they have in a kit's folder:
    browsers number what is saved more than once.
    """
    from menace_kit.site.brought_files import called

    return {called(name, text, list(files)): text for name, text in files.items()}


def preset(name: str) -> KitFiles:
    """Return the files of a machine among the templates."""
    return {KIT_FILE_NAME: template_path(TemplateKind.MACHINES, name).read_text(encoding="utf-8")}


def in_colours_of_new_kits(name: str) -> KitFiles:
    """Return the files of a machine among the templates in the colours that its new kits have,
    as one begins it here; all else is as the template says it.
    """
    from menace_kit.workshop.kit_files import Wishes, changed_kit_files, palette_of_new_kits

    palette = palette_of_new_kits(name)
    return changed_kit_files(preset(name)[KIT_FILE_NAME], Wishes(palette=palette))


def says_letters(files: KitFiles) -> bool:
    """Return whether the kit file chooses the letters on its beads;
    where it does not, they are the English ones.
    """
    tables = tomllib.loads(files[KIT_FILE_NAME])
    return "language" in tables.get("print", {}) or "letters" in tables.get("beads", {})


def kit_for(logbook: Path, given: KitFiles | None, words: Words) -> tuple[Kit, KitFiles]:
    """Return the kit of a logbook that somebody brings, and its files:
    those that came with it, or a preset's, in its own colours or in those of new kits.

    LogbookError where none fits, and says what to bring.
    """
    wanted = fingerprint_in(logbook)
    if given:
        kit = kit_of(given)
        if kit.fingerprint != wanted:
            Logbook(logbook, kit, read_only=True).close()  # says what differs
        return kit, given
    for name in sorted(
        template_names(TemplateKind.MACHINES), key=lambda name: name != DEFAULT_PRESET
    ):
        for files in (preset(name), in_colours_of_new_kits(name)):
            if (kit := kit_of(files)).fingerprint == wanted:
                return kit, files
    raise LogbookError(words("alone.which-kit", fingerprint=wanted))
