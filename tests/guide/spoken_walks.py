"""Whole games with everything the guide says: walks by name, each a function that returns it."""

from collections.abc import Callable, Iterator

from menace_kit.errors import GuideError
from menace_kit.games import Side
from menace_kit.guide import counting, whole_games, wording
from menace_kit.guide.look_up import how_to_turn
from menace_kit.guide.refusals import no_adjustments_due
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action, Entry, Kind
from menace_kit.logbook.game_record import GameRecord
from menace_kit.machine.learning import Result
from menace_kit.text import kit_words
from menace_kit.text.phrases import Text, say
from tests.guide.scripts import (
    DRAWN,
    LOST,
    NONE_LEFT,
    WON,
    Choice,
    act_of,
)
from tests.logbook.games import desk_of, kit_of

CABINET = "cabinet = {rows = 38, columns = 8}\n"

TOLD_IN_A_STORY = (Kind.BEAD, Kind.REPLY, Kind.FORCED, Kind.LOT, Kind.EMPTY, Kind.END, Kind.ABANDON)


class Listener:
    """Plays at a desk, and writes down everything the guide says."""

    def __init__(self, kit: str) -> None:
        self.desk = desk_of(kit_of(kit))
        self.heard: list[Text] = []
        self._tried: set[tuple[Due, str]] = set()
        self.stand()

    def hear(self, *told: Text) -> None:
        self.heard += told

    def do(self, choose: Choice | str) -> None:
        """Do an act, or hear why it is refused; then hear all that is said about it and the game's
        state.
        """
        before = self.desk.session.game
        try:
            written = self.desk.act(act_of(choose) if isinstance(choose, str) else choose)
        except GuideError as error:
            self.hear(error.args[0])
            return
        kit, game = self.desk.session.kit, self.desk.session.game
        self.hear(wording.happened(kit, game, written))
        self.hear(
            *wording.by_hand(kit, written[0].kind, self.desk.by_hand),
            wording.before_boxes(kit, game),
        )
        if choose == "undo":
            self.hear(wording.taken_back(kit, before, wording.last_action(before)))
        if game is not None:
            self.hear(*self._story(game, written))
        self.stand()

    def _story(self, game: GameRecord, written: list[Entry]) -> Iterator[Text]:
        for entry in written:
            if entry.kind in TOLD_IN_A_STORY:
                yield wording.move_made(self.desk.session.kit, game, entry)
            elif entry.kind is Kind.ADJUST:
                yield wording.change(entry)
            elif entry.kind is Kind.RECOUNT:
                yield wording.counted_in_short([entry])

    def stand(self) -> None:
        session = self.desk.session
        kit, game = session.kit, session.game
        self.hear(wording.due(session), wording.farewell(session))
        self.hear(no_adjustments_due(session))
        self.hear(*(how_to_turn(reading) for reading in session.readings))
        if session.box is not None:
            self.hear(
                kit_words.counts(session.in_box(session.box.number)),
                say("keys.which-bead", letters=wording.letters(session)),
            )
        if game is None:
            return
        self.hear(
            wording.ended(kit, game),
            say(
                "recorded.confirmed" if game.confirmed else "logbook.not-put-right",
                game=game.number,
            ),
        )
        (row,) = self.desk.logbook.games(game.number - 1, game.number)
        self.hear(wording.how_it_went(kit, row, game))
        if game.outcome_only:
            self.hear(wording.moves_or_outcome(kit, game))
        if game.result is not None:
            self.hear(wording.result_and_ticks(kit, game, 0), wording.headline(kit, game))
        self.hear(*wording.refilled(kit, game))
        for line, change in enumerate(game.tick_list, start=1):
            self.hear(wording.adjustment(kit, change, session.contents[change.box]))
            self.hear(*(wording.ticked(kit, line, change, done) for done in (True, False)))

    def try_all(self) -> None:
        """Try every act of a game, even those not due; undo what succeeds.

        It does so once at each kind of moment: a bead is due, its box is empty, a reply is due.
        """
        session = self.desk.session
        moment = session.due, session.how.value if session.how else ""
        if moment in self._tried:
            return
        self._tried.add(moment)
        for choose in EVERY_ACT:
            before = self.desk.session
            self.do(choose)
            if self.desk.session != before:
                self.do("undo")

    def play(self, script: str, opponent: str | None) -> None:
        """Play a script to its end, trying everything on the way, and update the boxes."""
        self.do(lambda session: session.start("Ada", opponent))
        for word in script.split():
            self.try_all()
            self.do(word)
        last = script.rpartition(" ")[2]
        for choose in f"start end reply:1 undo {last} confirm undo".split():
            self.do(choose)


