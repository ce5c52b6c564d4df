"""The physical machine: its boxes, colours, containers and rules, and the kit file that chooses them."""

from menace_kit.machine.boxes import Bead, Box
from menace_kit.machine.kit import DEFAULT_PRESET, Kit, load_kit, load_preset

__all__ = ["DEFAULT_PRESET", "Bead", "Box", "Kit", "load_kit", "load_preset"]
