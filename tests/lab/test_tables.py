"""The dense arrays say what the rules say, in every position that there
is; and what each is worth.
"""

from collections import Counter

import numpy as np
import pytest

from menace_kit.games import Position, Side, game_named
from menace_kit.lab.engine.arrays import DRAWN, EMPTY_RULES, FIRST_WON, GOING_ON, SECOND_WON
from menace_kit.lab.engine.perfect_play import best_moves, values
from menace_kit.lab.engine.tables import GameTable, game_table, kit_table, machine_table
from menace_kit.machine.prospects import good_moves, worth
from menace_kit.machine.schema import EmptyBox
from tests.examples import all_to_prove, preset
from tests.logbook.games import KITS, kit_named

GAME = game_named("noughts-and-crosses")


TABLES = [
    ("noughts-and-crosses", "none"),
    ("noughts-and-crosses", "all"),
    ("hexapawn", "all"),
    ("nim", "all"),
]


@pytest.fixture(scope="module", params=TABLES, ids=" ".join)
def table(request: pytest.FixtureRequest) -> GameTable:
    name, symmetry = request.param
    game = game_named(name)
    return game_table(game, game.symmetries[symmetry])


def test_the_states_are_the_published_ones() -> None:
    every, classes = game_table(GAME), game_table(GAME, GAME.symmetries["all"])
    assert (every.states, classes.states) == (5478, 765)
    ended = Counter(classes.outcome.tolist())
    assert (ended[FIRST_WON], ended[SECOND_WON], ended[DRAWN]) == (91, 44, 3)
    assert (
        sum(Counter(every.outcome.tolist())[code] for code in (FIRST_WON, DRAWN, SECOND_WON)) == 958
    )
    assert every.longest == classes.longest == 9


def test_every_state_is_its_position(table: GameTable) -> None:
    codes = {None: DRAWN, Side.FIRST: FIRST_WON, Side.SECOND: SECOND_WON}
    game = table.game
    for state, position in enumerate(table.positions):
        assert table.state(position) == state
        outcome = game.outcome(position)
        assert table.outcome[state] == (codes[outcome.winner] if outcome else GOING_ON)
        assert table.mover[state] == (position.to_move is Side.SECOND)
        moves = game.legal_moves(position)
        assert table.moves[state] == moves
        assert table.move_count[state] == len(moves)
        after = [table.state(game.play(position, move)) for move in moves]
        assert table.next_state[state, : len(moves)].tolist() == after
        assert set(table.next_state[state, len(moves) :].tolist()) <= {-1}
        assert all(later > state for later in after)


def test_any_board_on_the_table_has_its_state() -> None:
    every, classes = game_table(GAME), game_table(GAME, GAME.symmetries["all"])
    orbits = Counter(classes.state(position) for position in every.positions)
    assert all(
        orbits[state] == len(GAME.symmetries["all"].orbit(position))
        for state, position in enumerate(classes.positions)
    )
    with pytest.raises(KeyError):
        every.state(Position("222......", Side.FIRST))


BY_BOXES = [
    "michie",
    *("287", "second", "both", "forced", "rotations", "unmerged", "none"),
    *("later", "later, both", "taken", "taken, both"),
]
"""Kits whose boxes differ by more than their beads; the others have Michie's."""


@pytest.mark.parametrize("name", all_to_prove(BY_BOXES, quick=["taken"]))
def test_every_state_has_its_box(name: str) -> None:
    kit = kit_named(name)
    for group in ("none", kit.spec.boxes.symmetry):
        game = game_table(kit.game, kit.game.symmetries[group], kit.spec.boxes.canonical_form)
        machine = machine_table(kit, game)
        for state, position in enumerate(game.positions):
            ways = kit.readings(position)
            assert machine.box[state] == (kit.indices[ways[0].box.number] if ways else -1)
            moves = [ways[0].moves.get(bead.colour) for bead in ways[0].box.beads] if ways else []
            for kind, move in enumerate(moves):
                if move is None:  # the bead of a taken square
                    assert machine.bead_move[state, kind] == machine.bead_next[state, kind] == -1
                    continue
                assert game.moves[state][machine.bead_move[state, kind]] == move
                assert machine.bead_next[state, kind] == game.state(kit.game.play(position, move))
            for beyond in (machine.bead_move, machine.bead_next):
                assert set(beyond[state, len(moves) :].tolist()) <= {-1}


@pytest.mark.parametrize(
    "name", all_to_prove(KITS, quick=["protected", "keep-last", "taken", "both"])
)
def test_the_rules_of_the_boxes_are_those_of_the_kit(name: str) -> None:
    kit = kit_named(name)
    machine = machine_table(
        kit, game_table(kit.game, kit.symmetries, kit.spec.boxes.canonical_form)
    )
    assert len(machine.kinds) == len(kit.boxes)
    learning = kit.spec.learning
    for place, box in enumerate(kit.boxes):
        kinds = len(box.beads)
        assert machine.kinds[place] == kinds
        assert machine.start[place, :kinds].tolist() == [bead.start for bead in box.beads]
        assert [kit.colours[number].name for number in machine.colour[place, :kinds]] == list(
            box.moves
        )
        assert not machine.start[place, kinds:].any()
        assert set(machine.colour[place, kinds:].tolist()) <= {-1}
        protected = learning.protect_first_box and box.stage == 1
        assert machine.keep_last[place] == (protected or learning.empty_box is EmptyBox.KEEP_LAST)
        assert EMPTY_RULES[machine.empty_rule[place]] is learning.empty_box
    assert machine.change.shape == (len(kit.boxes), 3)


def test_contents_go_in_and_out() -> None:
    kit = kit_named("michie")
    machine = machine_table(kit, game_table(kit.game, kit.symmetries))
    contents = {
        box.number: {colour: box.number + place for place, colour in enumerate(box.moves)}
        for box in kit.boxes
    }
    assert machine.contents(machine.weights(contents)) == contents
    assert np.array_equal(machine.weights(machine.contents(machine.start)), machine.start)


def test_values_and_best_moves_are_those_of_minimax(table: GameTable) -> None:
    value, best = values(table), best_moves(table)
    for state, position in enumerate(table.positions):
        sign = 1 if position.to_move is Side.FIRST else -1
        assert value[state] == sign * worth(table.game, position)
        keep = [table.moves[state][place] for place in np.flatnonzero(best[state])]
        assert keep == list(good_moves(table.game, position))


def test_what_the_304_boxes_are_worth_to_the_machine() -> None:
    kit = preset("michie-1961")
    boards = kit_table(kit)
    machine, value = machine_table(kit, boards), values(boards)
    by_stage: dict[int, Counter[int]] = {stage: Counter() for stage in (1, 2, 3, 4)}
    for state, box in enumerate(machine.box):
        if box >= 0:
            by_stage[kit.boxes[box].stage][int(value[state])] += 1
    won_drawn_lost = {stage: (each[1], each[0], each[-1]) for stage, each in by_stage.items()}
    assert won_drawn_lost == {1: (0, 1, 0), 2: (7, 5, 0), 3: (85, 18, 5), 4: (139, 27, 17)}
