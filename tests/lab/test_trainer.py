"""The compiled trainer against plain Python, game for game, from the same random numbers."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from menace_kit.errors import LabError
from menace_kit.games import EMPTY, Move, Position, Side, game_named
from menace_kit.lab.engine.arrays import (
    BEADS,
    MONTE_CARLO,
    ODDS,
    OUTCOMES,
    PLAYER,
    QUALITY,
    RULES,
    SIDES,
    WITH_TABLES,
    OddsRule,
    QRule,
)
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import RandomStream, stream_seeds
from menace_kit.lab.engine.roles import Roles, roles_for
from menace_kit.lab.engine.tables import GameTable
from menace_kit.lab.learners import with_rules
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.lab.own_players import tabulated
from menace_kit.lab.players import ADAPTS, Choice, Player, parsed_name
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import is_dead, starting_contents
from menace_kit.machine.schema import FullBox, Teaches
from tests.examples import all_to_prove, preset
from tests.lab.one_by_one import one_by_one
from tests.lab.plain_players import CHOICES
from tests.lab.reference import (
    Agent,
    BeadMachine,
    FunctionPlayer,
    MonteCarloLearner,
    OddsMachine,
    Opponent,
    QLearner,
    WatchedPlayer,
    play_game,
    reading,
)
from tests.logbook.games import KITS, kit_named, kit_of

GAME = game_named("noughts-and-crosses")


def roles_of(kit: Kit) -> tuple[Roles, ...]:
    """Return the roles of a kit's machine against players: on its side;
    where it has both, it plays itself.
    """
    return ((BEADS, BEADS),) if kit.spec.side == "both" else (roles_for(Side(kit.spec.side)),)


class PlainRun:
    """A match in plain Python: the same agents, sharing one random stream."""

    def __init__(self, match: Match, seed: int, choose: Choice | None = None) -> None:
        self.match, kit = match, match.kit
        self.chance = RandomStream(seed)
        self.contents = starting_contents(kit)
        names = [parsed_name(name) for name in match.opponents if name not in match.makers]
        self.players: list[Opponent | FunctionPlayer] = [
            Opponent(kit.game, self.chance, *CHOICES[name], rate, ADAPTS * (name == "adaptive"))
            for name, rate in names
        ]
        if choose is not None:
            self.players = [FunctionPlayer(kit.game, self.chance, choose)]
        self.tables: list[QLearner | MonteCarloLearner] = []
        self.odds: dict[int, dict[int, dict[str, float]]] = {}
        for who, role in enumerate(match.roles[0]):
            self._add_learner(role, who)
        if match.watched_by:
            self._add_learner(match.watched_by, 0)
        self.machines = {side: BeadMachine(kit, self.contents, self.chance) for side in Side}
        shares = match.shares or (1.0,) * len(match.opponents)
        self.upto = [sum(shares[: place + 1]) / sum(shares) for place in range(len(shares))]

    def _add_learner(self, role: int, who: int) -> None:
        """Make the table of a learner, or what the boxes hold of a machine by odds."""
        match, kit = self.match, self.match.kit
        if role in WITH_TABLES:
            kind = QLearner if role == QUALITY else MonteCarloLearner
            rule = match.rules[who]
            self.tables.append(
                kind(kit.game, self.chance, rule if isinstance(rule, QRule) else QRule())
            )
        elif role == ODDS:
            self.odds[role] = {
                box.number: dict.fromkeys(box.moves, 1 / len(box.moves)) for box in kit.boxes
            }
        self.own = {
            (each, side): OddsMachine(kit, held, self.chance, self._rule(each, side))
            for each, held in self.odds.items()
            for side in Side
        }

    def _rule(self, role: int, side: Side) -> Any:
        """Return the rule of a machine by odds on a side; it keeps one where it changes sides."""
        roles = self.match.roles[0]
        who = (
            SIDES.index(side)
            if roles.count(role) == 2 or self.match.watched_by
            else roles.index(role)
        )
        return self.match.rules[who] or RULES[role]()

    def sides_of(self, role: int) -> set[tuple[int, Side]]:
        """Return the role with each side that it plays, or watches."""
        if self.match.watched_by == role:
            return {(role, side) for side in Side}
        return {
            (role, side)
            for pair in self.match.roles
            for side, each in zip(Side, pair, strict=True)
            if each == role
        }

    def agents(self, roles: Roles, player: int, parity: int) -> dict[Side, Agent]:
        opponent = self.players[player]
        for machine in self.machines.values():
            machine.watched = opponent if isinstance(opponent, Opponent) else None
        tables = iter(self.tables if parity == 0 else self.tables[::-1])
        found: dict[Side, Agent] = {}
        for place, (side, role) in enumerate(zip(Side, roles, strict=True)):
            if role in WITH_TABLES:
                found[side] = next(tables)
            elif role == PLAYER and self.match.watched_by:
                watched_by = self.match.watched_by
                learns = self.machines[side] if watched_by == BEADS else self.own[watched_by, side]
                found[side] = WatchedPlayer(self.players[place ^ parity], learns)
            else:
                found[side] = (
                    opponent
                    if role == PLAYER
                    else self.machines[side]
                    if role == BEADS
                    else self.own[role, side]
                )
        return found

    def play(self, games: int) -> Iterator[tuple[int, int, int]]:
        """Yield outcome and both sides' first beads after each game, until a machine is dead."""
        match, kit = self.match, self.match.kit
        for game in range(games):
            roles = match.roles[game % len(match.roles)]
            if any(
                role == BEADS and is_dead(kit, self.contents, side)
                for side, role in zip(Side, roles, strict=True)
            ):
                return
            lot = self.chance.bits() >> 32 if len(self.players) > 1 else 0
            parity = game % len(match.roles)
            player = next(
                place for place, share in enumerate(self.upto) if round(share * 2**32) > lot
            )
            for table in self.tables:
                table.game_number = game
            played = play_game(
                kit.game,
                self.agents(roles, player, parity),
                match.game.symmetries,
                kit.spec.boxes.canonical_form,
            )
            first, second = (self.machines[side].first_beads(side) for side in Side)
            winner = played.winner.other if played.winner and parity else played.winner
            yield OUTCOMES[winner], first, second


