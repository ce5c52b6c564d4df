"""The whole book, from its first entry to its last, replayed action by action: what the boxes hold,
and which game goes on, before each of them. It follows the entries as they are, right or wrong;
the audit looks over its shoulder.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from menace_kit.journal.entries import (
    COUNTS,
    ENTRY_FIELDS,
    Entry,
    GameRecord,
    Kind,
    as_entry,
    is_halving,
)
from menace_kit.journal.schema import (
    AT_A_TIME,
    BoxNote,
    digest,
    first_digest,
    note_in_boxes,
)
from menace_kit.journal.store import Journal
from menace_kit.machine.learning import starting_contents


class Replay:
    """A journal up to a moment: what belongs in the boxes by its entries,
    and the game that was begun last.

    `last` is the entry that was read last, `taken_back` has the games that were taken back
    as a whole, `list_before` the one whose tick-list was open before the last action. `unconfirmed`
    has what games changed that were never confirmed though the next one began, until it is counted:
    a box and a colour of it, and the last such game. `notes` is what the table `box` should have.
    `astray` is a game that left the rules, by its number.
    """

    def __init__(self, journal: Journal) -> None:
        """Begin before the first entry."""
        self.journal, self.kit = journal, journal.kit
        self.contents = starting_contents(self.kit)
        self.game: GameRecord | None = None
        self.last: Entry | None = None
        self.unconfirmed: dict[tuple[int, str], GameRecord] = {}
        self.taken_back: set[int] = set()
        self.notes = {box.number: BoxNote() for box in self.kit.boxes}
        self.list_before: GameRecord | None = None
        self.astray: int | None = None
        self._colours = {box.number: len(box.beads) for box in self.kit.boxes}
        self._entries: list[Entry] = []  # of the game that was begun last, with what was taken back

    @property
    def open_list(self) -> GameRecord | None:
        """Return the game that was begun last if its tick-list is open."""
        game = self.game
        return game if game and game.end and not game.confirmed else None

    def count(self, box: int, colour: str) -> int:
        """Return how many beads of a colour belong in a box now."""
        return self.contents.get(box, {}).get(colour, 0)

    def undone(self, undo: Entry) -> list[Entry]:
        """Return the entries that an undo takes back, whether it may or not."""
        own = self.game is not None and undo.game == self.game.number
        game = self._entries if own else game_as_written(self.journal, undo.game)
        return [
            entry for entry in game if undo.undoes == entry.action and entry.number >= entry.action
        ]

    def changes(self, action: Sequence[Entry]) -> Iterator[tuple[int, str, int]]:
        """Yield what an action changes in the contents: box, colour and beads more."""
        for entry in action:
            undo = entry.kind is Kind.UNDO
            for fact in self.undone(entry) if undo else (entry,):
                # A count stands whatever is taken back.
                counts = fact.kind is Kind.ADJUST or (fact.kind is Kind.RECOUNT and not undo)
                if counts and fact.box is not None and fact.colour is not None:
                    yield fact.box, fact.colour, (fact.change or 0) * (-1 if undo else 1)

    def take(self, action: Sequence[Entry]) -> None:
        """Go on past an action."""
        for box, colour, change in self.changes(action):
            counts = self.contents.setdefault(box, {})
            counts[colour] = counts.get(colour, 0) + change
        undone = [
            fact for entry in action if entry.kind is Kind.UNDO for fact in self.undone(entry)
        ]
        note_in_boxes(self.notes, action, undone, self._colours)
        first = action[0]
        self.last = action[-1]
        if first.kind not in COUNTS:
            self.list_before = self.open_list
        if first.kind is Kind.START:
            self._leave_list()
            self._entries = []
        if first.kind not in COUNTS:
            self._go_on(first, action)
        for entry in action:
            if entry.kind is Kind.STOCKTAKE:
                self.unconfirmed.clear()
            elif entry.kind is Kind.RECOUNT:
                self.unconfirmed.pop((entry.box or 0, entry.colour or ""), None)

    def _leave_list(self) -> None:
        """Note what the game before changed, if nobody confirmed it."""
        game = self.open_list
        if game is None:
            return
        for entry in game.entries:
            if entry.kind is Kind.ADJUST and not is_halving(entry):
                self.unconfirmed[entry.box or 0, entry.colour or ""] = game

    def _go_on(self, first: Entry, action: Sequence[Entry]) -> None:
        """Take an action into the game that it is of."""
        last = self.game.number if self.game else None
        if first.kind is Kind.START or first.game == last:
            self._entries += action
            self.game = GameRecord.of(self._entries) if self._entries else None
        if first.kind is Kind.UNDO and self.game:
            number = first.game or 0
            if self.game.taken_back or number != self.game.number:
                self.taken_back.add(number)
                left = {key: of for key, of in self.unconfirmed.items() if of.number != number}
                self.unconfirmed = left


# The whole journal, as it stands

COLUMNS = ", ".join(ENTRY_FIELDS)

# An entry of a kind that does not exist breaks the rules of its table;
# the audit finds that as SQLite's finding.
KNOWN_KINDS = ", ".join(f"'{kind.value}'" for kind in Kind)


class AsWritten(NamedTuple):
    """An entry as it stands, right or wrong, and whether it has the digest that goes
    on from the one before it.
    """

    entry: Entry
    fits: bool


def as_written(journal: Journal, after: int) -> Iterator[AsWritten]:
    """Yield the entries behind `after`, up to the last that there is now, in order,
    whatever their digests say.

    They are read some at a time, and between some and the next nothing is locked.
    """
    ((until,),) = journal.select("SELECT coalesce(max(number), 0) FROM entry")
    some = (
        f"SELECT {COLUMNS}, earlier, digest FROM entry WHERE number > ? AND number <= ? "
        f"AND kind IN ({KNOWN_KINDS}) ORDER BY number LIMIT {AT_A_TIME}"
    )
    first = first_digest(journal.kit.fingerprint)
    before = dict(journal.select("SELECT number, digest FROM entry WHERE number = ?", (after,)))
    while rows := journal.select(some, (after, until)):
        for *facts, earlier, own in rows:
            entry = as_entry(facts)
            if entry is not None:
                yield AsWritten(
                    entry, own == digest(before.get(facts[0] - 1, first), *facts, earlier)
                )
            before = {facts[0]: own}
        after = rows[-1][0]


def game_as_written(journal: Journal, number: int | None) -> list[Entry]:
    """Return the entries of a game as they stand, whatever their digests say."""
    own = f"SELECT {COLUMNS} FROM entry WHERE game = ? AND kind IN ({KNOWN_KINDS}) ORDER BY number"
    return list(filter(None, map(as_entry, journal.select(own, (number,)))))
