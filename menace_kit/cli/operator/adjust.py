"""`menace-kit operator adjust`: update the boxes after a game, by hand."""

from collections.abc import Iterable, Iterator
from typing import Annotated

from typer import Option

from menace_kit.cli.operator import options
from menace_kit.cli.operator.status import too_full_lines
from menace_kit.cli.terminal import print_lines
from menace_kit.guide import wording
from menace_kit.guide.desk import Desk
from menace_kit.guide.refusals import no_adjustments_due
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.queries import games_left_open
from menace_kit.text import Phrase
from menace_kit.text.phrases import Text, say


def adjust(
    done: Annotated[bool, Option("--done", help="Confirm that all of it was done.")] = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """List what to do with the beads after a game.

    GOLD back +3 -> 7 of 15: put the gold bead back and add 3 gold; then the box
    has 7 gold, 15 beads in all. GOLD stays out: do not put the drawn bead back.

    \b
    Example:  menace-kit operator adjust
    Example:  menace-kit operator adjust --done
    """
    with logbook.desk(check=done) as desk:
        if done:
            desk.act(Session.confirm)
        print_lines(_lines(desk, done))


def _lines(desk: Desk, done: bool) -> Iterator[Text]:
    session = desk.session
    if done:
        yield from tick_list(adjustment_lines(session), done=True)
        yield f"Confirmed: the boxes are updated after game {session.number}."
        yield from too_full_lines(session)
        yield "The next game may begin: menace-kit operator start"
    elif session.due is not Due.ADJUST:
        yield no_adjustments_due(session)
        yield from too_full_lines(session)
        if left := games_left_open(desk.logbook):
            yield wording.left_open(left)
    else:
        yield from tick_list(adjustment_lines(session), done=False)
        if full := wording.boxes_too_full(session):
            yield from [say("full.then"), *full]


def tick_list(lines: Iterable[str], done: bool) -> Iterator[str]:
    """Yield the list, ticked if it is done; otherwise how to confirm it."""
    for line in lines:
        yield line.replace("[ ]", "[x]", 1) if done else line
    if not done:
        yield "When all of it is done: menace-kit operator adjust --done"


def adjustment_lines(session: Session) -> list[str]:
    """Return how the last game ended, and a tick-list for each machine that played."""
    game = session.game
    if game is None:
        return []
    lines: list[Phrase | str] = [wording.ended(session.kit, game)]
    if game.exhibition or game.watched:
        lines.append(say("exhibition.is" if game.exhibition else "watched.learns"))
    for side, changes in game.tick_lists.items():
        if game.both:
            lines += ["", wording.list_head(session.kit, side)]
        lines += [
            f"[ ] {wording.adjustment(session.kit, change, session.contents[change.box])}"
            for change in changes
        ]
        if not changes:
            lines.append(say("beads.none-due"))
    return list(map(str, [*lines, *wording.refilled(session.kit, game)]))
