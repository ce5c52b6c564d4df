/* The machine and the players whom it meets, by the data of game.json: rules alone, nothing of a page.

   `random` is a function like Math.random: a number from 0 up to 1. It is asked once for each bead that is drawn and
   each move by lot, and not at all where there is only one to take. A board is a text of nine characters: the marks
   and points for free squares; squares count from 0 in reading order. */

const LINES = ["012", "345", "678", "036", "147", "258", "048", "246"];

const FREE = ".";

const squares = (digits) => Array.from(digits, Number);

/* Returns a number from 0 to `number` - 1, each as likely. */
const below = (random, number) => (number > 1 ? Math.floor(random() * number) : 0);

export const freeSquares = (board) => squares("012345678").filter((square) => board[square] === FREE);

export const placed = (board, square, mark) => board.slice(0, square) + mark + board.slice(square + 1);

/* Returns the squares of a full line, or null. */
export function lineOn(board) {
  const line = LINES.find(([a, b, c]) => board[a] !== FREE && board[a] === board[b] && board[b] === board[c]);
  return line ? squares(line) : null;
}

/* What the boxes and the players know of every position of the game.

   `boxes` are in the order of their numbers: {number, stage, board, moves, colours, start, best, first}, where `first`
   is the place of its first bead among those of all boxes. A `turning` says where a drawing's squares lie on the table. */
export class Rules {
  constructor(data) {
    this.marks = data.marks;
    this.change = data.change;
    this.allowed = data.allowed ?? Infinity;
    this.choice = data.choice;
    this.colours = data.colours;
    this.players = data.players;
    this.turnings = data.symmetries.map(squares);
    let first = 0;
    this.boxes = data.boxes.map((box, place) => {
      const known = { ...box, place, first, moves: squares(box.moves), colours: squares(box.colours), best: squares(box.best) };
      first += known.moves.length;
      return known;
    });
    this.kinds = first;
    this.ways = new Map();
    for (const box of this.boxes) {
      this.turned(box.board, (board, turning) => this.ways.set(board, { box, turning }));
    }
    this.replies = new Map();
    for (const { board, block, best } of data.replies) {
      this.turned(board, (seen, turning) => this.replies.set(seen, {
        block: squares(block).map((square) => turning[square]).sort(),
        best: squares(best).map((square) => turning[square]).sort(),
      }));
    }
  }

  /* Tells of each way that a drawing can look, once, with the turning that comes first. */
  turned(board, tell) {
    const seen = new Set();
    for (const turning of this.turnings) {
      const cells = Array(board.length);
      turning.forEach((to, from) => { cells[to] = board[from]; });
      const looks = cells.join("");
      if (!seen.has(looks)) tell(looks, turning);
      seen.add(looks);
    }
  }

  /* Returns the moves of which a player makes one. */
  moves(kind, board) {
    const free = freeSquares(board);
    if (kind === "free") return free;
    if (kind === "first") return free.slice(0, 1);
    const known = this.replies.get(board);
    if (kind !== "wrong") return known[kind];
    const wrong = free.filter((square) => !known.best.includes(square));
    return wrong.length ? wrong : known.best;
  }
}

/* What is in the boxes, and how often each was opened. */
export class Machine {
  constructor(rules) {
    this.rules = rules;
    this.beads = new Uint16Array(rules.kinds);
    this.opened = new Uint32Array(rules.boxes.length);
    this.fill();
  }

  /* Fills all boxes as they were before the first game. */
  fill() {
    this.opened.fill(0);
    for (const box of this.rules.boxes) this.beads.set(box.start, box.first);
  }

  inside(box) {
    return this.beads.subarray(box.first, box.first + box.moves.length);
  }

  total(box) {
    return this.inside(box).reduce((sum, count) => sum + count, 0);
  }

  /* Takes half of each colour out of a box that is too full to mix, of an odd number the larger half, but never the last
     bead; returns whether it was. What it began with is never too much. */
  halve(box) {
    const inside = this.inside(box), start = box.start.reduce((sum, count) => sum + count, 0);
    if (this.total(box) <= Math.max(this.rules.allowed, start) || Math.max(...inside) < 2) return false;
    inside.forEach((count, place) => { inside[place] = Math.max(count >> 1, Math.min(count, 1)); });
    return true;
  }

  /* How likely its first move that can be bad is a good one, against a player who makes any move. */
  get goodChance() {
    const share = (place, beads) => {
      const inside = this.inside(this.rules.boxes[place]);
      const total = inside.reduce((sum, count) => sum + count, 0);
      return total ? beads.reduce((sum, bead) => sum + inside[bead], 0) / total : 0;
    };
    return this.rules.choice.reduce((sum, { weight, drawn, box, good }) =>
      sum + drawn.reduce((likely, [place, bead]) => likely * share(place, [bead]), weight) * share(box, good), 0);
  }

