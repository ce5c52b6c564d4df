"""What runs inside the browser for the page that makes a kit."""

from menace_kit.machine.kit import load_preset


def boxes(preset: str) -> int:
    """Return how many boxes the machine of a preset has."""
    return len(load_preset(preset).boxes)
