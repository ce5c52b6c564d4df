/* The page to play on: the board, the open box, all boxes, the score. What a step does is machine.js's business; here it
   is shown. Everything that moves fast is drawn on canvas once a frame, whatever was played in between. */

import { Machine, Match, Player, Rules } from "./machine.js";
import { language, root, say, keepRuntime } from "./site.js";

const byId = (id) => document.getElementById(id);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const dark = matchMedia("(prefers-color-scheme: dark)");

const PAUSES = { open: 800, draw: 1000, place: 700, end: 1400, learn: 1200, start: 600 };
/* How long each step stays, in milliseconds, where one looks on. */

const WINDOW = 20, AVERAGED = 8;
/* Recent games are the last 20, of many the last eighth, as in the program's charts. */

const DASHES = { draw: [3, 4], loss: [9, 4] };

const HEAT = [1, 5, 25, 100, 500];
/* Openings from which a box has the next colour. */

const heatOf = (opened) => HEAT.filter((least) => opened >= least).length;

const halvedTold = ({ box, before, after }) => say("here.halved", { n: box.number, before, after });

/* An element of SVG with these attributes. */
function drawn(name, facts, inside = []) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
  made.append(...inside);
  return made;
}

const written = (number) => number.toLocaleString(language);
const percent = (share) => share.toLocaleString(language, { style: "percent" });
const signed = (number) => number.toLocaleString(language, { signDisplay: "exceptZero" });

const colourOf = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/* Makes a canvas as sharp as the screen; returns what draws on it, in CSS pixels. */
function sharp(canvas, width, height) {
  const dots = window.devicePixelRatio || 1;
  canvas.width = Math.round(width * dots);
  canvas.height = Math.round(height * dots);
  const pen = canvas.getContext("2d");
  pen.scale(canvas.width / width, canvas.height / height);
  return pen;
}


/* The table on which the game is played. */
class Table {
  constructor(rules, onTap) {
    this.rules = rules;
    this.squares = [...byId("board").children];
    this.squares.forEach((square, place) => square.addEventListener("click", () => onTap(place)));
  }

  /* `way` is {box, turning} where a box lies open, `bead` the place of the bead that was drawn; `line` has won. */
  show(board, { way = null, bead = null, line = null, free = false } = {}) {
    const mark = (square) => (board[square] === "." ? "" : board[square]);
    this.squares.forEach((square, place) => {
      const lies = way && !mark(place) ? way.box.moves.findIndex((move) => way.turning[move] === place) : -1;
      square.setAttribute("aria-disabled", !free || mark(place) !== "");
      square.dataset.mark = mark(place);
      square.dataset.bead = lies < 0 ? "" : bead === null ? "lies" : bead === lies ? "drawn" : "left";
      square.classList.toggle("line", Boolean(line?.includes(place)));
      const name = say("here.square", { n: place + 1, mark: mark(place) || say("common.free") });
      if (square.getAttribute("aria-label") !== name) square.setAttribute("aria-label", name);
      if (lies >= 0) this.colour(square, this.rules.colours[way.box.colours[lies]]);
    });
  }

  colour(square, colour) {
    const [circle, text] = square.querySelector(".bead").children;
    circle.setAttribute("fill", colour.hex);
    text.setAttribute("fill", colour.ink);
    text.textContent = colour.letter[language];
  }

  /* The last game of many, in passing: without beads. */
  passing(match) {
    this.show(match.board, { line: match.line });
  }
}


/* The large box: its drawing as on the label, with the beads that are in it. */
class OpenBox {
  constructor(rules, machine) {
    Object.assign(this, { rules, machine, box: null });
    const picture = byId("box");
    picture.append(drawn("path", { class: "grid", d: "M41 4V116M79 4V116M4 41H116M4 79H116" }));
    this.squares = Array.from({ length: 9 }, (_, square) => {
      const x = 22 + 38 * (square % 3), y = 22 + 38 * Math.floor(square / 3);
      const parts = {
        o: drawn("circle", { class: "o", r: 11.5 }),
        x: drawn("path", { class: "x", d: "M-10-10L10 10M10-10L-10 10" }),
        bead: drawn("circle", { class: "circle", r: 10.5, cy: -5 }),
        letter: drawn("text", { y: -4.5 }),
        count: drawn("text", { class: "count", y: 12.5 }),
      };
      const group = drawn("g", { transform: `translate(${x} ${y})` }, Object.values(parts));
      picture.append(group);
      return { group, ...parts };
    });
  }

