"""Kits from a few lines of TOML, as in the tests of the machine."""

from tests.machine.conftest import complaint, kit_of

__all__ = ["complaint", "kit_of"]
