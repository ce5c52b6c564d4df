"""The coach: what it thinks a game is worth is what the game changes, it teaches fast,
and it kills no machine.
"""

from functools import cache
from itertools import product

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import Side, parse_position
from menace_kit.guide import wording
from menace_kit.lab.advice import Reason, advice
from menace_kit.lab.coach import PUPIL_OF, Coach
from menace_kit.lab.engine.arrays import ODDS, PLAYER, Array
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import stream_seeds
from menace_kit.lab.engine.roles import roles_for
from menace_kit.lab.engine.tables import kit_table, machine_table
from menace_kit.lab.exact import exact_chances, machine_policy, player_policy
from menace_kit.lab.players import player_named
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead, Result, adjust, adjustments, starting_contents
from menace_kit.machine.next_game import Chances
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import load_words
from tests.examples import all_to_prove, preset
from tests.logbook.games import KITS, kit_named

MICHIE = preset("michie-1961")


def side_of(kit: Kit) -> Side:
    return Side.FIRST if kit.spec.side == "both" else Side(kit.spec.side)


@cache
def coach_of(kit: Kit) -> Coach:
    return Coach(machine_table(kit, kit_table(kit)), side_of(kit))


def beads_after(kit: Kit, opponent: str, games: int, seed: int = 1) -> Array:
    run = Match(kit, (roles_for(side_of(kit)),), (opponent,)).run(seed)
    run.play(games)
    return run.memory.beads


def chances(coach: Coach, beads: Array, opponent: str) -> Chances:
    """Return the exact chances of the machine's next game."""
    game = coach.machine.game
    policy = machine_policy(coach.machine, beads)
    against = (
        coach.policy(beads) if opponent == "coach" else player_policy(player_named(opponent, game))
    )
    return exact_chances(game, policy, against, coach.side)


@pytest.mark.parametrize(
    "name",
    all_to_prove(KITS, quick=["protected"]),
)
def test_what_a_result_is_worth_is_by_how_much_the_chance_to_lose_falls(name: str) -> None:
    kit = kit_named(name)
    coach = coach_of(kit)
    held = coach.machine.contents(beads_after(kit, "random", 2))
    before = coach.machine.weights(held)
    worth = coach.worth(before, machine_policy(coach.machine, before))
    lose = chances(coach, before, PUPIL_OF).loss
    opened = np.flatnonzero(np.abs(worth).max(axis=(1, 2)) > 1e-9)

    assert len(opened)
    for place, (kind, result) in product(opened[::17].tolist(), product(range(2), Result)):
        box = kit.boxes[place]
        if kind >= len(box.beads) or not before[place].sum():
            continue
        contents = {number: dict(inside) for number, inside in held.items()}
        drawn = DrawnBead(box.number, list(box.moves)[kind])
        if not contents[drawn.box][drawn.colour]:
            continue
        adjust(contents, adjustments(kit, contents, [drawn], result))
        after = chances(coach, coach.machine.weights(contents), PUPIL_OF).loss
        assert lose - after == pytest.approx(
            worth[place, kind, list(Result).index(result)], abs=1e-9
        )


def test_it_spares_a_machine_that_is_close_to_death() -> None:
    coach = coach_of(MICHIE)
    full, last = coach.machine.start.copy(), coach.machine.start.copy()
    last[0] = [0, 0, 1, *[0] * (last.shape[1] - 3)]
    assert chances(coach, full, "coach").loss > 3 * chances(coach, last, "coach").loss
    assert chances(coach, last, "perfect").loss > 0.5


def taught(kit: Kit, games: int, seeds: int) -> Array:
    """Return how likely each of so many machines loses to `perfect` after so many games
    with the coach; 1 if dead.
    """
    side = side_of(kit)
    match = Match(kit, (roles_for(side),), ("coach",))
    perfect = player_policy(player_named("perfect", match.game))
    losses = []
    for batch in match.batches(stream_seeds(1, seeds), games):
        batch.play(games)
        policies = (machine_policy(match.machine, beads) for beads in batch.memory.beads)
        losses += [exact_chances(match.game, policy, perfect, side).loss for policy in policies]
    return np.array(losses)