  show(box, bead = null) {
    const inside = this.machine.inside(box);
    if (this.box !== box) this.draw(box);
    box.moves.forEach((square, place) => {
      const { group, count } = this.squares[square];
      group.setAttribute("class", `bead${inside[place] ? "" : " none"}${bead === null ? "" : bead === place ? " drawn" : " left"}`);
      count.textContent = inside[place];
    });
    byId("box-told").textContent = say("here.box-told", { n: box.start[0], opened: written(this.machine.opened[box.place]) });
  }

  draw(box) {
    this.box = box;
    byId("box-name").textContent = say("piece.box", { number: box.number });
    byId("box-stage").textContent = say("label.stage", { stage: box.stage });
    this.squares.forEach(({ group, o, x, bead, letter, count }, square) => {
      const place = box.moves.indexOf(square);
      group.setAttribute("class", "");
      o.toggleAttribute("hidden", box.board[square] !== "O");
      x.toggleAttribute("hidden", box.board[square] !== "X");
      for (const part of [bead, letter, count]) part.toggleAttribute("hidden", place < 0);
      if (place < 0) return;
      const colour = this.rules.colours[box.colours[place]];
      bead.setAttribute("fill", colour.hex);
      letter.setAttribute("fill", colour.ink);
      letter.textContent = colour.letter[language];
    });
  }
}


/* All boxes on one canvas. Of each is drawn anew only what has changed. */
class Cabinet {
  constructor(rules, machine, onChoose) {
    Object.assign(this, { rules, machine, onChoose, open: null, chosen: null });
    this.place = byId("cabinet");
    this.canvas = this.place.firstElementChild;
    this.glow = new Float32Array(rules.boxes.length);
    this.seen = new Uint32Array(rules.boxes.length);
    this.changed = new Set();
    this.place.addEventListener("pointerdown", (event) => this.tapped(event));
    this.place.addEventListener("keydown", (event) => this.pressed(event));
    new ResizeObserver(() => this.fit()).observe(this.place);
    dark.addEventListener("change", () => this.fit());
  }

  /* 304 boxes are 16 x 19: lying on a wide screen, standing on a narrow one. */
  fit() {
    const { width, height } = this.place.getBoundingClientRect();
    if (!width || !height) return;
    this.columns = width > height * 1.25 ? 19 : 16;
    this.rows = Math.ceil(this.rules.boxes.length / this.columns);
    Object.assign(this, { wide: width / this.columns, high: height / this.rows });
    this.pen = sharp(this.canvas, width, height);
    this.colours = Array.from({ length: 6 }, (_, step) => [colourOf(`--h${step}`), colourOf(`--h${step}-ink`)]);
    this.edge = colourOf("--line");
    this.accent = colourOf("--open");
    this.ring = colourOf("--ink");
    this.paper = colourOf("--paper");
    this.rules.boxes.forEach((box) => this.draw(box));
    this.changed.clear();
  }

  mark(place) {
    if (place !== null) this.changed.add(place);
  }

  /* Says which box lies open, and which one is looked into. */
  show(open, chosen) {
    for (const place of [this.open, this.chosen, open, chosen]) this.mark(place);
    Object.assign(this, { open, chosen });
  }

