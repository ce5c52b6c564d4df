"""What the commands print with `--json`: dicts whose keys and their order programs rely on.

A box is named by its number and, where that is not what stands on it, by its name; a move
is a square from 1, or `from-to`, and of Nim how many matches are taken; beads are colour -> count.
The API's shapes, which describe themselves, are in the other modules here;
they take longer to import, and this one is for commands that are to start at once.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from menace_kit.errors import GameError
from menace_kit.games import (
    Game,
    Move,
    Position,
    game_named,
    package_of,
    parameters_of,
    position_text,
    written_move,
)
from menace_kit.machine.boxes import Box
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Why, full_above, halving

if TYPE_CHECKING:
    from menace_kit.games.conformance import Checked
    from menace_kit.guide.desk import LookUp, TakenBack
    from menace_kit.guide.paper_file import PaperFile
    from menace_kit.guide.session import Session
    from menace_kit.logbook.entries import BeadMove, Entry, GameRecord
    from menace_kit.logbook.queries import BoxCount, Statistics
    from menace_kit.logbook.suspicion import Suspicion
    from menace_kit.views.statistics import Day, DayFacts

Facts = dict[str, Any]

OURS = "menace-kit"
CHANGE_FIELDS = ("at", "game", "colour", "change", "why")


# A box, as the kit has it and as it is now.


def box_facts(kit: Kit, box: Box) -> Facts:
    """Return a box as it is built: its drawing, its place, its beads at the start."""
    return {
        **_numbered(box),
        "side": box.side.value,
        "stage": box.stage,
        "board": kit.board(box),
        "code": kit.code(box) or None,
        "place": _place(kit, box),
        "beads": dict(box.start),
        "moves": _moves(kit, box.position, box.moves),
        **_taken(box),
    }


def _taken(box: Box) -> Facts:
    """Return the colours of taken squares, where the kit has beads for these:
    their moves cannot be made.
    """
    return {"taken": list(box.taken)} if box.taken else {}


def learned_facts(machine: object, inside: Mapping[str, float] | None) -> Facts:
    """Return what a machine that has learned has in a box, and how likely each colour
    is drawn; none of no machine.
    """
    if machine is None:
        return {}
    held = None if inside is None else dict(inside)
    return {
        "machine": str(machine),
        "in_box": held,
        "chances": None if inside is None else chances(inside),
    }


def chances(inside: Mapping[str, float]) -> dict[str, float]:
    """Return how likely each colour is drawn from a box, 0 from an empty one."""
    total = sum(inside.values())
    return {colour: count / total if total else 0.0 for colour, count in inside.items()}


def contents_facts(
    kit: Kit, held: Mapping[int, Mapping[str, int]], to_count: "Collection[int]" = ()
) -> list[Facts]:
    """Return what is in each box; of those `to_count` nobody knows."""
    return [
        {**_numbered(box), "beads": held[box.number], "to_count": box.number in to_count}
        for box in kit.boxes
    ]


def box_now_facts(session: "Session", box: Box, opened: int, changes: "Iterable[Entry]") -> Facts:
    """Return what is in a box now; `in_box` is what lies in it,
    less a bead that is drawn and lies before it.
    """
    return {
        **_numbered(box),
        "code": session.kit.code(box) or None,
        "place": _place(session.kit, box),
        "beads": dict(session.contents[box.number]),
        "in_box": session.in_box(box.number),
        "to_count": box.number in session.to_count,
        "start": dict(box.start),
        "moves": _moves(session.kit, box.position, box.moves),
        **_taken(box),
        "opened": opened,
        "last_changes": [
            {"entry": entry.number, **{name: getattr(entry, name) for name in CHANGE_FIELDS}}
            for entry in changes
        ],
    }


# A board, and a game.


def look_up_facts(kit: Kit, found: "LookUp") -> Facts:
    """Return a look-up; `box` is null where there is none, and `reason` says why."""
    from menace_kit.guide.wording import how_to_turn

    facts: Facts = {"board": position_text(found.position, kit.spec.marks), "box": None}
    if not found.readings:
        forced = None if found.forced is None else move_fact(kit.game, found.position, found.forced)
        later = None
        if found.later:
            moves = [move_fact(kit.game, found.position, move) for move in found.later.moves]
            later = {"chart": found.later.line or None, "moves": moves}
        return {**facts, "forced": forced, "later": later, "reason": str(found.reason)}
    reading = found.readings[0]
    return {
        **facts,
        **_numbered(reading.box, "box"),
        "stage": reading.box.stage,
        "canonical": kit.board(reading.box),
        "moves": _moves(kit, found.position, reading.moves),
        "code": kit.code(reading.box) or None,
        "place": _place(kit, reading.box),
        "turn": str(how_to_turn(reading)),
        "readings": len(found.readings),
    }


def status_facts(
    session: "Session", by_hand: "Sequence[BeadMove]" = (), ticked: Collection[int] = ()
) -> Facts:
    """Return where a game stands; `result` is the machine's, where both are the first player's.

    `by_hand` is what is to be moved because of the last act, `to_do` the list after a game.
    """
    game, box = session.game, session.box
    return {
        "due": session.due.value,
        "game": game.number if game else None,
        "both": game.both if game else None,
        "operator": game.start.operator if game else None,
        "opponent": game.start.opponent if game else None,
        "to_move": session.position.to_move.value if game and game.running else None,
        "board": position_text(session.position, session.kit.spec.marks),
        "result": game.result.value if game and game.result else None,
        "outcome_only": game.outcome_only if game else None,
        "confirmed": game.confirmed if game else None,
        "drawn": [drawn._asdict() for drawn in game.drawn] if game else [],
        **(_numbered(box, "box") if box else {"box": None}),
        "code": (session.kit.code(box) or None) if box else None,
        "place": _place(session.kit, box) if box else None,
        "in_box": session.in_box(box.number) if box else None,
        "moves": _moves(session.kit, session.position, session.readings[0].moves) if box else None,
        **(_taken(box) if box else {}),
        "to_do": _to_do(session, ticked),
        "by_hand": [_bead_move(session.kit, move) for move in by_hand],
        "too_full": [_too_full(session, number) for number in session.too_full],
        "to_count": list(session.to_count),
    }


def _to_do(session: "Session", ticked: Collection[int]) -> list[Facts]:
    """Return the lines of the list that is open, from line 1; `outside` beads lie before the box.

    `change` is how many beads more or fewer belong in the box, `holds` what is in it afterwards.
    """
    from menace_kit.guide.session import Due
    from menace_kit.guide.wording import adjustment

    kit, game = session.kit, session.game
    if game is None or session.due is not Due.ADJUST:
        return []
    lists = [(change, side) for side, changes in game.tick_lists.items() for change in changes]
    return [
        {
            "line": line,
            "side": side.value,
            **_numbered(kit.box(change.box), "box"),
            "place": _place(kit, kit.box(change.box)),
            "colour": change.colour,
            "change": change.change,
            "why": change.why.value,
            "outside": int(change.why is not Why.WATCHED and line not in ticked),
            "holds": session.contents[change.box],
            "done": line in ticked,
            "says": str(adjustment(kit, change, session.contents[change.box])),
        }
        for line, (change, side) in enumerate(lists, start=1)
    ]


def _too_full(session: "Session", number: int) -> Facts:
    inside = session.in_box(number)
    out = {change.colour: -change.change for change in halving(number, inside)}
    return {
        **_numbered(session.kit.box(number), "box"),
        "in_box": inside,
        "most": full_above(session.kit, session.kit.box(number)),
        "out": out,
        "left": sum(inside.values()) - sum(out.values()),
    }


def _bead_move(kit: Kit, move: "BeadMove") -> Facts:
    """Return beads to be moved: from the box, from before it or from the pot, and where to."""
    return {
        **_numbered(kit.box(move.box), "box"),
        "colour": move.colour,
        "beads": move.beads,
        "out_of": move.out_of.value,
        "into": move.into.value,
    }


def paper_facts(kit: Kit, found: "PaperFile", before: Mapping[int, Mapping[str, int]]) -> Facts:
    """Return what a file of games comes to; `changes` is beads more or fewer, by box,
    of all its lines together.

    Where a line has moves, `bead` and `box` are None; where it has but an outcome,
    they are its first bead's, if known.
    """
    return {
        "lines": [
            {
                "line": line.line,
                "game": line.game.number if line.game else None,
                "played_at": line.written.played_at,
                "operator": line.written.operator,
                "opponent": line.written.opponent,
                "moves": line.game.written_moves(kit.game)
                if line.game and not line.game.outcome_only
                else None,
                **_first_bead(line.game),
                "counted": None if line.game else " ".join(line.written.steps),
                "result": line.game.result.value if line.game and line.game.result else None,
            }
            for line in found.lines
        ],
        "mistakes": [{"line": each.line, "said": each.said} for each in sorted(found.mistakes)],
        "changes": [
            {**_numbered(kit.box(number)), "beads": changes}
            for number, changes in found.changes(before).items()
        ],
    }


def _first_bead(game: "GameRecord | None") -> Facts:
    first = game.drawn[0] if game and game.outcome_only and game.drawn else None
    return {"bead": first and first.colour, "box": first and first.box}


def taken_back_facts(kit: Kit, taken: "TakenBack") -> Facts:
    """Return what was taken back of an import: games, newest first, and the beads to move by hand.

    `counts` is what the logbook says again where a count holds no more,
    `kept` the boxes that were counted since.
    """
    return {
        "games": taken.games,
        "by_hand": [_bead_move(kit, move) for move in taken.beads],
        "counts": [
            {**_numbered(kit.box(box), "box"), "colour": colour, "beads": beads}
            for box, colour, beads in taken.counts
        ],
        "kept": [_numbered(kit.box(box), "box") for box in taken.kept],
    }


# A machine's career.


def statistics_facts(kit: Kit, found: "Statistics") -> Facts:
    """Return how a machine has fared; `first_box` and `results` have one
    element a finished game.
    """
    from menace_kit.logbook.queries import tally

    return {
        "games": found.games,
        **found.tally._asdict(),
        "last_20": tally(found.last)._asdict(),
        "outcome_only": found.outcome_only,
        "exhibitions": found.exhibitions._asdict(),
        "watched": found.watched,
        "both_machines": found.both,
        "winners": found.winners._asdict(),
        "running": found.running,
        "abandoned": found.abandoned,
        "boxes_opened": found.boxes_opened,
        "boxes": found.boxes,
        "empty": list(found.empty),
        "beads": {colour: stock._asdict() for colour, stock in found.beads.items()},
        "fullest": _counted(kit, found.fullest, "beads"),
        "most_opened": _counted(kit, found.most_opened, "times"),
        "first_box": list(found.first_box),
        "results": [result.value for result in found.results],
    }


def day_line_facts(day: "Day") -> Facts:
    """Return how the games of a day went; `change` is of the boxes for the first move."""
    return {
        "day": day.date,
        "games": day.games,
        **day.tally._asdict(),
        "change": day.change,
        "outcome_only": day.outcome_only,
        "exhibitions": day.exhibitions._asdict(),
        "watched": day.watched,
        "both_machines": day.both,
        "winners": day.winners._asdict(),
        "running": day.running,
        "abandoned": day.abandoned,
    }


def day_facts_told(kit: Kit, found: "DayFacts") -> Facts:
    """Return what there is to tell of a day; `first_box`, `results` and `numbers` have one
    element a finished game.

    `moves_left` has one more: the first is from before them.
    """
    learned = found.learned
    return {
        **day_line_facts(found.day),
        "begun": found.day.begun,
        "first_win": found.first_win and found.first_win._asdict(),
        "longest": found.longest and found.longest._asdict(),
        "boxes_opened": found.boxes_opened,
        "most_opened": _counted(kit, found.most_opened, "times"),
        "learned": learned
        and {
            **_numbered(kit.box(learned.number)),
            "good": list(learned.good),
            "before": dict(learned.before),
            "after": dict(learned.after),
            "chances": list(map(float, learned.chances() or ())),
        },
        "numbers": list(found.day.numbers),
        "results": [result.value for result in found.day.results],
        "first_box": list(found.day.first_box),
        "moves_left": list(found.moves_left),
        "previous": found.previous,
        "following": found.following,
    }


# The games that there are.


def game_rules_facts(name: str) -> Facts:
    """Return what the list of games says of one;
    what could not be found out is None, and `fault` says why.
    """
    facts: Facts = {
        "name": name,
        "rows": None,
        "columns": None,
        "parameters": {},
        "positions": None,
        "package": package_of(name) or OURS,
        "fault": None,
    }
    try:
        game = game_named(name)
        facts.update(rows=game.rows, columns=game.columns, parameters=dict(parameters_of(game)))
        facts.update(positions=_positions(game))
    except GameError as error:
        facts["fault"] = str(error)
    return facts


def conformance_facts(name: str, checked: "Iterable[Checked]") -> Facts:
    """Return what came of checking a game; the findings of a check that was not made are None."""
    checks = [
        {
            "check": each.check,
            "about": each.about,
            "findings": None if each.findings is None else list(each.findings),
        }
        for each in checked
    ]
    return {"name": name, "fit": not any(check["findings"] for check in checks), "checks": checks}


def _positions(game: Game) -> int | None:
    """Return how many positions there are, None where too many;
    GameError where a package's game cannot be played.
    """
    from menace_kit.games.conformance import position_count

    try:
        return position_count(game)
    except Exception as error:
        raise GameError(f"{game.name} cannot be played: {type(error).__name__}: {error}") from error


# What they have in common.


def _numbered(box: Box, key: str = "number") -> Facts:
    """Return a box's number, under this key, and its name where that is something else."""
    return {key: box.number, **({"name": box.name} if box.given_name else {})}


