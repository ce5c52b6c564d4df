"""Kits from a few lines of TOML, as the tests of the machine have them."""

from tests.machine.conftest import complaint, kit_of

__all__ = ["complaint", "kit_of"]