  /* Draws what has changed since the last time; returns whether something still fades. */
  refresh(past) {
    if (!this.pen) return false;
    const fades = Math.exp(-past / 350);
    this.machine.opened.forEach((opened, place) => {
      if (opened !== this.seen[place]) {
        this.seen[place] = opened;
        this.glow[place] = opened && !calm.matches ? 1 : 0;
        this.mark(place);
      } else if (this.glow[place]) {
        this.glow[place] = this.glow[place] < 0.05 ? 0 : this.glow[place] * fades;
        this.mark(place);
      }
    });
    for (const place of this.changed) this.draw(this.rules.boxes[place]);
    for (const place of [this.chosen, this.open]) if (place !== null) this.draw(this.rules.boxes[place]);
    this.changed.clear();
    return this.glow.some(Boolean);
  }

  draw(box) {
    const { pen, wide, high } = this;
    const left = (box.place % this.columns) * wide, top = Math.floor(box.place / this.columns) * high;
    const [paint, ink] = this.colours[heatOf(this.machine.opened[box.place])];
    pen.fillStyle = this.paper;
    pen.fillRect(left, top, wide, high);
    pen.fillStyle = paint;
    pen.fillRect(left + 1, top + 1, wide - 2, high - 2);
    this.outline(left, top, this.edge, 1, 0.4);
    this.board(box, left + wide / 2, top + high / 2, Math.min(wide, high) - 5, ink);
    if (!this.machine.total(box)) this.stroke(ink, 1.5, [[left + 2, top + 2, left + wide - 2, top + high - 2], [left + 2, top + high - 2, left + wide - 2, top + 2]]);
    if (this.glow[box.place]) this.outline(left, top, this.accent, 2, this.glow[box.place]);
    if (this.open === box.place) this.outline(left, top, this.accent, 3, 1);
    if (this.chosen === box.place) this.outline(left, top, this.ring, 3, 1);
  }

  outline(left, top, colour, width, strength) {
    const { pen } = this;
    pen.globalAlpha = strength;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.strokeRect(left + width / 2, top + width / 2, this.wide - width, this.high - width);
    pen.globalAlpha = 1;
  }

  stroke(colour, width, lines) {
    const { pen } = this;
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.beginPath();
    for (const [fromX, fromY, toX, toY] of lines) {
      pen.moveTo(fromX, fromY);
      pen.lineTo(toX, toY);
    }
    pen.stroke();
  }

  /* The drawing on a box, as large as there is room; none where nobody could see it. */
  board(box, x, y, size, ink) {
    if (size < 6) return;
    const { pen } = this, step = size / 3, from = [x - size / 2, y - size / 2];
    pen.globalAlpha = 0.35;
    this.stroke(ink, 0.75, [1, 2].flatMap((n) => [
      [from[0] + n * step, from[1], from[0] + n * step, from[1] + size],
      [from[0], from[1] + n * step, from[0] + size, from[1] + n * step],
    ]));
    pen.globalAlpha = 1;
    const half = step * 0.28;
    Array.from(box.board, (cell, square) => {
      const at = [from[0] + (square % 3 + 0.5) * step, from[1] + (Math.floor(square / 3) + 0.5) * step];
      if (cell === "X") {
        this.stroke(ink, 1.1, [[at[0] - half, at[1] - half, at[0] + half, at[1] + half], [at[0] + half, at[1] - half, at[0] - half, at[1] + half]]);
      } else if (cell === "O") {
        pen.beginPath();
        pen.arc(at[0], at[1], half * 1.1, 0, 7);
        pen.stroke();
      }
    });
  }

  tapped(event) {
    const { left, top } = this.place.getBoundingClientRect();
    const column = Math.floor((event.clientX - left) / this.wide), row = Math.floor((event.clientY - top) / this.high);
    const place = row * this.columns + column;
    if (column >= 0 && column < this.columns && place >= 0 && place < this.rules.boxes.length) this.onChoose(place);
  }

