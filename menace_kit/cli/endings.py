"""The words for how games end for a machine, as the commands tell people."""

from menace_kit.games import Game
from menace_kit.machine.contents import Result
from menace_kit.machine.course import results

ENDED = {Result.WIN: "won", Result.TIE: "drawn", Result.LOSS: "lost"}


def endings(game: Game) -> tuple[str, ...]:
    """Return `won`, `drawn` and `lost`; without `drawn` where no game can be drawn."""
    return tuple(ENDED[result] for result in results(game))
