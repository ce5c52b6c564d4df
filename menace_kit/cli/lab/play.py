"""`menace-kit lab play`: a human, or a player or another machine, against the machine or a copy of the real one."""

import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import nullcontext, redirect_stdout
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any

import typer

from menace_kit.cli.lab.options import (
    GREEDY,
    ChosenMachine,
    MachineOptions,
    MachineSaver,
    count_option,
    is_machine,
    kit_facts,
    machine_named,
    seed_number,
    tell,
    told_of_compiling,
)
from menace_kit.cli.options import ENDED, JsonOption, KitOptions
from menace_kit.cli.terminal import board_lines, print_lines, side_by_side
from menace_kit.errors import LabError, MoveError
from menace_kit.games import NamesMoves, Pieces, Position, Side, move_text, read_move, written_move
from menace_kit.lab import A_MACHINE, COACH, LEARNERS, MENACE, OF_ONES_OWN, PLAYERS, in_help, noted
from menace_kit.machine.boxes import Reading
from menace_kit.machine.kit import Kit, load_preset
from menace_kit.machine.learning import GaveUp, How, Result, Turn, results, starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names
from menace_kit.text import kit_words
from menace_kit.text.kit_words import player_called
from menace_kit.text.words import capital
from menace_kit.views.json_output import move_fact

# What a human sees who plays against the machine.

if TYPE_CHECKING:  # these are slow to import, and --help needs none of them
    from rich.text import Text

    from menace_kit.lab.machine_file import SavedMachine
    from menace_kit.lab.players import Player
    from menace_kit.lab.training import HumanGame, TurnTaken

CELL = 3

YOU = {Result.WIN: "lost", Result.TIE: "drew", Result.LOSS: "won"}
"""What a human did in a game that ended so for the machine."""


