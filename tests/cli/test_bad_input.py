"""Mistakes that no page of transcripts shows: one sentence, the right exit code,
and nothing on the disk.
"""

import re
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from menace_kit.cli.commands import USAGE_ERROR
from menace_kit.cli.mistakes import usage_mistake
from menace_kit.errors import MenaceKitError
from menace_kit.machine.toml_files import TemplateKind, template_path
from tests.cli.commands import every_command
from tests.cli.conftest import Menace
from tests.cli.running import PROGRAM, complaint, environment

SLIM = template_path(TemplateKind.CONTAINERS, "slim-matchbox").read_text(encoding="utf-8")


FOREIGN = re.compile(
    "unable to parse|input should|is not one of|not a valid|invalid value|no such|missing "
    "argument|missing option|got unexpected|requires an|does not take|value error|possible options",
    re.IGNORECASE,
)
"""Words of typer and of pydantic, which are for programmers."""


def strange_words(command: Any) -> Iterator[list[str]]:
    """Yield words that make no sense to a command, or not all to each option."""
    yield from ([], ["--no-such-thing"], ["one", "two", "three=4", "much", "too", "many"])
    for param in command.get_params(command.make_context("", [], resilient_parsing=True)):
        for name in param.opts if param.param_type_name == "option" else ():
            if param.is_flag:
                yield [f"{name}=3"]
            else:
                yield from (
                    [name],
                    *([name, value] for value in ("", "?!", "-7", "1e99", "x" * 500)),
                )


def test_no_command_complains_in_the_words_of_a_library() -> None:
    kinds = Counter[str]()
    for path, command in every_command().items():
        for words in strange_words(command):
            with suppress(MenaceKitError):
                try:
                    command.make_context(path, list(words))
                except USAGE_ERROR as error:
                    said, _, more = usage_mistake(error).partition("\n")
                    kinds[type(error).__name__] += 1
                    assert not FOREIGN.search(said), (path, words, said)
                    assert more.endswith(f"More: {path} --help")
    assert set(kinds) == {
        "NoSuchOption",
        "MissingParameter",
        "BadParameter",
        "BadOptionUsage",
        "UsageError",
    }
    assert min(kinds.values()) > 5


@pytest.mark.skipif(
    not Path("/proc/self").exists(), reason="a folder that nobody can write into is needed"
)
@pytest.mark.parametrize("arguments", ["build -o /proc/x", "lab sweep -o /proc/x.csv"])
def test_an_output_that_cannot_be_written_is_refused_before_anything_is_made(
    menace: Menace, arguments: str
) -> None:
    result = menace(*arguments.split())
    assert complaint(result, 1).startswith("cannot write into the folder /proc")
    assert result.out == ""


def test_a_box_that_is_too_small_for_any_label_is_told_of_no_stock(
    menace: Menace, tmp_path: Path
) -> None:
    (tmp_path / "tiny.toml").write_text(
        re.sub(r"(?s)outer = .*", "", SLIM)
        + (
            "outer = { length = 20, width = 12, height = 8 }\ntray = { length = 18, "
            "width = 10, height = 7 }\n"
        ),
        encoding="utf-8",
    )
    text = '[print]\ncontainer = "tiny.toml"\nstock = "avery-l4731"\n'
    (tmp_path / "kit.toml").write_text(text, encoding="utf-8")
    assert complaint(menace("print", "labels"), 2).endswith("on A4 paper: none that we know")


def test_errors_have_20_lines_at_the_most_and_none_is_longer_than_a_screen(
    menace: Menace, tmp_path: Path
) -> None:
    keys = "\n".join(f"{'k' * 3000}{number} = 1" for number in range(100))
    (tmp_path / "kit.toml").write_text(keys, encoding="utf-8")
    result = menace("build")
    assert result.code == 2
    lines = result.err.splitlines()
    assert len(lines) == 20
    assert lines[-1] == "menace-kit: ... and 81 lines more"
    assert max(map(len, lines)) < 80 * 24


def test_what_is_typed_need_not_be_text(tmp_path: Path) -> None:
    typed = subprocess.run(
        [*PROGRAM, "lab", "play", "--preset", "nim-8"],
        cwd=tmp_path,
        env=environment(),
        input=b"\xff\xfe1\n\x80\nq\n",
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert b"Traceback" not in typed.stderr
    assert typed.returncode == 0, typed


@pytest.mark.parametrize(
    ("make", "code"), [(Path.mkdir, 2), (lambda path: path.symlink_to("nowhere"), 1)]
)
def test_a_kit_file_that_is_none_is_not_passed_over_for_another_machine(
    menace: Menace, tmp_path: Path, make: Callable[[Path], None], code: int
) -> None:
    make(tmp_path / "kit.toml")
    assert str(tmp_path / "kit.toml") in complaint(menace("boxes", "5"), code)
