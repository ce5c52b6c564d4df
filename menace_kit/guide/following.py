"""What follows from a move at once: moves that need no box, the end of the game, and what it does to the boxes."""

from collections.abc import Sequence

from menace_kit.games import Move, Side
from menace_kit.games.notation import move_text
from menace_kit.guide.drafts import adjusted
from menace_kit.guide.standing import Standing
from menace_kit.journal.entries import Action, Draft, Kind
from menace_kit.journal.game_record import GameRecord, parts_in
from menace_kit.machine.contents import Result, adjustments_of_each


def played(standing: Standing, game: GameRecord, draft: Draft, move: Move) -> Action:
    """Return the move's entry and what follows from it: the end, or a machine's move that needs no box."""
    rules = standing.kit.game
    position = rules.play(standing.position, move)
    action: list[Draft] = [draft]
    while True:
        outcome = rules.outcome(position)
        if outcome is not None:
            return (*action, *end_of_game(standing, game, action, outcome.winner))
        mover = position.to_move
        if mover not in game.sides or standing.kit.box_at(position):
            return tuple(action)
        legal = rules.legal_moves(position)
        if len(legal) > 1:  # a kit without boxes for positions that are lost at once
            return (*action, *end_of_game(standing, game, action, mover.other, why="lost-position"))
        action.append(
            Draft(kind=Kind.FORCED, game=game.number, move=move_text(legal[0]), side=whose(game, mover))
        )
        position = rules.play(position, legal[0])


def end_of_game(
    standing: Standing,
    game: GameRecord,
    action: Sequence[Draft],
    winner: Side | None,
    why: str | None = None,
) -> list[Draft]:
    """Return the end of a game that this action brought about, and each machine's adjustments."""
    result = Result.of(winner, game.side)
    parts = parts_in(game.sides, (*game.entries, *action), result, why == "empty-box")
    changes = adjustments_of_each(standing.kit, standing.contents, parts)
    drafts = [Draft(kind=Kind.END, game=game.number, result=result.value, why=why)]
    for side, own in zip(game.sides, changes, strict=True):
        drafts += adjusted(game.number, own, whose(game, side))
    return drafts


def whose(game: GameRecord, side: Side) -> str | None:
    """Return what an entry says of whose it is: the side where both players are machines, else nothing."""
    return side.value if game.both else None
