"""Both players at one table: every position of either side is a box to open,
and each machine has its own list.
"""

import re
from collections import Counter
from collections.abc import Iterator
from functools import partial
from itertools import product

import pytest

from menace_kit.errors import GuideError
from menace_kit.games import Game, Move, Position, Side
from menace_kit.guide import counting
from menace_kit.guide.audit import audit
from menace_kit.guide.desk import Desk
from menace_kit.guide.paper import parse_game
from menace_kit.guide.paper_entry import enter_game
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.career import statistics
from menace_kit.logbook.entries import BOTH, Action, Kind
from menace_kit.logbook.game_counts import Winners
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result, Why
from menace_kit.machine.schema import EmptyBox
from tests.examples import all_to_prove, preset
from tests.guide.scripts import do, refused
from tests.logbook.audited import check_in_order
from tests.logbook.games import desk_of, kit_of
from tests.logbook.physical import PhysicalMachine, done_by_hand

GAMES = {
    "nim": "game = 'nim'\nnim.matches = 6\nmarks = ['I', 'J']\n",
    "hexapawn": "game = 'hexapawn'\nmarks = ['W', 'B']\n",
    "noughts-and-crosses": "",
}
RULES = [rule.value for rule in EmptyBox]
DRAINING = (
    "side = 'both'\nbeads.start = 1\n{beads}\n"
    "learning = {{win = 0, draw = -1, loss = -1, empty-box = '{rule}', teaches = '{teaches}'}}"
)


def both_kit(game: str, rule: str = "resign", teaches: str = "every-move") -> Kit:
    """Return a kit with both machines of a game, whose boxes are soon empty."""
    beads = "" if game == "noughts-and-crosses" else "beads.palette = 'four-arrows'"
    return kit_of(GAMES[game] + DRAINING.format(beads=beads, rule=rule, teaches=teaches))


def begin(desk: Desk) -> None:
    desk.act(lambda session: session.start("Ada", both=True))


def lines_of(game: Game, position: Position | None = None) -> Iterator[tuple[Move, ...]]:
    """Yield the moves of every game that there is, from the start."""
    position = position or game.start()
    moves = game.legal_moves(position)
    if not moves:
        yield ()
    for move in moves:
        for rest in lines_of(game, game.play(position, move)):
            yield (move, *rest)


def step(session: Session, wanted: Move | None) -> Action:
    """Return the step that is due: the wanted move where its bead is there,
    else another bead, or the empty box.
    """
    box = session.box
    assert box is not None
    beads = [colour for colour, count in session.in_box(box.number).items() if count]
    if not beads and session.kit.spec.learning.empty_box is EmptyBox.KEEP_LAST:
        return counting.count(session, box.number, box.start)
    if not beads:
        return session.empty(lambda _, legal: wanted if wanted and wanted in legal else legal[0])
    right = [colour for colour in beads if session.readings[0].moves[colour] == wanted]
    return session.draw((right or beads)[0])


def play_line(desk: Desk, table: PhysicalMachine, line: tuple[Move, ...]) -> GameRecord:
    """Play a game of both machines along a line of moves as far
    as the beads allow, up to its list.
    """
    begin(desk)
    game = desk.session.game
    while desk.session.due is not Due.ADJUST:
        assert desk.session.due is Due.BEAD, "an opponent's reply is due, and there is no opponent"
        assert game is not None
        made = len(game.moves)
        wanted = line[made] if made < len(line) else None
        written = done_by_hand(desk, table, partial(step, wanted=wanted))
        if written[0].kind is Kind.RECOUNT:
            box = desk.session.kit.box(written[0].box or 0)
            table.recount(box.number, box.start)
        game = desk.session.game
    assert game is not None
    return game


def revive(desk: Desk, table: PhysicalMachine) -> None:
    """Put beads into the first boxes of a machine that is dead."""
    for side in Side:
        if desk.session.is_dead(side):
            box = desk.session.kit.first_boxes(side)[0]
            desk.act(partial(counting.count, number=box.number, counted=box.start))
            table.recount(box.number, box.start)