def assert_same(match: Match, games: int, seed: int = 1961, choose: Choice | None = None) -> None:
    plain = PlainRun(match, seed, choose)
    expected = list(plain.play(games))
    run = match.run(seed)
    assert list(one_by_one(run, games)) == expected
    at_once = match.run(seed)
    at_once.play(games)
    assert all(map(np.array_equal, at_once.memory, run.memory))
    assert run.contents == plain.contents
    assert int(run.memory.stream[0]) == plain.chance.state
    assert run.games == len(expected)
    halved = Counter[int]()
    for machine in plain.machines.values():
        halved += machine.halved
    assert {
        box.number: times
        for box, times in zip(match.kit.boxes, run.memory.halved.tolist(), strict=True)
        if times
    } == halved
    rates = [player.rate if isinstance(player, Opponent) else 0.0 for player in plain.players]
    assert run.memory.rate.tolist() == pytest.approx(rates)
    tables = iter(plain.tables)
    for who, role in enumerate(match.roles[0]):
        quality = run.memory.quality[who]
        known = next(tables).quality.values() if role in WITH_TABLES else ()
        assert sorted(quality[quality != 0].tolist()) == pytest.approx(
            sorted(each for each in known if each)
        )
    for role, held in plain.odds.items():
        for place, box in enumerate(match.kit.boxes):
            if any(each == role and side is box.side for each, side in plain.sides_of(role)):
                own = list(held[box.number].values())
                found_here = run.memory.odds[place, : len(own)]
                assert found_here == pytest.approx(own, rel=1e-6)


OPPONENTS = ("first-free", "perfect:0.3")


