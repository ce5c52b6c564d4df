"""The film as one HTML file that needs nothing else."""

import json
from html import escape
from string import Template

from menace_kit.files import templates_folder
from menace_kit.lab.studies.film import ABOVE_BAR, Stage
from menace_kit.layout.charts.chart import HEIGHT, WIDTH
from menace_kit.render.svg import FONTS, svg_elements

FOLDER = templates_folder() / "film"


PAGE_HEAD = 30.0
"""Of a picture's height, in mm, what is told above the drawing."""


def film_page(stage: Stage, seconds: float) -> bytes:
    """Return the page of a film that lasts so long, as UTF-8;
    without a script it shows how things stood at the end.

    The page around the drawing, and its script, are in templates/film/.
    """
    words, last = stage.words, len(stage.film) - 1
    facts = json.dumps(_facts(stage, seconds), ensure_ascii=False, separators=(",", ":"))
    texts = words._asdict() | {"state": words.state_of(stage.film[last])}
    page, script = (
        (FOLDER / name).read_text(encoding="utf-8") for name in ("page.html", "play.js")
    )
    return (
        Template(page)
        .substitute(
            {name: escape(text) for name, text in texts.items() if isinstance(text, str)},
            fonts=FONTS,
            box=f"0 {PAGE_HEAD:g} {WIDTH:g} {HEIGHT - PAGE_HEAD:g}",
            chart=svg_elements(stage.chart),
            moving=svg_elements(stage.moving(last)),
            last=last,
            facts=facts.replace("<", r"\u003c"),  # it could end the element
            script=script,
        )
        .encode()
    )


def _facts(stage: Stage, seconds: float) -> dict[str, object]:
    """Return what the script has to know; lengths are those of the drawing."""
    film, lines, bars = stage.film, stage.lines, stage.bars
    return {
        "games": [moment.game for moment in film],
        "results": [[moment[place] for moment in film] for place in (1, 2, 3)],
        "lines": [
            [
                f"{lines.x(moment.game):.2f},{lines.y(getattr(moment, result)):.2f}"
                for moment in film
            ]
            for result in stage.words.results
        ],
        "beads": [moment.beads for moment in film],
        "bead": bars.y(0) - bars.y(1),
        "ground": bars.bottom,
        "above": ABOVE_BAR,
        "milliseconds": round(1000 * seconds),
        "state": stage.words.state,
        "thousands": stage.words.thousands,
        "play": stage.words.play,
        "pause": stage.words.pause,
    }