  /* Returns which of a box's beads is drawn, all as likely; the box is not empty. */
  draw(box, random) {
    let lot = below(random, this.total(box));
    return this.inside(box).findIndex((count) => (lot -= count) < 0);
  }

  /* Returns whether it can never make its first move again. */
  get isDead() {
    return this.total(this.rules.boxes[0]) === 0;
  }
}

/* Somebody of game.json's players. An adaptive one errs as often as the machine has lately. */
export class Player {
  constructor(rules, facts) {
    Object.assign(this, { adapts: 0 }, facts, { rules });
  }

  move(board, random) {
    const errs = this.rate > 0 && random() < this.rate;
    const moves = this.rules.moves(errs ? this.errs : this.takes, board);
    return moves[below(random, moves.length)];
  }

  /* Sees which bead the machine has drawn; where every move is as good, nothing is to be seen. */
  watch(box, bead, board) {
    if (!this.adapts || box.best.length === freeSquares(board).length) return;
    const erred = box.best.includes(box.moves[bead]) ? 0 : 1;
    this.rate += this.adapts * (erred - this.rate);
  }
}

/* One game of the machine, which begins, step by step.

   `step` does what is due and tells of it: {what: "open" | "draw" | "place" | "end" | "learn", ...}. `due` says what
   comes: one of these, "reply" where the opponent is to move, or "" after all. Where `player` is null somebody else
   says the opponent's move, with `reply`. */
export class Match {
  constructor(machine, player, random) {
    Object.assign(this, { machine, rules: machine.rules, player, random });
    this.board = FREE.repeat(9);
    this.drawn = [];
    this.box = this.turning = this.bead = this.winner = this.line = null;
    this.gaveUp = false;
    this.halved = [];
    this.turn();
  }

  /* Looks which step a new position asks for. */
  turn() {
    const free = freeSquares(this.board);
    this.line = lineOn(this.board);
    this.bead = null;
    if (this.line || !free.length) {
      this.winner = this.line && this.board[this.line[0]];
      this.due = "end";
    } else if (free.length % 2 === 0) {
      this.due = "reply";
    } else {
      this.due = this.rules.ways.has(this.board) ? "open" : "place";
    }
  }

  step() {
    return this[this.due]();
  }

  open() {
    ({ box: this.box, turning: this.turning } = this.rules.ways.get(this.board));
    this.machine.opened[this.box.place] += 1;
    this.due = "draw";
    if (!this.machine.total(this.box)) {
      this.due = "end";
      this.gaveUp = true;
      this.winner = this.rules.marks[1];
    }
    return { what: "open", box: this.box, turning: this.turning, empty: this.gaveUp };
  }

  draw() {
    this.bead = this.machine.draw(this.box, this.random);
    this.drawn.push({ box: this.box, bead: this.bead });
    this.player?.watch(this.box, this.bead, this.board);
    this.due = "place";
    return { what: "draw", box: this.box, bead: this.bead, square: this.turning[this.box.moves[this.bead]] };
  }

  /* The square of the bead; without one the only square that is left. */
  place() {
    const forced = this.bead === null;
    const square = forced ? freeSquares(this.board)[0] : this.turning[this.box.moves[this.bead]];
    return this.put(square, this.rules.marks[0], forced);
  }

  reply(square = this.player.move(this.board, this.random)) {
    return this.put(square, this.rules.marks[1], false);
  }

  put(square, mark, forced) {
    this.board = placed(this.board, square, mark);
    this.turn();
    return { what: "place", square, mark, forced };
  }

  end() {
    this.due = "learn";
    return { what: "end", winner: this.winner, line: this.line, gaveUp: this.gaveUp };
  }

  /* How the game ended for the machine: "win", "draw" or "loss". */
  get result() {
    return this.winner === null ? "draw" : this.winner === this.rules.marks[0] ? "win" : "loss";
  }

  /* Puts beads in and takes them out; of a colour never more than there are. Then halves boxes that are too full.
     Tells of each bead drawn {box, bead, change, after}, and of each box that was halved {box, before, after}. */
  learn() {
    const { machine, rules, drawn, result } = this;
    const changes = drawn.map(({ box, bead }) => {
      const inside = machine.inside(box);
      const change = Math.max(rules.change[result][box.stage - 1], -inside[bead]);
      inside[bead] += change;
      return { box, bead, change, after: inside[bead] };
    });
    const halved = [];
    for (const { box } of drawn) {
      const before = machine.total(box);
      if (machine.halve(box)) halved.push({ box, before, after: machine.total(box) });
    }
    this.due = "";
    this.halved = halved;
    return { what: "learn", changes, halved };
  }

  /* Plays on to the end, and learns. */
  play() {
    while (this.due) this.step();
  }
}
