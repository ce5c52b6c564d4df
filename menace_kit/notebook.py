"""The interface for Python and notebooks: machines that play, learn and print.

>>> from menace_kit import Machine, show
>>> machine = Machine.of("michie-1961").train(500, "perfect:0.3", seed=1)
>>> round(machine.evaluate("perfect")[0]["loss"], 2) < 0.7
True

Results have `_repr_svg_` or `_repr_html_`, so a notebook shows them if they are the last line of a
cell. Tables are rows, each a dict. Learning and evaluating need the extra `lab`.
"""

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from itertools import pairwise
from operator import index
from pathlib import Path
from typing import TYPE_CHECKING, Any, SupportsIndex

from menace_kit.errors import LabError, SelectionError, check_extra
from menace_kit.files import write_file, write_files
from menace_kit.frozen import Frozen
from menace_kit.games import Side, move_text, parse_position
from menace_kit.lab import MOST_GAMES
from menace_kit.machine import DEFAULT_PRESET, Box, Kit, load_kit, load_preset
from menace_kit.machine.learning import starting_contents
from menace_kit.machine.prospects import results

if TYPE_CHECKING:  # needs numpy, which is imported only to learn and evaluate
    from menace_kit.lab.engine.tables import GameTable
    from menace_kit.lab.machine_file import SavedMachine, Weights
    from menace_kit.lab.studies.evaluation import Rival
    from menace_kit.layout.marks import Document, Mark

POINTS = 60
"""Points on a curve, not counting the start; with fewer games, one point for each game."""

ENDINGS = ("svg", "png", "pdf")
"""File endings that a picture can be saved with."""

BOARD_SIDE = 30.0
"""Width of a board (mm)."""


class Picture(Frozen):
    """A drawing of one page; a notebook shows it."""

    document: "Document"

    @property
    def svg(self) -> str:
        """Return the drawing as SVG."""
        from menace_kit.render import rendered

        return rendered(self.document, "svg")[0].decode()

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str | Path) -> Path:
        """Save it as .svg, .png or .pdf, by the path's ending, and return the path.

        Raises SelectionError for any other ending.
        """
        from menace_kit.render import rendered

        path = Path(path)
        ending = path.suffix.removeprefix(".").lower()
        if ending not in ENDINGS:
            raise SelectionError(f"{path}: a picture is saved as one of .{', .'.join(ENDINGS)}")
        write_file(path, rendered(self.document, ending)[0])
        return path


class Rows(list[dict[str, Any]]):
    """A table: a list of rows, each a dict of the same columns -> value; a notebook shows it."""

    def _repr_html_(self) -> str:
        names = list(self[0]) if self else []
        head = "".join(f"<th>{escape(name)}</th>" for name in names)
        body = ("".join(f"<td>{escape(_shown(row[name]))}</td>" for name in names) for row in self)
        return f"<table><tr>{head}</tr>{''.join(f'<tr>{row}</tr>' for row in body)}</table>"


def _shown(value: object) -> str:
    return f"{value:.4f}" if isinstance(value, float) else str(value)


class Shown(Frozen):
    """A heading, an optional picture and a table; a notebook shows them."""

    title: str
    picture: Picture | None
    rows: Rows

    def _repr_html_(self) -> str:
        drawn = f"<div>{self.picture.svg}</div>" if self.picture else ""
        return f"<p><b>{escape(self.title)}</b></p>{drawn}{self.rows._repr_html_()}"


class LearningCurve(Picture):
    """A machine's chances to win, draw and lose its next game, as training goes on.

    `rows` has the chances after each number of games.
    """

    rows: Rows


