"""`menace-kit lights test`: the lights behind the drawers."""

from contextlib import suppress
from typing import Annotated

import typer
from typer import Option

from menace_kit.cli import command_in, group_of
from menace_kit.cli.options import KitOptions
from menace_kit.errors import LightsError, SelectionError
from menace_kit.text import kit_words


def _seconds(text: str | float) -> float:
    """Return how many seconds were typed; BadParameter for what is none."""
    with suppress(ValueError):
        if 0 <= (seconds := float(text)) <= MINUTE:
            return seconds
    raise typer.BadParameter(f"it should be 0 to {MINUTE:g} seconds, not {text}")


MINUTE = 60.0


def lights_test(
    kit: KitOptions,
    seconds: Annotated[
        float, Option(metavar="S", parser=_seconds, help="How long each drawer is lit.")
    ] = 0.3,
) -> None:
    """Light every drawer of the cabinet, one after the other, and say which it should be.

    Example:  menace-kit lights test --seconds 1
    """
    from time import sleep

    from menace_kit.guide.lights import DUE, leds_at, message, post

    chosen = kit.chosen()
    cabinet = chosen.spec.cabinet
    if cabinet is None or cabinet.lights is None:
        raise SelectionError(
            f"{chosen.source} has no lights; say where they are in [cabinet]: "
            'lights = "http://192.168.1.40"'
        )
    places = sorted((place, box) for box in chosen.boxes if (place := chosen.place(box)))
    try:
        for place, box in places:
            leds = leds_at(cabinet, place)
            post(cabinet.lights, message(chosen, dict.fromkeys(leds, DUE)))
            told = f"LED {leds[0]}" if len(leds) == 1 else f"LEDs {leds[0]} to {leds[-1]}"
            typer.echo(f"{kit_words.box_and_place(chosen, box)}: {told}")
            sleep(seconds)
    except LightsError as error:
        raise LightsError(
            f"the lights at {cabinet.lights} do not answer as WLED does; "
            "is the controller on, in the same network, and at this address?"
        ) from error
    finally:
        with suppress(LightsError):
            post(cabinet.lights, message(chosen, {}))


app = group_of(
    {"test": command_in(__name__, "lights_test", "test")},
    help="Lights behind the drawers of a cabinet: [cabinet] lights in the kit file.",
)
