"""Every command, with every odd kit: it does its work, or refuses in a sentence
that is known; it never breaks down.

The commands are asked of the program itself, so that one without a row here fails.
`pytest -m prove` runs each command with each kit; otherwise each runs with one,
so that between them all kits and all commands are met.
"""

import json
import shlex
from collections.abc import Callable, Iterator
from functools import cached_property
from io import StringIO
from itertools import product
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from menace_kit.games import described, move_text, written_move
from menace_kit.guide.desk import Desk
from menace_kit.guide.session import Session
from menace_kit.guide.situation import Due
from menace_kit.logbook.entries import Action
from menace_kit.logbook.export import game_facts, json_lines
from menace_kit.logbook.store import Logbook
from menace_kit.machine import Box
from menace_kit.machine.box_map import map_text
from menace_kit.machine.schema import Teaches
from menace_kit.printables.catalogue import SHEETS
from menace_kit.web.app import create_app
from menace_kit.web.settings import Settings
from menace_kit.workshop.filling import filled_with, filling_csv
from tests.cli.commands import every_command
from tests.cli.conftest import Menace
from tests.cli.running import complaint
from tests.examples import all_to_prove
from tests.guide.scripts import counted, do
from tests.odd_kits import LONGEST_OPERATOR, ODD_KITS


def commands() -> Iterator[str]:
    """Yield every command that the program has, as it is typed behind its name."""
    for path in every_command():
        words = path.removeprefix("menace-kit ")
        yield from (f"print {sheet.name}" for sheet in SHEETS) if words == "print" else [words]