@pytest.mark.parametrize(
    ("name", "opponent"),
    all_to_prove(product(KITS, OPPONENTS), quick=product([*KITS][::3], OPPONENTS[1:])),
)
def test_every_rule_of_the_boxes(name: str, opponent: str) -> None:
    kit = kit_named(name)
    assert_same(Match(kit, roles_of(kit), (opponent,)), 120)


@pytest.mark.parametrize("opponent", ["win-or-block", "perfect", "adaptive", "random:0.5"])
def test_every_player(opponent: str) -> None:
    assert_same(Match(kit_named("michie"), opponents=(opponent,)), 300)


def test_an_adaptive_player_looks_back_over_fifty_moves() -> None:
    run = Match(kit_named("michie"), opponents=("adaptive",)).run(1)
    before = run.memory.rate[0]
    # A fiftieth of what there was makes room for each move in which the machine could err.
    run.play(1)
    assert before == 0.5
    assert 0 < abs(run.memory.rate[0] - before) < 5 / 50 / 2


def test_a_mix_of_players() -> None:
    match = Match(
        kit_named("michie"), opponents=("random", "perfect", "adaptive"), shares=(5, 3, 2)
    )
    assert_same(match, 300)


def uneven(position: Position) -> dict[Move, float]:
    """Return the third power of the number of each free square,
    but of one square in the middle of a game.
    """
    free = [square for square, sign in enumerate(position.cells) if sign == EMPTY]
    return {
        (square,): 1 if len(free) == 4 else (square + 1) ** 3
        for square in free[: 1 if len(free) == 5 else 9]
    }


def playing(choose: Choice) -> Callable[[GameTable], Player]:
    """Return what makes a player of a function."""
    return lambda table: tabulated(table, "mine", choose)


@pytest.mark.parametrize(
    "learner",
    [
        ("refill", (BEADS, PLAYER)),
        ("second", (PLAYER, ODDS)),
        ("michie", (QUALITY, PLAYER)),
    ],
)
def test_a_function_whose_moves_are_not_all_as_likely(learner: tuple[str, Roles]) -> None:
    name, roles = learner
    match = Match(kit_named(name), (roles,), opponents=("own",), makers={"own": playing(uneven)})
    assert_same(match, 150, choose=uneven)


NIM = (
    "game = 'nim'\nside = 'both'\nmarks = ['I', 'J']\nbeads.start = 3\n"
    "beads.palette = 'four-arrows'"
)


def halving(kit: Kit, above: int) -> Kit:
    return kit.with_keys("learning", full_box=FullBox.HALVE, full_above=above)


@pytest.mark.parametrize("name", ["both-players", "stages", "nim"])
def test_a_box_that_is_too_full_after_a_game_is_halved(name: str) -> None:
    kit = halving(with_rules(any_kit(name), win=3), 5)
    match = Match(kit, roles_of(kit))
    assert_same(match, 200)
    run = match.run(1961)
    run.play(200)
    assert run.memory.halved.any()


@pytest.mark.parametrize("pair", [(BEADS, ODDS), (BEADS, QUALITY)])
def test_boxes_are_halved_whoever_the_other_player_is(pair: Roles) -> None:
    kit = halving(preset("both-players"), 14)
    assert_same(Match(kit, (pair,)), 150)


def test_the_boxes_of_a_machine_that_watches_are_halved() -> None:
    match = Match(
        halving(preset("both-players"), 14),
        ((PLAYER, PLAYER),),
        ("perfect:0.2", "random"),
        watched_by=BEADS,
    )
    assert_same(match, 150)
    run = match.run(1961)
    run.play(150)
    assert run.memory.halved.any()


def test_of_a_game_that_teaches_only_its_last_move_all_boxes_are_looked_at() -> None:
    kit = halving(with_rules(preset("her-19"), win=2), 3)
    match = Match(kit.with_keys("learning", teaches=Teaches.LAST_MOVE), roles_of(kit))
    assert_same(match, 200)
    contents = {box.number: dict.fromkeys(box.moves, 9) for box in kit.boxes}
    run = match.run(1, contents)
    run.play(1)
    firsts = [box.number for box in kit.boxes if box.stage == 1]
    assert any(max(run.contents[number].values()) < 9 for number in firsts)


