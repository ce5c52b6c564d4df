"""The compiled trainer against plain Python, game for game, from the same random numbers."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import cycle, product

import numpy as np
import pytest

from menace_kit.games import Side
from menace_kit.lab.engine.arrays import (
    BEADS,
    ODDS,
    OUTCOMES,
    PLAYER,
    QUALITY,
    OddsRule,
    QRule,
    RandomStream,
    stream_seeds,
)
from menace_kit.lab.engine.kernel import LANES
from menace_kit.lab.engine.match import Match, Roles, roles_for
from menace_kit.lab.machine_file import MOST_BEADS
from menace_kit.lab.players import ADAPTS, parsed_name
from menace_kit.lab.reference import (
    CHOICES,
    Agent,
    BeadMachine,
    OddsMachine,
    Opponent,
    QLearner,
    is_dead,
    play_game,
)
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, starting_contents
from tests.examples import all_to_prove
from tests.journal.games import KITS, kit_named, kit_of


def roles_of(kit: Kit) -> tuple[Roles, ...]:
    """Return the roles of a kit's machine against players: on its side; where it has both, it plays itself."""
    return ((BEADS, BEADS),) if kit.spec.side == "both" else (roles_for(Side(kit.spec.side)),)


class PlainRun:
    """A match in plain Python: the same agents, sharing one random stream."""

    def __init__(self, match: Match, seed: int) -> None:
        self.match, kit = match, match.kit
        self.chance = RandomStream(seed)
        self.contents = starting_contents(kit)
        names = [parsed_name(name) for name in match.opponents]
        self.players = [
            Opponent(kit.game, self.chance, *CHOICES[name], rate, ADAPTS * (name == "adaptive"))
            for name, rate in names
        ]
        self.odds = {box.number: dict.fromkeys(box.moves, 1 / len(box.moves)) for box in kit.boxes}
        self.quality = QLearner(kit.game, self.chance, match.quality)
        self.machines = {
            side: BeadMachine(kit, self.contents, self.chance, match.greedy, match.learns, mixes=match.mixes)
            for side in Side
        }
        self.odds_machines = {side: OddsMachine(kit, self.odds, self.chance, match.odds) for side in Side}
        shares = match.shares or (1.0,) * len(names)
        self.upto = [sum(shares[: place + 1]) / sum(shares) for place in range(len(shares))]

    def agents(self, roles: Roles, player: int) -> dict[Side, Agent]:
        opponent = self.players[player]
        for machine in self.machines.values():
            machine.watched = opponent
        by_role: dict[int, Mapping[Side, Agent]] = {
            PLAYER: dict.fromkeys(Side, opponent),
            BEADS: self.machines,
            ODDS: self.odds_machines,
            QUALITY: dict.fromkeys(Side, self.quality),
        }
        return {side: by_role[role][side] for side, role in zip(Side, roles, strict=True)}

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
            player = next(place for place, share in enumerate(self.upto) if round(share * 2**32) > lot)
            self.quality.game_number = game
            played = play_game(
                kit.game, self.agents(roles, player), match.game.symmetries, kit.spec.boxes.canonical_form
            )
            first, second = (self.machines[side].first_beads(side) for side in Side)
            yield OUTCOMES[played.winner], first, second


def assert_same(match: Match, games: int, seed: int = 1961) -> None:
    plain = PlainRun(match, seed)
    expected = list(plain.play(games))
    run = match.run(seed)
    played = run.play(games, trace=True)
    found = list(zip(played.outcomes.tolist(), *played.first_beads.tolist(), strict=True))
    assert found == expected
    assert run.contents == plain.contents
    assert int(run.memory.stream[0]) == plain.chance.state
    quick = match.run(seed)  # not traced it takes the route, where there is one
    quick.play(games)
    assert (quick.contents, quick.tally) == (run.contents, run.tally)
    assert quick.memory.stream == run.memory.stream
    assert run.games == played.games == len(expected)
    halved = Counter[int]()
    for machine in plain.machines.values():
        halved += machine.halved
    assert {
        box.number: times
        for box, times in zip(match.kit.boxes, run.memory.halved.tolist(), strict=True)
        if times
    } == halved
    assert run.memory.rate.tolist() == pytest.approx([player.rate for player in plain.players])
    assert sorted(run.memory.quality[run.memory.quality != 0].tolist()) == pytest.approx(
        sorted(quality for quality in plain.quality.quality.values() if quality != 0)
    )
    for place, box in enumerate(match.kit.boxes):
        assert run.memory.odds[place, : len(box.beads)] == pytest.approx(
            list(plain.odds[box.number].values()), rel=1e-6
        )


