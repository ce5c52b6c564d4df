"""Games from paper: every game that can be played can be written down and entered, bead by bead."""

import random
from contextlib import suppress
from operator import methodcaller
from pathlib import Path
from typing import Any

import pytest

from menace_kit.errors import GuideError, MenaceKitError
from menace_kit.guide import Due, Session
from menace_kit.guide.desk import Desk, Rehearsal
from menace_kit.guide.paper import enter_game, enter_games, parse_game
from menace_kit.journal import Journal, Kind
from menace_kit.journal.audit import audit
from menace_kit.journal.entries import Action
from menace_kit.journal.queries import statistics
from menace_kit.journal.replay import game_facts, json_lines
from menace_kit.machine import Kit, load_preset
from menace_kit.machine.kit import make_kit
from menace_kit.machine.learning import Result, starting_contents
from menace_kit.machine.schema import Spec
from menace_kit.machine.toml_files import TemplateKind, parse_model, template_names
from tests.examples import all_to_prove, preset
from tests.journal.games import BOTH_KITS, KITS, desk_of, kit_named, random_quick, random_step


def new_session(kit: Kit) -> Session:
    return Session(kit, starting_contents(kit), None)


def kit_with(**tables: object) -> Kit:
    return make_kit(parse_model(Spec, tables, "test"), "test", Path())


def entered(kit: Kit, moves: str, **facts: Any) -> Rehearsal:
    rehearsal = Rehearsal(new_session(kit))
    enter_game(rehearsal, parse_game(moves, **facts))
    return rehearsal


def written_beads(rehearsal: Rehearsal) -> list[tuple[int | None, str | None]]:
    drafts = [draft for action in rehearsal.actions for draft in action]
    return [(draft.box, draft.colour) for draft in drafts if draft.kind is Kind.BEAD]


def test_a_won_game_names_its_beads() -> None:
    rehearsal = entered(load_preset("michie-1961"), "1 5 9 3 7 4 8")
    assert written_beads(rehearsal) == [(1, "white"), (7, "pink"), (63, "pink"), (146, "red")]
    assert rehearsal.session.game is not None
    assert rehearsal.session.game.result is Result.WIN


@pytest.mark.parametrize("corner", "1379")
def test_equal_squares_are_the_same_bead(corner: str) -> None:
    kit = load_preset("michie-1961")
    assert written_beads(Rehearsal(new_session(kit))) == []
    rehearsal = Rehearsal(new_session(kit))
    rehearsal.act(lambda session: session.start())
    rehearsal.act(lambda session: session.draw_for((int(corner) - 1,)))
    assert written_beads(rehearsal) == [(1, "white")]


def test_the_last_forced_square_may_be_written_or_left_out() -> None:
    kit = load_preset("michie-1961")
    for moves in ("2 5 8 1 9 7 3 6", "2 5 8 1 9 7 3 6 4"):
        game = entered(kit, moves).session.game
        assert game is not None
        assert game.result is Result.TIE
    with pytest.raises(GuideError, match="only 4 is left"):
        entered(kit, "2 5 8 1 9 7 3 6 2")


@pytest.mark.parametrize(
    "preset", ["michie-1961", "second-player", "both-players", "van-woudenberg", "pulles"]
)
def test_any_random_game_written_down_is_entered_as_it_was_played(preset: str) -> None:
    kit = load_preset(preset)
    rng = random.Random(preset)
    for _ in range(40):
        machine_first = rng.random() < 0.5 if kit.spec.side == "both" else None
        played = Rehearsal(new_session(kit))
        played.act(methodcaller("start", machine_first=machine_first))
        while played.session.due in (Due.BEAD, Due.REPLY):
            if played.session.due is Due.BEAD:
                # Where symmetric moves keep a bead each, paper cannot tell in which reading one was played.
                merged = kit.spec.boxes.merge_symmetric_moves
                reading = rng.choice(played.session.readings) if merged else played.session.readings[0]
                colour = rng.choice(list(reading.moves))
                played.act(methodcaller("draw", colour, reading.moves[colour]))
            else:
                legal = kit.game.legal_moves(played.session.position)
                played.act(methodcaller("reply", rng.choice(legal)))
        moves = " ".join(d.move or "" for action in played.actions for d in action if d.move)
        first_mover = {True: "machine", False: "opponent", None: None}[machine_first]
        paper = Rehearsal(new_session(kit))
        enter_game(paper, parse_game(moves, first_mover=first_mover))
        assert written_beads(paper) == written_beads(played)
        assert paper.session.contents == played.session.contents


