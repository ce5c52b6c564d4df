"""Where the tests find a Chromium, and whether they may do without."""

import os
import shutil

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