class Screen:
    """Prints a game against a machine of a kit, by beads or by odds."""

    def __init__(self, kit: Kit, learner: str, who: str = "") -> None:
        """Open the screen; where two machines share it, what this one does begins with `who` it is."""
        self._kit, self._learner, self._who = kit, learner, who

    def greet(self, source: str, side: Side, greedy: bool, seed: int) -> None:
        """Say who plays whom, and how moves are typed."""
        own, other = player_called(self._kit, side), player_called(self._kit, side.other)
        begins = "it begins" if side is Side.FIRST else "you begin"
        how = "It plays the colour of which it has most" if greedy else "It draws its beads by chance"
        if self._kit.game.impartial:
            who = f"Against {source} you are {other}"
        else:
            who = f"You play {other} against {source} with {own}"
        typer.echo(f"{who}; {begins}. {how}, seed {seed}.")
        typer.echo(f"Type {self._typed()}; u takes back, q quits.")

    def _typed(self) -> str:
        """Return how a move is typed."""
        game = self._kit.game
        example = game.legal_moves(game.start())[0]
        if len(example) > 1:
            return f"a move from square to square, such as {move_text(example)}"
        if game.pieces is Pieces.MARKS:
            return "the number of a square"
        start = game.start()
        return (
            f"a number: {written_move(game, start, example)} is {kit_words.square(self._kit, example, start)}"
        )

    def show_table(self, position: Position, *before: "tuple[str, list[Text]]") -> None:
        """Show the board and the numbers of its squares, behind other blocks of lines."""
        from rich.text import Text

        columns = self._kit.game.columns
        numbers: list[Text] = []
        for row in range(self._kit.game.rows):
            squares = (move_text((row * columns + column,)).center(CELL) for column in range(columns))
            numbers += [Text(" ".join(squares)), Text()]  # empty where the board has a line
        blocks = [*before, ("the table", board_lines(self._kit, position, {}))]
        if not isinstance(self._kit.game, NamesMoves):
            blocks.append(("squares", numbers[:-1]))
        lines = side_by_side(blocks)
        for line in lines:
            line.rstrip()
        print_lines([Text(), *lines], soft_wrap=True)

    def show_turn(self, duel: "HumanGame", turn: "TurnTaken") -> None:
        """Show what the machine had in its box, what it drew, and the board after it."""
        typer.echo(f"\n{self._who}{self._said(duel, turn)}")
        if turn.move is None:
            return
        before = []
        if turn.reading is not None and turn.colour is not None and not self._kit.has_arrows:
            before = [("its beads", board_lines(self._kit, turn.position, turn.reading.moves))]
        self.show_table(duel.position, *before)

    def _said(self, duel: "HumanGame", turn: "TurnTaken") -> str:
        move = kit_words.square(self._kit, turn.move, turn.position) if turn.move is not None else ""
        if turn.reading is None:
            if turn.move is None:
                return "There is no box for this position, which is lost: the machine gives up."
            if turn.how is How.FORCED:
                return f"Only one move is left: {move}."
            return f"There are no boxes for moves this late; {self._rule(turn)} it plays {move}."
        box = turn.reading.box
        name = f"Box {box.name}"
        if turn.move is None:
            return f"{name} is empty: the machine gives up."
        if turn.colour is None:
            return f"{name} is empty: any move by lot, {move}."
        weights: Mapping[str, float] = duel.weights[box.number]
        filled = ""
        if turn.how is How.REFILLED:
            weights, filled = box.start, "was empty and is filled anew; it "
        verb = "It plays" if duel.greedy else "It draws"
        return f"{name} {filled}holds {self._inside(turn.reading, weights)}. {verb} {turn.colour}: {move}."

    def _rule(self, turn: "TurnTaken") -> str:
        """Return by which rule the machine made a later move."""
        later = Turn(self._kit, turn.position).later
        if later is None or not later.line:
            return "by lot"
        return f"by the chart ({later.line}){', and by lot,' if len(later.moves) > 1 else ''}"

    def _inside(self, reading: Reading, weights: Mapping[str, float]) -> str:
        total = sum(weights.values())
        kinds = []
        for colour, move in reading.moves.items():
            share = f"{100 * weights[colour] / total:.0f} %"
            called = f"{colour} {move_text(move)}" if self._kit.has_arrows else colour
            kinds.append(
                f"{weights[colour]:,} {called} ({share})" if self._learner == "beads" else f"{called} {share}"
            )
        return ", ".join(kinds)

    def show_end(self, duel: "HumanGame") -> None:
        """Say who won."""
        if not duel.gave_up and duel.position.to_move is duel.side:  # the human's was the last move
            self.show_table(duel.position)
        words = {Result.WIN: "The machine won.", Result.TIE: "A draw.", Result.LOSS: "You won!"}
        if duel.result is not None:
            typer.echo(f"\n{words[duel.result]}")

    def show_lesson(self, before: "SavedMachine", after: "SavedMachine") -> None:
        """Say what the machine learned: each count of beads that changed."""
        changes = [
            f"box {self._kit.box(number).name} {colour} {after.contents[number][colour] - count:+,}"
            for number, counts in before.contents.items()
            for colour, count in counts.items()
            if after.contents[number][colour] != count
        ]
        typer.echo(f"It learned: {', '.join(changes) or 'nothing'}.")

    def part(self, counts: Mapping[Result, int]) -> None:
        """Say how all games went."""
        games = sum(counts.values())
        if not games:
            typer.echo("No game was finished. Good-bye!")
            return
        told = ", ".join(f"{YOU[result]} {counts[result]}" for result in reversed(results(self._kit.game)))
        typer.echo(f"{games} game{'s' if games > 1 else ''}: you {told}. Good-bye!")


class LeaveError(Exception):
    """The human quits, or there is nobody any more who types."""


