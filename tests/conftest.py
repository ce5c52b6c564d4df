"""Shared by all tests: golden files, working Ctrl-C, hypothesis's seed, a list of what was skipped.

A golden file is a text that people have read and found right; a test makes the text again and
compares. After an intended change, `python -m pytest --update-goldens` rewrites them all; read the
difference before you commit it.
"""

import atexit
import gc
import os
import random
import shutil
import signal
import site
import tempfile
import time
from collections.abc import Callable
from contextlib import redirect_stderr, redirect_stdout, suppress
from importlib import import_module
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import settings

from tests import browsers, examples

# If a script starts the tests in the background, they inherit that Ctrl-C is ignored,
# and so would every program that they start in order to interrupt it.
signal.signal(signal.SIGINT, signal.default_int_handler)

# The tests, their workers and the programs that they start write temporary files only here;
# the last of them deletes the folder.
# The program's cache must not be the developer's own, either.
if "PYTEST_XDIST_WORKER" not in os.environ:
    # A short name, for macOS has little room for that of a socket in it.
    # And in memory where that has room for all, and programs may be run there:
    # every step of a game is written to the disk before anyone is told.
    memory = Path("/dev/shm")
    roomy = (
        memory.is_dir()
        and shutil.disk_usage(memory).free > 4e9
        and not os.statvfs(memory).f_flag & os.ST_NOEXEC
    )
    os.environ["MENACE_TESTS_FOLDER"] = tempfile.mkdtemp(
        prefix="mk-", dir=memory if roomy else None
    )
    Path(os.environ["MENACE_TESTS_FOLDER"]).chmod(0o755)  # some tests are nobody for a while
    atexit.register(shutil.rmtree, os.environ["MENACE_TESTS_FOLDER"], ignore_errors=True)
    # Where pip and uv get packages stays the developer's choice,
    # and so do libraries outside a .venv.
    config = Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
    for name, kept in (("PIP_CONFIG_FILE", "pip/pip.conf"), ("UV_CONFIG_FILE", "uv/uv.toml")):
        if (config / kept).is_file():
            os.environ.setdefault(name, str(config / kept))
    os.environ.setdefault("PYTHONUSERBASE", site.getuserbase())
FOLDER = Path(os.environ["MENACE_TESTS_FOLDER"])
CACHES = FOLDER / "caches"
HOME = FOLDER / "home"
RUNTIME = FOLDER / "runtime"
OURS = ("caches", "home", "runtime", "pytest-of-", "pymp-")
"""What may be left at the end: kept kits, programs' own files for a person, pytest's folders for
tests, and sockets of a process that is still running.
"""

os.environ |= dict.fromkeys(("TMPDIR", "TEMP", "TMP"), str(FOLDER))
os.environ |= dict.fromkeys(("XDG_CACHE_HOME", "LOCALAPPDATA"), str(CACHES))
# Chromium's sound library keeps sockets in the runtime folder, and a link to them in the home.
os.environ |= dict.fromkeys(("HOME", "USERPROFILE"), str(HOME))
os.environ |= dict.fromkeys(("XDG_CONFIG_HOME", "APPDATA"), str(HOME / ".config"))
os.environ |= {
    "XDG_DATA_HOME": str(HOME / ".local/share"),
    "XDG_STATE_HOME": str(HOME / ".local/state"),
}
os.environ["XDG_RUNTIME_DIR"] = str(RUNTIME)
HOME.mkdir(exist_ok=True)
RUNTIME.mkdir(mode=0o700, exist_ok=True)  # nobody else's: programs refuse another one
tempfile.tempdir = None
MOST_SECONDS_TO_COMPILE = 300
LEFT = pytest.StashKey[list[str]]()

# About ten thousand tests stay in memory. Searching them for garbage again and again took an
# eighth of the tests' time, so they are frozen once they are collected.
gc.disable()

settings.load_profile(examples.QUICK)

Golden = Callable[[str, str], None]

GOLDEN_FOLDER = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-goldens",
        action="store_true",
        help="rewrite the files in tests/golden/ instead of comparing",
    )
    parser.addoption(
        "--first-of-each-file",
        action="store_true",
        help="run one test of each file: the first that -m and -k leave",
    )


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Choose a new seed for a run with everything to prove.

    Hypothesis uses it, and xdist passes it to its workers.
    """
    if config.getoption("--hypothesis-profile") != examples.PROVE:
        examples.take_none_from_the_program()
    elif config.getoption("--hypothesis-seed") is None:
        config.option.hypothesis_seed = str(random.SystemRandom().randrange(2**32))


def pytest_sessionstart(session: pytest.Session) -> None:
    """Let the second worker of a run of all tests read them from the end.

    Where nothing is kept yet, as in a fresh clone, each worker would rewrite the asserts of every
    file; so each does half of it, and reads what the other has kept.
    """
    if os.environ.get("PYTEST_XDIST_WORKER") == "gw1" and not session.config.option.file_or_dir:
        here = Path(__file__).parent
        for path in sorted(here.rglob("test_*.py"), reverse=True):
            # Whatever is wrong with one is told when it is collected.
            with suppress(Exception, pytest.skip.Exception):
                import_module(".".join(path.relative_to(here.parent).with_suffix("").parts))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep only the first test of each file that -m and -k leave, if asked to."""
    if config.getoption("--first-of-each-file"):
        first = list({item.path: item for item in reversed(items)}.values())
        config.hook.pytest_deselected(items=[item for item in items if item not in first])
        items[:] = reversed(first)


def pytest_collection_finish() -> None:
    """Exclude the tests themselves from garbage collection."""
    gc.freeze()
    gc.set_threshold(50_000, 20)
    gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail if tests leave something in the system's temporary folder."""
    left = [path.name for path in sorted(FOLDER.iterdir()) if not path.name.startswith(OURS)]
    # Of tests.logbook.games.quick_folder.
    left += map(str, Path("/dev/shm").glob(f"{FOLDER.name}-*"))
    if left and "PYTEST_XDIST_WORKER" not in os.environ:
        session.config.stash[LEFT] = left
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    seed = config.getoption("--hypothesis-seed")
    if seed is not None:
        terminalreporter.line(f"The same examples again: --hypothesis-seed={seed}")
    if left := config.stash.get(LEFT, None):
        terminalreporter.section("the tests leave something behind", red=True)
        terminalreporter.line(f"In the folder for what is temporary: {', '.join(left)}")
    skipped = terminalreporter.stats.get("skipped", [])
    left_out = [report for report in skipped if browsers.MISSING in str(report.longrepr)]
    if left_out:
        terminalreporter.section("browser tests were left out", yellow=True)
        terminalreporter.line(f"{len(left_out)} tests were not run: {browsers.MISSING}.")


@pytest.fixture(scope="session")
def compiled_lab() -> None:
    """Compile the lab in one process of a run; the others wait, and load its cache."""
    from menace_kit.cli import main

    begun, done = CACHES / "compiling", CACHES / "compiled"
    with suppress(FileExistsError):
        begun.mkdir(parents=True)
        curve = ("curve", "--games", "1", "--runs", "1", "--json")
        for words in (curve, ("evaluate", "--opponent", "coach")):
            with redirect_stdout(StringIO()), redirect_stderr(StringIO()), suppress(SystemExit):
                main(["lab", *words, "--preset", "nim-8"])
        done.mkdir()
    until = time.monotonic() + MOST_SECONDS_TO_COMPILE
    while not done.is_dir() and time.monotonic() < until:
        time.sleep(0.2)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Golden:
    """Return `golden(name, text)`, which fails unless the text equals tests/golden/<name>."""
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