def _place(kit: Kit, box: Box) -> dict[str, int] | None:
    place = kit.place(box)
    return place._asdict() if place else None


def _moves(kit: Kit, position: Position, moves: Mapping[str, Move]) -> dict[str, int | str]:
    return {colour: move_fact(kit.game, position, move) for colour, move in moves.items()}


def move_fact(game: Game, position: Position, move: Move) -> int | str:
    """Return a move as people write it: a square from 1, or `from-to`;
    of Nim how many matches are taken.
    """
    written = written_move(game, position, move)
    return int(written) if written.isdecimal() else written


def _counted(kit: Kit, boxes: "Iterable[BoxCount]", what: str) -> list[Facts]:
    return [{**_numbered(kit.box(number)), what: count} for number, count in boxes]


def suspicion_facts(kit: Kit, found: "Suspicion") -> Facts:
    """Return what the draws say of the logbook, box by box, the most suspect first;
    levels are corrected for all boxes.
    """
    power = found.power
    return {
        "games": found.games,
        "draws": found.draws,
        "suspected": [box.box for box in found.suspected],
        "boxes": [
            {
                **_numbered(kit.box(each.box)),
                "draws": each.draws,
                "level": each.level,
                "suspected": each.suspected,
                "slip": each.slip.value,
                "colours": [colour._asdict() for colour in each.colours],
            }
            for each in found.boxes
        ],
        "power": {"box": power.box, "draws": power.draws, "share": power.share} if power else None,
    }
