"""`menace-kit lab league`: machines and players against each other, exactly; and a machine in a file as an opponent."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from menace_kit.cli.lab.options import ChosenMachine, machine_in, tell, told_of_compiling
from menace_kit.cli.options import JsonOption, KitOptions
from menace_kit.cli.terminal import busy, table_lines
from menace_kit.errors import LabError, MenaceKitError, SelectionError
from menace_kit.games import Game, Side, described
from menace_kit.lab import COACH, LEARNERS, MENACE, PLAYERS, WORST_CASE, in_help
from menace_kit.machine.kit import Kit, load_preset
from menace_kit.machine.learning import has_ties, starting_contents
from menace_kit.machine.toml_files import TemplateKind, template_names

if TYPE_CHECKING:  # numpy is slow to import, and --help needs none of it
    from menace_kit.lab.engine.tables import GameTable
    from menace_kit.lab.exact import Chances, MachinePlayer, Policy

GREEDY = ":greedy"
"""What follows the name of a machine that is to play the bead of which it has most, instead of drawing one."""

KIT_FILE = "kit.toml"


def is_machine(name: str) -> bool:
    """Return whether an opponent is a machine in a file: neither a player's or learner's name nor a function."""
    from menace_kit.lab.players import is_function

    of = name.partition(":")[0]
    known = of in PLAYERS or of in LEARNERS or of in (MENACE, WORST_CASE) or is_function(name)
    file = machine_file(name)
    return not known and (bool(file.suffix) or file.is_file())


def machine_file(name: str) -> Path:
    """Return the file of an opponent that is a machine in one."""
    return Path(name.removesuffix(GREEDY))


def machine_named(name: str, kit: KitOptions) -> ChosenMachine:
    """Return the machine in the file that a name means: of this kit, of the kit file beside it, or of a preset.

    Errors are those of `machine_in` for this kit.
    """
    path = machine_file(name)
    beside = path.parent / KIT_FILE
    others = [KitOptions(beside, None)] if beside.is_file() else []
    others += [KitOptions(None, preset) for preset in template_names(TemplateKind.MACHINES)]
    try:
        return machine_in(path, kit)
    except MenaceKitError as error:
        for other in others if path.is_file() else ():
            try:
                return machine_in(path, other)
            except MenaceKitError:
                continue
        raise error


def machine_player(name: str, kit: KitOptions, sides: Sequence[Side]) -> "MachinePlayer":
    """Return what makes the player that the machine in a file is, on these sides; errors as of `machine_named`."""
    from menace_kit.lab.exact import MachinePlayer

    return MachinePlayer(name, machine_named(name, kit).machine, name.endswith(GREEDY), tuple(sides))


def machines_among(
    names: Iterable[str], kit: KitOptions, sides: Sequence[Side]
) -> "dict[str, MachinePlayer]":
    """Return what makes those of the opponents that are machines in files, on these sides: name -> maker.

    They play by what is in their boxes now, and learn nothing.
    """
    return {name: machine_player(name, kit, sides) for name in names if is_machine(name)}


def contest_sides(kit: Kit, side: Side | None, alternate: bool) -> Sequence[Side]:
    """Return the sides that an opponent plays whose machine is of this kit, and plays this side, if one is named."""
    if alternate:
        return tuple(Side)
    plays = side or (Side.FIRST if kit.spec.side == "both" else Side(kit.spec.side))
    return (plays.other,)


class Pairing(NamedTuple):
    """One game of a league: who plays first, who second, and the chances of the first."""

    first: str
    second: str
    chances: "Chances"


class Standing(NamedTuple):
    """What somebody may expect of a league: games, those won, drawn and lost on average; a draw is half a point.

    `plays` are the sides that it has played; one who plays first alone may have it easier, or harder.
    """

    name: str
    plays: Sequence[Side]
    games: int
    won: float
    drawn: float
    lost: float

    @property
    def points(self) -> float:
        """Return points in all games."""
        return self.won + self.drawn / 2


def league(
    names: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME...",
            help=f"Two or more: machines in files (of `lab train`, passports, journals; FILE{GREEDY} plays the bead of "
            f"which it has most), presets (untrained), {in_help('or a function, FILE.py:NAME')}.",
        ),
    ],
    *,
    kit: KitOptions,
    as_json: JsonOption = False,
) -> None:
    """Let all play all, both ways round where they have boxes for it: exact chances, and who would come first.

    Nobody learns meanwhile. A machine in a file may be of this kit, of the kit.toml beside it, or of a preset.

    Example:  menace-kit lab league michie-1961 second-player random perfect
    """
    from menace_kit.lab.exact import COMPILED

    if len(names) < 2 or len(set(names)) < len(names):
        raise SelectionError("a league needs two or more names, each once")
    shared = _shared_kit(names, kit)
    game = shared.game
    with told_of_compiling(*COMPILED), busy("Summing over all games"):
        played = _played(names, kit, shared)
    if not played:
        raise LabError("nobody here has boxes to play anybody else: all play the same side")
    standings = sorted(_standings(names, played), key=lambda each: -each.points / max(each.games, 1))
    facts = {
        "game": described(game),
        "games": [{"first": each.first, "second": each.second, **each.chances._asdict()} for each in played],
        "standings": [
            each._asdict() | {"plays": [side.value for side in each.plays], "points": each.points}
            for each in standings
        ],
    }
    tell(as_json, facts, _league_lines(game, played, standings))


def _kit_in(name: str, kit: KitOptions) -> Kit | None:
    """Return the kit of a machine that a name means, None where it is a player; LabError where it means nobody."""
    from menace_kit.lab.players import is_function

    if name in template_names(TemplateKind.MACHINES):
        return load_preset(name)
    if is_machine(name):
        return machine_named(name, kit).kit
    if name.partition(":")[0] not in PLAYERS and not is_function(name):
        players = ", ".join(player for player in PLAYERS if player != COACH)
        raise LabError(
            f"there is no machine or player {name!r}; name a file, a preset (menace-kit templates), FILE.py:NAME, or "
            f"one of: {players}"
        )
    return None


def _shared_kit(names: Sequence[str], kit: KitOptions) -> Kit:
    """Return a kit whose game all of them play, and whose marks are on the boards that a function is asked about.

    It is the first machine's; the chosen one where none is named. LabError where machines play different games, or
    where a function would have to know which of their marks are meant.
    """
    from menace_kit.lab.players import is_function

    kits = {name: found for name in names if (found := _kit_in(name, kit)) is not None}
    if len({found.game for found in kits.values()}) > 1:
        told = ", ".join(f"{name} {described(found.game)}" for name, found in kits.items())
        raise LabError(f"they play different games: {told}")
    functions = [name for name in names if is_function(name)]
    if functions and len({found.spec.marks for found in kits.values()}) > 1:
        told = ", ".join(f"{name} {' '.join(found.spec.marks)}" for name, found in kits.items())
        raise LabError(
            f"{functions[0]} is asked about boards with the machines' marks, and these differ: {told}; name machines "
            "whose marks are alike"
        )
    return next(iter(kits.values()), None) or kit.chosen()


def _played(names: Sequence[str], kit: KitOptions, shared: Kit) -> list[Pairing]:
    from menace_kit.lab.engine.tables import game_table
    from menace_kit.lab.exact import exact_chances

    table = game_table(shared.game)
    policies = {name: _policies(name, kit, shared, table) for name in names}
    return [
        Pairing(
            first,
            second,
            exact_chances(table, policies[first][Side.FIRST], policies[second][Side.SECOND], Side.FIRST),
        )
        for first, second in permutations(names, 2)
        if Side.FIRST in policies[first] and Side.SECOND in policies[second]
    ]


def _policies(name: str, kit: KitOptions, shared: Kit, table: "GameTable") -> "Mapping[Side, Policy]":
    """Return how somebody plays each side that it can play."""
    from menace_kit.lab.engine.tables import machine_table
    from menace_kit.lab.exact import machine_policy, player_policy
    from menace_kit.lab.players import function_player, is_function, player_named

    if is_function(name):
        return {side: player_policy(function_player(name, shared, table, [side])) for side in Side}
    if (own := _kit_in(name, kit)) is None:
        return dict.fromkeys(Side, player_policy(player_named(name, table)))
    if is_machine(name):
        return dict.fromkeys(own.sides, machine_player(name, kit, own.sides).policy(table))
    boxes = machine_table(own, table)
    return dict.fromkeys(own.sides, machine_policy(boxes, boxes.weights(starting_contents(own))))


def _standings(names: Sequence[str], played: Sequence[Pairing]) -> Iterator[Standing]:
    for name in names:
        first = [tuple(each.chances) for each in played if each.first == name]
        second = [tuple(each.chances)[::-1] for each in played if each.second == name]
        plays = [side for side, games in zip(Side, (first, second), strict=True) if games]
        own = first + second
        yield Standing(name, plays, len(own), *(sum(chances[place] for chances in own) for place in range(3)))


def _league_lines(game: Game, played: Sequence[Pairing], standings: Sequence[Standing]) -> Iterator[str]:
    """Yield the games in per cent, and below who comes first."""
    ends = ["first wins", "draw", "second wins"]
    shown = [place for place, end in enumerate(ends) if end != "draw" or has_ties(game)]
    rows = [("first", "second", *(ends[place] for place in shown))]
    rows += [
        (each.first, each.second, *(f"{100 * each.chances[place]:.2f} %" for place in shown))
        for each in played
    ]
    yield from table_lines(rows)
    yield ""
    heading = ("", "plays", "games", "points", "points a game")
    table = [heading]
    for each in standings:
        mean = f"{each.points / each.games:.3f}" if each.games else "-"
        plays = "both sides" if len(each.plays) > 1 else "".join(f"{side.value} only" for side in each.plays)
        table.append((each.name, plays or "-", str(each.games), f"{each.points:.3f}", mean))
    yield from table_lines(table)
    yield ""
    yield "A win is a point, a draw half of one; who has boxes for one side only plays that side alone."
    if len({tuple(each.plays) for each in standings}) > 1:
        yield "One side has it easier than the other: compare those who play the same sides."
