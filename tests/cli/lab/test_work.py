"""Where what is compiled is kept, or cannot be, and Ctrl-C while the lab is compiled."""

import ctypes
import os
import shutil
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import menace_kit
from menace_kit.cli.lab.options import told_of_compiling
from menace_kit.files import templates_folder
from tests.cli.running import Result, obey_permissions, run

CLOSED = 0o555


def _closed_to_the_user(folder: Path) -> dict[str, str]:
    """Copy the program into a folder, close it to writing, and return the variables
    of a user who has no other.
    """
    package = Path(menace_kit.__file__).parent
    for part in (package, templates_folder()):
        shutil.copytree(part, folder / part.name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (folder, *folder.rglob("*")):
        if path.is_dir():
            path.chmod(CLOSED)
    closed = str(folder)
    return {
        "PYTHONPATH": closed,
        "HOME": closed,
        "XDG_CACHE_HOME": closed,
        "NUMBA_CACHE_DIR": closed,
    }


@pytest.mark.prove
@pytest.mark.skipif(sys.platform != "linux", reason="takes root's rights away as Linux does")
def test_without_a_folder_to_keep_it_in_the_lab_is_compiled_each_time(tmp_path: Path) -> None:
    variables = _closed_to_the_user(tmp_path / "closed")
    (tmp_path / "open").mkdir()
    done = run(
        "lab", "solve", folder=tmp_path / "open", variables=variables, before=obey_permissions
    )
    assert done.code == 0, done.err
    assert done.out.startswith("O is to move, and with perfect play can draw.")
    assert done.err.startswith("Compiling the lab, some seconds each time: no folder")
    assert "NUMBA_CACHE_DIR" in done.err


@pytest.mark.prove
def test_a_damaged_file_of_what_was_compiled_is_named(tmp_path: Path) -> None:
    variables = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}

    def solved() -> Result:
        return run("lab", "solve", folder=tmp_path, variables=variables)

    assert solved().code == 0
    (index,) = (tmp_path / "kept").rglob("*.nbi")
    index.write_bytes(index.read_bytes()[:20])
    said = solved()
    assert said.code == 2
    assert f"what is compiled in {index.parent} is damaged; delete that folder" in said.err
    shutil.rmtree(index.parent)
    assert solved().code == 0


@pytest.mark.prove
@pytest.mark.skipif(os.name != "posix", reason="limits the size of files as POSIX does")
def test_a_full_disk_is_named_with_the_ways_on(tmp_path: Path) -> None:
    def no_room() -> None:
        import resource
        import signal

        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (2000, 2000))

    variables = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    said = run("lab", "solve", folder=tmp_path, variables=variables, before=no_room)
    assert said.code == 2
    assert "Traceback" not in said.err
    assert said.err.splitlines()[-1].startswith("menace-kit: cannot keep what is compiled in ")
    assert said.err.endswith("name another folder in the variable NUMBA_CACHE_DIR\n")


def _swallowed(error: BaseException) -> None:
    """Raise an error where C has called Python, which cannot hand it on."""

    def fails() -> None:
        raise error

    ctypes.CFUNCTYPE(None)(fails)()


def _compiled_while_ctrl_c_is_swallowed() -> None:
    with told_of_compiling():
        _swallowed(KeyboardInterrupt())
        for _ in range(1000):
            time.sleep(0.01)


def _compiled_in_vain() -> None:
    with told_of_compiling():
        _swallowed(KeyboardInterrupt())
        raise RuntimeError("no compiled object yet")


@pytest.mark.parametrize("compiled", [_compiled_while_ctrl_c_is_swallowed, _compiled_in_vain])
def test_ctrl_c_in_a_callback_of_the_compiler_is_not_lost(compiled: Callable[[], None]) -> None:
    with pytest.raises(KeyboardInterrupt):
        compiled()


def test_other_errors_in_a_callback_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[str] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(str(lost.exc_value)))
    with told_of_compiling():
        _swallowed(ValueError("in a callback"))
    assert told == ["in a callback"]
