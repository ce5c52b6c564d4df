"""Forecasts: what machines needed, held against games in plain Python and against what
is known of first boxes.
"""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from benchmarks import halving
from benchmarks.halving import OPPONENTS, played, row, rules
from menace_kit.errors import LabError
from menace_kit.games import Side
from menace_kit.lab.engine.match import Match
from menace_kit.lab.engine.random_stream import RandomStream, stream_seeds
from menace_kit.lab.studies.forecast import Forecaster, beads_needed, needed, simulated_need
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Contents, is_dead, starting_contents
from menace_kit.machine.schema import FullBox
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.workshop.forecasts import CROWD, PERCENT, SimulatedNeed, shipped_need
from tests.examples import all_to_prove, preset, some_of
from tests.lab.plain_players import win_or_block
from tests.lab.reference import Agent, BeadMachine, Opponent, play_game
from tests.logbook.games import kit_named, kit_of

PRESETS = template_names(TemplateKind.MACHINES)


def forecast(
    kit: Kit, games: int, crowd: dict[str, float] | None = None, runs: int = 1000, seed: int = 1
) -> SimulatedNeed:
    forecaster = Forecaster(kit, games, CROWD if crowd is None else crowd, seed)
    forecaster.play(runs)
    return forecaster.need()


def beads_by_colour(contents: Contents) -> Counter[str]:
    return sum((Counter(counts) for counts in contents.values()), Counter())


@pytest.mark.parametrize(
    "name",
    some_of(
        [
            "refill",
            "random",
            "punish-previous",
            "protected",
            "stages",
            "second",
            "forced",
            "michie",
        ],
        every=8,
    ),
)
@pytest.mark.parametrize(
    ("rule", "above"), [(FullBox.HALVE, 8), (FullBox.TELL, 8)], ids=["halve", "tell"]
)
def test_the_need_of_a_run_is_that_of_the_same_games_in_plain_python(
    name: str, rule: FullBox, above: int
) -> None:
    kit = kit_named(name).with_keys("learning", full_box=rule, full_above=above)
    games, seed = 60, 5
    side = Side(kit.spec.side)
    found = forecast(kit, games, {"win-or-block": 1}, runs=1, seed=seed)

    plain = PlainCareer(kit, side, games, seed)
    assert found.beads == plain.machine.most
    assert found.total == sum(plain.machine.most.values())
    assert found.fullest == plain.machine.fullest
    assert found.halved == found.halved_most == plain.machine.halved.total()


class CountedMachine(BeadMachine):
    """A machine that knows what it needed: most beads of each colour,
    and in one box, before any is halved.
    """

    most: Counter[str]
    fullest: int

    def make_room(self) -> None:
        self.most |= beads_by_colour(self.contents)
        self.fullest = max(self.fullest, *(sum(box.values()) for box in self.contents.values()))
        super().make_room()


class PlainCareer:
    """A run in plain Python."""

    def __init__(self, kit: Kit, side: Side, games: int, seed: int) -> None:
        chance, contents = RandomStream(stream_seeds(seed, 1)[0]), starting_contents(kit)
        self.machine = CountedMachine(kit, contents, chance)
        self.machine.most, self.machine.fullest = beads_by_colour(contents), 0
        other = Opponent(kit.game, chance, win_or_block, win_or_block)
        agents: dict[Side, Agent] = {side: self.machine, side.other: other}
        self.played = 0
        while self.played < games and not is_dead(kit, contents, side):
            self.played += 1
            play_game(kit.game, agents, kit.symmetries, kit.spec.boxes.canonical_form)


def test_the_forecast_follows_the_kits_rule_and_halved_boxes_need_fewer_beads() -> None:
    kit = preset("michie-1961")
    found = forecast(kit, 300, runs=100)
    assert 10 < found.halved < found.halved_most
    assert 52 < found.fullest < 60  # beads are put in before it is halved
    for rule in (FullBox.TELL, FullBox.IGNORE):
        whole = forecast(kit.with_keys("learning", full_box=rule), 300, runs=100)
        assert (whole.halved, whole.halved_most, whole.fullest > 200) == (0, 0, True)
        for colour, need in found.beads.items():
            assert need < whole.beads[colour]
        assert found.total < whole.total - 500


def test_of_machines_bought_by_the_list_95_in_100_have_enough_of_every_colour() -> None:
    kit = preset("both-players")
    fresh = Forecaster(kit, 300, seed=5)
    fresh.play(400)
    need = simulated_need(kit, runs=1000)
    owned = [need.beads[colour.name] for colour in kit.colours]
    enough = [(run.colours <= owned).all() for run in fresh.needs]
    assert sum(enough) >= 0.93 * len(enough)
    assert max(kit.start_by_colour().values()) < need.total < sum(need.beads.values())


HALVING = Path(__file__).resolve().parents[2] / "docs" / "studies" / "halving.md"
SECTIONS = dict(
    zip(("random", "perfect", "fair"), HALVING.read_text("utf-8").split("\n### ")[1:], strict=True)
)


@pytest.mark.prove
@pytest.mark.parametrize("opponents", SECTIONS)
def test_the_document_on_halving_tells_what_comes_out(opponents: str) -> None:
    rows = [line for line in SECTIONS[opponents].splitlines() if line[:3] in ("| h", "| n")]
    shares, expected = OPPONENTS[opponents], []
    for name, kit in rules(preset("michie-1961")).items():
        match = Match(kit, opponents=tuple(shares), shares=tuple(shares.values()))
        for games, found in zip(halving.GAMES, played(match, halving.RUNS), strict=True):
            cells = dict(zip(halving.HEADINGS, row(name, opponents, games, found), strict=True))
            chances = [
                cells[key] for key in halving.HEADINGS if key.startswith("next") and key != NOBODY
            ]
            told = [name, f"{games:,}", cells["won"], cells["drawn"], cells["lost"], *chances]
            expected.append(f"| {' | '.join(told)} |")
            if opponents == "fair" and name != "never halved" and games < 1000:
                times = [cells[key] for key in ("halvings", "median", "95 of 100", "never %")]
                often = " | ".join([f"{name.split()[-1]} beads", str(games), *times])
                assert f"| {often} % |\n" in HALVING.read_text("utf-8")
    assert rows == expected


