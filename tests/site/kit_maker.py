"""The kit maker as its page calls it, and the command that does the same."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from coloraide import Color

from menace_kit.files import KIT_FILE_NAME
from menace_kit.site import maker
from tests.cli.running import run_here

OWN_BOX = {
    **{"outer.length": "56", "outer.width": "36", "outer.height": "17"},
    **{"inside.length": "54", "inside.width": "33", "inside.height": "15"},
}


KITS: Mapping[str, tuple[list[str], dict[str, Any]]] = {
    "own-sizes": (
        ["--box", "56x36x17", "--tray", "54x33x15"],
        {"container": "own", "sizes": OWN_BOX},
    ),
    "letter": (["--paper", "letter"], {"paper": "letter"}),
    "german": (["--language", "de"], {"language": "de"}),
    "her-19": (["--preset", "her-19"], {"machine": "her-19"}),
    "both-players": (["--preset", "both-players"], {"machine": "both-players"}),
}
"""Five kits, in the command's options and in the page's choices."""


def by_command(name: str, folder: Path, *options: str) -> dict[str, bytes]:
    """Return the files of one of KITS as written by `new`, and `build` with these options."""
    assert run_here("new", name, *KITS[name][0], "--yes", folder=folder).code == 0
    built = run_here("build", "--kit", f"{name}/{KIT_FILE_NAME}", *options, folder=folder)
    assert built.code == 0, built.err
    paths = [*(folder / name).glob("*.toml"), *(folder / name / "output").iterdir()]
    return {path.name: path.read_bytes() for path in paths}


def files_in(steps: list[dict[str, Any]]) -> dict[str, bytes]:
    return {file["name"]: file["content"] for step in steps for file in step["files"]}


def by_page(choices: Mapping[str, Any]) -> dict[str, bytes]:
    """Return all files of a kit in the order the page gets them."""
    return files_in(list(maker.build(choices)))


def apart(one: str, other: str) -> float:
    """Return how different two screen colours look (CIEDE2000)."""
    return float(Color(one).delta_e(Color(other), method="2000"))


def own(**changed: str) -> dict[str, Any]:
    """Return a matchbox of your own with some sizes changed."""
    return {
        "container": "own",
        "sizes": OWN_BOX | {k.replace("_", "."): changed[k] for k in changed},
    }
