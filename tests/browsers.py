"""Where the tests find a Chromium, whether they may do without, and its complaints."""

import os
import shutil
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import ConsoleMessage

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
WHERE = "MENACE_CHROMIUM"
"""The environment variable with a browser's path, if it has none of the usual names."""

WANTED = "MENACE_BROWSER_TESTS"
"""If this environment variable is `required`, the tests fail without a browser, else they skip."""

MISSING = (
    "no Chromium is here: install it (Debian: apt install chromium), "
    f"or say in {WHERE} where a Chrome or Chromium is"
)


def chromium() -> str | None:
    """Return the path of the browser to test with, or None."""
    said = os.environ.get(WHERE)
    if said:
        return shutil.which(said)
    return next(filter(None, map(shutil.which, NAMES)), None)


def is_required() -> bool:
    """Return whether a missing browser is a failure."""
    return os.environ.get(WANTED) == "required"


@dataclass
class Watched:
    """The complaints of a browser window."""

    complaints: list[str] = field(default_factory=list)
    pardoned: list[str] = field(default_factory=list)
    """Words in complaints that the test causes on purpose."""

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