def show(thing: "str | Box | Kit | Machine", kit: Kit | str = DEFAULT_PRESET) -> "Picture | Shown":
    """Return a board (text such as `O.X......`), box, kit or machine in a form a notebook shows.

    Boards and boxes belong to `kit`. Raises PositionError if a board cannot be read or no game
    reaches it.
    """
    if isinstance(thing, Machine):
        return thing.shown
    if isinstance(thing, Kit):
        return Machine.of(thing).shown
    kit = _kit(kit)
    if isinstance(thing, Box):
        return Machine.of(kit).box(thing.number)
    position = parse_position(kit.game, thing, kit.spec.marks)
    return _boards(kit, [position.cells], thing)


def _kit(kit: Kit | str | Path) -> Kit:
    if isinstance(kit, Kit):
        return kit
    return load_kit(Path(kit)) if str(kit).endswith(".toml") else load_preset(str(kit))


def _number(what: str, asked: SupportsIndex, least: int, most: int) -> int:
    """Return `asked`, which may be numpy's, as an int; raises LabError if it is out of bounds."""
    number = index(asked)
    if not least <= number <= most:
        raise LabError(f"{what}: it should be a whole number from {least} to {most}, not {number}")
    return number


def _games(asked: SupportsIndex) -> int:
    return _number("games", asked, 1, MOST_GAMES)


def _seed(asked: SupportsIndex) -> int:
    return _number("seed", asked, 0, 2**64 - 1)


def _names(asked: str | Sequence[str]) -> list[str]:
    """Return the players' names without repeats; raises LabError if there are none."""
    names = [asked] if isinstance(asked, str) else asked
    if not names:
        raise LabError("it should be names of players, such as 'random', and there is none")
    return list(dict.fromkeys(names))


def _rival(name: str, game: "GameTable") -> "Rival":
    from menace_kit.lab import WORST_CASE
    from menace_kit.lab.exact import player_policy
    from menace_kit.lab.players import player_named

    policy = None if name == WORST_CASE else player_policy(player_named(name, game))
    return lambda _: policy


def _boards(kit: Kit, boards: Sequence[str], title: str) -> Picture:
    """Draw boards side by side; `boards` has the cells of each."""
    from menace_kit.layout.board import grid_marks, position_marks
    from menace_kit.layout.squares import Squares

    marks: list[Mark] = []
    for place, cells in enumerate(boards):
        squares = Squares(kit, 2 + place * (BOARD_SIDE + 8), 2, BOARD_SIDE / kit.game.columns)
        marks += [*grid_marks(squares), *position_marks(squares, cells)]
    _, height = squares.size
    return _picture(kit, title, len(boards) * (BOARD_SIDE + 8) - 4, height + 4, marks)


def _picture(kit: Kit, title: str, width: float, height: float, marks: "Sequence[Mark]") -> Picture:
    from menace_kit.layout.marks import Document, Medium, Page

    page = Page(width, height, tuple(marks))
    return Picture(
        Document("picture", title, kit.spec.name, kit.fingerprint, (page,), Medium.SCREEN)
    )


