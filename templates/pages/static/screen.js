// Keeps the audience's screen up to date: steps and states come as events, and are drawn as the server draws them.
"use strict";

(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const SHORTEST = 700; // ms that a step is to be seen where others wait behind it
  const MANY = 6; // lines of a list that are set small
  const MOST_WAITING = 6;
  const LOOK_AGAIN = 15000; // ms between two questions whether the server is still there
  const body = document.body;
  const words = JSON.parse(body.dataset.words);
  const at = (id) => document.getElementById(id);
  const said = (text, facts = {}) => text.replace(/\{(\w+)\}/g, (_, name) => facts[name]);
  const number = (count) => String(count).replace(/\B(?=(\d{3})+$)/g, words.thousands);
  const signed = (count) => (count ? (count > 0 ? "+" : "\u2212") + number(Math.abs(count)) : "0");

  // Drawing

  const drawn = (name, facts, text) => {
    const made = document.createElementNS(SVG, name);
    for (const [fact, value] of Object.entries(facts)) made.setAttribute(fact, value);
    if (text !== undefined) made.textContent = text;
    return made;
  };
  const element = (name, facts = {}, ...inside) => {
    const made = document.createElement(name);
    Object.assign(made, facts);
    made.append(...inside);
    return made;
  };
  const middle = { "text-anchor": "middle" };

  const bead = (colour) => {
    const made = drawn("svg", { class: "disc", viewBox: "0 0 100 100", role: "img", "aria-label": colour.called });
    made.append(
      drawn("circle", { cx: 50, cy: 50, r: 46, fill: colour.hex, stroke: "#808080", "stroke-width": 4 }),
      drawn("text", { ...middle, x: 50, y: 51, "font-size": 42, "font-weight": 700, fill: colour.ink }, colour.letter),
      drawn("text", { ...middle, x: 50, y: 84, "font-size": 27, fill: colour.ink }, colour.glyph),
    );
    return made;
  };

  const board = (table, move) => {
    const told = table.rows.map((row) => row.map((square) => square.mark || words.free).join(" ")).join(", ");
    const high = table.tall * 100;
    const [width, height] = [table.rows[0].length * 100, table.rows.length * high];
    const made = drawn("svg", {
      class: "picture",
      viewBox: `-4 -4 ${width + 8} ${height + 8}`,
      role: "img",
      "aria-label": told,
    });
    table.rows.forEach((row, down) => row.forEach((square, right) => made.append(...squareOf(square, right, down, move, high))));
    if (move && move.move.arrow) made.append(...arrowOf(move, table.rows[0].length, high));
    return made;
  };
  const arrowOf = ({ move, colour }, columns, high) => {
    const arrow = drawn("path", { class: "arrow", d: move.arrow });
    if (!colour) return [arrow];
    arrow.setAttribute("fill", colour.hex);
    const from = move.squares[0] - 1;
    const [x, y] = [(from % columns) * 100 + 50, Math.floor(from / columns) * high + high / 2];
    return [
      arrow,
      drawn("circle", { cx: x, cy: y, r: 22, fill: colour.hex, stroke: "#808080", "stroke-width": 3 }),
      drawn("text", { ...middle, x, y: y + 9, "font-size": 26, "font-weight": 700, fill: colour.ink }, colour.letter),
    ];
  };
  const squareOf = (square, right, down, move, high) => {
    const [x, y] = [right * 100, down * high];
    const touched = move && move.move.squares.includes(square.number);
    const parts = [drawn("rect", { class: "square", x, y, width: 100, height: high })];
    if (touched) {
      parts.push(drawn("rect", { class: "touched", x: x + 5, y: y + 5, width: 90, height: high - 10, rx: 5 }));
    }
    if (touched && move.colour && !move.move.arrow) {
      const { hex, ink, letter } = move.colour;
      parts.push(
        drawn("circle", { cx: x + 80, cy: y + 20, r: 14, fill: hex, stroke: "#808080", "stroke-width": 2 }),
        drawn("text", { ...middle, x: x + 80, y: y + 26, "font-size": 17, "font-weight": 700, fill: ink }, letter),
      );
    }
    if (square.mark && square.piece !== "mark") {
      parts.push(drawn("use", { href: `#${square.piece}`, x, y, width: 100, height: high }));
    } else if (square.mark) {
      parts.push(
        drawn("text", { ...middle, class: "sign", x: x + 50, y: y + 75, "font-size": 74, "font-weight": 700 }, square.mark),
      );
    } else {
      parts.push(drawn("text", { class: "number", x: x + 9, y: y + 24, "font-size": 18 }, square.number));
    }
    return parts;
  };

  // What there is to be seen

  const headline = (text, kind = "") => element("p", { className: `headline ${kind}`, textContent: text });
  const ending = (game) => headline(game.headline, `result-${game.both && game.winner ? "win" : game.result}`);
  const list = (lines) => element("ul", { className: lines.length > MANY ? "inside many" : "inside" }, ...lines.map((line) => element("li", {}, ...line)));

  const oneBead = (move) =>
    element(
      "div",
      { className: "drawn" },
      bead(move.colour),
      element(
        "p",
        {},
        element("b", { textContent: move.colour.called }),
        element("br"),
        said(words.fromBox, { box: move.box_name }),
      ),
    );
  const openBox = (box) => [
    ...(box.whose ? [element("p", { className: "whose", textContent: box.whose })] : []),
    headline(said(words.opens, { number: box.name })),
    box.total
      ? list(
          box.beads
            .filter((each) => each.in_box)
            .map((each) => [bead(each.colour), " ", element("b", { textContent: each.in_box })]),
        )
      : headline(words.isEmpty),
  ];
  const over = (state) => {
    const lines = state.adjustments.map((line) => [
      bead(line.colour),
      " ",
      element("b", { textContent: signed(line.change) }),
      " ",
      element("small", { textContent: said(words.fromBox, { box: line.box_name }) }),
    ]);
    return lines.length ? [ending(state.game), list(lines)] : [ending(state.game)];
  };
  const view = (state) => {
    const { game, due, box } = state;
    const beads = game ? game.moves.filter((move) => move.colour) : [];
    if (due === "bead" && box) return openBox(box);
    if (due === "reply") return beads.length ? [oneBead(beads.at(-1))] : [];
    if (due === "adjust" && game) return over(state);
    const call = headline(state.can_begin ? words.nobody : words.dead, "call");
    if (game && game.result) return [ending(game), call];
    return game && game.abandoned ? [headline(words.brokenOff), call] : [call];
  };
  const gameLine = ({ game, due }) =>
    game && due !== "start"
      ? [said(words.game, { number: game.number }), ...(game.both ? [] : [game.plays]), game.machine_is].join(" · ")
      : "";

  let counted = "";
  const showState = (state) => {
    body.dataset.due = state.due;
    at("view").replaceChildren(...view(state));
    at("game").textContent = gameLine(state);
    const moves = state.game ? state.game.moves : [];
    at("table").replaceChildren(board(state.table, moves.at(-1)));
    at("said").textContent = state.happened || words.how;
    const { games, first_box: change, first_boxes: boxes, held } = state.totals;
    const beads = number(held);
    at("held").textContent = boxes > 1 ? said(words.firstBoxes, { beads, boxes }) : said(words.firstBox, { beads });
    const { winners, wins, draws, losses } = state.totals;
    at("wins").textContent = number(winners ? winners.first : wins);
    if (at("draws")) at("draws").textContent = number(draws);
    at("losses").textContent = number(winners ? winners.second : losses);
    at("of-wins").textContent = winners ? winners.first_words : words.won;
    at("of-losses").textContent = winners ? winners.second_words : words.lost;
    const wide = !at("milestones").children.length;
    const now = JSON.stringify([state.totals, wide]);
    if (counted !== now) {
      const line = at("line");
      if (counted) {
        line.src = `/charts/first-box.svg?look=${body.dataset.look}${wide ? "&wide=true" : ""}&entry=${state.entry}`;
      }
      line.alt = said(words.chart, { change: signed(change), games: number(games) });
      counted = now;
    }
  };
  const showStep = (step) => {
    at("said").textContent = step.said;
    at("why").textContent = step.explained;
    if (step.table) at("table").replaceChildren(board(step.table, step.moves.at(-1)));
    const move = step.moves.findLast((each) => each.colour);
    if (move) at("view").replaceChildren(oneBead(move));
  };
  // What a game has reached stays until the next one has ended, or until it is taken back.
  const cheer = (step) => {
    const is = (kind) => step.entries.some((entry) => entry.kind === kind);
    const shown = at("milestones");
    if (is("end") || (is("undo") && !step.milestones.length && shown.dataset.game === String(step.game))) {
      shown.replaceChildren();
    }
    if (!step.milestones.length) return;
    shown.dataset.game = step.game;
    shown.replaceChildren(
      ...step.milestones
        .slice(-2)
        .reverse()
        .map((milestone) => element("li", { className: "new", textContent: milestone })),
    );
  };

  // One after the other, so that a crowd sees each step; a screen that lags far behind leaves some out.

  const waiting = [];
  let busy = false;
  const next = () => {
    while (waiting.length > MOST_WAITING) waiting.shift();
    const show = waiting.shift();
    busy = Boolean(show);
    if (show) setTimeout(next, show());
  };
  const later = (show) => {
    waiting.push(show);
    if (!busy) next();
  };
  const newer = () => waiting.some((show) => show.isStep);

  // Listening

  let last = Number(body.dataset.entry);
  let source;
  const lost = (is) => {
    at("connection").hidden = !is;
  };
  const takeStep = (event) => {
    lost(false);
    last = Number(event.lastEventId) || last;
    const step = JSON.parse(event.data);
    cheer(step);
    const show = () => {
      showStep(step);
      return newer() ? SHORTEST : 0;
    };
    show.isStep = true;
    later(show);
  };
  const takeState = (event) => {
    lost(false);
    const state = JSON.parse(event.data);
    later(() => {
      showState(state);
      return newer() ? SHORTEST : 0;
    });
  };
  const listen = () => {
    if (source) source.close();
    source = new EventSource(`/api/events?after=${last}`);
    source.addEventListener("open", () => lost(false));
    source.addEventListener("step", takeStep);
    source.addEventListener("state", takeState);
    source.addEventListener("error", () => {
      lost(true);
      if (source.readyState === EventSource.CLOSED) setTimeout(listen, 2000);
    });
  };
  // A network that died quietly ends no stream: the server is asked now and then.
  const lookAgain = async () => {
    try {
      const answer = await fetch("/api/session", { signal: AbortSignal.timeout(5000) });
      if (answer.status === 403) location.reload();
      else if (!at("connection").hidden) listen();
    } catch {
      lost(true);
    }
  };
  listen();
  setInterval(lookAgain, LOOK_AGAIN);
})();
