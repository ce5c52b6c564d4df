"""The film as one HTML file that needs nothing else: a drawing of the end, and a script that plays it."""

import json
from html import escape
from typing import NamedTuple

from menace_kit.lab.animation import ABOVE_BAR, Stage
from menace_kit.layout.charts.chart import HEIGHT, WIDTH
from menace_kit.render.svg import FONTS, svg_elements

HEAD = 30.0
"""Of a picture's height, in mm, what is told above the drawing."""

STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: #000; background: #fff;
  font-family: "DejaVu Sans", Verdana, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
p { margin: 0 0 .5rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-family: FONTS; font-stretch: semi-condensed; }
#state { font-weight: bold; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
#controls { display: flex; gap: 1rem; align-items: center; }
#controls[hidden] { display: none; }
button { font: inherit; min-width: 6rem; padding: .5rem 1rem; }
input { flex: 1; min-height: 2rem; }
""".replace("FONTS", FONTS)

SCRIPT = """
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const last = film.games.length - 1;
const slider = document.getElementById("moment");
const button = document.getElementById("play");
const moving = document.getElementById("moving").children;
const bars = film.lines.length, numbers = bars + film.beads[0].length;
const written = (count) => String(count).replace(/\\B(?=(\\d{3})+$)/g, film.thousands);
let playing = false, began = 0;

function show(moment) {
  film.lines.forEach((line, place) =>
    moving[place].setAttribute("points", line.slice(0, moment + 1).join(" ")));
  film.beads[moment].forEach((beads, place) => {
    const height = beads * film.bead;
    const bar = moving[bars + place], text = moving[numbers + place];
    bar.setAttribute("height", height);
    bar.setAttribute("y", film.ground - height);
    text.removeAttribute("textLength");
    text.setAttribute("y", film.ground - height - film.above);
    text.textContent = written(beads);
  });
  const facts = { game: film.games[moment], won: film.results[0][moment],
    drawn: film.results[1][moment], lost: film.results[2][moment] };
  const sentence = film.state.replace(/\\{(\\w+)\\}/g, (_, name) => written(facts[name]));
  document.getElementById("state").textContent = sentence;
  slider.value = moment;
  slider.setAttribute("aria-valuetext", sentence);
}

function pause() {
  playing = false;
  button.textContent = film.play;
}

function step(now) {
  if (!playing) return;
  const moment = Math.min(last, Math.floor((now - began) / film.milliseconds * last));
  show(moment);
  if (moment === last) pause(); else requestAnimationFrame(step);
}

button.addEventListener("click", () => {
  if (playing) return pause();
  const from = Number(slider.value) === last ? 0 : Number(slider.value);
  began = performance.now() - from / Math.max(1, last) * film.milliseconds;
  playing = true;
  button.textContent = film.pause;
  requestAnimationFrame(step);
});
slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });
document.getElementById("controls").hidden = false;
"""


class PageWords(NamedTuple):
    """What only the page says: its language, and the names of button and slider."""

    language: str
    play: str
    pause: str
    slider: str


def film_page(stage: Stage, seconds: float, page: PageWords) -> bytes:
    """Return the page of a film that lasts so long, as UTF-8; without a script it shows how things stood at the end."""
    words, last = stage.words, len(stage.film) - 1
    state = escape(words.state_of(stage.film[last]))
    facts = json.dumps(_facts(stage, seconds, page), ensure_ascii=False, separators=(",", ":"))
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(page.language)}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(words.title)}</title>",
        f"<style>{STYLE}</style></head>",
        f"<body><h1>{escape(words.title)}</h1><p>{escape(words.below)}</p>",
        f'<p id="state">{state}</p>',
        f'<svg viewBox="0 {HEAD:g} {WIDTH:g} {HEIGHT - HEAD:g}" role="img" aria-label="{state}">',
        svg_elements(stage.chart),
        f'<g id="moving">{svg_elements(stage.moving(last))}</g>',
        "</svg>",
        f'<div id="controls" hidden><button id="play" type="button">{escape(page.play)}</button>',
        f'<input id="moment" type="range" min="0" max="{last}" value="{last}"'
        f' aria-label="{escape(page.slider)}"></div>',
        # A < in the facts could end the element.
        f'<script type="application/json" id="film">{facts.replace("<", chr(92) + "u003c")}</script>',
        f"<script>{SCRIPT}</script></body></html>",
        "",
    ]
    return "\n".join(parts).encode()


def _facts(stage: Stage, seconds: float, page: PageWords) -> dict[str, object]:
    """Return what the script has to know; lengths are those of the drawing."""
    film, lines, bars = stage.film, stage.lines, stage.bars
    return {
        "games": [moment.game for moment in film],
        "results": [[moment[place] for moment in film] for place in (1, 2, 3)],
        "lines": [
            [f"{lines.x(moment.game):.2f},{lines.y(getattr(moment, result)):.2f}" for moment in film]
            for result in stage.words.results
        ],
        "beads": [moment.beads for moment in film],
        "bead": bars.y(0) - bars.y(1),
        "ground": bars.bottom,
        "above": ABOVE_BAR,
        "milliseconds": round(1000 * seconds),
        "state": stage.words.state,
        "thousands": stage.words.thousands,
        "play": page.play,
        "pause": page.pause,
    }
