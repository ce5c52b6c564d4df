
"use strict";
const film = JSON.parse(document.getElementById("film").textContent);
const last = film.games.length - 1;
const slider = document.getElementById("moment");
const button = document.getElementById("play");
const moving = document.getElementById("moving").children;
const bars = film.lines.length, numbers = bars + film.beads[0].length;
const written = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, film.thousands);
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
  const sentence = film.state.replace(/\{(\w+)\}/g, (_, name) => written(facts[name]));
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