def play(
    machine: MachineOptions,
    *,
    opponent: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="Watch one game instead, board by board, against: "
            + in_help(
                *(noted(name, PLAYERS[name].note) for name in ("adaptive", COACH)),
                f"{MENACE} (the kit's other machine)",
                "a preset (untrained)",
            )
            + f", {OF_ONES_OWN}, or {A_MACHINE}.",
        ),
    ] = None,
    greedy: Annotated[
        bool, typer.Option("--greedy", help="It plays the colour of which it has most, and draws none.")
    ] = False,
    second: Annotated[
        bool, typer.Option("--second", help="The machine moves second: the other begins.")
    ] = False,
    learn: Annotated[
        bool,
        typer.Option("--learn", help="It learns from the games; with --machine what it learned is kept."),
    ] = False,
    seed: Annotated[
        int | None,
        count_option(
            "The same seed draws the same beads.  [default: another one each time; it is told]", seed_number
        ),
    ] = None,
    as_json: JsonOption = False,
    kit: KitOptions,
) -> None:
    """Play against the machine: type the number of a square; u takes back, q quits.

    With --opponent two engines play one game, and you watch. Without --machine, --real or --journal the machine is the
    kit as it was filled first. A journal is never changed. With --json the finished games are printed at the end, and
    what is shown meanwhile goes to standard error.

    Example:  menace-kit lab play --machine trained.json --greedy
    """
    from menace_kit.lab.learners import machine_side

    keeper = MachineSaver(machine.machine) if learn and machine.machine is not None else None
    found = machine.chosen(kit)
    own, source = found.machine, _source_text(found, trained=machine.machine is not None)
    if learn and own.learner != "beads":
        raise LabError(f"{source} learned by odds, and does so in lab train only; leave --learn away")
    side = machine_side(own.kit, Side.SECOND if second else None)
    chosen = secrets.randbits(32) if seed is None else seed
    table = PlayTable(own, side, greedy, learn, chosen, keeper)
    if opponent is not None:
        rival = _rival(opponent, own, side, kit, learn)
        table = WatchTable(own, side, greedy, learn, chosen, keeper, opponent, rival)
    with redirect_stdout(sys.stderr) if as_json else nullcontext():  # the JSON stands alone
        table.greet(source)
        stopped = False
        try:
            table.play()
        except LeaveError:
            pass
        except KeyboardInterrupt:
            typer.echo()
            stopped = True
        table.part()
    kept = keeper.path if keeper and any(table.results.values()) else None
    files = {"machine": found.source, "kept": kept}
    facts = table.facts() | {name: str(path) if path else None for name, path in files.items()}
    tell(as_json, facts, (), stopped)


def _source_text(chosen: ChosenMachine, trained: bool) -> str:
    """Return what a machine is called: by its file, where it was trained, else by its kit's name."""
    name = chosen.machine.kit.spec.name
    if chosen.source is None:
        return f"{name}, untrained,"
    return str(chosen.source) if trained else f"the copy of {name} in {chosen.source}"


def _rival(
    name: str, machine: "SavedMachine", side: Side, options: KitOptions, learns: bool
) -> "SavedMachine | Player":
    """Return whom a name means as the machine's opponent: another machine, or a player; LabError where nobody."""
    from menace_kit.lab.coach import COMPILED, Coach
    from menace_kit.lab.engine.tables import game_table, machine_table
    from menace_kit.lab.exact import policy_player
    from menace_kit.lab.learners import to_play
    from menace_kit.lab.machine_file import untaught
    from menace_kit.lab.players import function_player, is_function, player_named

    kit, game = machine.kit, game_table(machine.kit.game)
    if name == MENACE:
        if kit.spec.side != "both":
            raise LabError(
                f"{kit.spec.name} has boxes for one side only and cannot play itself; {to_play(kit, *Side)}"
            )
        if learns:
            raise LabError("of a machine that plays itself both sides learn: lab train --opponent menace")
        return machine
    rival = None
    if name in template_names(TemplateKind.MACHINES):
        preset = load_preset(name)
        rival = untaught(preset, starting_contents(preset))
    elif is_machine(name):
        rival = machine_named(name, options).machine
    if rival is not None:
        from menace_kit.lab.exact import check_it_plays

        check_it_plays(name, rival.kit, kit.game, [side.other])
        return rival
    if is_function(name):
        return function_player(name, kit, game, [side.other])
    if name.partition(":")[0] in LEARNERS:
        raise LabError(f"{name} learns as it plays; lab train and lab curve have it as an opponent")
    player = player_named(name, game)
    if not player.looks:
        return player
    if machine.learner != "beads":
        raise LabError(
            f"{name} looks at the beads in the boxes, and this machine learns by {machine.learner}"
        )
    boxes = machine_table(kit, game)
    with told_of_compiling(*COMPILED):
        return policy_player(name, Coach(boxes, side).policy(boxes.weights(machine.weights), player.rate))