def a_bead_elsewhere(session: Session) -> Action:
    """Draw a bead from the open box, and say that it was played in the last corner."""
    return session.draw(next(iter(session.box.moves)) if session.box else "white", (8,))


EVERY_ACT: tuple[Choice | str, ...] = (
    *("start", "confirm", "end"),
    a_bead_elsewhere,
    *("red", "lilac", "bead:2", "reply:1"),
    lambda session: session.empty(lambda _, moves: moves[0]),
    lambda session: whole_games.quick(session, Result.WIN, box=1),
    *("1:white=-1", "1:black=1"),
    lambda session: counting.take_stock(session, [], {}),
)


def played(kit: str, script: str, opponent: str | None = None) -> list[Text]:
    listener = Listener(kit)
    listener.do("undo")
    listener.play(script, opponent)
    return listener.heard


def counted_in_between() -> list[Text]:
    """Return what is said if a count prevents an undo, and if the machine is dead."""
    listener = Listener(CABINET)
    for word in ("1", "5", "1:white=1,lilac=3", "2", "3", "4", "7"):
        if listener.desk.session.due is Due.START:
            listener.do("start")
        listener.do(word)
    emptied = "1:white=0,lilac=0,gold=0"
    for word in (emptied, "confirm", emptied, "start"):
        listener.do(word)
    second = Listener("side = 'second'")
    for word in ["start:+machine_first", "start", "undo", "1", "3:silver=0", "end", "undo"]:
        second.do(word)
    refilled = Listener("learning.empty-box = 'refill'")
    for word in f"start 1 5 {NONE_LEFT} empty 2 7:silver=0,green=0 undo undo".split():
        refilled.do(word)
    return [*listener.heard, *second.heard, *refilled.heard]


ARROWS = "game = 'hexapawn'\nmarks = ['W', 'B']\nbeads = {palette = 'four-arrows', start = 4}\n"
MATCHES = "game = 'nim'\nmarks = ['I', 'J']\nbeads = {palette = 'four-arrows', start = 4}\n"


def of_both(kit: str, script: str, empty: bool = False) -> list[Text]:
    """Return all that is said in a game between both machines of a kit, trying its last step at an
    empty box.
    """
    listener = Listener(f"{kit}side = 'both'\n")
    kit_here = listener.desk.session.kit
    listener.hear(
        wording.due(listener.desk.session, both=True),
    )
    listener.do("start:Ada:Zoë:+both")
    listener.do("start:Ada:+both")
    for number, move in enumerate(script.split()):
        listener.do(f"bead:{move}")
        if not number:
            listener.do("undo")
            listener.do(f"bead:{move}")
        game = listener.desk.session.game
        if game:
            listener.hear(wording.machines(game), wording.the_machine_is(kit_here, game))
            listener.hear(*(wording.list_head(kit_here, side) for side in Side))
    box = listener.desk.session.box
    if empty and box:
        listener.do(f"{box.number}:none")
        listener.do(lambda session: session.empty(lambda _, legal: legal[0]))
    listener.do("end")
    listener.hear(say("beads.none-due"), wording.names(None, None, both=True))
    listener.hear(wording.names("Ada", None, both=True))
    return listener.heard


WALKS: dict[str, Callable[[], list[Text]]] = {
    "both, arrows, an empty box": lambda: of_both(
        f"{ARROWS}learning.empty-box = 'refill'\n", "7-4 2-5", empty=True
    ),
    "both, matches, an empty box": lambda: of_both(
        f"{MATCHES}learning.empty-box = 'punish-previous'\n", "6 4", empty=True
    ),
    "a win": lambda: played(CABINET, WON, "Zoë"),
    "a draw": lambda: played("cabinet = {rows = 10, columns = 10}", DRAWN),
    "a last bead": lambda: played(
        "learning.protect-first-box = true", f"1:white=1,lilac=0,gold=0 {LOST}"
    ),
    "a lost position": lambda: played("boxes.lost-positions = false", "4 1 7 9 8 2"),
    "a lot": lambda: played("learning.empty-box = 'random'", f"{NONE_LEFT} 1 5 2 3 4 7"),
    "a box that cannot be empty": lambda: played(
        "learning.empty-box = 'keep-last'", f"{NONE_LEFT} 1 5 empty"
    ),
    "counts": counted_in_between,
}
