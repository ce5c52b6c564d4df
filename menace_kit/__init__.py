"""menace_kit: everything for a matchbox MENACE - labels to print, beads to buy, boxes to fill.

>>> from menace_kit import load_preset
>>> kit = load_preset("michie-1961")
>>> len(kit.boxes), dict(kit.box(1).start)
(304, {'white': 4, 'lilac': 4, 'gold': 4})
"""

from menace_kit.errors import MenaceKitError
from menace_kit.machine import Bead, Box, Kit, load_kit, load_preset

__version__ = "0.1.0"

__all__ = ["Bead", "Box", "Kit", "MenaceKitError", "__version__", "load_kit", "load_preset"]
