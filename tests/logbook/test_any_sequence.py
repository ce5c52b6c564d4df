"""Whatever is done in whatever order: the logbook is what its entries give,
and the real beads lie as it says.

An honest operator stands at a table with real boxes: draws the beads,
and moves none else but what the program says.
"""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from random import Random

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from menace_kit.errors import MenaceKitError
from menace_kit.games import Move, Side
from menace_kit.guide import counting, taking_back, whole_games, wording
from menace_kit.guide.desk import Desk, by_hand
from menace_kit.guide.rehearsal import Rehearsal
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.box_changes import touched_boxes
from menace_kit.logbook.entries import Action, Entry, Kind
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.loose_beads import by_line
from menace_kit.logbook.store import Logbook
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.prospects import has_ties
from menace_kit.machine.schema import EmptyBox, Teaches
from tests.examples import all_to_prove, examples, preset
from tests.logbook.games import (
    BOTH_KITS,
    KITS,
    check_logbook,
    kit_named,
    quick_folder,
    random_step,
    replayed,
    sides_of,
)
from tests.logbook.physical import PhysicalMachine, done_by_hand

picks = st.integers(0, 8)
SQUARES = [(square,) for square in range(-1, 11)]
PRESETS = ("her-19", "him-18", "nim-8", "gardner-her-24")


