"""A table with real boxes: what an honest operator's hands do, bead by bead.

The hands draw the beads, and otherwise move only what the program says: lines of a tick-list, and
what an act means for the real beads. They never look at the logbook. The rules of learning are
written here a second time, in other words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from menace_kit.games import Side
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.logbook.entries import Action, Draft, Entry, Kind
from menace_kit.logbook.game_record import GameRecord
from menace_kit.logbook.loose_beads import BeadMove, BeadPlace, by_line
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead
from menace_kit.machine.schema import EmptyBox

Beads = Counter[tuple[int, str]]
"""(box, colour) -> beads."""


class PhysicalMachine:
    """Boxes, the beads in front of them, and a pot for each colour beside them."""

    def __init__(self, kit: Kit) -> None:
        self.kit = kit
        self.boxes: Beads = Counter(
            {(box.number, bead.colour): bead.start for box in kit.boxes for bead in box.beads}
        )
        self.before: Beads = Counter()
        self.pots: Counter[str] = Counter()
        self.begun_with = self.boxes.total()
        self.found_or_lost = 0

    def copy(self) -> "PhysicalMachine":
        """Return a copy of the table, to try something out."""
        other = PhysicalMachine(self.kit)
        other.boxes, other.before, other.pots = (
            self.boxes.copy(),
            self.before.copy(),
            self.pots.copy(),
        )
        other.found_or_lost = self.found_or_lost
        return other

    def holds(self, number: int) -> dict[str, int]:
        return {colour: self.boxes[number, colour] for colour in self.kit.box(number).moves}

    def draw(self, action: Iterable[Draft]) -> None:
        """Draw the beads of an act, and put each in front of its box."""
        for draft in action:
            if draft.kind is Kind.BEAD:
                self.move(
                    [
                        BeadMove(
                            draft.box or 0, draft.colour or "", 1, BeadPlace.BOX, BeadPlace.BEFORE
                        )
                    ]
                )

    def move(self, moves: Iterable[BeadMove]) -> None:
        """Move the beads that the program names; fail if they aren't where it says."""
        for move in moves:
            bead = (move.box, move.colour)
            assert move.colour in self.kit.box(move.box).moves
            assert move.beads > 0
            if move.out_of is BeadPlace.POT:
                self.pots[move.colour] -= move.beads
            else:
                heap = self.boxes if move.out_of is BeadPlace.BOX else self.before
                assert heap[bead] >= move.beads, f"{move}: there are {heap[bead]}"
                heap[bead] -= move.beads
            if move.into is BeadPlace.POT:
                self.pots[move.colour] += move.beads
            else:
                (self.boxes if move.into is BeadPlace.BOX else self.before)[bead] += move.beads

    def recount(self, number: int, counted: Mapping[str, int]) -> None:
        """Find this many beads in a box."""
        for colour, count in counted.items():
            self.found_or_lost += count - self.boxes[number, colour]
            self.boxes[number, colour] = count

    def check(self) -> None:
        """Fail if beads have appeared or disappeared."""
        assert all(count >= 0 for heap in (self.boxes, self.before) for count in heap.values())
        there = self.boxes.total() + self.before.total() + self.pots.total()
        assert there == self.begun_with + self.found_or_lost


def done_by_hand(
    desk: Desk, table: PhysicalMachine, choose: Callable[[Session], Action]
) -> list[Entry]:
    """Do an act at the desk and at the table, and return the entries written.

    The list of a game that ends is compared with the kit's rules. The list is always worked through
    before it is confirmed.
    """
    action, ticked = choose(desk.session), desk.ticked
    table.draw(action)
    written = desk.act(lambda _: action)
    game = desk.session.game
    if game and any(entry.kind is Kind.END for entry in written):
        check_list(desk.session.kit, table, game, written)
    table.move(desk.by_hand)
    if game and written[-1].kind is Kind.CONFIRM:
        for line, change in enumerate(game.tick_list, start=1):
            if len(written) > 1 or line not in ticked:
                table.move(by_line(change))
    return written


def check_list(
    kit: Kit, table: PhysicalMachine, game: GameRecord, written: Sequence[Entry]
) -> None:
    """Fail unless a finished game's list follows from the kit's rules and the beads on the table.

    The result is the machine's. With two machines it is the first player's, and reversed for the
    second.
    """
    (end,) = (entry for entry in written if entry.kind is Kind.END)
    told = {
        (entry.box, entry.colour): entry.change
        for entry in written
        if entry.kind is Kind.ADJUST and entry.why != "refill"
    }
    drawn = [entry for entry in game.entries if entry.kind is Kind.BEAD]
    wanted = {}
    last = {entry.side: place for place, entry in enumerate(drawn)}
    for place, entry in enumerate(drawn):
        bead = DrawnBead(entry.box or 0, entry.colour or "")
        inside = table.holds(bead.box)
        inside[bead.colour] += table.before[bead]  # the bead on the table counts, too
        wanted[bead] = _change(kit, bead, inside, end, entry.side, place == last[entry.side])
    assert told == wanted


def _change(
    kit: Kit, bead: DrawnBead, inside: dict[str, int], end: Entry, side: str | None, is_last: bool
) -> int:
    learning, box = kit.spec.learning, kit.box(bead.box)
    own = end.result or ""
    if side == "second":
        own = {"win": "loss", "draw": "draw", "loss": "win"}[own]
    rule = {"win": learning.win, "draw": learning.draw, "loss": learning.loss}[own]
    seconds = {
        "win": learning.win_second,
        "draw": learning.draw_second,
        "loss": learning.loss_second,
    }[own]
    if box.side is Side.SECOND and seconds is not None:
        rule = seconds
    change = rule if isinstance(rule, int) else rule[min(box.stage, len(rule)) - 1]
    if learning.teaches.value == "last-move" and not is_last:
        change = 0
    punishes = learning.empty_box is EmptyBox.PUNISH_PREVIOUS
    if punishes and end.why == "empty-box" and own == "loss" and is_last:
        change -= 1
    while change < 0 and inside[bead.colour] + change < 0:
        change += 1
    stays = learning.empty_box is EmptyBox.KEEP_LAST or (
        learning.protect_first_box and box.stage == 1
    )
    while stays and change < 0 and sum(inside.values()) + change < 1:
        change += 1
    return change
