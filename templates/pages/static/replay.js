// Shows a game one board at a time; without this script the page has all its boards in order.
"use strict";

(() => {
  const list = document.querySelector("[data-replay]");
  if (!list || list.children.length < 2) return;
  const words = JSON.parse(list.dataset.words);
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
    play.textContent = `▶ ${words.play}`;
    play.setAttribute("aria-label", words.play);
  };
  const go = (number) => {
    stop();
    show(number);
  };
  const toggle = () => {
    if (timer) return stop();
    if (shown === steps.length - 1) show(0);
    play.textContent = `❚❚ ${words.stop}`;
    play.setAttribute("aria-label", words.stop);
    timer = setInterval(() => (shown < steps.length - 1 ? show(shown + 1) : stop()), 1500);
  };

  const first = button("|←", words.start, () => go(0));
  const previous = button("←", words.before, () => go(shown - 1));
  const play = button(`▶ ${words.play}`, words.play, toggle);
  const next = button("→", words.after, () => go(shown + 1));
  const last = button("→|", words.end, () => go(steps.length - 1));
  const all = button(words.all, words.all, () => {
    stop();
    const one = document.body.classList.toggle("replaying");
    all.textContent = one ? words.all : words.single;
    all.setAttribute("aria-label", all.textContent);
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
