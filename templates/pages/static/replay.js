// Shows a game one board at a time; without this script the page has all its boards in order.
"use strict";

(() => {
  const list = document.querySelector("[data-replay]");
  if (!list || list.children.length < 2) return;
  const steps = [...list.children];
  const bar = document.createElement("div");
  bar.className = "replay-bar";
  const place = document.createElement("output");
  place.setAttribute("aria-live", "polite");
  let shown = 0;
  let timer = 0;

  const button = (text, name, act) => {
    const made = document.createElement("button");
    made.type = "button";
    made.textContent = text;
    made.setAttribute("aria-label", name);
    made.addEventListener("click", act);
    bar.append(made);
    return made;
  };
  const show = (number) => {
    shown = Math.max(0, Math.min(steps.length - 1, number));
    steps.forEach((step, index) => step.classList.toggle("shown", index === shown));
    place.textContent = `${shown} / ${steps.length - 1}`;
    first.disabled = previous.disabled = shown === 0;
    next.disabled = last.disabled = shown === steps.length - 1;
  };
  const stop = () => {
    clearInterval(timer);
    timer = 0;
    play.textContent = "▶ Play";
    play.setAttribute("aria-label", "Play the game");
  };
  const go = (number) => {
    stop();
    show(number);
  };
  const toggle = () => {
    if (timer) return stop();
    if (shown === steps.length - 1) show(0);
    play.textContent = "❚❚ Stop";
    play.setAttribute("aria-label", "Stop");
    timer = setInterval(() => (shown < steps.length - 1 ? show(shown + 1) : stop()), 1500);
  };

  const first = button("|◀", "The start", () => go(0));
  const previous = button("◀", "The step before", () => go(shown - 1));
  const play = button("▶ Play", "Play the game", toggle);
  const next = button("▶", "The next step", () => go(shown + 1));
  const last = button("▶|", "The end", () => go(steps.length - 1));
  const all = button("All boards", "Show all boards", () => {
    stop();
    const one = document.body.classList.toggle("replaying");
    all.textContent = one ? "All boards" : "One by one";
    all.setAttribute("aria-label", one ? "Show all boards" : "Show the boards one by one");
    [first, previous, play, next, last, place].forEach((each) => (each.hidden = !one));
  });
  play.before(place);
  list.before(bar);
  document.body.classList.add("replaying");
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !document.body.classList.contains("replaying")) return;
    if (event.target.closest("input, textarea, select")) return;
    if (event.key === "ArrowLeft") go(shown - 1);
    else if (event.key === "ArrowRight") go(shown + 1);
  });
  show(0);
})();
