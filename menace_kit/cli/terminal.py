"""What commands tell people alike on the terminal."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console


def plain_console() -> "Console":
    """Return the console; a name may be [red] or :gem:, and stays that."""
    from rich.console import Console

    return Console(highlight=False, markup=False, emoji=False)
