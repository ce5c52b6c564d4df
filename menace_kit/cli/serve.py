"""`menace-kit serve`: the companion, for a phone beside the boxes and a screen behind them."""

from typing import Annotated

import typer
from typer import Option

from menace_kit.cli.operator.options import JournalOptions
from menace_kit.cli.options import whole_between

LIBRARIES = ("fastapi", "uvicorn", "jinja2", "segno")


def serve(
    host: Annotated[
        str | None,
        Option(
            metavar="NAME",
            help="The address to listen on.  [default: 127.0.0.1; with --lan all of this machine]",
        ),
    ] = None,
    port: Annotated[
        int, Option(metavar="N", parser=whole_between(0, 65535), help="The port; 0 takes any that is free.")
    ] = 1961,
    lan: Annotated[
        bool,
        Option(
            "--lan", help="Let others on the network watch, and change things with the PIN that is shown."
        ),
    ] = False,
    watch_pin: Annotated[bool, Option("--watch-pin", help="With --lan: watching needs the PIN too.")] = False,
    *,
    journal: JournalOptions,
) -> None:
    """Serve the companion's pages: for a phone beside the boxes, and a screen for those who watch.

    Example:  menace-kit serve --lan
    """
    from menace_kit.errors import check_extra

    check_extra(LIBRARIES, "web")
    from menace_kit.web.app import Wanted, serve

    serve(journal.chosen(), journal.path, Wanted(host, port, lan, watch_pin), typer.echo)
