"""Results of each visitor against the machine."""

from menace_kit.cli.output_paths import endings
from menace_kit.cli.report import Report, Right
from menace_kit.logbook import Logbook
from menace_kit.logbook.visitors import visitors


def show_visitors(logbook: Logbook, as_json: bool) -> None:
    found = visitors(logbook)
    ends = endings(logbook.kit.game)
    Report(
        found,
        columns=(Right(""), "visitor", Right("games"), *map(Right, ends)),
        rows=(
            (f"{place}.", one.name, one.games, *(getattr(one, end) for end in ends))
            for place, one in enumerate(found, start=1)
        ),
        nothing="No visitor with a name has finished a game yet.",
    ).tell(as_json)
