"""The folder of a logbook in a browser's storage: the logbook, and its kit."""

import json
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from menace_kit.errors import LogbookError, MenaceKitError, SelectionError
from menace_kit.files import KIT_FILE_NAME, LOGBOOK_FILE_NAME
from menace_kit.logbook import Logbook
from menace_kit.logbook.rescue import fingerprint_in, put_in_place
from menace_kit.machine import DEFAULT_PRESET, Kit, load_kit
from menace_kit.machine.toml_files import TemplateKind, template_names, template_path
from menace_kit.text import Words

KitFiles = Mapping[str, str]
"""A kit's files: name -> text; `kit.toml`, and what it names beside it."""

KITS = ("kit-a.json", "kit-b.json")
"""Two places: a new kit is written beside the logbook's own, which is never at risk."""

PLACE = ("root", "origin", "language")
"""What a page says about itself: the path above the companion, its host, its language."""

HANDED = "handed-over"
"""The file that exists while the logbook is elsewhere; it says since when."""

PLAIN_NAME = re.compile(r"[\w][\w .-]{0,99}")


class LogbookFolder:
    """A logbook and its kit's files; a kill at any moment leaves the old logbook or the new one."""

    def __init__(self, folder: Path) -> None:
        """Take charge of the logbook in an existing folder."""
        self._folder, self.logbook = folder, folder / LOGBOOK_FILE_NAME

    @property
    def has_logbook(self) -> bool:
        """Return whether there is a logbook; half-made ones are cleared away first."""
        with suppress(LogbookError, OSError):
            fingerprint_in(self.logbook)
        return self.logbook.is_file() and self.logbook.stat().st_size > 0

    def kit(self, words: Words) -> tuple[Kit, KitFiles]:
        """Return the logbook's kit and its files. Raises LogbookError if no kit here fits."""
        wanted = fingerprint_in(self.logbook)
        for files in self._kits():
            with suppress(MenaceKitError):
                if (kit := kit_of(files)).fingerprint == wanted:
                    return kit, files
        raise LogbookError(words("alone.which-kit", fingerprint=wanted))

    def _keep_kit(self, files: KitFiles) -> str:
        """Write a kit's files beside those of the logbook's own kit, and return where."""
        own = fingerprint_in(self.logbook) if self.has_logbook else ""
        taken = ""
        for name in KITS:
            with suppress(OSError, ValueError, MenaceKitError):
                if kit_of(json.loads((self._folder / name).read_bytes())).fingerprint == own:
                    taken = name
        place = next(name for name in KITS if name != taken)
        self._write(place, json.dumps(dict(files)).encode())
        return place

    def _write(self, name: str, content: bytes) -> None:
        with (self._folder / name).open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())

    def put(self, logbook: Path, files: KitFiles) -> None:
        """Make this logbook the present one, with its kit's files."""
        kept = self._keep_kit(files)
        put_in_place(logbook, self.logbook)
        for name in set(KITS) - {kept}:
            (self._folder / name).unlink(missing_ok=True)
        self.hand_over(False)

    def forget(self) -> None:
        """Delete the logbook; its kit stays for the next one."""
        self.logbook.unlink(missing_ok=True)
        self.hand_over(False)

    @property
    def handed_over(self) -> str | None:
        """Return when the logbook moved to another device; None if it is here."""
        place = self._folder / HANDED
        return place.read_text(encoding="utf-8") if place.exists() else None

    def hand_over(self, is_over: bool) -> None:
        """Note that the logbook is now elsewhere and read-only here, or that it is back."""
        if is_over:
            self._write(HANDED, datetime.now(UTC).isoformat(timespec="seconds").encode())
        else:
            (self._folder / HANDED).unlink(missing_ok=True)

    def content(self) -> bytes:
        """Return the logbook's file, even if damaged, after finishing what a killed tab began."""
        with suppress(LogbookError):
            fingerprint_in(self.logbook)
        return self.logbook.read_bytes()

    def _kits(self) -> Iterator[KitFiles]:
        for name in KITS:
            with suppress(OSError, ValueError):
                yield json.loads((self._folder / name).read_bytes())


def kit_of(files: KitFiles) -> Kit:
    """Return the kit of these files. Raises KitError or another error if they are invalid."""
    with laid_out(files) as folder:
        return load_kit(folder / KIT_FILE_NAME)


@contextmanager
def laid_out(files: KitFiles) -> Iterator[Path]:
    """Put files into a temporary folder. Raises SelectionError if they are not a kit's."""
    if KIT_FILE_NAME not in files or not all(PLAIN_NAME.fullmatch(name) for name in files):
        raise SelectionError(
            f"these files are not a kit: it needs a {KIT_FILE_NAME}, and the files it names"
        )
    with TemporaryDirectory() as place:
        for name, text in files.items():
            (Path(place) / name).write_text(text, encoding="utf-8")
        yield Path(place)


def as_in_a_kit(files: KitFiles) -> KitFiles:
    """Return files under their names in a kit's folder: browsers number repeated downloads."""
    from menace_kit.site.brought_files import called

    return {called(name, text, list(files)): text for name, text in files.items()}


def preset(name: str) -> KitFiles:
    """Return the files of a preset."""
    return {KIT_FILE_NAME: template_path(TemplateKind.MACHINES, name).read_text(encoding="utf-8")}


def in_colours_of_new_kits(name: str) -> KitFiles:
    """Return the files of a preset in the colours of new kits; the rest is the template's."""
    from menace_kit.workshop.kit_files import Wishes, changed_kit_files, palette_of_new_kits

    palette = palette_of_new_kits(name)
    return changed_kit_files(preset(name)[KIT_FILE_NAME], Wishes(palette=palette))


def kit_for(logbook: Path, given: KitFiles | None, words: Words) -> tuple[Kit, KitFiles]:
    """Return the kit of a brought logbook, and its files.

    They came with it, or are a preset's, in its own colours or those of new kits. Raises
    LogbookError, saying what to bring, if none fits.
    """
    wanted = fingerprint_in(logbook)
    if given:
        kit = kit_of(given)
        if kit.fingerprint != wanted:
            Logbook(logbook, kit, read_only=True).close()  # raises, with what differs
        return kit, given
    for name in sorted(
        template_names(TemplateKind.MACHINES), key=lambda name: name != DEFAULT_PRESET
    ):
        for files in (preset(name), in_colours_of_new_kits(name)):
            if (kit := kit_of(files)).fingerprint == wanted:
                return kit, files
    raise LogbookError(words("alone.which-kit", fingerprint=wanted))
