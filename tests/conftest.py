"""What all tests share: golden files, that Ctrl-C works, hypothesis's seed, and a word on what was left out.

A golden file is a text that people have read and found right; a test makes the text again and compares.
After a change that is meant, `python -m pytest --update-goldens` rewrites them all; read the difference
before it is committed.
"""

import atexit
import os
import random
import shutil
import signal
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

from tests import browsers, examples

# Started in the background by a script, the tests would inherit that Ctrl-C is ignored, and so would every program that
# they start to interrupt it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# What the program keeps of kits is not to be the developer's own. Workers of xdist, and programs, share the tests' one.
if "PYTEST_XDIST_WORKER" not in os.environ:
    CACHES = tempfile.mkdtemp(prefix="menace-kit-tests-")
    atexit.register(shutil.rmtree, CACHES, ignore_errors=True)
    os.environ["XDG_CACHE_HOME"] = os.environ["LOCALAPPDATA"] = CACHES

settings.load_profile(examples.QUICK)

Golden = Callable[[str, str], None]

GOLDEN_FOLDER = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="rewrite the files in tests/golden/ instead of comparing",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a new seed where all is to be proved. Hypothesis obeys it, and the workers of xdist are told it."""
    if (
        config.getoption("--hypothesis-profile") == examples.PROVE
        and config.getoption("--hypothesis-seed") is None
    ):
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    seed = config.getoption("--hypothesis-seed")
    if seed is not None:
        terminalreporter.line(f"The same examples again: --hypothesis-seed={seed}")
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [report for report in skipped if browsers.MISSING in str(report.longrepr)]
    if left_out:
        terminalreporter.section("browser tests were left out", yellow=True)
        terminalreporter.line(f"{len(left_out)} tests were not run: {browsers.MISSING}.")


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return `golden(name, text)`, which fails where the text is not that of the file tests/golden/<name>."""
    update = bool(request.config.getoption("--update-goldens"))

    def compare(name: str, text: str) -> None:
        path = GOLDEN_FOLDER / name
        if update:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(text.encode())
        if not path.is_file():
            pytest.fail(f"tests/golden/{name} is missing; --update-goldens writes it")
        assert text == path.read_bytes().decode(), (
            f"tests/golden/{name} differs; --update-goldens rewrites it"
        )

    return compare