  pressed(event) {
    const steps = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: this.columns, ArrowUp: -this.columns, PageDown: 5 * this.columns, PageUp: -5 * this.columns };
    const last = this.rules.boxes.length - 1, now = this.chosen ?? this.open ?? 0;
    const place = event.key === "Home" ? 0 : event.key === "End" ? last : event.key in steps ? now + steps[event.key]
      : event.key === "Enter" || event.key === " " ? now : null;
    if (place === null) return;
    event.preventDefault();
    this.onChoose(Math.min(last, Math.max(0, place)));
  }

  /* What a reader of the screen hears of the box that is looked into. */
  name(box) {
    this.place.setAttribute("aria-valuenow", box.number);
    this.place.setAttribute("aria-valuetext", `${say("piece.box", { number: box.number })}, ${say("label.stage", { stage: box.stage })}, ${byId("box-told").textContent}`);
  }
}


const RESULTS = ["win", "draw", "loss"];

const gamesIn = (counts) => counts.win + counts.draw + counts.loss;

/* The games so far, and their curves. A point is what was known after a game: {win, draw, loss, good}. */
class Score {
  constructor(machine) {
    this.machine = machine;
    this.canvas = byId("curve");
    this.shown = "share";
    new ResizeObserver(() => this.fit()).observe(this.canvas.parentElement);
    dark.addEventListener("change", () => this.fit());
    this.clear();
  }

  get games() {
    return gamesIn(this);
  }

  /* How many games are recent. */
  get window() {
    return Math.max(WINDOW, Math.floor(this.games / AVERAGED));
  }

  clear() {
    Object.assign(this, { win: 0, draw: 0, loss: 0, every: 1 });
    this.points = [this.point()];
  }

  point() {
    return { win: this.win, draw: this.draw, loss: this.loss, good: this.machine.goodChance };
  }

  /* Counts a game. Of very many each second point goes, again and again. */
  add(result) {
    this[result] += 1;
    if (this.games % this.every) return;
    this.points.push(this.point());
    if (this.points.length > 1200) {
      this.points = this.points.filter((_, place) => place % 2 === 0);
      this.every *= 2;
    }
  }

  fit() {
    const { width, height } = this.canvas.parentElement.getBoundingClientRect();
    if (!width || !height) return;
    Object.assign(this, { width, height, pen: sharp(this.canvas, width, height) });
    this.show();
  }

  show() {
    for (const result of RESULTS) byId(result).textContent = written(this[result]);
    const name = this.told();
    if (byId("curve-name").textContent !== name) byId("curve-name").textContent = name;
    if (this.pen) this.plot();
  }

  /* What the curve shows, in a sentence. */
  told() {
    const now = this.point();
    if (this.shown === "good") return say("here.good-now", { now: percent(now.good), start: percent(this.points[0].good) });
    if (!this.games) return say("common.none-yet");
    return this.shown === "games" ? this.sentence() : this.counted("here.share-now", this.recent(now));
  }

  sentence() {
    return this.counted("here.after", this.point());
  }

  counted(key, counts) {
    const facts = Object.fromEntries(RESULTS.map((result) => [result, written(counts[result])]));
    return say(key, { ...facts, games: written(gamesIn(counts)), n: gamesIn(counts) });
  }

  /* How the recent games before a point ended: about `window` of them, fewer at the beginning. */
  recent(point) {
    const place = Math.max(0, Math.floor((gamesIn(point) - this.window) / this.every));
    return Object.fromEntries(RESULTS.map((result) => [result, point[result] - this.points[place][result]]));
  }

  /* The lines of the curve: name and points of games and heights. */
  lines() {
    const last = this.points.at(-1), points = gamesIn(last) < this.games ? [...this.points, this.point()] : this.points;
    if (this.shown === "good") return [["good", points.map((point) => [gamesIn(point), point.good])]];
    if (this.shown === "games") return RESULTS.map((result) => [result, points.map((point) => [gamesIn(point), point[result]])]);
    // A share of the first few games leaps about, and says little once there are many.
    const first = this.games >= 2 * this.window ? this.window : 1;
    const shares = points.filter((point) => gamesIn(point) >= first).map((point) => [point, this.recent(point)]);
    return RESULTS.map((result) => [result, shares.map(([point, recent]) => [gamesIn(point), recent[result] / gamesIn(recent)])]);
  }

