"""`menace-kit site`: this program in a browser, as a folder for any web server."""

from pathlib import Path
from typing import Annotated

import typer
from typer import Option

from menace_kit.cli.options import check_folder


def site(
    output: Annotated[
        Path,
        Option(
            metavar="FOLDER", help="The folder for the site; made if need be, empty, or of an earlier site."
        ),
    ],
    documents: Annotated[
        Path | None,
        Option(metavar="FOLDER", help="Pages that come along as docs/, as `make docs` makes them."),
    ] = None,
    fetched: Annotated[
        Path | None,
        Option(
            metavar="FOLDER",
            help="Where what is fetched is kept for the next time.  [default: your cache folder]",
        ),
    ] = None,
) -> None:
    """Write a site that runs this program in a browser, for any web server: no Python, no computer of one's own.

    What it is made of besides is fetched from npm and PyPI, with npm and pip; once it is there, no network is needed.

    \b
    Example:  menace-kit site --output site
    Then:     python -m http.server --directory site
    """
    from menace_kit.errors import check_extra

    check_extra(("fastapi", "jinja2"), "web")
    check_folder(output)
    from menace_kit.site.folder import write_site

    made = write_site(output, fetched, documents, typer.echo)
    megabytes = sum(made.files.values()) / 1e6
    typer.echo(
        f"{len(made.files)} files, {megabytes:.1f} MB, are in {made.folder}; put them on any web server."
    )
