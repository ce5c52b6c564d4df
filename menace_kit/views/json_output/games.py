"""A look-up, a running game, and imported games."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from menace_kit.games import position_text
from menace_kit.machine import Kit
from menace_kit.machine.learning import Why, full_above, out_of_half
from menace_kit.views.json_output.boxes import taken_fact
from menace_kit.views.json_output.values import Facts, move_fact, moves_fact, numbered, picked

if TYPE_CHECKING:
    from menace_kit.guide.look_up import LookUp
    from menace_kit.guide.paper_file import PaperFile
    from menace_kit.guide.session import Session
    from menace_kit.logbook import GameRecord
    from menace_kit.logbook.loose_beads import BeadMove


def look_up_facts(kit: Kit, found: "LookUp") -> Facts:
    """Return a look-up; if there is no box, `box` is null and `reason` says why."""
    from menace_kit.guide.look_up import how_to_turn

    facts: Facts = {"board": position_text(found.position, kit.spec.marks), "box": None}
    if not found.readings:
        forced = None if found.forced is None else move_fact(kit.game, found.position, found.forced)
        later = None
        if found.later:
            moves = [move_fact(kit.game, found.position, move) for move in found.later.moves]
            later = {"chart": found.later.line or None, "moves": moves}
        return {**facts, "forced": forced, "later": later, "reason": found.reason}
    reading = found.readings[0]
    return {
        **facts,
        **numbered(reading.box, "box"),
        "stage": reading.box.stage,
        "canonical": kit.board(reading.box),
        "moves": moves_fact(kit, found.position, reading.moves),
        "code": kit.code(reading.box) or None,
        "place": kit.place(reading.box),
        "turn": how_to_turn(reading),
        "readings": len(found.readings),
    }


def status_facts(
    session: "Session", by_hand: "Sequence[BeadMove]" = (), ticked: Collection[int] = ()
) -> Facts:
    """Return how far a game is.

    `result` is the machine's, or the first player's if both are machines. `by_hand` is what to move
    because of the last act, `to_do` the tick-list after a game.
    """
    game, box = session.game, session.box
    return {
        "due": session.due,
        "game": game and game.number,
        "both": game and game.both,
        "operator": game and game.start.operator,
        "opponent": game and game.start.opponent,
        "to_move": session.position.to_move if game and game.running else None,
        "board": position_text(session.position, session.kit.spec.marks),
        "result": game and game.result,
        "outcome_only": game and game.outcome_only,
        "confirmed": game and game.confirmed,
        "drawn": game.drawn if game else (),
        **(numbered(box, "box") if box else {"box": None}),
        "code": (session.kit.code(box) or None) if box else None,
        "place": session.kit.place(box) if box else None,
        "in_box": session.inside if box else None,
        "moves": (
            moves_fact(session.kit, session.position, session.readings[0].moves) if box else None
        ),
        **(taken_fact(box) if box else {}),
        "to_do": _to_do(session, ticked),
        "by_hand": [_bead_move(session.kit, move) for move in by_hand],
        "too_full": [_too_full(session, number) for number in session.too_full],
        "to_count": session.to_count,
    }


def _to_do(session: "Session", ticked: Collection[int]) -> list[Facts]:
    """Return the lines of the open tick-list, from 1; `outside` beads are in front of the box.

    `change` is how many beads are added to the box, `holds` what it holds afterwards.
    """
    from menace_kit.guide.situation import Due
    from menace_kit.guide.wording import adjustment

    kit, game = session.kit, session.game
    if game is None or session.due is not Due.ADJUST:
        return []
    return [
        {
            "line": line,
            "side": side,
            **numbered(kit.box(change.box), "box"),
            "place": kit.place(kit.box(change.box)),
            **picked(change, "colour", "change", "why"),
            "outside": int(change.why is not Why.WATCHED and line not in ticked),
            "holds": session.contents[change.box],
            "done": line in ticked,
            "says": adjustment(kit, change, session.contents[change.box]),
        }
        for line, (change, side) in enumerate(game.tick_lines, start=1)
    ]


def _too_full(session: "Session", number: int) -> Facts:
    inside = session.in_box(number)
    out = out_of_half(inside)
    return {
        **numbered(session.kit.box(number), "box"),
        "in_box": inside,
        "most": full_above(session.kit, session.kit.box(number)),
        "out": out,
        "left": sum(inside.values()) - sum(out.values()),
    }


def _bead_move(kit: Kit, move: "BeadMove") -> Facts:
    """Return beads to move: out of the box, the space in front of it, or the pot, and where to."""
    return {
        **numbered(kit.box(move.box), "box"),
        **picked(move, "colour", "beads", "out_of", "into"),
    }


def paper_facts(kit: Kit, found: "PaperFile", before: Mapping[int, Mapping[str, int]]) -> Facts:
    """Return what a file of games contains; `changes` are beads added by all its lines, by box.

    For a line with moves, `bead` and `box` are None. For one with just a result, they are those of
    its first bead, if known.
    """
    return {
        "lines": [
            {
                "line": line.line,
                "game": line.game and line.game.number,
                **picked(line.written, "played_at", "operator", "opponent"),
                "moves": line.game.written_moves(kit.game)
                if line.game and not line.game.outcome_only
                else None,
                **_first_bead(line.game),
                "counted": None if line.game else " ".join(line.written.steps),
                "result": line.game and line.game.result,
            }
            for line in found.lines
        ],
        "mistakes": [picked(each, "line", "said") for each in sorted(found.mistakes)],
        "changes": [
            {**numbered(kit.box(number)), "beads": changes}
            for number, changes in found.changes(before).items()
        ],
    }


def _first_bead(game: "GameRecord | None") -> Facts:
    first = game.drawn[0] if game and game.outcome_only and game.drawn else None
    return {"bead": first and first.colour, "box": first and first.box}