  plot() {
    const { pen, width, height } = this, lines = this.lines(), counts = this.shown === "games";
    const label = counts ? written : percent;
    const top = counts ? Math.max(10, ...lines.flatMap(([, points]) => points.map(([, count]) => count))) : 1;
    const levels = [0, counts ? Math.round(top / 2) : 0.5, top];
    pen.font = `${Math.max(11, parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.75)}px system-ui, sans-serif`;
    const games = Math.max(10, this.games), right = width - 8, ground = height - 20, above = 14;
    const left = 12 + Math.max(...levels.map((level) => pen.measureText(label(level)).width));
    const x = (number) => left + (right - left) * (number / games);
    const y = (level) => ground - (ground - above) * (level / top);
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = colourOf("--soft");
    pen.strokeStyle = colourOf("--faint");
    pen.lineWidth = 1;
    pen.textAlign = "right";
    for (const level of levels) {
      pen.beginPath();
      pen.moveTo(left, y(level));
      pen.lineTo(right, y(level));
      pen.stroke();
      pen.fillText(label(level), left - 4, y(level) + 4);
    }
    pen.fillText(say("common.named", { name: say("common.games"), told: written(this.games) }), right, height - 4);
    for (const [name, points] of lines) this.line(name, points.map(([number, level]) => [x(number), y(level)]));
  }

  /* A line; a single point is a dot. */
  line(name, points) {
    const { pen } = this;
    pen.beginPath();
    if (points.length === 1) pen.arc(...points[0], 1.5, 0, 7);
    else for (const point of points) pen.lineTo(...point);
    pen.strokeStyle = colourOf(`--${name}`);
    pen.lineWidth = 2.5;
    pen.setLineDash(points.length > 1 ? DASHES[name] ?? [] : []);
    pen.stroke();
    pen.setLineDash([]);
  }
}


const CURVES = ["share", "good", "games"];

/* Who plays, how fast, and what is said of it. */
class Page {
  constructor(data) {
    this.rules = new Rules(data);
    this.machine = new Machine(this.rules);
    this.table = new Table(this.rules, (square) => this.tap(square));
    this.box = new OpenBox(this.rules, this.machine);
    this.cabinet = new Cabinet(this.rules, this.machine, (place) => this.look(place));
    this.score = new Score(this.machine);
    this.trainer = this.playerNamed("adaptive");
    this.chosen = null;
    this.frame = null;
    this.running = "";
    this.note = "";
    byId("player").addEventListener("change", () => this.against(byId("player").value));
    byId("new").addEventListener("click", () => { this.stop(); this.note = ""; this.begin(); });
    byId("practise").addEventListener("click", () => (this.running ? this.stop() : this.practise(100)));
    byId("step").addEventListener("click", () => { this.stop(); this.one(); });
    byId("game").addEventListener("click", () => { this.stop(); this.whole(); });
    for (const speed of ["slow", "ten", "hundred"]) byId(speed).addEventListener("click", () => this.press(speed));
    byId("close").addEventListener("click", () => this.look(null));
    byId("anew").addEventListener("click", () => this.anew());
    for (const name of CURVES) byId(`curve-${name}`).addEventListener("click", () => this.curve(name));
    document.addEventListener("keydown", (event) => { if (event.key === "Escape") this.look(null); });
    document.addEventListener("visibilitychange", () => { this.last = null; });
    this.against(byId("player").value); // which may have been chosen before the game was there
    byId("here").removeAttribute("aria-busy");
  }

  /* Says who plays, whose turn it is, and what has just happened; what is not given stays. */
  announce(told) {
    for (const [place, text] of Object.entries({ who: this.who(), ...told })) {
      if (byId(place).textContent !== text) byId(place).textContent = text;
    }
    byId("turn").classList.toggle("yours", this.match?.due === "reply" && !this.player);
  }

