"""menace_kit: everything for a matchbox MENACE - labels to print, beads to buy, boxes to fill.

>>> from menace_kit import load_preset
>>> kit = load_preset("michie-1961")
>>> len(kit.boxes), dict(kit.box(1).start)
(304, {'white': 4, 'lilac': 4, 'gold': 4})
"""

TYPE_CHECKING = False  # as in `typing`, which would have to be loaded first
if TYPE_CHECKING:
    from menace_kit.errors import MenaceKitError
    from menace_kit.machine import Bead, Box, Kit, load_kit, load_preset
    from menace_kit.notebook import Machine, show

__version__ = "0.1.0rc1"

__all__ = [
    "Bead",
    "Box",
    "Kit",
    "Machine",
    "MenaceKitError",
    "__version__",
    "load_kit",
    "load_preset",
    "show",
]

_HOMES = {"MenaceKitError": "errors", "Machine": "notebook", "show": "notebook"}
"""The module of each name that is not in `machine`."""


def __getattr__(name: str) -> object:
    """Import a public name when it is first used, so that commands don't wait for it."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    module = import_module(f"{__name__}.{_HOMES.get(name, 'machine')}")
    return globals().setdefault(name, getattr(module, name))
