"""A table with real boxes on it, as one would imagine it: what an honest operator's hands do, bead by bead.

It knows the rules of the kit in its own words, and shares no arithmetic with the program.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from menace_kit.journal.entries import Entry, Kind
from menace_kit.machine.kit import Kit
from menace_kit.machine.learning import DrawnBead
from menace_kit.machine.schema import EmptyBox

Beads = Counter[tuple[int, str]]
"""(box, colour) -> beads."""


@dataclass
class Deed:
    """What one act did with the beads: into the boxes (or out of them, below 0), and onto the table."""

    boxes: Beads = field(default_factory=Counter)
    table_before: tuple[DrawnBead, ...] = ()
    whose_before: tuple[str | None, ...] = ()


class PhysicalMachine:
    """Boxes, the beads that lie before them, the cups of beads beside them, and the acts of the game that goes on."""

    def __init__(self, kit: Kit) -> None:
        """Fill the boxes."""
        self.kit = kit
        self.boxes: Beads = Counter(
            {(box.number, bead.colour): bead.start for box in kit.boxes for bead in box.beads}
        )
        self.begun_with = self.boxes.total()
        self.table: tuple[DrawnBead, ...] = ()
        self.whose: tuple[str | None, ...] = ()
        self.supply = 0
        self.found_or_lost = 0
        self.deeds: list[Deed] = []
        self.over = self.confirmed = True
        self.ended = False
        self.whole = False

    @property
    def list_due(self) -> bool:
        """Return whether a game has ended, and its beads are not put right."""
        return self.ended and not self.confirmed

    def holds(self, number: int) -> dict[str, int]:
        """Return what lies in a box."""
        return {colour: self.boxes[number, colour] for colour in self.kit.box(number).moves}

    def begin(self) -> None:
        """Begin a game; the beads of the last one are where they belong."""
        self.deeds, self.over, self.ended, self.confirmed = [], False, False, False
        self.whole = False

    def play(self, entries: Sequence[Entry]) -> None:
        """Do what an act of the game tells, after checking that the rules say so."""
        table, whose, before = list(self.table), list(self.whose), self.whose
        changed: Beads = Counter()
        self.whole = entries[0].kind is Kind.START
        if self.whole:
            assert [entry.box for entry in entries if entry.box] in ([], [entries[1].box] * 2)
        if entries[-1].kind is Kind.CONFIRM:
            self.confirmed = True
            entries = entries[:-1]
        for entry in entries:
            if entry.kind is Kind.BEAD:
                bead = DrawnBead(entry.box or 0, entry.colour or "")
                assert self.boxes[bead] > 0
                changed[bead] -= 1
                table.append(bead)
                whose.append(entry.side)
            elif entry.kind is Kind.EMPTY:
                assert not any(self.holds(entry.box or 0).values())
                changed.update(self._refill(entries))
            elif entry.kind is Kind.END:
                self.over = self.ended = True
            elif entry.kind is Kind.ABANDON:
                self.over = True
        if self.ended:
            changed.update(self._put_right(entries, table, whose, changed))
        elif self.over:
            changed.update(table)
        self.deeds.append(Deed(changed, self.table, before))
        self._move(changed, () if self.over else tuple(table))
        self.whose = () if self.over else tuple(whose)

    def take_back(self) -> bool:
        """Undo the last act of the game; where a count has removed the beads that it takes, say so and do nothing."""
        deed = self.deeds[-1]
        if any(self.boxes[bead] < count for bead, count in deed.boxes.items()):
            return False
        self.deeds.pop()
        self._move(Counter({bead: -count for bead, count in deed.boxes.items()}), deed.table_before)
        self.whose = deed.whose_before
        self.over, self.ended = self.whole, False
        return True

    def recount(self, number: int, counted: dict[str, int]) -> None:
        """Find so many beads in a box."""
        for colour, count in counted.items():
            self.found_or_lost += count - self.boxes[number, colour]
            self.boxes[number, colour] = count

    def check(self) -> None:
        """Fail where beads have come from nowhere or are gone."""
        assert all(count >= 0 for count in self.boxes.values())
        assert self.boxes.total() + len(self.table) + self.supply == self.begun_with + self.found_or_lost

    def _move(self, boxes: Beads, table: tuple[DrawnBead, ...]) -> None:
        """Put beads into the boxes and lay some on the table; what that takes comes out of the cups."""
        self.boxes.update(boxes)
        self.supply -= boxes.total() + len(table) - len(self.table)
        self.table = table

    def _refill(self, entries: Sequence[Entry]) -> Beads:
        refilled = _changes(entries)
        if self.kit.spec.learning.empty_box is EmptyBox.REFILL:
            box = self.kit.box(entries[0].box or 0)
            assert refilled == {(box.number, bead.colour): bead.start for bead in box.beads}
            return refilled
        return Counter()

    def _put_right(
        self, entries: Sequence[Entry], table: Sequence[DrawnBead], whose: Sequence[str | None], moved: Beads
    ) -> Beads:
        """Return what the tick-lists of an ended game put into the boxes, beads from the table among it.

        The result is the machine's; where both players are machines, the first player's, and the other way round for
        the second's.
        """
        learning = self.kit.spec.learning
        (end,) = (entry for entry in entries if entry.kind is Kind.END)
        wanted: Beads = Counter()
        last = {side: place for place, side in enumerate(whose)}
        for place, (bead, side) in enumerate(zip(table, whose, strict=True)):
            box = self.kit.box(bead.box)
            results = {"win": learning.win, "draw": learning.draw, "loss": learning.loss}
            own = end.result or ""
            if side == "second":
                own = {"win": "loss", "draw": "draw", "loss": "win"}[own]
            rule = results[own]
            change = rule if isinstance(rule, int) else rule[box.stage - 1]
            if (
                end.why == "empty-box"
                and own == "loss"
                and place == last[side]
                and learning.empty_box is EmptyBox.PUNISH_PREVIOUS
            ):
                change -= 1
            inside = {
                colour: self.boxes[box.number, colour] + moved[box.number, colour] for colour in box.moves
            }
            inside[bead.colour] += 1  # the bead on the table belongs to it
            while change < 0 and inside[bead.colour] + change < 0:
                change += 1
            stays = learning.empty_box is EmptyBox.KEEP_LAST or (
                learning.protect_first_box and box.stage == 1
            )
            while stays and change < 0 and sum(inside.values()) + change < 1:
                change += 1
            wanted[bead] = change
        told = _changes(entries)
        assert told == wanted
        assert [entry for entry in entries if entry.kind is Kind.ADJUST] == list(
            entries[len(entries) - len(table) :]
        )
        return Counter({bead: change + 1 for bead, change in wanted.items()})


def _changes(entries: Sequence[Entry]) -> Beads:
    found: Beads = Counter()
    for entry in entries:
        if entry.kind is Kind.ADJUST:
            found[entry.box or 0, entry.colour or ""] = entry.change or 0
    return found
