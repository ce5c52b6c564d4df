"""What the lab's pictures share: the file that is asked for, who plays, and how that is said in a title."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.errors import SelectionError
from menace_kit.games import Side
from menace_kit.lab.roster import OPPONENTS
from menace_kit.machine.course import has_ties, results
from menace_kit.machine.kit import Kit
from menace_kit.machine.rules import at_stage
from menace_kit.text import Words

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.curves import Contest
    from menace_kit.lab.match import Tally

DEFAULT_SEED = 1961

PictureOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="The file; its ending says what is drawn."),
]


def picture(output: Path | None, default: str, formats: tuple[str, ...], as_json: bool) -> Path | None:
    """Return the file to draw: the one that was named, else the default, else (where JSON is wanted) none.

    SelectionError where its ending is none of the formats.
    """
    path = output or (None if as_json else Path(default))
    if path is not None and format_of(path) not in formats:
        known = ", ".join(f".{name}" for name in formats)
        raise SelectionError(f"--output {path}: the file's ending says what is drawn; use one of {known}")
    return path


def format_of(path: Path) -> str:
    """Return a file's ending without its dot."""
    return path.suffix.removeprefix(".").lower()


def rules_text(kit: Kit, words: Words) -> str:
    """Return a kit's starting beads and what results add, as in `start 4-3-2-1, won +3, drawn +1, lost −1`."""
    stages = range(1, 1 + max(stage for _, stage in kit.stages))
    start = kit.spec.beads.start
    learning = kit.spec.learning
    changes = {
        result.value: _per_stage(getattr(learning, result.value), words) for result in results(kit.game)
    }
    numbers = {"start": "-".join(str(at_stage(start, stage)) for stage in stages), **changes}
    return words("lab.rules", **numbers) if "draw" in changes else words("lab.rules-without-draws", **numbers)


def _per_stage(change: int | tuple[int, ...], words: Words) -> str:
    changes = (change,) if isinstance(change, int) else change
    return "/".join(words.signed(each) for each in changes)


def player_text(opponent: str, words: Words) -> str:
    """Return how a title names an opponent: the words for those that are ours, else the name as it was typed."""
    name, _, rate = opponent.partition(":")
    if name not in OPPONENTS:
        return opponent
    player = words(f"lab.{name}")
    return words("lab.errs", player=player, percent=f"{100 * float(rate):g}") if rate else player


def chosen_contest(kit: Kit, learner: str, opponent: str) -> "Contest":
    """Return who learns against whom; LabError where either is unknown, or a function of the user's fails."""
    from menace_kit.cli.lab.function_player import function_player
    from menace_kit.lab.curves import contest
    from menace_kit.lab.plan import is_function

    if not is_function(opponent):
        return contest(kit, learner, opponent)
    plays = Side.SECOND if kit.spec.side == "both" else Side(kit.spec.side).other
    return contest(kit, learner, opponent, lambda table: function_player(opponent, kit, table, plays))


def tally_text(kit: Kit, tally: "Tally", side: int, words: Words) -> str:
    """Return how games ended for a side, 0 for the first player's: so many won, drawn if any can be, lost."""
    won, drawn, lost = tally.seen_from(side)
    numbers = {"win": words.number(won), "loss": words.number(lost)}
    if not has_ties(kit.game):
        return words("lab.tally-without-draws", **numbers)
    return words("lab.tally", draw=words.number(drawn), **numbers)
