"""A human against the machine, by the rules of the kit."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from menace_kit.errors import MoveError
from menace_kit.games import Side
from menace_kit.games.game import move_text, parse_move
from menace_kit.lab.engine.arrays import RandomStream
from menace_kit.lab.learners import with_full_box
from menace_kit.lab.machine_file import MOST_BEADS, SavedMachine, TrainingState, Weights
from menace_kit.lab.training import HumanGame, learned, machine_after
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import How, Result, starting_contents
from menace_kit.machine.schema import EmptyBox, FullBox
from tests.examples import preset

MICHIE, BOTH = preset("michie-1961"), preset("both-players")


def kit_with(rule: EmptyBox, kit: Kit = MICHIE) -> Kit:
    learning = kit.spec.learning.model_copy(update={"empty_box": rule})
    return replace(kit, spec=kit.spec.model_copy(update={"learning": learning}))


def drawing(kit: Kit, beads: str, count: int = 4) -> dict[int, dict[str, int]]:
    """Return boxes of which some hold so many beads of one colour and no other: `1 white, 8 silver`."""
    contents = starting_contents(kit)
    for bead in beads.split(", "):
        number, colour = bead.split()
        contents[int(number)] = dict.fromkeys(contents[int(number)], 0) | {colour: count}
    return contents


def emptied(kit: Kit, *numbers: int) -> Weights:
    contents = starting_contents(kit)
    for number in numbers:
        contents[number] = dict.fromkeys(contents[number], 0)
    return contents


def duel(
    kit: Kit = MICHIE,
    weights: Weights | None = None,
    side: Side = Side.FIRST,
    seed: int = 1,
    greedy: bool = False,
) -> HumanGame:
    return HumanGame(
        kit, starting_contents(kit) if weights is None else weights, side, RandomStream(seed), greedy
    )


def play_on(game: HumanGame, lots: Random) -> None:
    while not game.is_over:
        if game.machine_is_due:
            game.machine_moves()
        else:
            game.human_moves(lots.choice(game.kit.game.legal_moves(game.position)))


@pytest.mark.parametrize("kit", [MICHIE, BOTH, preset("pulles"), preset("michie-1961-287")])
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("greedy", [False, True])
def test_games_come_to_an_end_and_teach_what_the_kit_says(kit: Kit, side: Side, greedy: bool) -> None:
    if kit.spec.side not in ("both", side.value):
        return
    kit = with_full_box(kit, FullBox.IGNORE)
    lots, contents = Random(5), starting_contents(kit)
    for seed in range(40):
        game = duel(kit, contents, side, seed, greedy)
        play_on(game, lots)
        assert game.result is not None
        change = getattr(kit.spec.learning, game.result.value)
        after = learned(game)
        for bead in game.drawn:
            gained = after[bead.box][bead.colour] - contents[bead.box][bead.colour]
            assert gained == max(change, -contents[bead.box][bead.colour])
        untouched = set(after) - {bead.box for bead in game.drawn}
        assert all(after[number] == contents[number] for number in untouched)
        contents = after


def test_the_chances_are_those_of_the_beads() -> None:
    weights = starting_contents(MICHIE) | {1: {"white": 1, "lilac": 0, "gold": 3}}
    colours: Counter[str | None] = Counter()
    for seed in range(400):
        turn = duel(weights=weights, seed=seed).machine_moves()
        assert turn.chances == {"white": 0.25, "lilac": 0, "gold": 0.75}
        colours[turn.colour] += 1
    assert colours["lilac"] == 0
    assert 70 < colours["white"] < 130


def test_odds_are_drawn_by_their_shares() -> None:
    odds = {box.number: dict.fromkeys(box.moves, 1 / len(box.beads)) for box in MICHIE.boxes}
    odds[1] = {"white": 0.2, "lilac": 0.8, "gold": 0.0}
    drawn = Counter(duel(weights=odds, seed=seed).machine_moves().colour for seed in range(400))
    assert drawn["gold"] == 0
    assert 50 < drawn["white"] < 110


def test_greedy_takes_the_most_and_draws_lots_among_equals() -> None:
    weights = starting_contents(MICHIE) | {1: {"white": 5, "lilac": 4, "gold": 5}}
    turns = [duel(weights=weights, seed=seed, greedy=True).machine_moves() for seed in range(60)]
    assert {turn.colour for turn in turns} == {"white", "gold"}
    assert turns[0].chances == {"white": 0.5, "lilac": 0, "gold": 0.5}


@pytest.mark.parametrize(
    ("rule", "how"),
    [
        (EmptyBox.RESIGN, How.EMPTY),
        (EmptyBox.PUNISH_PREVIOUS, How.EMPTY),
        (EmptyBox.RANDOM, How.LOT),
        (EmptyBox.REFILL, How.REFILLED),
    ],
)
def test_an_empty_box_is_treated_by_the_rule(rule: EmptyBox, how: How) -> None:
    kit = kit_with(rule)
    game = duel(kit, emptied(kit, 1))
    turn = game.machine_moves()
    assert turn.how is how
    assert game.gave_up == game.is_over == (how is How.EMPTY)
    if how is How.EMPTY:
        assert (game.result, turn.move) == (Result.LOSS, None)
    if how is How.REFILLED:
        play_on(game, Random(1))
        assert sum(learned(game)[1].values()) in (11, 13, 15)
        assert sum(game.weights[1].values()) == 0


def test_the_box_before_an_empty_one_is_punished() -> None:
    kit = kit_with(EmptyBox.PUNISH_PREVIOUS)
    game = duel(kit, emptied(kit, *range(2, 305)))
    opening = game.machine_moves()
    game.human_moves(kit.game.legal_moves(game.position)[0])
    assert game.machine_moves().how is How.EMPTY
    assert opening.colour is not None
    assert learned(game)[1][opening.colour] == 2


def play(game: HumanGame, replies: str) -> None:
    """Play a game in which the machine begins, with these replies, until it is over."""
    game.machine_moves()
    for reply in replies.split():
        game.human_moves(parse_move(reply))
        game.machine_moves()


def test_giving_up_where_every_move_loses_is_no_empty_box() -> None:
    kit = kit_with(EmptyBox.PUNISH_PREVIOUS, preset("michie-1961-287"))
    game = duel(kit, drawing(kit, "1 white, 8 silver, 46 amber"))
    play(game, "2 4 5")
    assert (game.turns[-1].how, game.result, game.gave_up) == (How.LOST, Result.LOSS, True)
    assert [learned(game)[box][colour] for box, colour in game.drawn] == [3, 3, 3]


def test_a_count_of_beads_stays_at_the_most() -> None:
    beads = "1 white, 8 gold, 48 amber, 144 amber"
    game = duel(with_full_box(MICHIE, FullBox.IGNORE), drawing(MICHIE, beads, MOST_BEADS - 1))
    play(game, "4 9 2")
    assert game.result is Result.WIN
    assert [move_text(move) for move in game.moves[1::2]] == ["4", "9", "2"]
    assert [learned(game)[box][colour] for box, colour in game.drawn] == [MOST_BEADS] * 4


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    game = duel(BOTH, side=Side.SECOND)
    game.human_moves((4,))
    game.machine_moves()
    before = list(game.positions)
    with pytest.raises(MoveError, match=r"^5 cannot be played here; choose from: "):
        game.human_moves((4,))
    with pytest.raises(MoveError):
        game.human_moves(())
    assert game.positions == before


def test_moves_are_taken_back_to_the_start() -> None:
    lots = Random(3)
    for seed in range(30):
        for side in Side:
            game = duel(BOTH, side=side, seed=seed)
            play_on(game, lots)
            taken = 0
            while game.take_back():
                taken += 1
                assert not game.is_over
                assert not game.machine_is_due
                assert len(game.moves) == len(game.positions) - 1
                assert len(game.turns) == sum(each.to_move is side for each in game.positions[:-1])
            assert taken in (2, 3, 4, 5)
            assert len(game.positions) == (2 if side is Side.FIRST else 1)


def test_an_unfinished_game_teaches_nothing() -> None:
    game = duel()
    game.machine_moves()
    assert learned(game) == starting_contents(MICHIE)


def test_games_of_one_sitting_are_one_lesson() -> None:
    machine = SavedMachine(MICHIE, "beads", starting_contents(MICHIE), (), TrainingState(5, rates=(0.5,)))
    lots, results = Random(8), Counter[Result | None]()
    for seed in range(12):
        game = duel(weights=machine.weights, seed=seed)
        play_on(game, lots)
        machine = machine_after(machine, game, 99)
        results[game.result] += 1
    (lesson,) = machine.lessons
    assert lesson.tally == (results[Result.WIN], results[Result.TIE], results[Result.LOSS])
    assert (lesson.opponents, lesson.seed) == ({"human": 1.0}, 99)
    assert machine.state == TrainingState(5)
    assert len(machine_after(machine, game, 100).lessons) == 2


@pytest.mark.parametrize("rule", FullBox)
def test_boxes_that_are_too_full_after_a_game_are_halved_by_the_kits_rule(rule: FullBox) -> None:
    contents = starting_contents(MICHIE)
    contents[1] = {"white": 60, "lilac": 1, "gold": 9}
    game = duel(with_full_box(MICHIE, rule), contents)
    play_on(game, Random(3))
    after = sum(learned(game)[1].values())
    assert (after < 40) == (rule is FullBox.HALVE)
    assert min(learned(game)[1].values()) >= (1 if rule is FullBox.HALVE else 0)