@pytest.mark.parametrize(("seeds", "slack"), all_to_prove([(20, 1.5), (200, 1)], quick=[(20, 1.5)]))
def test_michies_machine_is_taught_in_an_afternoon(seeds: int, slack: float) -> None:
    assert chances(
        coach_of(MICHIE), coach_of(MICHIE).machine.start, "perfect"
    ).loss == pytest.approx(138647 / 181440)
    after_200 = taught(MICHIE, 200, seeds)
    assert after_200.mean() <= 0.025 * slack
    assert np.median(after_200) <= 0.022 * slack
    assert (after_200 == 1).sum() == 0


def test_the_same_seed_gives_the_same_games_in_pieces_and_in_a_batch() -> None:
    match = Match(MICHIE, opponents=("coach", "random"), shares=(3, 1))
    whole, pieces = match.run(5), match.batch([4, 5])
    whole.play(12)
    for games in (5, 7):
        pieces.play(games)
    assert all(map(np.array_equal, whole.memory, pieces[1].memory))
    assert whole.contents != pieces[0].contents


def test_who_errs_makes_any_move_at_its_rate() -> None:
    coach = coach_of(MICHIE)
    always, often = (coach.policy(coach.machine.start, rate).moves for rate in (0, 0.25))
    game = coach.machine.game
    for state in np.flatnonzero(often.sum(axis=1)):
        count = game.move_count[state]
        assert often[state, :count] == pytest.approx(0.75 * always[state, :count] + 0.25 / count)
    taught_less = Match(MICHIE, opponents=("coach:1",)).run(1)
    random = Match(MICHIE, opponents=("random:1",)).run(1)
    for run in (taught_less, random):
        run.play(50)
    assert (taught_less.tally, taught_less.contents) == (random.tally, random.contents)


def test_a_machine_without_beads_has_no_coach() -> None:
    with pytest.raises(LabError, match="looks at the beads in the boxes"):
        Match(MICHIE, ((ODDS, PLAYER),), ("coach",))
    with pytest.raises(LabError, match="exact chances need to know what is"):
        player_policy(player_named("coach", coach_of(MICHIE).machine.game))


def test_the_advice_is_the_same_however_the_board_lies() -> None:
    game = coach_of(MICHIE).machine.game
    contents = starting_contents(MICHIE)
    positions = [position for position in game.positions if position.to_move is Side.SECOND]
    positions = [position for position in positions if not MICHIE.game.outcome(position)]
    for position in positions[::40]:
        told = advice(MICHIE, Side.FIRST, contents, position)
        assert told.move in MICHIE.game.legal_moves(position)
        for symmetry in MICHIE.symmetries:
            turned = advice(MICHIE, Side.FIRST, contents, symmetry.position(position))
            after, other = (
                MICHIE.symmetries.canonical_form(MICHIE.game.play(each, reply.move), game.form)
                for each, reply in ((position, told), (symmetry.position(position), turned))
            )
            assert (after, told[1:]) == (other, turned[1:])


@pytest.mark.parametrize(
    ("board", "last", "why", "number"),
    [
        ("O../.../...", {}, Reason.WEAK, 91),
        ("OX./O../X..", {}, Reason.LET_WIN, 0),
        ("O../.../...", {"white": 3, "lilac": 0, "gold": 0}, Reason.SPARE, 3),
        ("O.O/XX./.O.", {}, Reason.WIN, 100),
    ],
)
def test_what_the_advice_says(board: str, last: dict[str, int], why: Reason, number: int) -> None:
    contents = starting_contents(MICHIE)
    contents[1] |= last
    position = parse_position(MICHIE.game, board, MICHIE.spec.marks)
    told = advice(MICHIE, Side.FIRST, contents, position)
    assert told.why is why
    assert told.number == number
    assert (told.box is None) == (why in (Reason.WIN, Reason.LET_WIN))


@pytest.mark.parametrize("language", template_names(TemplateKind.TEXT))
def test_every_reason_has_a_sentence_in_every_language(language: str) -> None:
    words, position = load_words(language), MICHIE.game.start()
    said = {words.tell(wording.advice(MICHIE, position, (4,), why.value, 12, 3)) for why in Reason}
    assert len(said) == len(Reason)
    assert all("5" in sentence for sentence in said)
