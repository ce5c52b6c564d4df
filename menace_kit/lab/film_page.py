"""The animation as one HTML file that needs nothing else: a drawing of the end, and a script that plays it."""

import json
from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from menace_kit.lab.animation import FilmWords, Moment
from menace_kit.machine.palette import Colour

WIDTH, HEIGHT = 960, 440
LEFT, RIGHT, TOP, BOTTOM = 70, 640, 20, 380
"""The field of the lines in the drawing's own units; the bars stand to the right of it on the same ground."""

BARS_LEFT, BARS_RIGHT, BARS_TOP = 700, 950, 60

LINES = {"won": ("#0072B2", "none"), "drawn": ("#595959", "10 6"), "lost": ("#D55E00", "2 5")}
"""Colour and dashes of the lines of games won, drawn and lost."""

STYLE = """
body { margin: 0 auto; max-width: 60rem; padding: 1rem; color: #000; background: #fff;
  font-family: "DejaVu Sans", Verdana, sans-serif; }
h1 { font-size: 1.5rem; margin: 0 0 .3rem; }
p { margin: 0 0 .5rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 15px; }
#state { font-weight: bold; font-size: 1.15rem; font-variant-numeric: tabular-nums; }
#controls { display: flex; gap: 1rem; align-items: center; }
#controls[hidden] { display: none; }
button { font: inherit; min-width: 6rem; padding: .5rem 1rem; }
input { flex: 1; min-height: 2rem; }
"""

