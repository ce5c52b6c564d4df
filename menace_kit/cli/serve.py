"""`menace-kit serve`: the companion's pages for phones and a screen, and a test of the lights."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from menace_kit.cli.operator import options
from menace_kit.cli.options import check_goes_with, whole_between
from menace_kit.errors import LightsError, SelectionError, check_extra
from menace_kit.files import beside
from menace_kit.machine import Kit
from menace_kit.text import kit_words

LIBRARIES = ("fastapi", "uvicorn", "jinja2", "segno")

MOST_GROUPS = 40
"""Most groups in a class."""

CLASS_FOLDER_NAME = "logbooks"

NOT_CHOSEN = (
    "No kit.toml is here, so this is a ready-made machine; "
    "`menace-kit new` makes a kit file of your own."
)


def serve(
    host: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The address to listen on.  [default: 127.0.0.1; with --lan all of this machine]",
        ),
    ] = None,
    port: Annotated[
        int,
        Option(
            metavar="N", parser=whole_between(0, 65535), help="The port; 0 takes any that is free."
        ),
    ] = 1961,
    lan: Annotated[
        bool,
        Option(
            "--lan",
            help="Let others on the network watch, and change things with the PIN that is shown.",
        ),
    ] = False,
    watch_pin: Annotated[
        bool, Option("--watch-pin", help="With --lan: watching needs the PIN too.")
    ] = False,
    pin: Annotated[
        str | None,
        Option(
            metavar="PIN|new",
            envvar="MENACE_PIN",
            show_envvar=False,
            help=(
                "A PIN of your own (8 to 12 digits), or a new random one; "
                "everybody is asked for it again."
            ),
        ),
    ] = None,
    certificate: Annotated[
        Path | None, Option(metavar="FILE", help="Serve over HTTPS with this certificate (PEM).")
    ] = None,
    key: Annotated[
        Path | None,
        Option(metavar="FILE", help="The certificate's key, where it is in a file of its own."),
    ] = None,
    groups: Annotated[
        int | None,
        Option(
            "--class",
            metavar="N",
            parser=whole_between(2, MOST_GROUPS),
            help="Serve a class: so many groups, A, B, C ..., each with a machine and a logbook.",
        ),
    ] = None,
    folder: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="With --class: where its logbooks are.  [default: logbooks beside the kit file]",
        ),
    ] = None,
    test_lights: Annotated[
        bool,
        Option(
            "--test-lights",
            help="Serve nothing: light each drawer of the cabinet in turn, and say which it is.",
        ),
    ] = False,
    *,
    logbook: options.LogbookOptions,
) -> None:
    """Serve the companion's pages for phones and a screen.

    Use a phone beside the boxes; a screen shows the game to everybody else.
    Enter the PIN once: it holds for twelve hours, also after a restart.
    The QR code to operate lets one phone in.

    \b
    Example:  menace-kit serve --lan
    Example:  menace-kit serve --lan --pin "4815 1623"
    Example:  menace-kit serve --lan --certificate menace.pem --key menace.key
    Example:  menace-kit serve --lan --class 12 --preset her-19
    Example:  menace-kit serve --test-lights
    """
    if test_lights:
        _test_lights(logbook.chosen())
        return
    check_extra(LIBRARIES, "web")
    from menace_kit.web.options import Wanted
    from menace_kit.web.server import serve, serve_class

    wanted = Wanted(host, port, lan, watch_pin, pin, certificate, key)
    check_goes_with("--class", groups is not None, {"--folder": folder})
    if groups is not None and logbook.logbook is not None:
        raise SelectionError(
            "--logbook is one logbook, and --class needs one for each group; "
            "name the folder for them with --folder"
        )
    if groups is None:
        notes = [] if logbook.names_machine else [NOT_CHOSEN]
        serve(logbook.chosen(), logbook.path, wanted, typer.echo, notes)
        return
    logbooks = folder or beside(logbook.kit_file, CLASS_FOLDER_NAME)
    serve_class(logbook.chosen(), logbooks, groups, wanted, typer.echo)


SECONDS_LIT = 0.3


def _test_lights(kit: Kit) -> None:
    """Light each drawer of the cabinet in turn, and say which one it should be."""
    from time import sleep

    from menace_kit.guide.lights import DUE, leds_at
    from menace_kit.guide.wled import Wled

    cabinet = kit.spec.cabinet
    if cabinet is None or cabinet.lights is None:
        raise SelectionError(
            f"{kit.source} has no lights; say where they are in [cabinet]: "
            'lights = "http://192.168.1.40"'
        )
    lights = Wled(kit, cabinet.lights)
    places = sorted((place, box) for box in kit.boxes if (place := kit.place(box)))
    try:
        for place, box in places:
            leds = leds_at(cabinet, place)
            lights.show(dict.fromkeys(leds, DUE))
            told = f"LED {leds[0]}" if len(leds) == 1 else f"LEDs {leds[0]} to {leds[-1]}"
            typer.echo(f"{kit_words.box_and_place(kit, box)}: {told}")
            sleep(SECONDS_LIT)
    except LightsError as error:
        raise LightsError(
            f"the lights at {cabinet.lights} do not answer as WLED does; "
            "is the controller on, in the same network, and at this address?"
        ) from error
    finally:
        with suppress(LightsError):
            lights.show({})