NOBODY = "next won, perfect"
"""A figure that is always 0."""

MOST = np.array([[3, 9], [1, 1], [2, 1], [9, 2]])


def test_all_colours_are_bought_at_one_level_at_which_so_many_runs_have_enough_of_each() -> None:
    assert beads_needed(MOST) == [9, 9]
    many = np.random.default_rng(1).integers(0, 1000, (400, 2))
    level = beads_needed(many)
    assert 100 * (many <= level).all(axis=1).sum() >= PERCENT * len(many)
    # A place lower on both scales it would be too few.
    lower = [
        np.sort(column)[np.searchsorted(np.sort(column), top) - 1]
        for column, top in zip(many.T, level, strict=True)
    ]
    assert 100 * (many <= lower).all(axis=1).sum() < PERCENT * len(many)


@pytest.mark.parametrize(
    ("kit", "percent", "within"),
    [
        ("[beads]\nstart = [4, 3, 2, 1]", 62, 4),
        ("[beads]\nstart = [8, 4, 2, 1]\n[boxes]\nmerge-symmetric-moves = false", 4, 1),
    ],
)
def test_how_often_a_first_box_runs_empty_against_a_perfect_player(
    kit: str, percent: int, within: int
) -> None:
    found = forecast(kit_of(kit), 1000, {"perfect": 1})
    assert 100 * found.emptied[Side.FIRST] / 1000 == pytest.approx(percent, abs=within)


def test_a_machine_that_goes_on_can_have_an_empty_first_box() -> None:
    found = forecast(kit_of('[learning]\nempty-box = "refill"'), 300, {"perfect": 1}, runs=200)
    assert found.emptied[Side.FIRST] > 40


def test_a_first_box_that_keeps_a_bead_never_runs_empty() -> None:
    kit = kit_of("[learning]\nprotect-first-box = true")
    assert forecast(kit, 300, {"perfect": 1}, runs=100).emptied == {Side.FIRST: 0}


def test_each_of_a_double_machine_plays_half_even_when_the_other_is_dead() -> None:
    kit = kit_of('side = "both"\n[beads]\nstart = 1\n[learning]\ndraw = 0')
    assert Forecaster(kit, 401).planned == {Side.FIRST: 201, Side.SECOND: 200}
    found = forecast(kit, 401, {"perfect": 1}, runs=50)
    assert found.emptied[Side.SECOND] == 50  # nothing is ever added to its first boxes
    alone = forecast(
        kit_of("[beads]\nstart = 1\n[learning]\ndraw = 0"), 201, {"perfect": 1}, runs=50
    )
    assert found.emptied[Side.FIRST] == alone.emptied[Side.FIRST]


@pytest.mark.parametrize(
    ("most", "need"),
    [
        ([7], (7, 7)),
        ([3, 1, 2], (2, 3)),
        (list(range(100, 0, -1)), (50, 95)),
        ([5] * 19 + [9], (5, 5)),
        ([5] * 18 + [9, 9], (5, 9)),
    ],
)
def test_what_is_needed_is_enough_for_so_many_runs_and_no_bead_more(
    most: list[int], need: tuple[int, int]
) -> None:
    assert (needed(most, 50), needed(most)) == need
    for percent, enough in zip((50, PERCENT), need, strict=True):
        assert 100 * sum(each <= enough for each in most) >= percent * len(most)
        assert 100 * sum(each < enough for each in most) < percent * len(most)


def test_the_same_seed_gives_the_same_forecast_and_another_another() -> None:
    kit = preset("michie-1961")
    assert forecast(kit, 50, runs=30) == forecast(kit, 50, runs=30)
    assert forecast(kit, 50, runs=30).beads != forecast(kit, 50, runs=30, seed=2).beads


def test_an_unknown_player_is_named_before_anything_is_played() -> None:
    with pytest.raises(LabError, match="there is no player 'nobody'"):
        Forecaster(preset("michie-1961"), 10, {"nobody": 1})


@pytest.mark.parametrize("name", all_to_prove(PRESETS, quick=["nim-8"]))
def test_the_need_that_comes_with_the_program_is_what_is_simulated(name: str) -> None:
    assert simulated_need(preset(name)) == shipped_need(preset(name)), "run `make forecasts`"


def test_the_list_plans_the_games_of_the_kit_file() -> None:
    few = simulated_need(kit_of("[shopping]\ngames = 3"), runs=50)
    assert few.games == 3
    assert few.beads["white"] <= 28 + 3 * 3


def test_where_nothing_is_ever_added_the_start_is_enough() -> None:
    kit = kit_of("[learning]\nwin = 0\ndraw = 0")
    assert simulated_need(kit, runs=20).beads == kit.start_by_colour()


def test_the_runs_are_those_of_the_match_that_one_would_write_down() -> None:
    kit = preset("michie-1961")
    run = Match(kit, opponents=tuple(CROWD), shares=tuple(CROWD.values())).run(
        stream_seeds(9, 1)[0]
    )
    run.play(100, track=True)
    found = forecast(kit, 100, runs=1, seed=9)
    assert list(found.beads.values()) == run.memory.colour_peak.tolist()
