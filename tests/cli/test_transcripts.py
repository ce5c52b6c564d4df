"""Commands as they are typed and answered: tests/golden/transcripts/ has a page for each topic.

A page is Markdown. Below each `$` of its `console` blocks stands the answer, and an exit code
that is not 0. `pytest --update-goldens` writes the answers anew; a new command needs its `$` only.
Besides the program, a page may write a file (`cat > FILE`), show one (`cat`), list a folder
(`ls`), go to one (`cd`), shorten an answer (`| head -3`, `| tail -3`, `| grep WORD`) and keep it
(`> FILE`).
"""

import os
import re
import shlex
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.cli.conftest import Menace
from tests.conftest import GOLDEN_FOLDER, Golden

PAGES = sorted(path.name for path in (GOLDEN_FOLDER / "transcripts").glob("*.md"))

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)

TODAY = "2026-11-22"
"""What stands on the pages in the place of the day of the test; its time is always 14:30."""

TIMES = (
    (r"([ T])\d\d:\d\d(:\d\d(\.\d+)?)?", r"\g<1>14:30"),
    (r"-\d{6}(-\d)?", "-143000"),
    ("", ""),
)
"""What may stand behind a day, and what stands on the pages then."""

ONCE = "Compiling the lab; once only"
"""How a line begins that nobody knows whether it comes."""

Shell = Callable[[str, str], str]
"""(what is typed, what stands below it) -> what should stand below it."""


def answered(page: str, shell: Shell) -> str:
    """Return a page with the answers that the shell gives now."""

    def block(found: re.Match[str]) -> str:
        lines = "```console\n"
        for part in re.split(r"^\$ ", found[1], flags=re.MULTILINE)[1:]:
            typed, _, below = part.partition("\n")
            lines += f"$ {typed}\n{shell(typed, below)}"
        return f"{lines}```"

    return CONSOLE.sub(block, page)


def shortened(answer: str, way: list[str]) -> str:
    """Return of an answer what `| head -3`, `| tail -3`, `| grep WORD` or `> FILE` leave."""
    lines = answer.splitlines(keepends=True)
    match way:
        case []:
            return answer
        case ["|", "head", number]:
            return "".join(lines[: -int(number)])
        case ["|", "tail", number]:
            return "".join(lines[int(number) :])
        case ["|", "grep", word]:
            return "".join(line for line in lines if word in line)
        case [">", name]:
            Path(name).write_text(answer, encoding="utf-8", newline="\n")
            return ""
        case _:
            raise ValueError(f"no page knows {way}")


def today() -> set[str]:
    """Return the day here and in Greenwich, as the program writes it."""
    now = datetime.now(UTC)
    return {f"{each:%Y-%m-%d}" for each in (now, now.astimezone())}


class Table:
    """A folder in which commands are typed."""

    def __init__(self, menace: Menace, folder: Path) -> None:
        self._menace = menace
        self._folder = folder
        self._begun = today()

    def __call__(self, typed: str, below: str) -> str:
        words = shlex.split(typed)
        place = next((at for at, word in enumerate(words) if word in ("|", ">")), len(words))
        way = words[place:]
        match words[:place]:
            case ["menace-kit", *arguments]:
                return shortened(self._said(arguments), way)
            case ["cat"]:
                Path(way[1]).parent.mkdir(parents=True, exist_ok=True)
                return below + shortened(below, way)
            case ["cat", name]:
                return shortened(self._plain(Path(name).read_text(encoding="utf-8")), way)
            case ["ls", *folder]:
                names = sorted(path.name for path in Path(*folder).iterdir())
                return "".join(f"{name}\n" for name in names)
            case ["cd", folder]:
                os.chdir(folder)
                return ""
            case _:
                raise ValueError(f"no page knows {typed}")

    def _said(self, arguments: list[str]) -> str:
        result = self._menace(*arguments)
        said = self._plain(result.out + result.err)
        return said + (f"[exit code {result.code}]\n" if result.code else "")

    def _plain(self, said: str) -> str:
        """Return what was said, without what differs from run to run and place to place."""
        said = said.replace(f"{self._folder}{os.sep}", "").replace(os.sep, "/")
        for day in self._begun | today():
            for time, shown in TIMES:
                said = re.sub(f"{day}{time}", f"{TODAY}{shown}", said)
        lines = (line.rstrip() for line in said.splitlines())
        return "".join(f"{line}\n" for line in lines if not line.startswith(ONCE))


@pytest.mark.parametrize("name", PAGES)
def test_what_is_typed_is_answered(
    name: str, menace: Menace, golden: Golden, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("MENACE_OPERATOR", raising=False)
    page = (GOLDEN_FOLDER / "transcripts" / name).read_text(encoding="utf-8")
    golden(f"transcripts/{name}", answered(page, Table(menace, tmp_path)))


def test_an_answer_that_is_no_longer_given_is_noticed(menace: Menace, tmp_path: Path) -> None:
    page = "Boxes:\n\n```console\n$ menace-kit boxes 0\n{}```\n"
    told = "menace-kit: there is no box 0; this kit has boxes 1 to 304\n[exit code 2]\n"
    assert answered(page.format("Box 0\n"), Table(menace, tmp_path)) == page.format(told)
