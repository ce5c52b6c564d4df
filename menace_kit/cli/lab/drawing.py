"""What the lab's pictures share: the output file, and players and rules for the titles."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from menace_kit.cli.output_paths import check_file
from menace_kit.games import Side
from menace_kit.lab import MENACE, OPPONENTS
from menace_kit.machine import Kit
from menace_kit.machine.checks import per_stage
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import has_ties
from menace_kit.machine.schema import at_stage
from menace_kit.text import Words, paper_words
from menace_kit.text.sheet_words import player

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.machine_file import GameTally

PictureOption = Annotated[
    Path | None,
    typer.Option("--output", "-o", metavar="FILE", help="The file; its ending says what is drawn."),
]


def picture_file(
    output: Path | None, default: str, formats: tuple[str, ...], as_json: bool
) -> Path | None:
    """Return the file to draw: the named one, or the default; with JSON, only the named one.

    Raises the errors of `check_file` if it cannot be written.
    """
    path = output or (None if as_json else Path(default))
    if path is not None:
        check_file(path, formats, done="drawn")
    return path


def rules_text(kit: Kit) -> str:
    """Return starting beads and rewards: `start 4-3-2-1, won +3, drawn +1, lost −1`.

    If each player's boxes have their own, return both; then how moves without a box are made.
    """
    words = paper_words(kit)
    own = any(
        value is not None for key, value in per_stage(kit.spec).items() if key.endswith("-second")
    )
    told = []
    for side in kit.sides if own else kit.sides[:1]:
        stages = range(1, 1 + max(stage for each, stage in kit.stages if each is side or not own))
        start = kit.spec.beads.starts(side)
        numbers = {
            result.value: _per_stage(kit.spec.learning.by(result.value, side), words)
            for result in Result
        }
        numbers["start"] = "-".join(str(at_stage(start, stage)) for stage in stages)
        rewards = rewards_text(kit, words, numbers)
        rules = words("lab.rules", start=numbers["start"], rewards=rewards)
        told.append(words("common.named", name=player(kit, side), told=rules) if own else rules)
    rules, later = " · ".join(told), kit.spec.boxes.later_rule
    return rules if later is None else words(f"lab.rules-later-{later.value}", rules=rules)


def rewards_text(kit: Kit, words: Words, numbers: Mapping[str, str]) -> str:
    """Return the reward for each result; draws only if games can be drawn."""
    return words("lab.rewards" if has_ties(kit.game) else "lab.rewards-without-draws", **numbers)


def _per_stage(change: int | tuple[int, ...], words: Words) -> str:
    changes = (change,) if isinstance(change, int) else change
    return "/".join(words.signed(each) for each in changes)


def player_text(opponent: str, words: Words) -> str:
    """Return an opponent as a title names it: our words for known ones, or else as typed."""
    name, _, rate = opponent.partition(":")
    name = MENACE if name == "beads" else name
    if name not in OPPONENTS:
        return opponent
    player = words(f"lab.{name}")
    if "=" in rate:
        return f"{player} ({rate})"
    return words("lab.errs", player=player, percent=f"{100 * float(rate):g}") if rate else player


def opponents_text(shares: Mapping[str, float], words: Words) -> str:
    """Return all opponents as a title names them, with the share of each if several."""
    names = {name: player_text(name, words) for name in shares}
    if len(shares) == 1:
        return next(iter(names.values()))
    return ", ".join(f"{names[name]} ({100 * share:.3g} %)" for name, share in shares.items())


def tally_text(kit: Kit, tally: "GameTally", side: Side) -> str:
    """Return how many games a side won, drew (if draws are possible) and lost."""
    words = paper_words(kit)
    win, draw, loss = map(words.number, tally.seen_from(side))
    key = "lab.tally" if has_ties(kit.game) else "lab.tally-without-draws"
    return words(key, win=win, draw=draw, loss=loss)