class Bench:
    """A folder with an odd kit, in which commands are run,
    and a logbook that is brought to where one needs it.
    """

    def __init__(self, name: str, folder: Path) -> None:
        self.folder, self.operator = folder, LONGEST_OPERATOR
        self.kit = ODD_KITS[name].load(folder)

    @cached_property
    def logbook(self) -> Path:
        """Return the logbook's file, in which a game has been played and confirmed."""
        path = self.folder / "logbook.sqlite"
        with Logbook(path, self.kit) as logbook:
            desk = Desk(logbook)
            desk.act(started)
            while desk.session.due is not Due.START:
                desk.act(any_step)
        return path

    def until(self, due: Due) -> "Bench":
        """Start another game and play it until this is due."""
        with Logbook(self.logbook, self.kit) as logbook:
            desk = Desk(logbook)
            while desk.session.due is not due:
                desk.act(any_step)
            self.session = desk.session
        return self

    def with_an_empty_box(self) -> "Bench":
        """Start another game, in which the box that is due is empty."""
        self.until(Due.BEAD)
        with Logbook(self.logbook, self.kit) as logbook:
            do(Desk(logbook), f"{self.box}:none")
        return self

    def with_a_full_box(self) -> "Bench":
        """Start another game, in which the box that is due has 400 beads of its first colour."""
        self.until(Due.BEAD)
        box = self.box
        with Logbook(self.logbook, self.kit) as logbook:
            Desk(logbook).act(counted(box, {next(iter(self.kit.box(box).moves)): 400}))
        return self

    @property
    def box(self) -> int:
        """Return the number of the box that is due."""
        assert self.session.box is not None
        return self.session.box.number

    @property
    def move(self) -> str:
        """Return a move that the opponent may make now."""
        position = self.session.position
        return written_move(self.kit.game, position, self.kit.game.legal_moves(position)[0])

    @cached_property
    def name(self) -> str:
        """Return what stands on a box in the midst of all."""
        return self.kit.boxes[len(self.kit.boxes) // 2].name

    @property
    def due_name(self) -> str:
        return self.kit.box(self.box).name

    @property
    def bead(self) -> str:
        """Return a colour that is in the box that is due."""
        inside = self.session.in_box(self.box)
        return next(colour for colour, count in inside.items() if count)

    @property
    def side(self) -> str:
        return self.kit.box_named(self.name).side.value

    @property
    def colour(self) -> str:
        return next(iter(self.kit.box_named(self.name).moves))

    @property
    def typed_as(self) -> str:
        """Return the colour as it is typed among others: by its letter if it has a blank."""
        return self.kit.colour(self.colour).key if " " in self.colour else self.colour

    @cached_property
    def board(self) -> str:
        """Return the drawing of that box."""
        return self.kit.board(self.kit.box_named(self.name))

    @cached_property
    def games(self) -> list[str]:
        """Return the games of the logbook, as they are imported: lines of JSON."""
        with Logbook(self.logbook, self.kit) as logbook:
            return list(json_lines(game_facts(logbook)))

    @property
    def moves(self) -> str:
        """Return the moves of the logbook's game, as from paper."""
        return str(json.loads(self.games[0])["moves"])

    @property
    def first_mover(self) -> str:
        return "--first-mover=machine" if self.kit.spec.side == "both" else ""

    @property
    def first_bead(self) -> str:
        """Return the option for a first bead; none where the last one alone teaches."""
        teaches = self.kit.spec.learning.teaches is Teaches.EVERY_MOVE
        return f"--first-bead={next(iter(self._first.moves))}" if teaches else ""

    @property
    def first_box(self) -> str:
        return f"--box={self._first.name}" if self.first_bead else ""

    @property
    def _first(self) -> Box:
        return self.kit.first_boxes(self.kit.boxes[0].side)[0]

    @property
    def typed(self) -> str:
        """Return what a human types who plays: every move there is, twice;
        then to take back, and to quit.
        """
        moves = dict.fromkeys(
            move_text(move) for box in self.kit.boxes for move in box.moves.values()
        )
        return "\n".join([*moves, *moves, "u", "q", ""])

    @property
    def parameters(self) -> str:
        """Return the unusual parameters of the game, a line for each word."""
        return "\n".join(described(self.kit.game).split()[1:])

    def write_files(self) -> None:
        """Write the drawings of all boxes, the map of all, and what is in them."""
        self.file("drawings.csv", "drawing", *(self.kit.board(box) for box in self.kit.boxes))
        self.file("map.csv", map_text(self.kit))
        one_more = {
            box.number: {colour: count + 1 for colour, count in box.start.items()}
            for box in self.kit.boxes
        }
        self.file("counts.csv", filling_csv(filled_with(self.kit, one_more)))

    def file(self, name: str, *lines: str) -> None:
        """Write lines into a file beside the kit."""
        (self.folder / name).write_text("\n".join([*lines, ""]), encoding="utf-8")


def started(session: Session) -> Action:
    """Return the start of a game: of two machines, the first one's turn."""
    return session.start("Ada", LONGEST_OPERATOR, True if session.kit.spec.side == "both" else None)


def any_step(session: Session) -> Action:
    """Return a step that is due: the first colour, the first reply."""
    if session.due is Due.START:
        return started(session)
    if session.due is Due.ADJUST:
        return session.confirm()
    if session.due is Due.REPLY:
        return session.reply(session.kit.game.legal_moves(session.position)[0])
    assert session.box is not None
    beads = [colour for colour, count in session.in_box(session.box.number).items() if count]
    return session.draw(beads[0]) if beads else session.empty(lambda _, moves: moves[0])


NEEDS: dict[str, Callable[[Bench], object]] = {
    "nothing": lambda bench: bench,
    "files": Bench.write_files,
    "logbook": lambda bench: bench.logbook,
    "games": lambda bench: bench.file("games.jsonl", *bench.games),
    "bead": lambda bench: bench.until(Due.BEAD),
    "reply": lambda bench: bench.until(Due.REPLY),
    "list": lambda bench: bench.until(Due.ADJUST),
    "empty": Bench.with_an_empty_box,
    "full": Bench.with_a_full_box,
}
"""What has to be there, or due, before a command is run."""

TYPED = """
nothing: build --format all
nothing: print labels --only {0.name}
nothing: print labels --start-at 2
nothing: print index
nothing: print index --poster
nothing: print key-card
nothing: print key-card --small
logbook: print filling --paper letter
logbook: print filling --machine logbook.sqlite
logbook: print stickers --paper letter
logbook: print stickers --games 1
logbook: print certificate --paper letter
logbook: print certificate --games 1 --two
logbook: print day --paper letter
logbook: print day --day today
nothing: calibrate
nothing: calibrate --measured 20.5,189.4,19.8,276.4
files: new new --container measure-your-own
files: new drawn --from drawings.csv --kit kit.toml
files: new mine --from map.csv --kit kit.toml --contents counts.csv
files: new . --contents counts.csv
logbook: boxes
logbook: boxes --json
logbook: boxes --csv
logbook: boxes --map
logbook: boxes {0.name}
logbook: boxes {0.name} --json
logbook: boxes --now
logbook: boxes --json --now
logbook: boxes --csv --now
logbook: boxes {0.name} --now
logbook: boxes {0.name} --json --now
nothing: list
nothing: list machines
nothing: list palettes michie-1961
nothing: list games --json
nothing: operator lookup {0.board} --to-move {0.side} --best
nothing: operator lookup {0.board} --to-move {0.side} --json
logbook: operator play
nothing: operator start --operator {0.operator} --opponent Bob
bead: operator draw {0.bead}
reply: operator reply {0.move}
empty: operator empty
full: operator halve {0.due_name}
list: operator undo
list: operator undo
bead: operator end
bead: operator status
bead: operator status --json
list: operator adjust
list: operator adjust --done
logbook: operator record --outcome won {0.first_bead} {0.first_box} --done
logbook: operator record {0.moves} --done {0.first_mover} --opponent {0.operator}
logbook: operator record --outcome lost --operator {0.operator}
games: operator import games.jsonl --logbook other.sqlite
logbook: operator count {0.name} {0.colour}=5
logbook: operator count --first
logbook: operator count --first --json
logbook: operator count --sheet
logbook: operator count --sheet --done --differ "{0.name} {0.typed_as}=5" --operator {0.operator}
logbook: operator history
logbook: operator history --last 1
logbook: operator history --json
logbook: operator history 1
logbook: operator history 1 --json
logbook: operator stats
logbook: operator stats --json
logbook: operator stats --plot played.svg
logbook: operator stats --visitors
logbook: operator stats --by-day
logbook: operator stats --day today
logbook: logbook verify
logbook: logbook export
logbook: logbook export entries.csv --format csv
logbook: logbook export games.jsonl --games
logbook: logbook export now.json --machine
logbook: logbook forget Ada --yes
logbook: logbook backup copy.sqlite
logbook: logbook rescue rescued.sqlite
nothing: lab train --games 3 --seed 1 --machine trained.json
nothing: lab train --games 2 --machine trained.json
nothing: lab train --games 3 --seed 1 --learner odds --json
nothing: lab train --games 3 --seed 1 --opponent menace
nothing: lab train --games 3 --seed 1 --mix random=1,perfect:0.1=2
logbook: lab evaluate --opponent random
logbook: lab evaluate --machine logbook.sqlite --json
logbook: lab evaluate --greedy --opponent worst-case
logbook: lab play
logbook: lab play --machine logbook.sqlite --greedy
nothing: lab curve --games 3 --seed 1 --runs 2 --output curve.svg
nothing: lab curve --games 3 --seed 1 --runs 2 --json
nothing: lab picture --games 3 --output heatmap.svg
nothing: lab picture --games 3 --json
nothing: lab picture --games 3 --seed 1 --output film.gif
nothing: lab compare kit.toml --games 3 --seed 1 --runs 2
nothing: lab compare kit.toml --games 3 --seed 1 --runs 2 --json
nothing: lab sweep --games 3 --seed 1 --runs 1 --start 2 --empty-box refill
nothing: serve --test-lights
nothing: dev check-game {0.kit.game.name} {0.parameters}
nothing: dev check-game {0.kit.game.name} --json
"""
"""What each command needs, and what is typed, of an odd kit's bench; other sheets are printed on
letter paper.
"""

ALL = sorted(commands(), key=len, reverse=True)


def rows() -> dict[str, list[tuple[str, list[str]]]]:
    """Return for each command what it needs, and what is typed after it, for each time it runs."""
    found: dict[str, list[tuple[str, list[str]]]] = {}
    for line in TYPED.strip().splitlines():
        need, _, typed = line.partition(": ")
        command = next(each for each in ALL if f"{typed} ".startswith(f"{each} "))
        found.setdefault(command, []).append((need, shlex.split(typed.removeprefix(command))))
    sheets = {
        command: [("nothing", ["--paper", "letter"])] for command in ALL if "print " in command
    }
    return sheets | found


ROWS = rows()


def typed_words(bench: Bench, command: str) -> list[list[str]]:
    """Bring a bench to where a command needs it, and return the words of each time it runs."""
    for need in dict(ROWS[command]):
        NEEDS[need](bench)
    runs = [[word.format(bench) for word in words] for _, words in ROWS[command]]
    return [[*command.split(), *filter(None, "\n".join(words).split("\n"))] for words in runs]


ELSEWHERE = {"dev site"}
"""It takes no kit: tests/site. What `serve` serves is the test of the pages below."""

WITHOUT_CABINET = dict.fromkeys(ODD_KITS.keys() - {"named", "longest"}, "this kit has no cabinet")
MANY_BOXES = dict.fromkeys(
    ("no cabinet, French", "longest"), "and a lesson has time for at most 60"
)
IN_BOXES = dict.fromkeys(
    ODD_KITS.keys() - {"nim, second, folded"}, "this kit's boxes are not made of paper"
)
FEW_BOXES = (
    "nim, first",
    "nim, second, folded",
    "nim, both, Dutch",
    "nim, flat boxes",
    "two starters",
)
REFUSED = {
    "print index": dict.fromkeys(FEW_BOXES, "an index is for more than 12 boxes")
    | {"nim, twenty": "its boxes are in order of the pieces on their boards"},
    "print stocktake": dict.fromkeys(FEW_BOXES, "stocktake sheets are for more than 12 boxes"),
    "print labels": {"nim, second, folded": "the labels of fold-up boxes are printed on the boxes"},
    "print fence": {
        "nim, second, folded": "the fence of a fold-up box is folded from the same card"
    },
    "print fold-up": IN_BOXES,
    "print mat": dict.fromkeys(ODD_KITS, "this kit has boxes; for a mat, write in kit.toml"),
    "print lesson": MANY_BOXES,
    "print stickers": {"longest": "a square of 2.1 mm is too small for the mark"},
    "print cabinet-map": WITHOUT_CABINET,
    "print codes": dict.fromkeys(
        ODD_KITS.keys() - {"two machines", "longest"}, "this kit has no web address for its boxes"
    ),
    "print first-box-graph": {
        "nim, second, folded": "this kit has no box that is used only at the start of a game",
        "gaps": "by this kit's rules no game adds beads to a first box",
        "named": "by this kit's rules no game adds beads to a first box",
    },
    "serve": dict.fromkeys(ODD_KITS, "has no lights"),
    "operator play": dict.fromkeys(ODD_KITS, "play needs a keyboard and a screen"),
}
"""Command -> odd kit -> what is said of why it cannot be."""


LIGHT = {
    "build": "nim, first",
    "lab train": "nim, twenty",
    "print shopping": "nim, first",
    "dev check-game": "nim, first",
    "print codes": "two machines",
}
QUICK = [
    (command, LIGHT.get(command, list(ODD_KITS)[place % len(ODD_KITS)]))
    for place, command in enumerate(ROWS)
]
"""Each command with one kit, so that all of the kits come up;
with a small one where much is drawn or simulated.
"""


def test_every_command_has_a_row() -> None:
    assert set(commands()) == ROWS.keys() | ELSEWHERE
    assert {kit for _, kit in QUICK} == ODD_KITS.keys()


@pytest.mark.parametrize(("command", "name"), all_to_prove(product(ROWS, ODD_KITS), quick=QUICK))
def test_a_command_works_with_an_odd_kit_or_says_why_not(
    command: str, name: str, menace: Menace, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bench = Bench(name, tmp_path)
    monkeypatch.setattr("sys.stdin", StringIO(bench.typed))
    why = REFUSED.get(command, {}).get(name, "")
    results = [menace(*words) for words in typed_words(bench, command)]
    failed = [result for result in results if result.code]
    assert why or not failed, failed
    assert failed or not (why and results)
    for result in failed:
        assert why in complaint(result, result.code)


PAGES = (
    "/",
    "/quick",
    "/screen",
    "/cabinet",
    "/find",
    "/watch",
    "/play",
    "/statistics",
    "/day",
    "/learned",
    "/history",
    "/history/1",
    "/downloads",
)
CALLS = ("state", "kit", "boxes", "history", "game/1", "statistics", "days", "day/2026-11-22")


@pytest.mark.parametrize("name", all_to_prove(ODD_KITS, quick=["named"]))
def test_every_page_is_served_for_an_odd_kit(name: str, tmp_path: Path) -> None:
    bench = Bench(name, tmp_path).until(Due.BEAD)
    number = bench.kit.box_named(bench.name).number
    with TestClient(
        create_app(bench.kit, bench.logbook, Settings()), base_url="http://127.0.0.1:1961"
    ) as web:
        for page in (*PAGES, f"/box/{number}", f"/label/{number}.svg", "/charts/progress.svg"):
            assert web.get(page).status_code == 200, page
        for call in (*CALLS, f"box/{number}"):
            assert web.get(f"/api/{call}").status_code == 200, call
        begun = web.post("/play/begin", data={}, headers={"origin": "http://127.0.0.1:1961"})
        assert 'class="move"' in begun.text or "can play no more" in begun.text