def test_resign_stands_last_where_the_box_was_empty() -> None:
    kit = load_preset("michie-1961")
    rehearsal = Rehearsal(new_session(kit))
    rehearsal.act(lambda session: session.recount(8, dict.fromkeys(kit.box(8).moves, 0)))
    enter_game(rehearsal, parse_game("1 2 resign"))
    game = rehearsal.session.game
    assert game is not None
    assert (game.result, game.gave_up) == (Result.LOSS, True)


def test_resign_is_refused_where_the_book_has_beads() -> None:
    with pytest.raises(GuideError, match="box 8 still holds 3 silver"):
        entered(load_preset("michie-1961"), "1 2 resign")


def test_an_empty_box_is_refilled_or_drawn_by_lot_where_that_is_the_rule() -> None:
    for rule, kinds in (("refill", {Kind.EMPTY, Kind.ADJUST, Kind.BEAD}), ("random", {Kind.EMPTY, Kind.LOT})):
        kit = kit_with(learning={"empty-box": rule})
        rehearsal = Rehearsal(new_session(kit))
        rehearsal.act(lambda session: session.recount(1, dict.fromkeys(session.kit.box(1).moves, 0)))
        rehearsal.act(lambda session: session.start())
        before = len(rehearsal.actions)
        rehearsal.back_to(before - 1, Session(kit, {}, None))
        enter_game(rehearsal, parse_game("1 5 9 3 7 4 8"))
        first_box = [draft for action in rehearsal.actions[1:] for draft in action if draft.box == 1]
        lots = [draft for action in rehearsal.actions for draft in action if draft.kind is Kind.LOT]
        assert kinds <= {draft.kind for draft in [*first_box, *lots]}


@pytest.mark.parametrize(
    ("moves", "message"),
    [
        ("1 1", r"move 2 \(1\): 1 cannot be played now"),
        ("1 5 9 3 7 4 8 2", "over after 7 moves; 2 comes too late"),
        ("1 5", "not over after 2 moves"),
        ("1 x", "'x' is not a move"),
        ("1 12", "12 cannot be played"),
        ("0", "'0' is not a move"),
    ],
)
def test_a_wrong_game_is_refused_and_nothing_of_it_stays(moves: str, message: str) -> None:
    rehearsal = Rehearsal(new_session(load_preset("michie-1961")))
    before = {number: dict(counts) for number, counts in rehearsal.session.contents.items()}
    with pytest.raises(MenaceKitError, match=message):
        enter_game(rehearsal, parse_game(moves))
    assert rehearsal.actions == []
    assert rehearsal.session.game is None
    assert rehearsal.session.contents == before


def test_every_bad_line_is_named_and_good_ones_are_still_tried() -> None:
    text = '{"moves": "1 5 9 3 7 4 8"}\n\n{"moves": "1 1"}\n{"moves": 5}\nnonsense\n{"move": "1"}\n["1"]\n'
    with pytest.raises(GuideError) as caught:
        enter_games(new_session(load_preset("michie-1961")), text)
    lines = str(caught.value).splitlines()
    assert [line.split(":")[0] for line in lines[:-1]] == ["line 3", "line 4", "line 5", "line 6", "line 7"]
    assert lines[-1] == "5 lines are wrong (1 would do); nothing was entered"