@pytest.mark.parametrize(
    ("name", "rule", "teaches"),
    all_to_prove(
        [
            *product(["nim", "hexapawn"], RULES, ["every-move"]),
            *product(["nim", "hexapawn"], ["resign", "punish-previous"], ["last-move"]),
        ],
        quick=[
            ("nim", "punish-previous", "every-move"),
        ],
    ),
)
def test_in_every_game_of_a_small_world_each_machine_gets_its_own_list(
    name: str, rule: str, teaches: str
) -> None:
    kit = both_kit(name, rule, teaches)
    desk, table = desk_of(kit), PhysicalMachine(kit)
    empties, forced = 0, set[str | None]()
    for line in lines_of(kit.game):
        revive(desk, table)
        game = play_line(desk, table, line)
        positions = game.positions(kit.game)[:-1]
        for entry, position in zip(game.moves, positions, strict=True):
            assert entry.side == position.to_move.value
        lists = game.tick_lists
        assert tuple(lists) == tuple(Side)
        assert Counter((*lists[Side.FIRST], *lists[Side.SECOND])) == Counter(game.tick_list)
        empties += any(entry.kind is Kind.EMPTY for entry in game.entries)
        forced |= {entry.side for entry in game.entries if entry.kind is Kind.FORCED}
        done_by_hand(desk, table, Session.confirm)
        for number, counts in desk.session.contents.items():
            assert counts == table.holds(number)
        assert desk.session == Desk(desk.logbook).session
    assert forced
    assert (empties > 0) == (rule != "keep-last")
    check_in_order(desk.logbook)


def test_the_result_is_the_first_players_and_statistics_tell_who_won() -> None:
    desk = desk_of(preset("both-players"))
    for moves, mover in [
        ("1 4 5 2 9", "both"),
        ("1 5 2 3 9 7", "both"),
        ("1 5 2 3 7 4 6 8 9", "both"),
        ("1 5 2 3 9 7", "opponent"),
    ]:
        rehearsal = Rehearsal(desk.session)
        enter_game(rehearsal, parse_game(moves, first_mover=mover))
        rehearsal.act(lambda session: session.confirm())
        desk.act_all(rehearsal.actions)
    rows = desk.logbook.games()
    assert [(row.side, row.result) for row in rows] == [
        (BOTH, "win"),
        (BOTH, "loss"),
        (BOTH, "draw"),
        ("second", "win"),
    ]
    found = statistics(desk.logbook)
    assert (found.winners, found.both, found.games) == (Winners(1, 2, 1), 3, 4)
    assert audit(desk.logbook) == []


def find_the_box_empty(desk: Desk) -> None:
    """Take all beads out of the box that is due, and say that it is empty."""
    box = desk.session.box
    assert box is not None
    do(desk, f"{box.number}:none")
    do(desk, "empty")


def test_the_machine_whose_box_is_empty_gives_up_and_the_other_wins() -> None:
    kit = both_kit("hexapawn", "punish-previous")
    desk = desk_of(kit)
    begin(desk)
    do(desk, "7-4")
    find_the_box_empty(desk)
    game = desk.session.game
    assert game is not None
    assert (game.result, game.winner, game.gave_up) == (Result.WIN, Side.FIRST, True)
    first, second = game.tick_lists.values()
    assert [change.why for change in first] == [Why.RESULT]
    assert second == ()
    assert game.written_moves(kit.game) == "7-4 resign"
    assert audit(desk.logbook) == []


def test_where_both_are_machines_there_is_no_opponent_and_nobody_chooses_who_begins() -> None:
    desk = desk_of(preset("nim-8"))
    refused(desk, lambda session: session.start(None, "Bob", both=True), "there is no opponent")
    refused(
        desk,
        lambda session: session.start(machine_first=True, both=True),
        "nobody chooses who begins",
    )
    begin(desk)
    refused(desk, "reply:8", "bead is due")


@pytest.mark.parametrize("side", list(Side))
def test_no_game_of_both_begins_while_either_machine_is_dead(side: Side) -> None:
    desk = desk_of(both_kit("hexapawn"))
    for box in desk.session.kit.first_boxes(side):
        do(desk, f"{box.number}:none")
    number = desk.session.kit.first_boxes(side)[0].number
    with pytest.raises(GuideError, match=re.escape(f"count {number} ")):
        begin(desk)
    desk.act(lambda session: session.start(machine_first=side is Side.SECOND))