@dataclass
class PlayTable:
    """Where the two play, game after game.

    `keeper` keeps a machine that learns, None where it is not kept.
    """

    machine: "SavedMachine"
    side: Side
    greedy: bool
    learns: bool
    seed: int
    keeper: MachineSaver | None

    def __post_init__(self) -> None:
        """Lay the table: no games yet."""
        from menace_kit.lab.engine.arrays import RandomStream

        self.chance = RandomStream(self.seed)
        self.screen = Screen(self.machine.kit, self.machine.learner)
        self.results = dict.fromkeys(Result, 0)
        self._games: list[dict[str, Any]] = []

    def greet(self, source: str) -> None:
        """Say who plays whom."""
        self.screen.greet(source, self.side, self.greedy, self.seed)

    def part(self) -> None:
        """Say how it went."""
        self.screen.part(self.results)

    def play(self) -> None:
        """Play until the human has enough; LeaveError where that is in the middle."""
        goes_on = True
        while goes_on:
            duel = self._new_game()
            self._play_one(duel)
            goes_on = self._again(duel)

    def _new_game(self) -> "HumanGame":
        from menace_kit.lab.training import HumanGame

        return HumanGame(self.machine.kit, self.machine.weights, self.side, self.chance, self.greedy)

    def _play_one(self, duel: "HumanGame") -> None:
        if not duel.machine_is_due:
            self.screen.show_table(duel.position)
        while not duel.is_over:
            if duel.machine_is_due:
                self.screen.show_turn(duel, duel.machine_moves())
            else:
                self._other_moves(duel)
        self._show_end(duel)

    def _show_end(self, duel: "HumanGame") -> None:
        self.screen.show_end(duel)

    def _other_moves(self, duel: "HumanGame") -> None:
        for word in _typed("Your move: "):
            if word == "u":
                if duel.take_back():
                    self.screen.show_table(duel.position)
                    return
                typer.echo("There is no move of yours to take back.")
                continue
            try:
                duel.human_moves(read_move(duel.kit.game, duel.position, word))
            except MoveError as error:
                typer.echo(f"{str(error)[:1].upper()}{str(error)[1:]}.")
            else:
                return

    def _again(self, duel: "HumanGame") -> bool:
        """Ask whether there is to be another game; the machine learns from this one, if it was not taken back."""
        try:
            for word in _typed("Play again? (y or n; u takes your last move back) "):
                if word == "u" and duel.take_back():
                    self._play_one(duel)
                elif word == "u":
                    typer.echo("There is no move of yours to take back.")
                elif word in ("y", "yes", "n", "no"):
                    return word[0] == "y"
                else:
                    typer.echo("Type y or n.")
            return False
        finally:
            if duel.is_over:
                self._keep(duel)

    def _keep(self, duel: "HumanGame") -> None:
        if duel.result is None:
            return
        self.results[duel.result] += 1
        made = zip(duel.positions, duel.moves, strict=False)
        moves = [move_fact(duel.kit.game, position, move) for position, move in made]
        self._games.append({"moves": moves, "result": duel.result.value, "gave_up": duel.gave_up})
        if not self.learns:
            return
        before, self.machine = self.machine, self._taught(duel)
        self.screen.show_lesson(before, self.machine)
        if self.keeper is not None:
            self.keeper.save(self.machine)

    def _taught(self, duel: "HumanGame") -> "SavedMachine":
        from menace_kit.lab.training import machine_after

        return machine_after(self.machine, duel, self.seed)

    def facts(self) -> dict[str, Any]:
        """Return the finished games as JSON has them; results are the machine's."""
        return {
            **kit_facts(self.machine.kit),
            "side": self.side.value,
            "greedy": self.greedy,
            "learns": self.learns,
            "seed": self.seed,
            "games": self._games,
            **{word: self.results[result] for result, word in ENDED.items()},
        }


