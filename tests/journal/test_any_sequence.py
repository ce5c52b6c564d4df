"""Whatever is done in whatever order: the book is what its entries give, and no bead is lost."""

from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
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
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Due, Session
from menace_kit.journal.entries import Action, Kind
from menace_kit.journal.store import Journal
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import Result
from menace_kit.machine.schema import EmptyBox
from tests.examples import all_to_prove, examples
from tests.journal.games import (
    BOTH_KITS,
    KITS,
    check_book,
    kit_named,
    quick_folder,
    random_step,
    sides_of,
)
from tests.journal.physical import PhysicalMachine

picks = st.integers(0, 8)
SQUARES = [(square,) for square in range(-1, 11)]


class AnySequence(RuleBasedStateMachine):
    """An operator who tries everything, at a journal and at a table with real boxes."""

    kit: Kit

    def __init__(self) -> None:
        super().__init__()
        self.stack = ExitStack()
        self.path = self.stack.enter_context(quick_folder()) / "journal.sqlite"
        self.desk = Desk(self.stack.enter_context(Journal(self.path, self.kit)))
        self.real = PhysicalMachine(self.kit)
        self.game = 0

    def teardown(self) -> None:
        check_book(self.desk.journal)
        self.stack.close()

    @property
    def session(self) -> Session:
        return self.desk.session

    def do(self, allowed: bool, choose: Callable[[Session], Action]) -> bool:
        """Try an act; one that is not allowed must be refused and must change nothing."""
        if not allowed:
            before, last = self.session, self.desk.journal.last_entry
            with pytest.raises(MenaceKitError):
                self.desk.act(choose)
            assert self.desk.journal.last_entry == last
            assert self.desk.session == before == Desk(self.desk.journal).session
            return False
        written = self.desk.act(choose)
        assert {entry.action for entry in written} == {written[0].number}
        kind = written[0].kind
        if kind is Kind.START:
            self.game += 1
            self.real.begin()
            if len(written) > 1:
                self.real.play(written)
        elif kind not in (Kind.UNDO, Kind.RECOUNT, Kind.CONFIRM):
            self.real.play(written)
        assert all(entry.game == (None if kind is Kind.RECOUNT else self.game) for entry in written)
        return True

    # What is due

    @rule(steps=st.integers(1, 12), seed=st.integers(0, 99))
    def play_on(self, steps: int, seed: int) -> None:
        random = Random(seed)
        for _ in range(steps):
            action = random_step(self.session, random)
            assert self.do(True, partial(_ready, action))
            if action[0].kind is Kind.CONFIRM:
                self.real.confirmed = True
            for draft in action:
                if draft.kind is Kind.RECOUNT:
                    start = self.kit.box(draft.box or 0).start
                    self.real.recount(draft.box or 0, {draft.colour or "": start[draft.colour or ""]})

    @precondition(lambda self: self.session.due is Due.BEAD)
    @rule(pick=picks, way=picks)
    def draw_a_bead(self, pick: int, way: int) -> None:
        ways = self.session.readings
        colours = [colour for colour, count in self.real.holds(ways[0].box.number).items() if count]
        if colours:
            colour = colours[pick % len(colours)]
            move = ways[way % len(ways)].moves[colour]
            assert self.do(True, lambda session: session.draw(colour, move))

    @precondition(lambda self: self.session.due is Due.REPLY)
    @rule(pick=picks)
    def reply(self, pick: int) -> None:
        legal = self.kit.game.legal_moves(self.session.position)
        assert self.do(True, lambda session: session.reply(legal[pick % len(legal)]))

    @precondition(lambda self: self.session.due is Due.BEAD)
    @rule(pick=picks)
    def lose_the_beads_of_the_box_and_find_it_empty(self, pick: int) -> None:
        box = self.session.box
        assert box is not None
        self.count(box.number, dict.fromkeys(box.moves, 0))
        self.find_empty(pick)

    @precondition(lambda self: self.real.over)
    @rule(machine_first=st.sampled_from([None, True, False]), unconfirmed=st.booleans())
    def put_right_and_start(self, machine_first: bool | None, unconfirmed: bool) -> None:
        if self.real.list_due and not unconfirmed:
            self.confirm()
        self.start(machine_first, unconfirmed)

    @precondition(lambda self: self.real.over)
    @rule(unconfirmed=st.booleans())
    def start_both_machines(self, unconfirmed: bool) -> None:
        dead = any(self.session.is_dead(side) for side in Side)
        ready = self.kit.spec.side == "both" and not dead and (not self.real.list_due or unconfirmed)
        self.do(ready, lambda session: session.start("Ada", unconfirmed=unconfirmed, both=True))

    @precondition(lambda self: self.real.over)
    @rule(
        pick=picks,
        result=st.sampled_from(Result),
        machine_first=st.sampled_from([None, True, False]),
        confirmed=st.booleans(),
        unconfirmed=st.booleans(),
    )
    def log_an_outcome(
        self, pick: int, result: Result, machine_first: bool | None, confirmed: bool, unconfirmed: bool
    ) -> None:
        side = self.side_of(machine_first)
        firsts = [box.number for box in self.kit.boxes if (box.side, box.stage) == (side, 1)]
        number = firsts[pick % len(firsts)] if firsts and pick else None
        beads = self.real.holds(number) if number else {}
        colour = sorted(beads)[pick % len(beads)] if number else None
        self.quick(result, colour, number, machine_first, confirmed, unconfirmed)

    # What is always possible, or may be

    @rule(times=st.integers(1, 3))
    def undo(self, times: int) -> None:
        for _ in range(times):
            before = self.session.game
            allowed = (
                self.game > 0
                and (self.real.whole or not self.real.confirmed)
                and bool(self.real.deeds)
                and self.real.take_back()
            )
            if self.do(allowed, lambda session: session.undo()):
                assert self.session.game != before

    @rule()
    def abandon(self) -> None:
        self.do(not self.real.over, lambda session: session.abandon())

    @rule(pick=st.integers(1, 60), count=st.integers(0, 3))
    def recount_any_box(self, pick: int, count: int) -> None:
        number = min(pick, len(self.kit.boxes))
        self.count(number, dict.fromkeys(self.kit.box(number).moves, count))

    @precondition(lambda self: bool(self.session.game and self.session.game.drawn))
    @rule(pick=picks, count=st.integers(0, 3))
    def recount_a_colour_that_was_drawn(self, pick: int, count: int) -> None:
        drawn = self.session.game.drawn if self.session.game else ()
        number, colour = drawn[pick % len(drawn)]
        self.count(number, {colour: count})

    @rule(
        act=st.sampled_from(["start", "draw", "reply", "empty", "confirm"]),
        pick=picks,
        move=st.sampled_from(SQUARES),
    )
    def try_something(self, act: str, pick: int, move: Move) -> None:
        if act == "start":
            self.start([None, True, False][pick % 3], pick % 2 == 0)
        elif act == "draw":
            colour, box = self.kit.colours[pick].name, self.session.box
            allowed = box is not None and self.real.holds(box.number).get(colour, 0) > 0
            self.do(allowed, lambda session: session.draw(colour))
        elif act == "reply":
            legal = self.kit.game.legal_moves(self.session.position)
            self.do(self.session.due is Due.REPLY and move in legal, lambda session: session.reply(move))
        elif act == "empty":
            self.find_empty(pick)
        else:
            self.confirm()

    @rule()
    def close_and_open_again(self) -> None:
        before = self.session
        self.desk.journal.close()
        self.desk = Desk(self.stack.enter_context(Journal(self.path, self.kit)))
        assert self.session == before

    # Acts that the rules allow or not

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
        there = number is None or colour is None or self.real.holds(number)[colour] > 0
        self.do(
            self.may_start(machine_first, unconfirmed) and there,
            lambda session: session.quick(
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
        firsts = [box.number for box in self.kit.boxes if (box.side, box.stage) == (side, 1)]
        dead = gives_up and not any(sum(self.real.holds(number).values()) for number in firsts)
        ready = self.real.over and (not self.real.list_due or unconfirmed)
        return ready and side in sides_of(self.kit) and not dead

    def find_empty(self, pick: int) -> None:
        box = self.session.box
        rule = self.kit.spec.learning.empty_box
        allowed = (
            box is not None
            and not any(self.real.holds(box.number).values())
            and rule is not EmptyBox.KEEP_LAST
        )
        self.do(allowed, lambda session: session.empty(lambda moves: moves[pick % len(moves)]))

    def confirm(self) -> None:
        if self.do(self.real.list_due, lambda session: session.confirm()):
            self.real.confirmed = True

    def count(self, number: int, counted: dict[str, int]) -> None:
        assert self.do(True, lambda session: session.recount(number, counted))
        self.real.recount(number, counted)

    # What always holds

    @invariant()
    def the_book_is_what_the_entries_give(self) -> None:
        check_book(self.desk.journal, self.session.contents)

    @invariant()
    def the_book_and_the_table_agree_bead_by_bead(self) -> None:
        self.real.check()
        contents = self.session.contents.items()
        by_book = Counter(
            {(box, colour): count for box, counts in contents for colour, count in counts.items()}
        )
        assert by_book == self.real.boxes + Counter(self.real.table)
        for box in {bead.box for bead in self.real.table}:
            assert self.session.in_box(box) == self.real.holds(box)

    @invariant()
    def what_is_due_follows_from_the_game(self) -> None:
        game = self.session.game
        if self.real.over:
            assert self.session.due is (Due.ADJUST if self.real.list_due else Due.START)
        else:
            assert game is not None
            assert self.kit.game.outcome(self.session.position) is None
            machines = game.both or self.session.position.to_move is game.side
            assert self.session.due is (Due.BEAD if machines else Due.REPLY)
            assert (self.session.box is not None) == machines


def _ready(action: Action, session: Session) -> Action:  # noqa: ARG001 - an act is made from a session
    return action


@pytest.mark.hypothesis
@pytest.mark.parametrize(
    "name", all_to_prove([*KITS, *BOTH_KITS], quick=["resign", "stages", "both", "both, punish-previous"])
)
def test_any_sequence_of_acts_keeps_the_book_right(name: str) -> None:
    machine = type("AnySequence", (AnySequence,), {"kit": kit_named(name)})
    run_state_machine_as_test(
        machine,
        settings=settings(
            examples(2, prove=3) if name == "none" else examples(4, prove=10),
            stateful_step_count=30,
            suppress_health_check=list(HealthCheck),
        ),
    )
