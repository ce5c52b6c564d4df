"""The field of the kit maker's form that a mistake belongs to."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from menace_kit.errors import FormMistake, Location, MenaceKitError, MistakesError
from menace_kit.files import KIT_FILE_NAME, PROFILE_FILE_NAME
from menace_kit.workshop.own_beads import BEADS_FILE_NAME
from menace_kit.workshop.own_boxes import MEASURED, SIDES, own_file_name


@contextmanager
def mistakes_at(field: str) -> Iterator[None]:
    """Turn errors into mistakes at a field."""
    try:
        yield
    except MistakesError:
        raise
    except MenaceKitError as error:
        raise MistakesError(_placed(error, field)) from error


class Tried:
    """Collects the mistakes made in each field of the form."""

    def __init__(self) -> None:
        self._wrong: list[FormMistake] = []

    @contextmanager
    def __call__(self, field: str) -> Iterator[None]:
        try:
            with mistakes_at(field):
                yield
        except MistakesError as error:
            self._wrong += error.found

    def check(self) -> None:
        """Raise MistakesError with all of them, if there are any."""
        if self._wrong:
            raise MistakesError(self._wrong)


def shapes(found: Iterable[FormMistake]) -> list[dict[str, str]]:
    """Return mistakes as plain values."""
    return [{"field": each.field, "text": each.text} for each in found]


_FIELDS = {
    "print.container": "container",
    "print.stock": "stock",
    "print.paper": "paper",
    "print.language": "language",
    "beads.kind": "beads",
    "beads.palette": "palette",
    "beads.colours": "palette",
    "fold-up": "folded",
    "name": "name",
    "beads.start": "rules.start",
    "learning.empty-box": "rules.empty",
    "learning.protect-first-box": "rules.protect",
    "learning.win": "rules.win",
    "cabinet": "rules.cabinet",
    "shopping.pack-size": "rules.packs",
    "shopping": "rules.pack-prices",
}
"""Key of a kit file -> the field of the form that sets it."""


def _size_key(source: str, part: str, side: str) -> str:
    """Return the field for one side of your own container; cups and envelopes have fewer sides."""
    kind = next(kind for kind in MEASURED if own_file_name(kind) == source)
    sides = MEASURED[kind].sides
    if part == "label" or len(MEASURED[kind].things) > 1:
        return f"{'inside' if part == 'tray' else part}.{side}"
    return side if side in sides else sides[0]


def _placed(error: MenaceKitError, field: str) -> Iterator[FormMistake]:
    """Yield each mistake of an error at the field of its key, or else at the one given."""
    for each in error.several or (error,):
        yield FormMistake(_field_of(each.location, field), str(each), error)


def _field_of(at: Location | None, field: str) -> str:
    source, key = (at.source, at.key) if at else ("", "")
    if source == KIT_FILE_NAME or source.startswith("preset "):
        keys = key.split(".")
        found = (".".join(keys[:count]) for count in range(len(keys), 0, -1))
        return next((_FIELDS[name] for name in found if name in _FIELDS), field)
    if source == PROFILE_FILE_NAME:
        return "files.printer.toml"
    if source == BEADS_FILE_NAME:
        return f"bead.{key if key in ('length', 'title') else 'diameter'}"
    part, _, side = key.partition(".")
    if source in map(own_file_name, MEASURED) and side in SIDES:
        return f"sizes.{_size_key(source, part, side)}"
    return field