def test_csv_and_json_lines_tell_the_same(tmp_path: Path) -> None:
    kit = load_preset("michie-1961")
    texts = (
        'moves,played_at,opponent\n1 5 9 3 7 4 8,2026-05-01T14:30,"Bob, the ""best"""\n5 1 3 7 4 6 2 8 9,,\n',
        '{"moves": "1 5 9 3 7 4 8", "played_at": "2026-05-01T14:30", "opponent": "Bob, the \\"best\\""}\n'
        '{"moves": "5 1 3 7 4 6 2 8 9"}\n',
    )
    found = []
    for number, text in enumerate(texts):
        with Journal(tmp_path / f"{number}.sqlite", kit) as journal:
            rehearsal, entered = enter_games(Session(kit, journal.contents(), None), text)
            journal.append(rehearsal.actions, 0)
            assert entered == 2
            rows = journal.games()
            found.append(
                (journal.contents(), [(row.state, row.confirmed, row.opponent, row.result) for row in rows])
            )
            assert rows[0].started_at == "2026-05-01T14:30"
    assert found[0] == found[1]
    assert found[0][1] == [("ended", 1, 'Bob, the "best"', "win"), ("ended", 1, None, "draw")]


@pytest.mark.parametrize(
    ("facts", "message"),
    [
        ({"played_at": "yesterday"}, "date and time"),
        ({"opponent": "x" * 81}, "one line of up to 80"),
        ({"opponent": "a\nb"}, "one line"),
        ({"first_mover": "cat"}, "machine or opponent"),
    ],
)
def test_wrong_facts_are_refused(facts: dict[str, Any], message: str) -> None:
    with pytest.raises(GuideError, match=message):
        parse_game("1 5 9 3 7 4 8", **facts)


# A book goes out to a file and in again


def random_act(session: Session, rng: random.Random) -> Action:  # noqa: PLR0911 - one for each act
    """Return an act of somebody who plays, slips, counts, breaks games off and takes them back."""
    kit, chance = session.kit, rng.random()
    running = session.game is not None and session.game.running
    box = rng.choice(kit.boxes[: 2 * len(kit.boxes) // 3])
    if chance < 0.06:
        colours = rng.sample(list(box.moves), rng.randint(1, len(box.moves)))
        return session.recount(box.number, {colour: rng.randint(0, 4) for colour in colours})
    if chance < 0.12 and session.box is not None:
        return session.recount(session.box.number, dict.fromkeys(session.box.moves, rng.randint(0, 1)))
    if chance < 0.18:
        return session.undo()
    if chance < 0.2:
        return session.take_back()
    if running and chance < 0.24:
        return session.abandon()
    if not running and chance < 0.26:
        return session.take_stock([1], {box.number: {next(iter(box.moves)): 2}}, "Eve")
    if not running and chance < 0.4:
        return random_quick(session, rng)
    if not running and chance < 0.5 and kit.spec.side == "both":
        return session.start("Ada", both=True)
    return random_step(session, rng)


def random_book(kit: Kit, acts: int, seed: int) -> Desk:
    """Return a journal in which that many acts were tried, at the end of which no game goes on."""
    desk, rng = desk_of(kit), random.Random(seed)
    for _ in range(acts):
        with suppress(MenaceKitError):  # what is refused then is not done
            desk.act(lambda session: random_act(session, rng))
    if desk.session.game and desk.session.game.running:
        desk.act(Session.abandon)
    return desk


def copied(desk: Desk) -> Desk:
    copy = desk_of(desk.session.kit)
    rehearsal, _ = enter_games(copy.session, "".join(json_lines(game_facts(desk.journal))))
    copy.act_all(rehearsal.actions)
    return copy


PRESETS = sorted(template_names(TemplateKind.MACHINES))


@pytest.mark.parametrize(
    "name",
    all_to_prove(
        [*PRESETS, *KITS, *BOTH_KITS],
        quick=["michie-1961", "pulles", "both-players", "her-19", "nim-8", "refill", "both, refill"],
    ),
)
def test_a_copy_of_what_was_exported_is_the_same_book(name: str) -> None:
    kit = preset(name) if name in PRESETS else kit_named(name)
    desk = random_book(kit, 300, seed=len(name))
    copy = copied(desk)
    assert copy.session.contents == desk.session.contents
    assert statistics(copy.journal) == statistics(desk.journal)
    assert list(game_facts(copy.journal)) == list(game_facts(desk.journal))
    assert audit(copy.journal) == []
