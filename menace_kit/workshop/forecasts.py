"""Forecasts of beads: what simulated machines needed, and those that come with the program.

`templates/forecasts.toml` has them for the rules of every preset, with boxes of many sizes, so that
every command, the site and the printed list give the same number, with or without the lab.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import field
from typing import Any

from menace_kit.files import templates_folder
from menace_kit.frozen import Frozen
from menace_kit.games import Side
from menace_kit.kept import kept
from menace_kit.machine import Kit
from menace_kit.machine.learning import allowed_in_boxes
from menace_kit.machine.toml_files import read_toml

CROWD: Mapping[str, float] = {"random": 30, "win-or-block": 50, "perfect": 20}
"""The visitors we assume for a busy day: player -> per cent of the games.

Most of them win if they can, and block; some put their mark anywhere; some know the game.
"""


def crowd_of(shares: Mapping[str, float]) -> dict[str, float]:
    """Return a crowd whose players have these shares of the games, of any sum."""
    total = sum(shares.values())
    return {player: 100 * share / total for player, share in shares.items()}


RUNS = 1000
"""Machines simulated for a list.

What is enough for 95 % of so many is enough for at least 94 of 100 others, almost certainly.
"""

SEED = 1961

PERCENT = 95
"""The number of machines, of 100, that the beads should be enough for."""


class SimulatedNeed(Frozen):
    """What simulated machines of one kit needed against a crowd.

    Machines for both sides share the games.

    Attributes:
        runs: how many machines were simulated.
        games: the most games that each played.
        beads: colour name -> beads to own. Of 100 machines, PERCENT had enough of every colour.
        total: of 100 machines, PERCENT needed no more of all colours together,
            which is less than the sum of `beads`.
        halved, halved_most: the most halvings in half of the machines, and in PERCENT of 100.
        fullest: beads in the fullest box at any time; of 100 machines,
            PERCENT had none that was fuller.
        emptied: side -> in how many of the runs one of its first boxes ran out of beads.
        crowd: player -> per cent of the games.
    """

    runs: int
    games: int
    beads: Mapping[str, int]
    total: int
    halved: int
    halved_most: int
    fullest: int
    emptied: Mapping[Side, int]
    crowd: Mapping[str, float] = field(default_factory=lambda: CROWD)


ANY_NUMBER = "any"
"""The name of the forecast for boxes that hold any number of beads."""


def forecast_key(kit: Kit, crowd: Mapping[str, float] = CROWD) -> str:
    """Return 16 hexadecimal digits for what forecasts depend on, except the size of the boxes.

    These are the machine's rules, whatever its colours are called; how many games it plays against
    whom; and how certain the forecast is. Any change gives another key.
    """
    facts = (
        *(f"{player} {share}" for player, share in crowd.items()),
        f"runs {RUNS}",
        f"seed {SEED}",
        f"percent {PERCENT}",
        f"games {kit.spec.shopping.games}",
        f"colours {len(kit.colours)}",
        kit.rules,
    )
    return hashlib.sha256("\n".join(facts).encode()).hexdigest()[:16]


def shipped_need(kit: Kit, crowd: Mapping[str, float] = CROWD) -> SimulatedNeed | None:
    """Return what machines with this kit's rules need, if the program comes with a forecast.

    If there is none for this size of box, it is that for the next larger size: that is enough,
    since fewer beads stay in smaller boxes.
    """
    sizes: dict[str, Any] | None = _shipped().get(forecast_key(kit, crowd))
    if sizes is None:
        return None
    allowed = allowed_in_boxes(kit)
    roomy = [int(size) for size in sizes if size != ANY_NUMBER and int(size) >= (allowed or 0)]
    size = ANY_NUMBER if allowed is None or not roomy else str(min(roomy))
    return need_from(sizes[size], kit, crowd)


def _shipped() -> dict[str, dict[str, Any]]:
    """Return the forecasts that come with the program; kept as JSON, which is faster to read."""
    path = templates_folder() / "forecasts.toml"
    needs: dict[str, dict[str, Any]] = kept("forecasts", lambda: read_toml(path)["needs"])
    return needs


def need_from(
    table: Mapping[str, Any], kit: Kit, crowd: Mapping[str, float] = CROWD
) -> SimulatedNeed:
    """Return a need from `table_of`'s values; beads are in the order of the kit's colours."""
    names = (colour.name for colour in kit.colours)
    halved, halved_most = table["halved"]
    return SimulatedNeed(
        runs=RUNS,
        games=kit.spec.shopping.games,
        beads=dict(zip(names, table["beads"], strict=True)),
        total=table["total"],
        halved=halved,
        halved_most=halved_most,
        fullest=table["fullest"],
        emptied=dict(zip(kit.sides, table["emptied"], strict=True)),
        crowd=crowd,
    )


def table_of(need: SimulatedNeed) -> dict[str, Any]:
    """Return a need as values for TOML and JSON."""
    return {
        "beads": list(need.beads.values()),
        "total": need.total,
        "halved": [need.halved, need.halved_most],
        "fullest": need.fullest,
        "emptied": list(need.emptied.values()),
    }