OPPONENTS = ("random", "first-free", "perfect:0.3")


@pytest.mark.parametrize(
    ("name", "opponent"),
    all_to_prove(product(KITS, OPPONENTS), quick=zip(KITS, cycle(OPPONENTS), strict=False)),
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
    run.play(1)  # a fiftieth of what there was makes room for each move in which the machine could err
    assert before == 0.5
    assert 0 < abs(run.memory.rate[0] - before) < 5 / 50 / 2


def test_a_mix_of_players() -> None:
    match = Match(kit_named("michie"), opponents=("random", "perfect", "adaptive"), shares=(5, 3, 2))
    assert_same(match, 300)


@pytest.mark.parametrize("name", ["michie", "both", "random"])
def test_greedy_play_and_no_learning(name: str) -> None:
    kit = kit_named(name)
    assert_same(Match(kit, roles_of(kit), greedy=True), 100)
    assert_same(Match(kit, roles_of(kit), learns=False), 100)


NIM = "game = 'nim'\nside = 'both'\nmarks = ['I', 'J']\nbeads.start = 3\nbeads.palette = 'four-arrows'"


@pytest.mark.parametrize("name", ["michie", "stages", "nim"])
def test_of_a_box_that_is_too_full_half_of_each_colour_is_taken_out(name: str) -> None:
    kit = kit_of(NIM) if name == "nim" else kit_named(name)
    match = Match(kit, roles_of(kit), mixes=5)
    assert_same(match, 200)
    run = match.run(1961)
    run.play(200)
    assert run.memory.halved.any()
    assert_same(replace(match, learns=False), 50)


@pytest.mark.parametrize("opponent", ["random", "perfect"])
def test_machines_by_odds(opponent: str) -> None:
    assert_same(Match(kit_named("michie"), ((ODDS, PLAYER),), (opponent,)), 200)
    rule = OddsRule(factor=2.0, growth=0.8, memory=0.0)
    assert_same(Match(kit_named("second"), ((PLAYER, ODDS),), (opponent,), odds=rule), 200)
    assert_same(Match(kit_named("both"), ((ODDS, ODDS),), (opponent,)), 200)


@pytest.mark.parametrize(
    "roles",
    [
        ((QUALITY, PLAYER),),
        ((PLAYER, QUALITY),),
        ((QUALITY, PLAYER), (PLAYER, QUALITY)),
        ((QUALITY, BEADS), (BEADS, QUALITY)),
    ],
)
@pytest.mark.parametrize("opponent", ["random", "first-free"])
def test_q_learning(roles: tuple[Roles, ...], opponent: str) -> None:
    rule = QRule(rate=0.5, discount=0.7, exploration=0.3, fades_from=40, fades_to=120)
    assert_same(Match(kit_named("both"), roles, (opponent,), quality=rule), 200)


def assert_route_is_right(match: Match, contents: Contents | None = None, games: int = 250) -> None:
    """Play more runs than there are lanes, some of which die, in two pieces, and compare all that they changed."""
    seeds = stream_seeds(7, 2 * LANES + 3)
    quick, plain = match.batch(seeds, contents), match.batch(seeds, contents)
    assert match.route.nodes
    for _ in range(2):
        found, expected = quick.play(games), plain.play(games, trace=True)
        assert found.games.tolist() == expected.games.tolist()
        assert found.dead.tolist() == expected.dead.tolist()
    assert all(map(np.array_equal, quick.memory, plain.memory))


WITH_ROUTE = [name for name in KITS if name != "punish-previous"]
MEMORYLESS = (("random",), ("perfect",), ("win-or-block", "random", "perfect"))


@pytest.mark.parametrize(
    ("name", "opponents"),
    all_to_prove(product(WITH_ROUTE, MEMORYLESS), quick=zip(WITH_ROUTE, cycle(MEMORYLESS), strict=False)),
)
def test_the_route_leads_to_the_same_games(name: str, opponents: tuple[str, ...]) -> None:
    kit = kit_named(name)
    one_side = [roles_for(side) for side in kit.sides]
    for roles in {*roles_of(kit), *one_side}:
        assert_route_is_right(Match(kit, (roles,), opponents))


@pytest.mark.parametrize("name", ["resign", "refill", "random", "keep-last", "both"])
@pytest.mark.parametrize("seed", range(3))
def test_the_route_leads_past_empty_boxes(name: str, seed: int) -> None:
    kit, lot = kit_named(name), np.random.default_rng(seed)
    contents = {box.number: {colour: int(lot.integers(0, 3)) for colour in box.moves} for box in kit.boxes}
    assert_route_is_right(Match(kit, roles_of(kit)), contents)
    assert_route_is_right(Match(kit, roles_of(kit), learns=False), contents, games=60)


@pytest.mark.parametrize(
    "match",
    [
        Match(kit_named("michie"), opponents=("adaptive",)),
        Match(kit_named("michie"), opponents=("random", "perfect:0.1")),
        Match(kit_named("michie"), opponents=("random", "coach")),
        Match(kit_named("michie"), opponents=("first-free",)),
        Match(kit_named("michie"), greedy=True),
        Match(kit_named("michie"), mixes=40),
        Match(kit_named("punish-previous")),
        Match(kit_named("both"), ((BEADS, PLAYER), (PLAYER, BEADS))),
        Match(kit_named("both"), ((BEADS, QUALITY),)),
    ],
    ids=["adaptive", "errs", "coach", "all-positions", "greedy", "mixes", "punish", "by-turns", "q"],
)
def test_where_there_is_no_route(match: Match) -> None:
    assert not match.route.nodes


def many(kit: Kit, games: int, *pieces: int) -> tuple[dict[int, dict[str, int]], int]:
    run = Match(kit).run(7)
    for piece in pieces or (games,):
        run.play(piece)
    return run.contents, int(run.memory.stream[0])


def test_games_in_pieces_are_the_same_games() -> None:
    kit = kit_named("michie")
    assert many(kit, 1000) == many(kit, 1000, 1, 399, 600)


def test_what_forecasts_need_is_counted() -> None:
    kit = kit_named("refill")
    match = Match(kit, opponents=("perfect",))
    run, plain = match.run(5), PlainRun(match, 5)
    colours = [colour.name for colour in kit.colours]

    def inside() -> list[int]:
        held = dict.fromkeys(colours, 0)
        for counts in plain.contents.values():
            for colour, count in counts.items():
                held[colour] += count
        return list(held.values())

    totals = [sum(counts.values()) for counts in plain.contents.values()]
    at_ends = [inside()]
    for _ in plain.play(200):
        at_ends.append(inside())
        now = [sum(counts.values()) for counts in plain.contents.values()]
        totals = [max(pair) for pair in zip(totals, now, strict=True)]
    run.play(200, track=True)
    assert run.memory.colours.tolist() == at_ends[-1]
    # A refill in the middle of a game counts too: the peaks can be above what the ends of games show, never below.
    assert all(run.memory.colour_peak >= np.max(at_ends, axis=0))
    assert all(run.memory.peak >= totals)
    assert run.memory.opened.sum() > 0


def test_a_full_box_stays_full() -> None:
    kit = kit_named("michie")
    contents = starting_contents(kit)
    contents[1] = dict.fromkeys(contents[1], MOST_BEADS - 1)
    run = Match(kit).run(3, contents)
    before = run.saturated
    run.play(2000)
    assert (before, run.saturated) == (False, True)
    assert max(run.contents[1].values()) == MOST_BEADS
    assert min(min(counts.values()) for counts in run.contents.values()) >= 0


def test_a_dead_machine_plays_no_more() -> None:
    kit = kit_named("resign")
    run = Match(kit, opponents=("perfect",)).run(1)
    played = run.play(100_000, trace=True)
    assert played.games < 100
    assert len(played.outcomes) == played.games
    assert played.first_beads[0, -1] == 0
    assert run.play(10).games == 0


def test_streams_are_their_own() -> None:
    seeds = stream_seeds(1961, 1000)
    assert len(set(seeds)) == 1000
    assert stream_seeds(1961, 10) == seeds[:10]
    assert stream_seeds(1962, 10) != seeds[:10]
    # The first numbers of SplitMix64 from seed 1234567, as its authors' reference program prints them.
    chance = RandomStream(1234567)
    assert [chance.bits() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]
