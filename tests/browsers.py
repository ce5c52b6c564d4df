"""Where the tests find a Chromium, whether they may do without, and what it complains of."""

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WHERE = "MENACE_CHROMIUM"
"""The environment variable that says where a browser is which is not
found by one of these names.
"""

WANTED = "MENACE_BROWSER_TESTS"
"""The environment variable that lets the tests fail, instead of being left out, with `required`."""

MISSING = (
    "no Chromium is here: install it (Debian: apt install chromium), "
    f"or say in {WHERE} where a Chrome or Chromium is"
)


def chromium() -> str | None:
    """Return the path of the browser to test with, or None where there is none."""
    said = os.environ.get(WHERE)
    if said:
        return shutil.which(said)
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_required() -> bool:
    """Return whether a browser that is missing is a failure."""
    return os.environ.get(WANTED) == "required"


@dataclass
class Watched:
    """What a window complained of."""

    complaints: list[str] = field(default_factory=list)
    pardoned: list[str] = field(default_factory=list)
    """Words in complaints that the test brings about on purpose."""

    def heard(self, message: "ConsoleMessage") -> None:
        if message.type in ("error", "warning"):
            self.complaints.append(
                f"{message.type} at {message.location.get('url')}: {message.text}"
            )

    @property
    def faults(self) -> list[str]:
        """Return the complaints that nothing excuses."""
        return [
            text for text in self.complaints if not any(words in text for words in self.pardoned)
        ]
