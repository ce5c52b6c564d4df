"""A kit's files, as choices."""

from collections.abc import Mapping
from pathlib import Path

from menace_kit.errors import MistakesError
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.machine import Spec
from menace_kit.machine.tables import parse_table
from menace_kit.machine.toml_files import read_toml
from menace_kit.site.brought_files import texts_of
from menace_kit.site.choices import Facts, in_folder
from menace_kit.site.mistakes import mistakes_at, shapes
from menace_kit.workshop.printer import load_profile


def take_in(files: Mapping[str, str | bytes]) -> Facts:
    """Return what the form shows for files that were dropped or linked, as `choices`.

    A kit file among them stays as it is, but for what is changed in the form. What it names beside
    it goes by the file's name. `errors` are like those of `preview`.
    """
    try:
        texts = texts_of(files)
        chosen: Facts = {"files": texts}
        with in_folder(texts):
            if PROFILE_FILE_NAME in texts:
                with mistakes_at("files.printer.toml"):
                    load_profile(Path(PROFILE_FILE_NAME))
            if KIT_FILE_NAME in texts:
                with mistakes_at("files.kit.toml"):
                    spec = parse_table(Spec, read_toml(Path(KIT_FILE_NAME)), KIT_FILE_NAME)
                chosen |= _choices_of(spec)
    except MistakesError as error:
        return {"choices": {}, "errors": shapes(error.found)}
    return {"choices": chosen, "errors": []}


def _choices_of(spec: Spec) -> Facts:
    """Return what the form shows of a kit file."""
    printed = {key: getattr(spec.print, key) for key in ("container", "paper", "stock", "language")}
    return {**printed, "beads": spec.beads.kind, "palette": spec.beads.palette, "name": spec.name}