  who() {
    const name = this.player?.name ?? "";
    const option = [...byId("player").options].find(({ value }) => value === name);
    return say("here.who-plays", { player: option.textContent });
  }

  /* Lists what has changed in boxes: [box, bead, before, after]. */
  listed(changes) {
    byId("changes").replaceChildren(...changes.map(([box, bead, before, after]) => {
      const colour = this.rules.colours[box.colours[bead]];
      const dot = drawn("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, [drawn("circle", { cx: 10, cy: 10, r: 8, fill: colour.hex })]);
      const item = document.createElement("li");
      item.append(dot, say("here.changed", { n: box.number, colour: colour.name[language], before: written(before), after: written(after) }));
      return item;
    }));
  }

  playerNamed(name) {
    return new Player(this.rules, this.rules.players.find((each) => each.name === name));
  }

  /* Chooses who plays against the machine: "" is the visitor. */
  against(name) {
    this.stop();
    this.player = name ? this.playerNamed(name) : null;
    this.note = "";
    byId("with-you").hidden = Boolean(name);
    byId("with-player").hidden = !name;
    this.begin();
  }

  /* Lays the board for a game; against a visitor the machine moves at once. */
  begin() {
    this.stop();
    this.match = this.machine.isDead ? null : new Match(this.machine, this.player, Math.random);
    this.now = { box: this.rules.boxes[0], bead: null, isOpen: false };
    if (!this.match) return this.dead();
    this.table.show(this.match.board);
    this.show();
    if (!this.note) this.listed([]);
    if (this.player) this.announce({ turn: say("here.ready"), happened: "" });
    else {
      this.announce({ turn: say("here.turn-machine"), happened: this.note });
      this.wait("start");
    }
  }

  dead() {
    this.table.show(".........");
    this.announce({ turn: say("here.dead"), happened: "" });
    this.show();
  }

  /* One step, shown and told; returns its kind, "" where there is none to do. */
  one() {
    if (!this.match || (!this.match.due && this.machine.isDead)) return this.dead() ?? "";
    if (!this.match.due) this.match = new Match(this.machine, this.player, Math.random);
    if (this.match.due === "reply" && !this.player) return "";
    const step = this.match.step();
    this.tell(step);
    return step.what;
  }

  tell(step) {
    const { match } = this;
    const way = match.box && { box: match.box, turning: match.turning };
    if (step.what === "open") {
      this.now = { box: step.box, bead: null, isOpen: true };
      this.table.show(match.board, { way });
      this.happens("here.turn-machine", say(step.empty ? "here.empty" : "here.opens", { n: step.box.number }));
    } else if (step.what === "draw") {
      this.now.bead = step.bead;
      this.table.show(match.board, { way, bead: step.bead });
      this.happens("here.turn-machine", say("here.draws", { n: step.box.number, colour: this.colour(step) }));
    } else if (step.what === "place") {
      this.placed(step);
    } else if (step.what === "end") {
      this.table.show(match.board, { line: match.line });
      this.announce({ turn: this.over() });
    } else {
      this.learned(step);
    }
    this.show();
  }

  colour({ box, bead }) {
    return this.rules.colours[box.colours[bead]].name[language];
  }

  /* Says a step of the game; what practice has done stays to be read until the visitor moves. */
  happens(turn, text) {
    this.announce({ turn: say(turn), happened: this.note || text });
  }

  placed({ mark, square, forced }) {
    const { box, bead } = this.now, n = square + 1, yours = !this.player && this.match.due === "reply";
    this.table.show(this.match.board, { free: yours });
    if (mark === this.rules.marks[1]) {
      this.now.isOpen = false;
      this.happens("here.turn-machine", say("here.placed", { n }));
      return;
    }
    const text = forced ? say("here.forced", { n }) : say("here.moved", { n: box.number, square: n, colour: this.colour({ box, bead }) });
    this.happens(this.match.due !== "reply" ? "here.turn-machine" : yours ? "here.turn-you" : "here.turn-other", text);
  }

  /* How the game ended, in words. */
  over() {
    const { result } = this.match;
    return result === "loss" && !this.player ? say("here.you-win") : say(`common.${result}`);
  }

  learned({ changes, halved }) {
    this.score.add(this.match.result);
    this.score.show();
    this.now.isOpen = false;
    this.listed(changes.map(({ box, bead, change, after }) => [box, bead, after - change, after]));
    const change = this.rules.change[this.match.result][0];
    const learned = change < 0 ? say("here.learned-loss") : say("here.learned-more", { n: change });
    const told = [changes.length ? learned : say("here.learned-nothing"), ...halved.map(halvedTold)];
    this.announce({ turn: this.machine.isDead ? say("here.dead") : this.over(), happened: told.join(" ") });
  }

  /* Goes on by itself after a while, slowly enough to look on. */
  wait(what) {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      const done = this.one();
      const goesOn = done && (this.player ? this.running === "slow" : this.match.due && this.match.due !== "reply");
      if (goesOn && !(done === "learn" && this.machine.isDead)) this.wait(done);
      else if (this.running === "slow") this.stop();
    }, PAUSES[what] * (calm.matches ? 1.5 : 1));
  }

  /* The visitor's move. */
  tap(square) {
    if (this.match?.due !== "reply" || this.player || this.match.board[square] !== ".") return;
    this.note = "";
    this.listed([]);
    this.tell(this.match.reply(square));
    this.wait("place");
  }

  /* Plays a game to its end at once. */
  whole() {
    if (!this.match?.due) {
      if (this.machine.isDead) return this.dead();
      this.match = new Match(this.machine, this.player, Math.random);
    }
    let step;
    while (this.match.due) step = this.match.step();
    this.learned(step);
    this.passed();
  }

  passed() {
    this.now = { box: this.rules.boxes[0], bead: null, isOpen: false };
    this.table.passing(this.match);
    this.score.show();
    this.show();
  }

  press(speed) {
    const again = this.running === speed;
    this.stop();
    if (again) return;
    if (this.machine.isDead) return this.dead();
    this.run(speed);
    if (speed === "slow") this.wait("start");
    else this.fast({ ten: 10, hundred: 100 }[speed]);
  }

  run(speed) {
    this.running = speed;
    for (const each of ["slow", "ten", "hundred"]) byId(each).setAttribute("aria-pressed", each === speed);
  }

  /* Some games quickly, against who lets a machine live (a good player would soon have emptied box 1); then it is the
     visitor's turn again. */
  practise(games) {
    this.stop();
    if (this.machine.isDead) return this.dead();
    this.player = this.trainer;
    this.match = null;
    this.table.show(".........");
    this.run("practise");
    byId("practise").textContent = say("here.pause");
    this.fast(100, games);
  }

  /* So many games a second, for so many games; what is seen of them is seen once a frame. */
  fast(rate, games = Infinity) {
    const change = Object.fromEntries(RESULTS.map((result) => [result, signed(this.rules.change[result][0])]));
    this.announce({ turn: say("here.rate", { n: rate }), happened: say("here.practice-rule", change) });
    this.listed([]);
    this.began = { ...this.score.point(), beads: [...this.machine.inside(this.rules.boxes[0])], halved: null };
    this.last = null;
    this.owed = 1;
    this.left = games;
    this.rate = rate;
    this.shownAt = this.scoredAt = 0;
    this.tick();
  }

  /* Plays the games that are due by now; a page that was hidden, or a slow device, owes no more than a few. */
  practised(now) {
    if (this.last !== null) this.owed = Math.min(this.owed + ((now - this.last) * this.rate) / 1000, 25);
    for (; this.owed >= 1 && this.left && !this.machine.isDead; this.owed -= 1, this.left -= 1) {
      if (!this.match?.due) this.match = new Match(this.machine, this.player, Math.random);
      this.match.play();
      this.began.halved ??= this.match.halved[0] ?? null;
      this.score.add(this.match.result);
    }
    if (now - this.shownAt > 400 && this.match) {  // more than that a second would only flicker
      this.shownAt = now;
      this.passed();
    }
    if (!this.left || this.machine.isDead) this.stop();
  }

  /* Draws what is new, once a frame, as long as there is something. */
  tick() {
    this.frame ??= requestAnimationFrame((now) => {
      this.frame = null;
      const fast = this.left !== undefined;
      const past = this.last === null ? 16 : now - this.last;
      if (fast) this.practised(now);
      this.last = now;
      const fades = this.cabinet.refresh(past);
      if (!fast || now - this.scoredAt > 100) {  // figures that change faster cannot be read
        this.scoredAt = now;
        this.showBox();
        this.score.show();
      }
      if (this.left !== undefined || fades) this.tick();
      else this.last = null;
    });
  }

  /* Ends whatever goes on by itself. */
  stop() {
    clearTimeout(this.timer);
    const { running } = this;
    this.left = undefined;
    this.run("");
    byId("practise").textContent = say("here.practise", { n: 100 });
    if (running === "ten" || running === "hundred") this.passed();
    if (!["practise", "ten", "hundred"].includes(running)) return;
    const told = this.practiceTold();
    if (running === "practise") this.back(told);
    else this.announce({ turn: this.machine.isDead ? say("here.dead") : say("here.ready"), happened: told });
    this.listed(this.rules.boxes[0].colours.map((_, bead) => {
      const [box] = this.rules.boxes;
      return [box, bead, this.began.beads[bead], this.machine.inside(box)[bead]];
    }));
  }

  /* What the practice that has ended did. */
  practiceTold() {
    const { halved } = this.began, now = this.score.point();
    const played = Object.fromEntries(RESULTS.map((result) => [result, now[result] - this.began[result]]));
    const told = [this.score.counted("here.share-now", played)];
    if (halved) told.push(halvedTold(halved));
    return told.join(" ");
  }

  /* After some practice the visitor plays again, and can read meanwhile what it did. */
  back(told) {
    this.player = null;
    this.note = told;
    this.begin();
  }

  anew() {
    this.stop();
    this.note = "";
    this.machine.fill();
    this.trainer = this.playerNamed("adaptive");
    this.score.clear();
    this.score.show();
    this.look(null);
    this.against(byId("player").value);
  }

  /* Looks into a box; null goes back to the one that the game uses. */
  look(place) {
    if (this.chosen === place) return;
    this.chosen = place;
    byId("close").hidden = place === null;
    this.show();
    this.cabinet.name(this.rules.boxes[place ?? this.now.box.place]);
    if (place !== null) byId("box-told").parentElement.scrollIntoView({ block: "nearest", behavior: calm.matches ? "auto" : "smooth" });
  }

  curve(name) {
    this.score.shown = name;
    for (const each of CURVES) byId(`curve-${each}`).setAttribute("aria-pressed", each === name);
    this.tick();
  }

  showBox() {
    const box = this.chosen === null ? this.now.box : this.rules.boxes[this.chosen];
    this.box.show(box, box === this.now.box ? this.now.bead : null);
  }

  show() {
    byId("new").classList.toggle("first", this.match?.due === "");
    this.showBox();
    this.cabinet.show(this.now.isOpen ? this.now.box.place : null, this.chosen);
    this.tick();
  }
}

/* Fetches what the other pages need while nobody waits for it; not where each megabyte is paid for. */
async function fetchTheRest() {
  const line = navigator.connection;
  if (line?.saveData || line?.type === "cellular" || /2g|3g/.test(line?.effectiveType)) return;
  await keepRuntime("companion"); // which has all that the kit maker has, too
}

async function start() {
  const answer = await fetch(new URL("game.json", root)).catch(() => null);
  if (!answer?.ok) {
    byId("turn").textContent = say("here.failed");
    return;
  }
  new Page(await answer.json());
  const idle = window.requestIdleCallback ?? ((later) => setTimeout(later, 2000));
  idle(fetchTheRest, { timeout: 5000 });
}

start();
