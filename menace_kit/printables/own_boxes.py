"""Your own matchboxes: labels go on the end of the tray, or on top if only that is large enough."""

from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryDirectory

from menace_kit.errors import FitError, MenaceKitError
from menace_kit.files import KIT_FILE_NAME
from menace_kit.machine.kit_files import load_kit
from menace_kit.workshop.own_boxes import CONTAINER_FILE_NAME, with_label_on_top


def with_labels_that_fit(files: Mapping[str, str]) -> dict[str, str]:
    """Return a kit's files, name -> text, with labels on top if they don't fit the tray's end."""
    container = files.get(CONTAINER_FILE_NAME)
    if container is None or not isinstance(fault_of_labels(files), FitError):
        return dict(files)
    return {**files, CONTAINER_FILE_NAME: with_label_on_top(container)}


def fault_of_labels(files: Mapping[str, str]) -> MenaceKitError | None:
    """Return why the kit of these files can have no labels, or None.

    It is a FitError if its boxes are too small, and another error if the files are wrong.
    """
    from menace_kit.layout.label_plan import label_plan

    with TemporaryDirectory() as folder:
        for name, text in files.items():
            Path(folder, name).write_text(text, encoding="utf-8", newline="")
        try:
            kit = load_kit(Path(folder, KIT_FILE_NAME))
            label_plan(kit)
        except MenaceKitError as error:
            return error
    return None