SCRIPT = """
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const last = film.games.length - 1;
const slider = document.getElementById("moment");
const button = document.getElementById("play");
const lines = film.lines.map((_, line) => document.getElementById("line-" + line));
const written = (count) => String(count).replace(/\\B(?=(\\d{3})+$)/g, film.thousands);
let playing = false, began = 0;

function show(moment) {
  film.lines.forEach((line, place) =>
    lines[place].setAttribute("points", line.slice(0, moment + 1).join(" ")));
  film.beads[moment].forEach((beads, place) => {
    const height = beads * film.bead;
    const bar = document.getElementById("bar-" + place);
    const text = document.getElementById("beads-" + place);
    bar.setAttribute("height", height);
    bar.setAttribute("y", film.ground - height);
    text.setAttribute("y", film.ground - height - 6);
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


def film_page(
    film: Sequence[Moment],
    seconds: float,
    colours: Sequence[Colour],
    words: FilmWords,
    page: PageWords,
) -> bytes:
    """Return the page as UTF-8; without a script it shows how things stood at the end."""
    state = escape(words.state_of(film[-1]))
    facts = json.dumps(_facts(film, seconds, words, page), ensure_ascii=False, separators=(",", ":"))
    parts = [
        "<!DOCTYPE html>",
        f'<html lang="{escape(page.language)}">',
        '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
        f"<title>{escape(words.title)}</title>",
        f"<style>{STYLE}</style></head>",
        f"<body><h1>{escape(words.title)}</h1><p>{escape(words.below)}</p>",
        f'<p id="state">{state}</p>',
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{state}">',
        *_axes(film, words),
        *_drawn_lines(film, words),
        *_bars(film, colours, words),
        "</svg>",
        f'<div id="controls" hidden><button id="play" type="button">{escape(page.play)}</button>',
        f'<input id="moment" type="range" min="0" max="{len(film) - 1}" value="{len(film) - 1}"'
        f' aria-label="{escape(page.slider)}"></div>',
        # A < in the facts could end the element.
        f'<script type="application/json" id="film">{facts.replace("<", chr(92) + "u003c")}</script>',
        f"<script>{SCRIPT}</script></body></html>",
        "",
    ]
    return "\n".join(parts).encode()


def _facts(film: Sequence[Moment], seconds: float, words: FilmWords, page: PageWords) -> dict[str, object]:
    return {
        "games": [moment.game for moment in film],
        "results": [[moment[place] for moment in film] for place in (1, 2, 3)],
        "lines": _points(film, words),
        "beads": [moment.beads for moment in film],
        "bead": _bead(film),
        "ground": BOTTOM,
        "milliseconds": round(1000 * seconds),
        "state": words.state,
        "thousands": words.thousands,
        "play": page.play,
        "pause": page.pause,
    }


def _most(film: Sequence[Moment]) -> int:
    return max(1, film[-1].won, film[-1].drawn, film[-1].lost)


def _bead(film: Sequence[Moment]) -> float:
    """Return the height of one bead in a bar."""
    return (BOTTOM - BARS_TOP) / max(1, *(count for moment in film for count in moment.beads))


def _x(game: float, last: int) -> float:
    return LEFT + (RIGHT - LEFT) * game / max(1, last)


def _y(count: float, most: int) -> float:
    return BOTTOM - (BOTTOM - TOP) * count / most


def _points(film: Sequence[Moment], words: FilmWords) -> list[list[str]]:
    """Return for each line its points, each as an SVG has it."""
    most, last = _most(film), film[-1].game
    return [
        [f"{_x(moment.game, last):.1f},{_y(getattr(moment, result), most):.1f}" for moment in film]
        for result in words.results
    ]


def _axes(film: Sequence[Moment], words: FilmWords) -> Iterator[str]:
    most, last = _most(film), film[-1].game
    for count in _round_numbers(most):
        y = _y(count, most)
        yield f'<path d="M{LEFT} {y:.1f}H{RIGHT}" stroke="#{"808080" if not count else "DDDDDD"}"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 5:.1f}" text-anchor="end">{words.number(count)}</text>'
    for game in _round_numbers(last):
        x = _x(game, last)
        yield f'<path d="M{x:.1f} {BOTTOM}v6" stroke="#808080"/>'
        yield f'<text x="{x:.1f}" y="{BOTTOM + 24}" text-anchor="middle">{words.number(game)}</text>'
    yield (
        f'<text x="{(LEFT + RIGHT) / 2:.1f}" y="{BOTTOM + 48}" text-anchor="middle">{escape(words.games)}</text>'
    )


def _round_numbers(most: int, parts: int = 6) -> list[int]:
    """Return 0 and at most so many more whole numbers up to `most`, 1, 2 or 5 times a power of ten apart."""
    apart = 1
    while most // apart > parts:
        apart = apart * 5 // 2 if str(apart).startswith("2") else apart * 2
    return list(range(0, most + 1, apart))


def _drawn_lines(film: Sequence[Moment], words: FilmWords) -> Iterator[str]:
    points = _points(film, words)
    for number, (result, name) in enumerate(words.results.items()):
        colour, dash = LINES[result]
        pen = f'fill="none" stroke="{colour}" stroke-width="3.5" stroke-dasharray="{dash}"'
        y = TOP + 12 + 24 * number
        yield f'<path d="M{LEFT + 14} {y}h44" {pen}/>'
        yield f'<text x="{LEFT + 68}" y="{y + 5}">{escape(name)}</text>'
        yield f'<polyline id="line-{number}" {pen} points="{" ".join(points[number])}"/>'


def _bars(film: Sequence[Moment], colours: Sequence[Colour], words: FilmWords) -> Iterator[str]:
    middle, pitch = (BARS_LEFT + BARS_RIGHT) / 2, (BARS_RIGHT - BARS_LEFT) / len(colours)
    yield f'<text x="{middle:.1f}" y="{TOP + 12}" text-anchor="middle" font-weight="bold">{escape(words.beads)}</text>'
    yield f'<path d="M{BARS_LEFT} {BOTTOM}H{BARS_RIGHT}" stroke="#808080"/>'
    bead = _bead(film)
    for number, (colour, count) in enumerate(zip(colours, film[-1].beads, strict=True)):
        x = BARS_LEFT + (number + 0.5) * pitch
        top = BOTTOM - count * bead
        yield (
            f'<rect id="bar-{number}" x="{x - pitch * 0.36:.1f}" y="{top:.1f}" width="{pitch * 0.72:.1f}"'
            f' height="{count * bead:.1f}" fill="{colour.hex}" stroke="#000"/>'
        )
        label = f'<text id="beads-{number}" x="{x:.1f}" y="{top - 6:.1f}" text-anchor="middle">'
        yield f"{label}{words.number(count)}</text>"
        name = colour.name if len(colours) < 4 else colour.key
        yield f'<text x="{x:.1f}" y="{BOTTOM + 24}" text-anchor="middle">{escape(name)}</text>'
