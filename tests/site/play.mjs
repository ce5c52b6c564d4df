/* Runs machine.js without a page, for its tests. Arguments: machine.js, game.json, then what is wanted.

   `positions`: what is known of every position, as JSON. `games NUMBERS PLAYER GAMES`: plays with recorded random numbers
   of 32 bits, and tells every game in a line: boxes, beads and moves, the result, what each bead changes, the boxes that
   were too full, how likely a good second move is, a digest of what is in all boxes, and how many numbers were taken. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [code, facts, wanted, ...choices] = process.argv.slice(2);
const { Machine, Match, Player, Rules } = await import(pathToFileURL(code));
const rules = new Rules(JSON.parse(readFileSync(facts)));

function* positions() {
  const ways = [...rules.ways].map(([board, { box, turning }]) => [board, [box.number, turning]]);
  const kinds = ["free", "first", "block", "best", "wrong"];
  const moves = [...rules.replies.keys()].map((board) =>
    [board, Object.fromEntries(kinds.map((kind) => [kind, rules.moves(kind, board)]))]);
  yield JSON.stringify({ ways: Object.fromEntries(ways), moves: Object.fromEntries(moves) });
}

function recorded(file) {
  const bytes = readFileSync(file);
  const numbers = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);
  const random = () => numbers[random.taken++] / 2 ** 32;
  random.taken = 0;
  return random;
}

const telling = {
  open: ({ box }) => [box.number],
  draw: ({ box, bead }) => [rules.colours[box.colours[bead]].name.en],
  place: ({ mark, square }) => [`${mark}${square + 1}`],
  end: () => [],
  learn: ({ changes, halved }) => [...changes.map(({ change }) => change), ...halved.map(({ box }) => `half:${box.number}`)],
};

function* games(numbers, name, count) {
  const random = recorded(numbers);
  const machine = new Machine(rules);
  const player = new Player(rules, rules.players.find((each) => each.name === name));
  for (let game = 0; game < Number(count); game += 1) {
    if (machine.isDead) machine.fill();
    const match = new Match(machine, player, random);
    const told = [];
    while (match.due) {
      const step = match.step();
      if (step.what === "learn") told.push(match.result);
      told.push(...telling[step.what](step));
    }
    const digest = createHash("sha256").update(machine.beads).digest("hex").slice(0, 16);
    yield [...told, machine.goodChance.toFixed(6), digest, random.taken].join(" ");
  }
}

process.stdout.write([...{ positions, games }[wanted](...choices)].join("\n") + "\n");
