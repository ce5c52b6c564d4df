"""The guided game without a terminal, for tests: keys in, the screen's text out."""

from collections.abc import Sequence
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.text import Text

from menace_kit.cli.operator.guided import GuidedGame, View
from menace_kit.cli.operator.options import coach_of
from menace_kit.cli.operator.screen import Painted, screen
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Kind
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Kit
from tests.guide.scripts import do

BEAD_OF_BOX_1 = "Draw a bead from box 1 and type its letter: W L D."

PANELS = (14, 32)
"""Where the panel beside a small and a large board starts, if squares don't grow."""


def painted(
    game: GuidedGame, width: int, height: int, encoding: str = "utf-8"
) -> tuple[Painted, list[Text]]:
    """Return what a terminal of this size shows, and its lines."""
    file = TextIOWrapper(BytesIO(), encoding=encoding)
    console = Console(width=width, height=height, file=file, legacy_windows=False)
    found = screen(game.session, game.view, console)
    options = console.options.update(width=width, height=height)
    lines = console.render_lines(found.picture, options, pad=False)
    return found, [
        Text.assemble(*((part.text, part.style or "") for part in line)) for line in lines
    ]


class Pressed:
    """A guided game on a logbook, which `with` closes; `view` has options of `operator play`."""

    def __init__(self, logbook: Path, kit: Kit, *, teach: bool = False, **view: Any) -> None:
        """Continue from the logbook's state; `teach` adds the coach."""
        self.logbook = Logbook(logbook, kit)
        self.game = GuidedGame(Desk(self.logbook), View(**view), coach_of(kit) if teach else None)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.logbook.close()

    @property
    def lines(self) -> list[str]:
        """Return what a terminal of 80 x 24 shows."""
        found, lines = painted(self.game, 80, 24)
        self.game.shown(found.shown)
        return [line.plain.rstrip() for line in lines]

    def shows(self, *texts: str) -> None:
        """Fail unless all these texts are on the screen, wherever lines break."""
        shown = flowing(self.lines)
        missing = [text for text in texts if text not in shown]
        assert not missing, "\n".join(["", *self.lines])

    def press(self, key: str, *texts: str) -> None:
        """Press a key (a character, or a name from `guided`), and check that these texts are then
        shown.
        """
        self.game.press(key)
        if texts or self.game.session.due is Due.ADJUST:  # lines count only once they were shown
            self.shows(*texts)


def flowing(lines: Sequence[str]) -> str:
    """Return a screen's words in order: line by line, and what is beside a small or large board."""
    return " ".join(" ".join(line[begin:] for begin in (0, *PANELS) for line in lines).split())


def act(path: Path, kit: Kit, script: str) -> Session:
    """Do what a script says, as another program does it, and return the session then."""
    with Logbook(path, kit) as logbook:
        desk = Desk(logbook)
        do(desk, script)
        return desk.session


def session_of(path: Path, kit: Kit) -> Session:
    return act(path, kit, "")


def kinds(path: Path, kit: Kit) -> list[Kind]:
    with Logbook(path, kit) as logbook:
        return [entry.kind for entry in logbook.entries()]