def test_a_match_plays_by_the_rule_of_its_kit() -> None:
    kit = preset("michie-1961")
    told = {rule: Match(kit.with_keys("learning", full_box=rule)).run(1) for rule in FullBox}
    for run in told.values():
        run.play(1000)
    assert Match(kit).full_above.tolist() == [52] * 304  # what shaking mixes in a slim matchbox
    assert 50 < max(told[FullBox.HALVE].memory.totals) <= 52 < max(told[FullBox.TELL].memory.totals)
    assert told[FullBox.TELL].contents == told[FullBox.IGNORE].contents
    assert not told[FullBox.TELL].memory.halved.any()


def test_machines_by_odds() -> None:
    opponent = "perfect"
    assert_same(Match(kit_named("michie"), ((ODDS, PLAYER),), (opponent,)), 200)
    rule = OddsRule(factor=2.0, growth=0.8, memory=0.0)
    assert_same(Match(kit_named("second"), ((PLAYER, ODDS),), (opponent,), rules=(None, rule)), 200)
    assert_same(Match(kit_named("both"), ((ODDS, ODDS),), (opponent,), rules=(None, rule)), 200)
    assert_same(Match(kit_named("both"), ((ODDS, BEADS),), (opponent,), rules=(rule, None)), 100)
    turns = ((ODDS, PLAYER), (PLAYER, ODDS))
    assert_same(Match(kit_named("both"), turns, (opponent,), rules=(rule, None)), 100)
    assert_same(Match(preset("her-19"), ((PLAYER, ODDS),), (opponent,)), 200)


TURNS = [
    ("learner", PLAYER),
    (PLAYER, "learner"),
    ("learner", BEADS),
    ("learner", QUALITY),
    ("learner", MONTE_CARLO),
    ("learner", ODDS),
]


@pytest.mark.parametrize(
    ("pair", "learner", "alternate", "opponent"),
    all_to_prove(
        product(TURNS, [QUALITY, MONTE_CARLO], [False, True], ["random", "first-free"]),
        quick=(
            (pair, [QUALITY, MONTE_CARLO][place % 2], place % 3 > 0, "random")
            for place, pair in enumerate(TURNS)
        ),
    ),
)
def test_learners_with_tables(
    learner: int, alternate: bool, pair: tuple[int | str, int | str], opponent: str
) -> None:
    one, other = (learner if role == "learner" else int(role) for role in pair)
    rules = (QRule(0.5, 0.7, 0.3, 40, 120, draw=0.3), QRule(0.2, 0.9, 0.1, 0, 90))
    roles = ((one, other), (other, one)) if alternate else ((one, other),)
    chosen = tuple(
        rule if role in WITH_TABLES else None for role, rule in zip(roles[0], rules, strict=True)
    )
    assert_same(Match(kit_named("both"), roles, (opponent,), rules=(chosen[0], chosen[1])), 150)


def any_kit(name: str) -> Kit:
    """Return a kit by its name among KITS, or a preset, or Nim for both sides."""
    return kit_of(NIM) if name == "nim" else kit_named(name) if name in KITS else preset(name)


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        [*KITS, "her-19", "gardner-her-24", "nim"],
        quick=["both"],
    ),
)
@pytest.mark.parametrize("alternate", [False, True], ids=["", "in turn"])
def test_a_machine_that_watches(name: str, alternate: bool) -> None:
    kit = any_kit(name)
    roles = ((PLAYER, PLAYER),) * (1 + alternate)
    assert_same(Match(kit, roles, ("perfect:0.2", "random"), watched_by=BEADS), 150)
    if name in ("michie", "both"):
        assert_same(Match(kit, roles, ("first-free", "win-or-block:0.3"), watched_by=BEADS), 60)
        assert_same(Match(kit, roles, ("perfect:0.2", "random"), watched_by=ODDS), 60)


