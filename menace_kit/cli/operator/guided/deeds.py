"""Beads to move by hand before the game goes on."""

from dataclasses import replace

from menace_kit.cli.operator.guided.keys import DOWN, ENTER, UP
from menace_kit.cli.operator.guided.playing import Playing
from menace_kit.cli.operator.guided.view import View


def do_deeds(game: Playing, before: View, key: str) -> None:
    """Page through a list of deeds; it closes once every line has been on the screen."""
    lines = range(len(before.deeds))
    unseen = [line for line in lines if line not in before.seen]
    if key == ENTER and not unseen:
        game.new_step()
        return
    game.view = before
    if key == ENTER:
        game.view = replace(before, at=unseen[0])
    elif key in (UP, DOWN):
        game.scroll(key, len(lines))
    else:
        game.wrong()
