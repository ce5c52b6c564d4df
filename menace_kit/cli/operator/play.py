"""`menace-kit operator play`: the guided game on a screen for a crowd."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from types import FrameType
from typing import TYPE_CHECKING, Annotated

import typer
from typer import Option

from menace_kit.cli.operator import guided, options
from menace_kit.cli.operator.guided.keys import QUIT
from menace_kit.cli.operator.keyboard import Keys, unechoed_keys
from menace_kit.cli.terminal import can_ask, plain_console
from menace_kit.errors import MenaceKitError
from menace_kit.guide.players import check_players, checked_name
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.text.phrases import Text, paragraph

if TYPE_CHECKING:
    from rich.console import Console

BETWEEN_LOOKS = 0.5
"""Seconds between two checks of the window's size, and of the logbook for what a phone wrote."""


def play(
    players: options.Players,
    bell: Annotated[
        bool, Option("--bell", help="Ring when a box is to be opened, and when a game is over.")
    ] = False,
    teach: options.TeachOption = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Play with the real boxes, one key a step.

    Quit at any moment, and go on from there.

    Example:  menace-kit operator play --operator Ada --opponent Bob
    """
    if not can_ask():
        raise MenaceKitError(
            "play needs a keyboard and a screen, and here is a pipe or a file; the same goes "
            "a step a command: operator start, draw, reply, empty, undo, end, status, adjust"
        )
    players.check()
    operator, opponent = players.operator, checked_name(players.opponent)
    view = guided.View(
        # "" means nobody, not the previous name.
        operator=None if operator is None else checked_name(operator) or "",
        opponent=opponent or "",
        machine_first=players.machine_first,
        both=players.both,
        exhibition=players.exhibition,
        greedy=players.greedy,
    )
    kit = logbook.chosen()
    coach = options.coach_of(kit) if teach else None
    with logbook.desk(new=True) as desk:
        check_players(desk.session.kit, players.opponent or None, view.machine_first, view.both)
        game = guided.GuidedGame(desk, view, coach)
        painter = Painter(plain_console(), game)
        if desk.lights is not None:
            desk.lights.warn = painter.warn
        desk.shine()
        try:
            _go_on(game, Bell(bell), painter)
        except KeyboardInterrupt:
            typer.echo(game.farewell)
            raise typer.Exit(130) from None
        finally:
            if desk.lights is not None:
                desk.lights.warn = typer.echo
            desk.leave(dark=True)
        typer.echo(game.farewell)


def _go_on(game: guided.GuidedGame, bell: "Bell", painter: "Painter") -> None:
    with _ended_cleanly(), unechoed_keys() as keys, painter.console.screen(hide_cursor=True):
        while True:
            if game.asks_anew:
                keys.turn_deaf()
                painter.paint()
                game.typed_too_early(keys.listen_again())
            painter.paint()
            bell.call(game.session)
            if _screen_became_stale(game, keys, painter):
                continue
            key = keys.read()
            painter.forget_warnings()
            if key == QUIT:
                return
            if painter.playable:
                game.press(key)


def _screen_became_stale(game: guided.GuidedGame, keys: Keys, painter: "Painter") -> bool:
    """Wait for a key; return True if there is something else to show first."""
    while not keys.come(BETWEEN_LOOKS):
        if game.follow() or painter.is_stale:
            return True
    return False


class Bell:
    """Rings once whenever a box is to be opened or the boxes are to be updated, if wanted."""

    def __init__(self, wanted: bool) -> None:
        self._wanted = wanted
        self._rang: tuple[Due, int] | None = None

    def call(self, session: Session) -> None:
        """Ring unless it already rang for this."""
        now = session.due, len(session.game.entries) if session.game else 0
        if self._wanted and now != self._rang and session.due in (Due.BEAD, Due.ADJUST):
            sys.stdout.write("\a")
            sys.stdout.flush()
        self._rang = now


class Painter:
    """Writes the game's screen to the terminal."""

    def __init__(self, console: "Console", game: guided.GuidedGame) -> None:
        self.console, self.game = console, game
        self.playable = True
        self._warnings: list[Text] = []
        self._warned = 0
        self._size = console.size

    def warn(self, warning: Text) -> None:
        """Show a warning until a key is pressed; other threads can call this."""
        self._warnings.append(warning)

    def forget_warnings(self) -> None:
        """Remove the warnings that were shown."""
        del self._warnings[: self._warned]
        self._warned = 0

    @property
    def is_stale(self) -> bool:
        """Return whether the window has another size, or there is a warning to show."""
        return self.console.size != self._size or self._warned < len(self._warnings)

    def paint(self) -> None:
        """Write from the top left corner in one go, to avoid flicker."""
        from rich.control import Control
        from rich.screen import Screen

        from menace_kit.cli.operator.screen import screen

        console, warnings = self.console, list(self._warnings)
        self._size = console.size
        said = (
            paragraph([self.game.view.message, *warnings]) if warnings else self.game.view.message
        )
        found = screen(self.game.session, replace(self.game.view, message=said), console)
        with console.capture() as captured:
            console.control(Control.home())
            console.print(Screen(found.picture), end="")
        console.file.write(captured.get())
        console.file.flush()
        self.game.shown(found.shown)
        self.playable = found.playable
        self._warned = len(warnings)


@contextmanager
def _ended_cleanly() -> Iterator[None]:
    """Give the terminal back when the program is to end."""

    def ended(_number: int, _frame: FrameType | None) -> None:
        raise SystemExit(143)

    before = signal.signal(signal.SIGTERM, ended)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