def test_a_box_that_watching_emptied_stays_empty() -> None:
    kit = kit_named("resign")
    run = Match(kit, ((PLAYER, PLAYER),), ("random", "perfect"), watched_by=BEADS).run(1)
    run.play(20_000)
    emptied = [number for number, counts in run.contents.items() if not sum(counts.values())]
    assert emptied
    assert run.games == 20_000  # a machine that only watches cannot die
    run.play(2_000)
    assert all(not sum(run.contents[number].values()) for number in emptied)


def test_a_count_that_can_grow_no_more_stays_as_it_is() -> None:
    kit = kit_named("michie").with_keys("learning", full_box=FullBox.IGNORE)
    contents = starting_contents(kit)
    contents[1] = dict.fromkeys(contents[1], MOST_BEADS - 1)
    run = Match(kit).run(3, contents)
    assert not run.memory.saturated[0]
    run.play(2000)
    assert run.memory.saturated[0]
    assert max(run.contents[1].values()) == MOST_BEADS
    assert min(min(counts.values()) for counts in run.contents.values()) >= 0


def test_a_dead_machine_plays_no_more() -> None:
    kit = kit_named("resign")
    run = Match(kit, opponents=("perfect",)).run(1)
    assert run.play(100_000).games < 100
    assert run.memory.totals[0] == 0
    assert run.play(10).games == 0


def test_a_machine_that_takes_turns_ends_where_the_side_that_is_to_begin_is_dead() -> None:
    turns = ((BEADS, PLAYER), (PLAYER, BEADS))
    match = Match(kit_named("both, resign"), turns, ("perfect",))
    assert_same(match, 200)
    assert match.run(1961).play(200).dead


def test_streams_are_their_own() -> None:
    seeds = stream_seeds(1961, 1000)
    assert len(set(seeds)) == 1000
    assert stream_seeds(1961, 10) == seeds[:10]
    assert stream_seeds(1962, 10) != seeds[:10]
    # The first numbers of SplitMix64 from seed 1234567,
    # as its authors' reference program prints them.
    chance = RandomStream(1234567)
    assert [chance.bits() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_a_box_learns_which_of_its_squares_are_taken() -> None:
    """O. Gallmo's machine of nine colours against itself:
    under 5 of 100 draws are illegal after 5,000 games.
    """
    match = Match(preset("gallmo-rules"), ((BEADS, BEADS),))
    shares = {0: list[float](), 5_000: list[float]()}
    for seed in range(3):
        run = match.run(seed)
        for games, found in shares.items():
            run.play(games - run.games)
            contents = {number: dict(counts) for number, counts in run.contents.items()}
            machine = BeadMachine(match.kit, contents, RandomStream(seed))
            drawn = 0
            for _ in range(100):
                game = play_game(match.kit.game, dict.fromkeys(Side, machine))
                drawn += sum(
                    reading(match.kit, position) is not None for position in game.positions[:-1]
                )
            found.append(len(machine.illegal) / (len(machine.illegal) + drawn))
    assert min(shares[0]) > 0.3
    assert np.mean(shares[5_000]) < 0.05


def test_a_machine_by_odds_has_no_use_for_beads_of_taken_squares() -> None:
    with pytest.raises(
        LabError, match="knows the rules at once; choose another kit or another learner"
    ):
        Match(kit_named("taken"), ((ODDS, PLAYER),))


def test_a_bead_that_a_defeat_leaves_in_would_be_drawn_for_ever() -> None:
    kit = kit_named("taken")
    kind = kit.spec.learning.model_copy(update={"loss": 0})
    with pytest.raises(
        LabError, match="a defeat has to take beads out, or they are drawn for ever"
    ):
        Match(replace(kit, spec=kit.spec.model_copy(update={"learning": kind})))