class AnySequence(RuleBasedStateMachine):
    """An operator who tries everything, at a logbook and at a table with real boxes."""

    kit: Kit

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.path = self.stack.enter_context(quick_folder()) / "logbook.sqlite"
        self.desk = Desk(self.stack.enter_context(Logbook(self.path, self.kit)))
        self.real = PhysicalMachine(self.kit)

    def teardown(self) -> None:
        check_logbook(self.desk.logbook)
        self.stack.close()

    @property
    def session(self) -> Session:
        return self.desk.session

    @property
    def due(self) -> Due:
        return self.session.due

    @property
    def game(self) -> GameRecord | None:
        return self.session.game

    def do(self, allowed: bool, choose: Callable[[Session], Action]) -> bool:
        """Try an act; one that is not allowed must be refused and must change nothing.

        Only that the same wrong colour came twice is noted.
        """
        if not allowed:
            before, last, lying = self.session, self.desk.logbook.last_entry, self.desk.by_hand
            with pytest.raises(MenaceKitError):
                self.desk.act(choose)
            noted = self.desk.logbook.entries(last, self.desk.logbook.last_entry)
            assert all(entry.kind is Kind.REFUSED for entry in noted)
            assert self.desk.session == before == Desk(self.desk.logbook).session
            assert self.desk.by_hand == lying
            return False
        written = done_by_hand(self.desk, self.real, choose)
        assert {entry.action for entry in written} == {written[0].number}
        self.say_the_same(written)
        return True

    def say_the_same(self, written: list[Entry]) -> None:
        """Fail where the sentences leave out a box of those whose beads are to be moved."""
        moves = self.desk.by_hand
        kind = written[0].kind
        told = [str(sentence) for sentence in wording.by_hand(self.kit, kind, moves)]
        if kind in wording.HEADS:
            assert len(told) == (1 + len({move.box for move in moves}) if moves else 0)
        elif moves:
            # "Put in 1 white, 1 lilac.", "WHITE stays out"
            assert kind in (Kind.EMPTY, Kind.ADJUST)

    @rule(steps=st.integers(1, 12), seed=st.integers(0, 99))
    def play_on(self, steps: int, seed: int) -> None:
        random = Random(seed)
        for _ in range(steps):
            action = random_step(self.session, random)
            if action[0].kind is Kind.RECOUNT:
                start = self.kit.box(action[0].box or 0).start
                self.count(
                    action[0].box or 0,
                    {draft.colour or "": start[draft.colour or ""] for draft in action},
                )
            else:
                assert self.do(True, partial(_ready, action))

    @precondition(lambda self: self.due is Due.BEAD)
    @rule(pick=picks, way=picks)
    def draw_a_bead(self, pick: int, way: int) -> None:
        ways = self.session.readings
        colours = [colour for colour, count in self.real.holds(ways[0].box.number).items() if count]
        if colours:
            colour = colours[pick % len(colours)]
            if colour in ways[0].box.taken:
                assert self.do(True, lambda session: session.draw(colour))
                return
            move = ways[way % len(ways)].moves[colour]
            assert self.do(True, lambda session: session.draw(colour, move))

    @precondition(lambda self: self.due is Due.BEAD)
    @rule(pick=picks)
    def lose_the_beads_of_the_box_and_find_it_empty(self, pick: int) -> None:
        box = self.session.box
        assert box is not None
        self.count(box.number, dict.fromkeys(box.moves, 0))
        self.find_empty(pick)

    @precondition(lambda self: self.due in (Due.START, Due.ADJUST))
    @rule(unconfirmed=st.booleans())
    def start_both_machines(self, unconfirmed: bool) -> None:
        dead = any(self.session.is_dead(side) for side in Side)
        ready = self.kit.spec.side == "both" and not dead and (self.due is Due.START or unconfirmed)
        self.do(ready, lambda session: session.start("Ada", unconfirmed=unconfirmed, both=True))

    @precondition(lambda self: self.due in (Due.START, Due.ADJUST))
    @rule(
        pick=picks,
        result=st.sampled_from(Result),
        machine_first=st.sampled_from([None, True, False]),
        confirmed=st.booleans(),
        unconfirmed=st.booleans(),
    )
    def log_an_outcome(
        self,
        pick: int,
        result: Result,
        machine_first: bool | None,
        confirmed: bool,
        unconfirmed: bool,
    ) -> None:
        side = self.side_of(machine_first)
        firsts = [box.number for box in self.kit.boxes if (box.side, box.stage) == (side, 1)]
        number = firsts[pick % len(firsts)] if firsts and pick else None
        beads = self.session.contents[number] if number else {}
        colour = sorted(beads)[pick % len(beads)] if number else None
        if number and colour and beads[colour] and not self.real.boxes[number, colour]:
            return  # nobody draws a bead that still lies before the box
        self.quick(result, colour, number, machine_first, confirmed, unconfirmed)

    @precondition(lambda self: self.due is Due.ADJUST)
    @rule(pick=picks, done=st.booleans())
    def tick(self, pick: int, done: bool) -> None:
        lines = self.game.tick_list if self.game else ()
        if not lines:
            with pytest.raises(MenaceKitError):
                self.desk.tick(1)
            return
        line = 1 + pick % len(lines)
        change = self.desk.line(line)
        if not done and self.session.contents[change.box][change.colour] < change.change + 1:
            with pytest.raises(MenaceKitError, match="was counted since"):
                self.desk.tick(line, done)
            return
        if (line in self.desk.ticked) is not done:
            self.real.move(by_line(change, done))
        self.desk.tick(line, done)

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            before, game = self.session.game, self.game
            allowed = game is not None and not game.taken_back
            if game is not None and allowed and game.outcome_only:
                allowed = self.could_be_without(game, [game.start.action])
            elif game is not None and allowed:
                allowed = not game.confirmed and len(game.entries) > 1
                allowed = allowed and self.could_be_without(game, [game.entries[-1].action])
            allowed = allowed and not self.counted_last
            if self.do(allowed, taking_back.undo):
                assert self.session.game != before

    @property
    def counted_last(self) -> bool:
        """Return whether a count came last, and no game is open: a count is no step to undo."""
        last = self.desk.logbook.entry(self.desk.last_entry)
        is_count = last is not None and last.kind in (Kind.RECOUNT, Kind.STOCKTAKE)
        return is_count and not (self.game is not None and self.game.running)

    @rule()
    def take_the_game_back(self) -> None:
        game = self.game
        allowed = game is not None and not (game.taken_back or game.running)
        if allowed and game is not None:
            allowed = self.could_be_without(game, [entry.action for entry in game.entries])
        self.do(allowed, taking_back.take_back)

    @precondition(lambda self: self.due is Due.START and self.game is not None)
    @rule(most=st.integers(1, 3))
    def take_several_games_back(self, most: int) -> None:
        behind, rehearsal = self.desk.last_entry, Rehearsal(self.session)
        number = self.game.number if self.game else 0
        while number and len(rehearsal.actions) < most:
            game = self.desk.logbook.game(number)
            if game is not None and not game.taken_back:
                with suppress(MenaceKitError):
                    rehearsal.take_back(game)
                if len(rehearsal.actions) == 0 or rehearsal.actions[-1][0].game != number:
                    break
            number -= 1
        self.desk.act_all(rehearsal.actions)
        if rehearsal.actions:
            self.real.move(by_hand(self.desk.logbook, behind))

    def could_be_without(self, game: GameRecord, actions: list[int]) -> bool:
        """Return whether no box would come to hold fewer beads than none,
        or than were drawn from it.
        """
        entries, last = list(self.desk.logbook.entries()), self.desk.last_entry
        without = [
            Entry(
                kind=Kind.UNDO,
                game=game.number,
                undoes=action,
                number=last + 1,
                action=last + 1,
                at="",
            )
            for action in dict.fromkeys(actions)
        ]
        contents, _ = replayed(self.kit, [*entries, *without])
        left = GameRecord.of([entry for entry in entries if entry.game == game.number] + without)
        for bead in left.drawn:
            contents[bead.box][bead.colour] -= 1
        return all(count >= 0 for counts in contents.values() for count in counts.values())

    @rule()
    def abandon(self) -> None:
        self.do(bool(self.game and self.game.running), lambda session: session.abandon())

    @rule(pick=st.integers(1, 60), count=st.integers(0, 3))
    def recount_any_box(self, pick: int, count: int) -> None:
        number = self.kit.boxes[min(pick, len(self.kit.boxes)) - 1].number
        self.count(number, dict.fromkeys(self.kit.box(number).moves, count))

    @precondition(lambda self: bool(self.game and self.game.drawn))
    @rule(pick=picks, count=st.integers(0, 3))
    def recount_a_colour_that_was_drawn(self, pick: int, count: int) -> None:
        drawn = self.game.drawn if self.game else ()
        number, colour = drawn[pick % len(drawn)]
        self.count(number, {colour: count})

    @rule(pick=picks, count=st.integers(0, 3))
    def take_stock(self, pick: int, count: int) -> None:
        touched = touched_boxes(self.desk.logbook)
        number = touched[pick % len(touched)] if touched else 0
        differing = (
            {number: dict.fromkeys(self.kit.box(number).moves, count)} if touched and pick else {}
        )
        allowed = self.due is Due.START and bool(touched)
        if (
            self.do(allowed, lambda session: counting.take_stock(session, touched, differing))
            and differing
        ):
            self.real.recount(number, differing[number])

    @rule(
        act=st.sampled_from(["start", "draw", "reply", "empty", "confirm"]),
        pick=picks,
        move=st.sampled_from(SQUARES),
    )
    def try_something(self, act: str, pick: int, move: Move) -> None:
        if act == "start":
            self.start([None, True, False][pick % 3], pick % 2 == 0)
        elif act == "draw":
            colour, box = self.kit.colours[pick % len(self.kit.colours)].name, self.session.box
            allowed = box is not None and self.real.holds(box.number).get(colour, 0) > 0
            self.do(allowed, lambda session: session.draw(colour))
        elif act == "reply":
            legal = self.kit.game.legal_moves(self.session.position)
            self.do(self.due is Due.REPLY and move in legal, lambda session: session.reply(move))
        elif act == "empty":
            self.find_empty(pick)
        else:
            self.confirm()

    @rule()
    def close_and_open_again(self) -> None:
        before, lying = self.session, self.desk.by_hand
        self.desk.logbook.close()
        self.desk = Desk(self.stack.enter_context(Logbook(self.path, self.kit)))
        assert self.session == before
        assert self.desk.by_hand == lying

    def start(self, machine_first: bool | None, unconfirmed: bool) -> None:
        allowed = self.may_start(machine_first, unconfirmed)
        self.do(allowed, lambda session: session.start("Ada", None, machine_first, unconfirmed))

    def quick(
        self,
        result: Result,
        colour: str | None,
        number: int | None,
        machine_first: bool | None,
        confirmed: bool,
        unconfirmed: bool,
    ) -> None:
        there = number is None or colour is None or self.session.contents[number][colour] > 0
        there = there and (colour is None or self.kit.spec.learning.teaches is Teaches.EVERY_MOVE)
        there = there and (number is None or colour not in self.kit.box(number).taken)
        self.do(
            self.may_start(machine_first, unconfirmed)
            and there
            and (result is not Result.TIE or has_ties(self.kit.game)),
            lambda session: whole_games.quick(
                session,
                result,
                colour,
                number,
                machine_first=machine_first,
                confirmed=confirmed,
                unconfirmed=unconfirmed,
            ),
        )

    def side_of(self, machine_first: bool | None) -> Side:
        return {None: sides_of(self.kit)[0], True: Side.FIRST, False: Side.SECOND}[machine_first]

    def may_start(self, machine_first: bool | None, unconfirmed: bool) -> bool:
        side = self.side_of(machine_first)
        gives_up = self.kit.spec.learning.empty_box in (EmptyBox.RESIGN, EmptyBox.PUNISH_PREVIOUS)
        firsts = (
            [box.number for box in self.kit.first_boxes(side)] if side in sides_of(self.kit) else []
        )
        dead = gives_up and not any(
            sum(self.session.contents[number].values()) for number in firsts
        )
        ready = self.due is Due.START or (self.due is Due.ADJUST and unconfirmed)
        return ready and side in sides_of(self.kit) and not dead

    def find_empty(self, pick: int) -> None:
        box = self.session.box
        rule = self.kit.spec.learning.empty_box
        allowed = (
            box is not None
            and not any(self.real.holds(box.number).values())
            and rule is not EmptyBox.KEEP_LAST
        )
        self.do(allowed, lambda session: session.empty(lambda _, moves: moves[pick % len(moves)]))

    def confirm(self) -> None:
        self.do(self.due is Due.ADJUST, lambda session: session.confirm())

    def count(self, number: int, counted: dict[str, int]) -> None:
        if self.due is Due.ADJUST and self.game:
            # The count is taken to be from after the list: "if it was from before,
            # put them right and count again".
            for line, change in enumerate(self.game.tick_list, start=1):
                if change.box == number and line not in self.desk.ticked:
                    self.real.move(by_line(change))
                    self.desk.tick(line)
        assert self.do(True, lambda session: counting.count(session, number, counted))
        self.real.recount(number, counted)

    @invariant()
    def the_logbook_is_what_the_entries_give(self) -> None:
        check_logbook(self.desk.logbook, self.session.contents)

    @invariant()
    def the_logbook_and_the_table_agree_bead_by_bead(self) -> None:
        self.real.check()
        real, game = self.real.copy(), self.game
        if game is not None and self.due is Due.ADJUST:
            assert real.before == Counter(
                (change.box, change.colour)
                for line, change in enumerate(game.tick_list, start=1)
                if line not in self.desk.ticked
            )
            for line, change in enumerate(game.tick_list, start=1):
                if line not in self.desk.ticked:
                    real.move(by_line(change))
        drawn = Counter(game.drawn if game and game.running else ())
        assert real.before == drawn
        contents = self.session.contents.items()
        by_logbook = Counter(
            {(box, colour): count for box, counts in contents for colour, count in counts.items()}
        )
        assert by_logbook == real.boxes + drawn
        for bead in drawn:
            assert self.session.in_box(bead[0]) == real.holds(bead[0])

    @invariant()
    def what_is_due_follows_from_the_game(self) -> None:
        game = self.game
        if game is not None and game.running:
            assert self.kit.game.outcome(self.session.position) is None
            machines = game.both or self.session.position.to_move is game.side
            assert self.due is (Due.BEAD if machines else Due.REPLY)
            assert (self.session.box is not None) == machines
        else:
            is_open = game is not None and game.end is not None and not game.confirmed
            assert self.due is (Due.ADJUST if is_open else Due.START)


# An act is made from a session.
def _ready(action: Action, session: Session) -> Action:  # noqa: ARG001
    return action


def kit_to_try(name: str) -> Kit:
    return preset(name) if name in PRESETS else kit_named(name)


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    "name",
    all_to_prove(
        [*KITS, *BOTH_KITS, *PRESETS],
        quick=["her-19", "taken"],
    ),
)
def test_any_sequence_of_acts_keeps_the_logbook_right(name: str) -> None:
    machine = type("AnySequence", (AnySequence,), {"kit": kit_to_try(name)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            examples(2, prove=3) if name == "none" else examples(2, prove=10),
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