@dataclass
class WatchTable(PlayTable):
    """Where a machine plays one game against another machine or a player, `rival`, and a human watches."""

    opponent: str
    rival: "SavedMachine | Player"

    def __post_init__(self) -> None:
        """Lay the table: whatever either side does begins with who it is."""
        super().__post_init__()
        kit = self.machine.kit
        self._own, self._other = (
            capital(str(player_called(kit, side))) for side in (self.side, self.side.other)
        )
        self.screen = Screen(kit, self.machine.learner, f"{self._own}: ")

    def greet(self, source: str) -> None:
        """Say who plays whom."""
        kit = self.machine.kit
        begins = self._own if self.side is Side.FIRST else self._other
        how = (
            f"{self._own} plays the colour of which it has most"
            if self.greedy
            else "Beads are drawn by chance"
        )
        rival = f"{player_called(kit, self.side.other)} is {self.opponent}"
        typer.echo(f"{self._own} is {source.rstrip(',')}; {rival}.")
        typer.echo(f"{begins} begins. {how}, seed {self.seed}.")

    def part(self) -> None:
        """Say nothing more: how the one game ended stands there."""

    def play(self) -> None:
        """Play one game to its end."""
        duel = self._new_game()
        self._play_one(duel)
        self._keep(duel)

    def _other_moves(self, duel: "HumanGame") -> None:
        from menace_kit.lab.players import Player

        if isinstance(self.rival, Player):
            self._player_moves(duel, self.rival)
        else:
            self._machine_moves(duel, self.rival)

    def _player_moves(self, duel: "HumanGame", player: "Player") -> None:
        from menace_kit.lab.engine.tables import game_table

        position = duel.position
        move = player.move(game_table(duel.kit.game), position, self.chance)
        if move is None:
            typer.echo(f"\n{self._other}: {self.opponent} gives up.")
            duel.resigned = GaveUp.LOST_POSITION
            return
        duel.human_moves(move)
        typer.echo(f"\n{self._other}: {self.opponent} plays {kit_words.square(duel.kit, move, position)}.")
        self.screen.show_table(duel.position)

    def _machine_moves(self, duel: "HumanGame", machine: "SavedMachine") -> None:
        from menace_kit.lab.training import HumanGame

        greedy = self.opponent.endswith(GREEDY) or (self.opponent == MENACE and self.greedy)
        other = HumanGame(
            machine.kit, machine.weights, self.side.other, self.chance, greedy, list(duel.moves)
        )
        other.positions = list(duel.positions)
        turn = other.machine_moves()
        if turn.move is None:
            duel.resigned = other.ending.gave_up if other.ending else None
        else:
            duel.human_moves(turn.move)
        Screen(machine.kit, machine.learner, f"{self._other}: ").show_turn(other, turn)

    def _show_end(self, duel: "HumanGame") -> None:
        words = {Result.WIN: f"{self._own} won.", Result.TIE: "A draw.", Result.LOSS: f"{self._other} won."}
        if duel.result is not None:
            typer.echo(f"\n{words[duel.result]}")

    def _taught(self, duel: "HumanGame") -> "SavedMachine":
        from menace_kit.lab.training import machine_after

        return machine_after(self.machine, duel, self.seed, self.opponent)

    def facts(self) -> dict[str, Any]:
        """Return the game as JSON has it; the result is the machine's."""
        return super().facts() | {"opponent": self.opponent}


def _typed(prompt: str) -> Iterator[str]:
    """Yield what the human types, a word at a time; LeaveError where it is q, or the input has ended."""
    while True:
        print(prompt, end="", flush=True)
        line = sys.stdin.readline()
        if not line:
            typer.echo()
            raise LeaveError
        word = line.strip().lower()
        if not sys.stdin.isatty():
            typer.echo(word)  # as the terminal shows what is typed
        if word in ("q", "quit"):
            raise LeaveError
        if word:
            yield word
