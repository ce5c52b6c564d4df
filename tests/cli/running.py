"""Runs the program as people do, and looks at what it leaves behind."""

import ctypes
import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from contextlib import chdir, redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

import pypdfium2

from menace_kit.cli import main

PROGRAM = (sys.executable, "-m", "menace_kit")

CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 1, 2
PR_CAPBSET_DROP = 24


LOGBOOK = ("verify", "backup", "export", "rescue", "forget")
"""The commands of the group `logbook`."""


def in_its_group(*words: str) -> list[str]:
    """Return the words of a command in its group: `logbook`, `operator`, or none for `boxes`."""
    if words[0] == "boxes":
        return list(words)
    return ["logbook" if words[0] in LOGBOOK else "operator", *words]


class Result(NamedTuple):
    """How a run of the program ended."""

    code: int
    out: str
    err: str


def environment(**changes: str) -> dict[str, str]:
    """Return the environment of an 80-column terminal with UTF-8, with these changes."""
    kept = {
        name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")
    }
    plain = {"COLUMNS": "80", "PYTHONIOENCODING": "utf-8", "PYTHONDONTWRITEBYTECODE": "1"}
    return kept | plain | changes


def run_bytes(
    *arguments: str | Path,
    folder: Path,
    variables: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> subprocess.CompletedProcess[bytes]:
    """Run the program as a separate process, calling `before` in it first."""
    return subprocess.run(
        [*PROGRAM, *map(str, arguments)],
        cwd=folder,
        env=environment(**(variables or {})),
        capture_output=True,
        preexec_fn=before,
        timeout=120,
        check=False,
    )


def run(
    *arguments: str | Path,
    folder: Path,
    variables: Mapping[str, str] | None = None,
    before: Callable[[], None] | None = None,
) -> Result:
    """Run the program as a separate process; its output is read as UTF-8."""
    done = run_bytes(*arguments, folder=folder, variables=variables, before=before)
    return Result(done.returncode, as_text(done.stdout), as_text(done.stderr))


def run_here(*words: str | Path, folder: Path | None = None) -> Result:
    """Run the program in this process, which is faster, if a separate one isn't needed."""
    written = BytesIO(), BytesIO()
    out, err = (TextIOWrapper(each, "utf-8", newline="\n", write_through=True) for each in written)
    with chdir(folder or Path.cwd()), redirect_stdout(out), redirect_stderr(err):
        try:
            main(list(map(str, words)))
            code = 0
        except SystemExit as ended:
            code = ended.code if isinstance(ended.code, int) else 0
    return Result(code, *(as_text(each.getvalue()) for each in written))


def as_text(said: bytes) -> str:
    """Return the program's output with Python's line ends; Windows has its own."""
    return said.decode().replace("\r\n", "\n")


def complaint(result: Result, code: int) -> str:
    """Return the one sentence that a failed run prints; fail if it prints more or ends
    otherwise.
    """
    assert result.code == code, result
    assert "Traceback" not in result.err
    sentences = [
        line for line in result.err.splitlines() if line.startswith(("menace-kit: ", "Error: "))
    ]
    assert len(sentences) == 1, result.err
    others = [line for line in result.err.splitlines() if line not in sentences]
    assert all(not line or line.startswith(("Usage: ", "More: ")) for line in others), result.err
    return sentences[0].partition(": ")[2]


def obey_permissions() -> None:
    """Make this process respect file permissions even as root, from its next program on."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        libc = ctypes.CDLL(None)
        for capability in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
            libc.prctl(PR_CAPBSET_DROP, capability, 0, 0, 0)


def pdf_texts(path: Path) -> list[str]:
    with pypdfium2.PdfDocument(path) as document:
        return [page.get_textpage().get_text_range() for page in document]


def words_of(path: Path) -> str:
    """Return what is written on the pages of a PDF, wherever its lines break."""
    return " ".join(" ".join(pdf_texts(path)).split())


def pages_of(path: Path) -> int:
    """Return the number of pages of a PDF."""
    with pypdfium2.PdfDocument(path) as document:
        return len(document)


def contents(folder: Path) -> dict[str, bytes]:
    """Return name -> content of everything in a folder, hidden files included; empty if it doesn't
    exist.
    """
    return {path.name: path.read_bytes() for path in folder.iterdir()} if folder.exists() else {}