class Machine(Frozen):
    """A machine: its kit, how it learns, what is in its boxes, and its training. Immutable.

    `saved` is what `menace-kit lab train` saves. Training returns a new machine.
    """

    saved: "SavedMachine"

    @classmethod
    def of(cls, kit: Kit | str | Path = DEFAULT_PRESET) -> "Machine":
        """Return an untrained machine, filled for its first game."""
        from menace_kit.lab.machine_file import untaught

        chosen = _kit(kit)
        return cls(untaught(chosen, starting_contents(chosen)))

    @classmethod
    def load(cls, path: str | Path, kit: Kit | str | Path = DEFAULT_PRESET) -> "Machine":
        """Load a machine file; raises LabError if it belongs to another kit."""
        from menace_kit.lab.machine_file import kits_of, load_machine

        return cls(load_machine(Path(path), *kits_of(_kit(kit))))

    @classmethod
    def of_logbook(cls, path: str | Path, kit: Kit | str | Path = DEFAULT_PRESET) -> "Machine":
        """Return the real machine as its logbook records it. The logbook is only read.

        Raises LogbookError if there is none.
        """
        from menace_kit.lab.machine_file import untaught
        from menace_kit.logbook import Logbook

        with Logbook(Path(path), _kit(kit), read_only=True) as logbook:
            return cls(untaught(logbook.kit, logbook.contents()))

    @property
    def kit(self) -> Kit:
        """Return the machine's kit."""
        return self.saved.kit

    @property
    def beads(self) -> "Weights":
        """Return box number -> colour -> beads, or the odds if the machine learns by odds."""
        return self.saved.weights

    def save(self, path: str | Path) -> Path:
        """Write the machine as `menace-kit lab train` does, and return the path."""
        from menace_kit.lab.machine_file import machine_bytes

        write_file(Path(path), machine_bytes(self.saved))
        return Path(path)

    def train(self, games: int, opponent: str = "random", seed: int | None = None) -> "Machine":
        """Return the machine after more games: `games`, or fewer if it can no longer move first.

        Without a seed it continues the random numbers of its last training; the first training
        starts with seed 1. Raises LabError for an unknown opponent, or for a number of games or a
        seed out of bounds.
        """
        check_extra()
        from menace_kit.lab.learners import contest
        from menace_kit.lab.training import Training

        games, seed = _games(games), None if seed is None else _seed(seed)
        training = Training(contest(self.kit, opponent, self.saved.learner), seed, self._continued)
        training.play(games)
        return Machine(training.machine)

    @property
    def _continued(self) -> "SavedMachine":
        """Return what training continues from; an untrained machine starts with seed 1."""
        from menace_kit.lab.machine_file import TrainingState

        return self.saved if self.saved.lessons else replace(self.saved, state=TrainingState(1))

    def evaluate(self, *opponents: str, side: Side | str | None = None) -> Rows:
        """Return the machine's exact chances to win, draw and lose its next game, by opponent.

        Without names: all players that never change, and `worst-case`, which knows what is in the
        boxes. `side` is the machine's side; by default the first that it has boxes for. Raises
        LabError for an unknown name.
        """
        check_extra()
        from menace_kit.lab import STATIONARY, WORST_CASE
        from menace_kit.lab.engine.tables import game_table, machine_table
        from menace_kit.lab.learners import machine_side
        from menace_kit.lab.studies.evaluation import evaluated

        names = _names(opponents or (*STATIONARY, WORST_CASE))
        table = machine_table(self.kit, game_table(self.kit.game))
        found = evaluated(
            table,
            table.weights(self.beads),
            machine_side(self.kit, None if side is None else Side(side)),
            {name: _rival(name, table.game) for name in names},
        )
        return Rows([{"opponent": name, **each._asdict()} for name, each in found.items()])

    def curve(
        self,
        games: int,
        opponent: str = "random",
        seed: int = 1,
        against: str | Sequence[str] = ("random", "perfect"),
    ) -> LearningCurve:
        """Return how the machine's chances against some players change as it trains.

        The machine itself stays as it is. Raises the LabErrors of `train` and `evaluate`.
        """
        from menace_kit.layout.charts.learned import learned_document

        games, seed, against = _games(games), _seed(seed), _names(against)
        step = max(1, -(-games // POINTS))
        moments, machine = [0, *range(step, games, step), games], self
        found = [machine.evaluate(*against)]
        for before, after in pairwise(moments):
            machine = machine.train(after - before, opponent, seed)
            found.append(machine.evaluate(*against))
        lines = {
            name: {
                result: [rows[place][result.value] for rows in found]
                for result in results(self.kit.game)
            }
            for place, name in enumerate(against)
        }
        rows = [
            {"games": moment, **row}
            for moment, each in zip(moments, found, strict=True)
            for row in each
        ]
        return LearningCurve(learned_document(self.kit, moments, lines), Rows(rows))

    def box(self, which: int | str) -> Shown:
        """Return a box's label and contents; name it by its number or by a board.

        Raises UnknownNameError for an unknown number, PositionError if the board cannot be read,
        and SelectionError if it has no box.
        """
        box = self.kit.box(which) if isinstance(which, int) else self._box_for(which)
        inside = self.beads[box.number]
        total = sum(inside.values())
        rows = [
            {
                "colour": colour,
                "move": move_text(move),
                "beads": inside[colour],
                "chance": inside[colour] / total if total else 0.0,
            }
            for colour, move in box.moves.items()
        ]
        return Shown(f"Box {box.name}", self.label(box.number), Rows(rows))

    def _box_for(self, board: str) -> Box:
        from menace_kit.guide.look_up import look_up

        found = look_up(self.kit, board)
        if not found.readings:
            raise SelectionError(f"{board}: {found.reason}")
        return found.readings[0].box

    def label(self, number: int) -> Picture:
        """Return the label of a box as it is printed."""
        from menace_kit.layout.label import label_marks
        from menace_kit.layout.label_style import label_style

        kit = self.kit
        style = label_style(kit, kit.container.label_width, kit.container.label_height, tabs=False)
        marks = list(label_marks(kit, style, kit.box(number), 0, 0))
        return _picture(kit, f"Box {kit.box(number).name}", style.width, style.height, marks)

    @property
    def contents(self) -> Rows:
        """Return the contents of all boxes, with a row for each box and colour."""
        rows = [
            {
                "box": box.number,
                "board": self.kit.board(box),
                "colour": colour,
                "move": move_text(move),
                "start": box.start[colour],
                "beads": self.beads[box.number][colour],
            }
            for box in self.kit.boxes
            for colour, move in box.moves.items()
        ]
        return Rows(rows)

    @property
    def shown(self) -> Shown:
        """Return what a notebook shows: the kit, the first box, and a row for each stage."""
        first = self.kit.boxes[0]
        rows = [
            {
                "move": f"{boxes[0].side.value} player, {boxes[0].stage}"
                if self.kit.tells_stages
                else "any",
                "boxes": len(boxes),
                "beads at the start": sum(box.start_total for box in boxes),
                "beads": round(sum(sum(self.beads[box.number].values()) for box in boxes), 3),
            }
            for boxes in self.kit.boxes_by_stage
        ]
        title = (
            f"{self.kit.spec.name} (kit {self.kit.fingerprint}), after {self.saved.games:,} games"
        )
        return Shown(title, self.label(first.number), Rows(rows))

    def _repr_html_(self) -> str:
        return self.shown._repr_html_()

    def print(
        self, name: str, folder: str | Path = "output", formats: Sequence[str] = ("pdf",)
    ) -> list[Path]:
        """Write a sheet, such as `labels` or `key-card`, into a folder, and return its files.

        `filling` shows this machine's contents. Raises SelectionError, which lists the sheets, for
        an unknown name.
        """
        from menace_kit.printables.catalogue import FILLING, OF_GAMES, SHEETS
        from menace_kit.printables.filling import LearnedMachine
        from menace_kit.printables.making import make
        from menace_kit.text import paper_words

        known = {sheet.name: sheet for sheet in SHEETS if sheet.parts[0] not in OF_GAMES}
        if name not in known:
            raise SelectionError(f"there is no sheet {name!r}; choose from: {', '.join(known)}")
        words = paper_words(self.kit)
        choices: dict[str, Any] = {}
        if name == FILLING.name:
            count = self.saved.games
            told = words(
                "heatmap.saved", file=self.kit.spec.name, n=count, games=words.number(count)
            )
            choices["learned"] = LearnedMachine(self.saved.contents, told, "")
        made = [make(part, self.kit, **choices) for part in known[name].parts]
        files = {file.name: file.content for each in made for file in each.files(formats)}
        write_files(Path(folder), files)
        return [Path(folder) / name for name in files]
