// The kit maker's page. What is asked stands in the page; what is known of a kit, each sum and each sentence about one, is
// told by menace_kit.site.maker, which runs in a worker: here is only what is shown where, and what is kept for a reload.

import {language, root, say, startWorker} from "./site.js";

const $ = (id) => document.getElementById(id);
const page = $("kit");
const form = $("questions");
const all = (selector, within = page) => [...within.querySelectorAll(selector)];
const radios = (name) => all(`input[type=radio][name="${name}"]`, form);
const PAUSE = 180; // milliseconds without a key before it is looked at what was typed

// What is kept: `values` of the fields by their names, `chosen`, the names of those that somebody has answered (the others
// follow the machine), and `files` that were brought.
let chosen = new Set();
let files = {};
let refused = false; // whether the last files were not taken: that stays told until something is changed
const touched = new Set(); // the fields in which mistakes are told: nobody is blamed for what is not filled in yet

let workshop = null;
let ready = false;
let made = []; // addresses of the files that were made, to be given back

// Storage: for this tab, which may have another kit than the next one, and for the next visit.

const KEPT = `${root.pathname} kit`; // another site of the same host has its own
const BEFORE = `${KEPT} before`; // what a link or a file took the place of

function stored(key) {
  for (const place of ["sessionStorage", "localStorage"]) {
    try {
      const text = window[place].getItem(key);
      if (text) return JSON.parse(text);
    } catch {
      // forbidden, or not ours: then nothing is remembered
    }
  }
  return null;
}

function store(key, value) {
  for (const place of ["sessionStorage", "localStorage"]) {
    try {
      if (value === null) window[place].removeItem(key);
      else window[place].setItem(key, JSON.stringify(value));
    } catch {
      // forbidden, or full
    }
  }
}

// The form

const named = () => [...form.elements].filter((field) => field.name && field.type !== "file");

function valueOf(name) {
  const field = form.elements[name];
  return field ? field.value : "";
}

function values() {
  const found = {};
  for (const field of named()) if (field.type !== "radio" || field.checked) found[field.name] = field.value;
  return found;
}

function setValue(name, value) {
  const field = form.elements[name];
  if (!field) return;
  if (["machine", "container", "palette"].includes(name)) offer(name, value);
  else if (field instanceof HTMLSelectElement && ![...field.options].some((each) => each.value === value)) {
    field.add(new Option(value, value));
  }
  if (field instanceof RadioNodeList) {
    for (const radio of field) radio.checked = radio.value === value; // its `value` finds no radio with an empty one
  } else field.value = value;
}

// Shows the card of what came in a file and stands in no list.
function offer(name, value) {
  const card = form.querySelector(`[data-from-file="${name}"]`);
  const radio = card.querySelector("input");
  if (radios(name).some((each) => each !== radio && each.value === value)) return;
  radio.value = value;
  card.querySelector("b").textContent = value || "kit.toml";
  card.hidden = false;
}

const ruleFields = () => all('[data-rule], [data-key^="rules."]', form).filter((field) => !field.closest("[data-rule-of]")?.hidden);
const machineChosen = () => radios("machine").find((radio) => radio.checked);
const ownShown = () => all(".own[data-own]").find((block) => block.dataset.own === valueOf("container"));

// What Python is told: all that somebody has answered.
function choices() {
  const said = {language: valueOf("language")};
  if (Object.keys(files).length) said.files = files;
  if (valueOf("machine")) said.machine = valueOf("machine");
  for (const name of ["container", "beads", "palette", "paper", "stock", "sets", "name"]) {
    if (chosen.has(name)) said[name] = valueOf(name);
  }
  const block = ownShown();
  if (block && chosen.has("container")) {
    for (const input of all("[data-key]", block)) {
      const [table, ...rest] = input.dataset.key.split(".");
      const key = rest.join(".");
      if (input.type === "radio") {
        if (input.checked) said[table] = input.value;
      } else if (table === "sizes" || input.value.trim()) (said[table] ??= {})[key] = input.value;
    }
  }
  const rules = Object.fromEntries(ruleFields().map((field) => [field.dataset.rule ?? field.dataset.key.slice("rules.".length), field.value.trim()]));
  if (rules.start === "own") rules.start = rules["start-own"];
  delete rules["start-own"];
  for (const [key, value] of Object.entries(rules)) if (value) (said.rules ??= {})[key] = value;
  if (chosen.has("beads") && valueOf("beads") === "own") {
    said.bead = {};
    for (const key of ["diameter", "length", "title"]) said.bead[key] = valueOf(`bead-${key}`);
  }
  return said;
}

// Shows in the form what Python says of a kit: that of a link, or of a file.
function fill(said) {
  form.reset();
  chosen = new Set();
  touched.clear();
  files = said.files ?? {};
  if (said.machine || "kit.toml" in files) setValue("machine", said.machine ?? "");
  touched.add(""); // it is all filled in, and what is wrong with it is told
  follow();
  for (const name of ["container", "beads", "palette", "paper", "stock", "language", "sets", "name"]) {
    if (said[name] === undefined) continue;
    setValue(name, said[name]);
    chosen.add(name);
  }
  const block = ownShown();
  for (const [table, facts] of Object.entries({sizes: said.sizes, folded: said.folded})) {
    for (const [key, value] of Object.entries(facts ?? {})) {
      const input = block && all("input", block).find((each) => each.dataset.key === `${table}.${key}`);
      if (input) input.value = value;
    }
  }
  if (block) for (const radio of all("[data-key=unit]", block)) radio.checked = radio.value === (said.unit ?? "mm");
  for (const [key, value] of Object.entries(said.bead ?? {})) setValue(`bead-${key}`, value);
  for (const [key, value] of Object.entries(said.rules ?? {})) setRule(key, value);
  $("rules").open = Boolean(said.rules);
  arrange();
}

// Beads to start with that are in no list are numbers of one's own.
function setRule(key, value) {
  const field = $(`rules-${key}`);
  if (!field) return;
  const isOther = field instanceof HTMLSelectElement && ![...field.options].some((each) => each.value === value);
  field.value = isOther ? "own" : value;
  if (isOther && key === "start") $("rules-start-own").value = value;
}

// What nobody has answered is as the machine usually has it.
function follow() {
  const machine = machineChosen();
  tellUsual(machine?.value ? machine.dataset : {});
  if (!machine?.value) return;
  for (const name of ["container", "beads", "palette", "paper", "stock"]) {
    if (!chosen.has(name) && machine.dataset[name]) setValue(name, machine.dataset[name]);
  }
}

// What a rule is at this machine, where nobody says otherwise; of a kit that was brought it isn't known.
function tellUsual(known) {
  for (const field of all("[data-rule]", form)) {
    const usual = field.options[0];
    const value = known[field.dataset.rule];
    const named = [...field.options].find((each) => each !== usual && each.value === value);
    const text = named?.textContent ?? (value ? value : "");
    usual.textContent = text ? `${usual.dataset.usual}: ${text}` : usual.dataset.usual;
  }
}

// Shows the questions that belong to what was answered.
function arrange() {
  for (const block of all(".own[data-own]")) block.hidden = block !== ownShown();
  form.querySelector("[data-own-beads]").hidden = valueOf("beads") !== "own";
  for (const each of all("[data-rule-of]", form)) {
    const [key, value] = each.dataset.ruleOf.split("=");
    each.hidden = $(`rules-${key}`).value !== value;
  }
  for (const more of all("details[data-of]")) {
    if (all("input:checked", more).length) more.open = true;
  }
  for (const block of all(".own[data-own]")) {
    const unit = all("[data-key=unit]:checked", block)[0];
    for (const each of all("[data-unit]", block)) each.textContent = unit ? unit.value : "mm";
  }
  const unit = ownShown()?.querySelector("[data-key=unit]:checked")?.value ?? "mm"; // of beads, too: one ruler for all
  for (const each of all("[data-own-beads] [data-unit]")) each.textContent = unit;
  const list = $("brought");
  list.replaceChildren(
    ...Object.keys(files).map((name) => {
      const button = element("button", {type: "button", className: "plain", textContent: say("maker.remove", {name})});
      button.addEventListener("click", () => remove(name));
      return element("li", {}, element("b", {textContent: name}), " ", button);
    }),
  );
  list.hidden = !list.children.length;
  $("unasked").hidden = !("kit.toml" in files) || valueOf("machine") !== "";
}

function remove(name) {
  delete files[name];
  if (name === "kit.toml") {
    if (!valueOf("machine")) setValue("machine", "michie-1961");
    form.querySelector('[data-from-file="machine"]').hidden = true;
    follow();
  }
  arrange();
  changed();
  form.querySelector("#files").focus();
}

function element(tag, facts, ...children) {
  const found = Object.assign(document.createElement(tag), facts);
  found.append(...children);
  return found;
}

function telling(id, texts) {
  const list = $(id).querySelector("ul") ?? $(id);
  list.replaceChildren(...texts.map((text) => element("li", {textContent: text})));
  $(id).hidden = !texts.length;
}

function tell(text) {
  $("told").textContent = text;
  $("told").hidden = !text;
}

// What is shown of the kit, while one types: the newest wins, and what was asked before it is not shown any more.

let timer = 0;
let looking = false;
let stale = false;

function changed() {
  refused = false;
  save();
  stale = true;
  page.classList.add("looking");
  $("changed").hidden = $("files-made").hidden;
  clearTimeout(timer);
  timer = setTimeout(look, PAUSE);
}

function save() {
  store(KEPT, {values: values(), chosen: [...chosen], files});
}

// Each machine as it is, and what to buy for it: the page has that from the start, and Python is asked for the rest.
let prepared = {};

// What is known of these choices without Python; nothing where somebody has answered more than which machine.
function preparedFor(mine) {
  const {language: printed, machine, ...more} = mine;
  return Object.keys(more).length || printed !== language ? undefined : prepared[machine];
}

async function look() {
  if (looking) return;
  looking = true;
  page.classList.add("looking");
  try {
    while (stale) {
      const mine = choices();
      const known = preparedFor(mine);
      if (!known && !ready) break; // it is looked again when Python is there
      stale = false;
      const asked = (...parts) => workshop.call("preview", [mine, language, parts]);
      const first = known ?? (await asked("label"));
      if (stale) continue;
      showErrors(first.errors);
      if (first.errors.length) continue;
      showLabel(first);
      // What to buy is known at once, how many sheets it takes when all of them are laid out.
      const soon = known ?? (await asked("soon"));
      if (stale) continue;
      if (!soon.errors.length) showRest(soon);
      await new Promise((later) => setTimeout(later, PAUSE));
      if (stale) continue;
      if (!ready) {
        stale = true;
        break;
      }
      const rest = await asked("sheet", "list");
      if (stale) continue;
      if (rest.errors.length) showErrors(rest.errors);
      else showRest(rest);
    }
  } catch (error) {
    dead(error);
  } finally {
    looking = false;
    page.classList.remove("looking");
  }
}

// Where it can't be had, all waits for Python, which knows it, too.
async function prepare() {
  const found = await fetch("prepared.json").catch(() => null);
  if (!found?.ok) return;
  prepared = await found.json();
  if (!ready && !location.hash.includes("=")) await look(); // a link's own kit comes with Python
}

// Errors, each at its field

function fieldOf(told) {
  const name = told.startsWith("files.") ? "files" : told;
  const places = all("[data-field]", form).filter((place) => place.dataset.field === name);
  const place = places.find((each) => each.classList.contains("field") && !each.closest("[hidden]")) ?? places[0];
  const text = place && place.querySelector(".wrong");
  return text ? {place, text, inputs: all("input, select", place).filter((each) => each.getAttribute("aria-describedby")?.includes(text.id))} : null;
}

// Whether a field was not come to yet: what is to be filled in there is no mistake so far.
function isStillEmpty(name, inputs) {
  if (touched.has("") || touched.has(name) || name.startsWith("files")) return false;
  return inputs.every((input) => !input.value.trim());
}

// A button for each way out: it does what its label says.
function waysOut(ways) {
  const row = element("span", {className: "ways"});
  for (const {label, set} of ways) {
    const button = element("button", {type: "button", className: "plain", textContent: label});
    button.addEventListener("click", () => answer(set));
    row.append(button);
  }
  return row;
}

// Answers questions in somebody's place, and leads to the last of them.
function answer(set) {
  for (const [name, value] of Object.entries(set)) {
    const [table, key] = name.split(".");
    if (table === "rules") {
      setRule(key, value);
      $("rules").open = true;
    } else {
      setValue(name, value);
      chosen.add(name);
    }
  }
  arrange();
  changed();
  const name = Object.keys(set).at(-1).replace(".", "-");
  const block = name === "container" ? ownShown() : null;
  const field = block?.querySelector("input[type=text]") ?? radios(name).find((radio) => radio.checked) ?? $(name);
  field.focus({preventScroll: true});
  field.scrollIntoView({block: "center"});
}

let toldBefore = new Set(); // the mistakes that were told the last time: only to a new one the page scrolls

// Leads to a mistake that is told for the first time and is out of sight.
function leadTo(texts) {
  const told = new Set(texts.map((text) => text.id + text.textContent));
  const fresh = texts.find((text) => !toldBefore.has(text.id + text.textContent));
  toldBefore = told;
  if (!fresh) return;
  const fold = fresh.closest("details");
  if (fold) fold.open = true;
  const {top} = fresh.getBoundingClientRect();
  const last = fresh.nextElementSibling?.matches(".ways") ? fresh.nextElementSibling : fresh;
  const {bottom} = last.getBoundingClientRect();
  const strip = $("strip").getBoundingClientRect().height;
  if (top < 0 || bottom > innerHeight - strip) fresh.scrollIntoView({block: "center"});
}

function showErrors(errors) {
  const kept = refused ? fieldOf("files") : null; // what was changed before them is looked at only now
  for (const text of all(".wrong", form)) {
    if (text === kept?.text) continue;
    text.hidden = true;
    text.textContent = "";
  }
  for (const input of all("[aria-invalid]", form)) {
    if (!kept?.inputs.includes(input)) input.removeAttribute("aria-invalid");
  }
  for (const row of all(".ways", form)) row.remove();
  const general = [];
  const places = [];
  let unseen = 0;
  for (const error of errors) {
    const found = error.field ? fieldOf(error.field) : null;
    if (!found) general.push(error.text);
    else if (isStillEmpty(error.field, found.inputs)) unseen += 1;
    else {
      const {text} = error;
      found.text.lang = error.lang;
      found.text.textContent = found.text.textContent ? `${found.text.textContent} ${text}` : text;
      found.text.hidden = false;
      if (error.ways?.length) found.text.after(waysOut(error.ways));
      places.push(found.text);
      for (const input of found.inputs) input.setAttribute("aria-invalid", "true");
    }
  }
  const told = errors.length - general.length - unseen;
  const trouble = [...general];
  if (told) trouble.push(say("maker.wrong", {n: told}));
  else if (unseen) trouble.push(say("maker.first-sizes"));
  $("trouble").textContent = trouble.join(" ");
  $("trouble").hidden = !trouble.length;
  page.classList.toggle("stale", errors.length > 0);
  $("wrong-told").hidden = true;
  leadTo(places);
}

// What is drawn

// A drawing of the program's as an element; its styles, which the page's policy forbids, are those of kit.css.
function drawn(text, label) {
  const svg = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  for (const each of [svg, ...svg.querySelectorAll("[id], [style]")]) {
    each.removeAttribute("id");
    each.removeAttribute("style");
  }
  for (const each of svg.querySelectorAll("title, desc")) each.remove();
  svg.removeAttribute("width");
  svg.removeAttribute("height");
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return document.importNode(svg, true);
}

let drawnWidth = 0; // of the label in mm, with the edge round it

function showLabel(found) {
  $("shown").hidden = false;
  const {svg, width, size} = found.label;
  drawnWidth = width;
  const told = say("maker.label-shown", {width: number(size[0]), height: number(size[1])});
  $("label-large").replaceChildren(drawn(svg, told));
  $("label-told").textContent = told;
  $("label-true").firstElementChild.replaceChildren(drawn(svg, told));
  $("strip-label").replaceChildren(drawn(svg, told));
  trueSize();
  $("strip-facts").textContent = say("common.n-boxes", {n: found.boxes});
  $("strip").hidden = false;
}

const number = (value) => value.toLocaleString(language, {maximumFractionDigits: 1, useGrouping: false});

function showRest(found) {
  $("warnings").replaceChildren(...found.warnings.map(({text, ways}) => element("li", {}, element("span", {textContent: text}), waysOut(ways))));
  telling("explained", found.explained);
  const count = say("maker.warnings-count", {n: found.warnings.length});
  $("warnings-told").textContent = count;
  $("strip-warnings").textContent = count;
  if (found.sheet) {
    $("sheet-told").textContent = say("maker.sheet-shown", {title: found.sheet.title, n: found.sheet.pages});
    $("sheet").replaceChildren(drawn(found.sheet.svg, found.sheet.title));
  }
  const {things, beads, counted} = found.shopping;
  $("shopping").replaceChildren(
    table(things.title, things.columns, things.rows, 9),
    ...(beads ? [table(beads.title, beads.columns, beads.rows, 3)] : []),
    element("p", {}, element("small", {textContent: counted})),
    ...(found.counting ? [element("p", {className: "counting"}, element("small", {textContent: say("site.starting")}))] : []),
  );
  showSights(found.colours);
}

// `numbers` is the column from which on there are numbers. A row's first cell is its head.
function table(title, columns, rows, numbers) {
  const cell = (text, place) => {
    const found = element(place ? "td" : "th", {textContent: text, className: place >= numbers ? "number" : ""});
    if (!place) found.scope = "row";
    else found.dataset.label = columns[place] ?? "";
    return found;
  };
  const head = element("tr", {}, ...columns.map((text, place) => element("th", {scope: "col", textContent: text, className: place >= numbers ? "number" : ""})));
  const body = rows.map((row) => element("tr", {}, ...row.map(cell)));
  const found = element("table", {}, element("caption", {textContent: title}), element("thead", {}, head), element("tbody", {}, ...body));
  const scrolled = element("div", {className: "scrolled", tabIndex: 0}, found);
  scrolled.setAttribute("role", "group");
  scrolled.setAttribute("aria-label", title);
  return scrolled;
}

const SIGHTS = ["protan", "deutan", "tritan", "grey"];

function swatch(hex) {
  const found = element("span", {className: "swatch"});
  found.style.backgroundColor = hex;
  return found;
}

function showSights(colours) {
  const rows = colours.map((colour) =>
    element(
      "tr",
      {},
      element("th", {scope: "row"}, swatch(colour.hex), ` ${colour.glyph} ${colour.key} ${colour.name}`),
      ...SIGHTS.map((sight) => colour.seen[sight]).map((hex) => element("td", {}, swatch(hex), element("span", {className: "unseen", textContent: hex}))),
    ),
  );
  $("sights").querySelector("tbody").replaceChildren(...rows);
  $("sights").hidden = !rows.length;
}

// True size: how many of the screen's own dots a millimetre has is the same whatever the browser's zoom.

const SCALE = `${root.pathname} dots per mm`;
const CSS_PER_MM = 96 / 25.4;

const perMm = () => (stored(SCALE) ?? CSS_PER_MM * devicePixelRatio) / devicePixelRatio;

function trueSize() {
  const scale = perMm();
  const svg = $("label-true").querySelector("svg");
  if (svg) svg.style.width = `${drawnWidth * scale}px`;
  const card = $("bank-card");
  const upright = 85.6 * scale > card.parentElement.clientWidth;
  card.style.width = `${(upright ? 53.98 : 85.6) * scale}px`;
  card.style.height = `${(upright ? 85.6 : 53.98) * scale}px`;
  $("card-scale").value = scale;
}

$("card-scale").addEventListener("input", (event) => {
  store(SCALE, Number(event.target.value) * devicePixelRatio);
  trueSize();
});
$("card-check").addEventListener("toggle", trueSize);
addEventListener("resize", trueSize);

// Making everything

let working = null; // what ends the call that makes the files
let wanted = false; // before Python was there; it makes them then

async function make() {
  const mine = choices();
  const ending = (working = new AbortController());
  tell("");
  $("wrong-told").hidden = true;
  try {
    const {errors} = await workshop.call("preview", [mine, language, ["label"]]);
    if (errors.length) return refuse(errors);
    forget();
    $("files-made").hidden = true;
    $("changed").hidden = true;
    $("build").disabled = true;
    $("working").hidden = false;
    progress("working", say("site.starting"));
    await workshop.call("build", [mine, language], {
      signal: ending.signal,
      onProgress(step) {
        if (ending.signal.aborted) return;
        if (step.errors) return refuse(step.errors);
        progress("working", step.text || say("site.starting"), step);
        for (const file of step.files) list(file);
        if (step.zip) finish(step, mine);
      },
    });
  } finally {
    if (working === ending) finished();
  }
}

// Tells what cannot be, where it was said, and leads to the first of it.
function refuse(errors) {
  touched.add("");
  showErrors(errors);
  const first = form.querySelector("[aria-invalid]");
  $("wrong-told").textContent = first ? say("maker.wrong", {n: errors.length}) : errors.map((error) => error.text).join(" ");
  $("wrong-told").hidden = false;
  if (first) first.focus();
}

function finished() {
  working = null;
  $("build").disabled = false;
  $("working").hidden = true;
}

function progress(what, text, {done = 0, of = 0} = {}) {
  $(`${what}-told`).textContent = text;
  const bar = $(`${what}-bar`);
  if (of) {
    bar.max = of;
    bar.value = done;
  } else bar.removeAttribute("value");
}

const TYPES = {pdf: "application/pdf", svg: "image/svg+xml", zip: "application/zip", csv: "text/csv", txt: "text/plain", toml: "text/plain"};

function address(file) {
  const ending = file.name.split(".").pop();
  const type = TYPES[ending] ?? "application/octet-stream";
  const url = URL.createObjectURL(new Blob([file.content], {type: type.startsWith("text") ? `${type};charset=utf-8` : type}));
  made.push(url);
  return url;
}

function forget() {
  for (const url of made.splice(0)) URL.revokeObjectURL(url);
  for (const group of all("[data-files]")) {
    group.hidden = true;
    group.replaceChildren();
  }
  for (const id of ["zip", "print"]) $(id).hidden = true;
  telling("left-out", []);
}

const PRINT_PACK = /^print-pack/;

// The print pack, single sheets, and data.
function groupOf(name) {
  if (PRINT_PACK.test(name)) return "print";
  return name.endsWith(".pdf") ? "sheets" : "data";
}

// A line for each file: what it is, its pages, and what can be done with it.
function list(file) {
  const {name, pages} = file;
  const group = all(`[data-files="${groupOf(name)}"]`)[0];
  group.hidden = false;
  const title = file.title || (name === "kit.toml" ? say("maker.file-kit") : name);
  const url = address(file);
  const links = [element("a", {href: url, download: name, className: "button plain", textContent: say("maker.save")})];
  if (name.endsWith(".pdf")) links.unshift(element("a", {href: url, target: "_blank", rel: "noopener", className: "button plain", textContent: say("maker.open")}));
  for (const link of links) link.append(element("span", {className: "unseen", textContent: ` ${name}`}));
  const told = element("span", {className: "told"}, element("b", {textContent: title}), " ", element("small", {textContent: pages ? `${name}, ${say("maker.pages", {n: pages})}` : name}));
  group.append(element("li", {}, told, ...links));
  if (PRINT_PACK.test(name)) Object.assign($("print"), {href: url, hidden: false});
  $("files-made").hidden = false;
}

function finish({zip, left_out}, mine) {
  Object.assign($("zip"), {href: address(zip), download: zip.name, hidden: false});
  telling("left-out", left_out);
  $("files-made").hidden = false;
  $("changed").hidden = JSON.stringify(choices()) === JSON.stringify(mine);
  tell("");
  $("files-made").focus();
}

$("stop").addEventListener("click", () => {
  working.abort(); // it ends when the sheet is done that is being drawn
  finished();
  forget();
  $("files-made").hidden = true;
  $("build").focus();
});

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (!ready) {
    wanted = true;
    tell(say("site.starting"));
    $("build").focus();
  } else if (!working) make().catch(dead);
});

// A link that carries the whole kit

// Gives what stands behind # in such a link to `use`; before Python is there, and where it is dead, that is told instead.
async function withFragment(use) {
  if (!ready) return tell(say("site.starting"));
  let text;
  try {
    text = await workshop.call("fragment", [choices()]);
  } catch (error) {
    return dead(error);
  }
  return use(text);
}

$("run").addEventListener("click", () => withFragment((text) => location.assign(`companion.html#${text}`)));

$("share").addEventListener("click", () => withFragment(async (text) => {
  $("address").value = `${location.href.split("#")[0]}#${text}`;
  $("shared").hidden = false;
  $("address").select();
  try {
    await navigator.clipboard.writeText($("address").value);
    $("copied").textContent = say("maker.link-copied");
  } catch {
    $("copied").textContent = ""; // it is selected, to be copied by hand
  }
}));

// Takes in what a link carries, or files; what was there before can be had back. A printer's profile, or whatever else is
// no kit, comes to what is filled in already.
async function take(call, argument) {
  const before = {values: values(), chosen: [...chosen], files};
  let found;
  try {
    found = await workshop.call(call, [argument]);
  } catch (error) {
    return dead(error);
  }
  const wrong = found.errors.map((error) => (error.field === "link" ? say("maker.link-broken") : error.text)).join(" ");
  const {text, inputs} = fieldOf("files");
  text.textContent = wrong;
  text.hidden = !wrong;
  text.lang = call === "take_in" ? "en" : language;
  for (const input of inputs) {
    if (wrong) input.setAttribute("aria-invalid", "true");
    else input.removeAttribute("aria-invalid");
  }
  tell("");
  refused = wrong !== "";
  if (wrong) return text.scrollIntoView({block: "center"});
  store(BEFORE, before);
  $("back").hidden = false;
  if (call === "take_in" && !("kit.toml" in found.choices.files)) files = {...files, ...found.choices.files};
  else fill(found.choices);
  arrange();
  tell(say("maker.taken"));
  changed();
}

$("back").addEventListener("click", () => {
  restore(stored(BEFORE));
  store(BEFORE, null);
  $("back").hidden = true;
  tell("");
  changed();
  $("files").focus();
});

const LARGEST = 2_000_000; // bytes; what is beyond them Python need not see to say that it is too large

async function takeFiles(list) {
  if (!list.length) return;
  if (!ready) return tell(say("site.starting"));
  const brought = {};
  for (const file of list) brought[file.name] = new Uint8Array(await file.slice(0, LARGEST).arrayBuffer());
  await take("take_in", brought);
}

$("files").addEventListener("change", async (event) => {
  await takeFiles([...event.target.files]);
  event.target.value = "";
});
const carriesFiles = (event) => event.dataTransfer && [...event.dataTransfer.types].includes("Files");
addEventListener("dragover", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  page.classList.add("dragged");
});
addEventListener("dragleave", (event) => event.relatedTarget || page.classList.remove("dragged"));
addEventListener("drop", (event) => {
  if (!carriesFiles(event)) return;
  event.preventDefault();
  page.classList.remove("dragged");
  takeFiles([...event.dataTransfer.files]);
});

// A fragment with an = in it is a kit; one without is a place on this page.
async function takeLink() {
  if (!location.hash.includes("=")) return;
  await take("from_fragment", location.hash.slice(1));
  history.replaceState(null, "", location.href.split("#")[0]); // from now on it is kept as what is typed is
}
addEventListener("hashchange", () => ready && takeLink());

// What is typed and chosen

form.addEventListener("input", (event) => {
  const {name, dataset} = event.target;
  if (!name || event.target.type === "file") return;
  chosen.add(name);
  if (dataset.key?.startsWith("sizes.") || dataset.key?.startsWith("folded.")) chosen.add("container");
  if (name.startsWith("bead-")) chosen.add("beads");
  if (name === "machine") follow();
  arrange();
  changed();
});
// A mistake is told the moment that it is known; that a field is empty, only when it was left.
form.addEventListener("change", (event) => {
  const place = event.target.closest("[data-field]");
  if (!place || touched.has(place.dataset.field)) return;
  touched.add(place.dataset.field);
  if (event.target.type === "text") changed();
});
form.addEventListener("focusin", (event) => light(event.target, true));
form.addEventListener("focusout", (event) => light(event.target, false));

// The side of the drawing that is asked for lights up.
function light(input, on) {
  const key = input.dataset?.lights?.replace(/^(sizes|folded)\./, "");
  const block = key && input.closest("[data-own]");
  for (const side of block ? all(".side", block) : []) side.classList.toggle("on", on && side.dataset.side === key);
}

function restore(saved) {
  if (!saved) return;
  form.reset();
  chosen = new Set(saved.chosen);
  files = saved.files ?? {};
  for (const [name, value] of Object.entries(saved.values)) {
    if (name !== "language" || chosen.has("language")) setValue(name, value);
  }
  for (const place of all(".field", form)) {
    if (all("input", place).some((input) => input.value)) touched.add(place.dataset.field);
  }
  arrange();
}

// The letters are those that are printed, whatever fonts this computer has.
async function showFonts() {
  const {regular, bold} = await workshop.call("fonts");
  for (const [content, weight] of [
    [regular, "normal"],
    [bold, "bold"],
  ]) {
    document.fonts.add(new FontFace("printed", content, {weight}));
  }
}

// Starting, and what is said when it does not go on

function begin() {
  workshop?.stop();
  ready = wanted = false;
  stale = true;
  $("dead").hidden = true;
  $("boot").hidden = false;
  progress("boot", say("site.starting"));
  const mine = (workshop = startWorker("maker", (step) => progress("boot", say("site.starting"), step)));
  mine.ready.then(
    async () => {
      if (workshop !== mine) return;
      ready = true;
      $("boot").hidden = true;
      await takeLink();
      await look();
      showFonts();
      if (wanted) make().catch(dead);
    },
    (error) => workshop === mine && (error.old ? over(say("maker.too-old")) : over(say("maker.dead"), error.message)),
  );
  mine.worker.addEventListener("error", (event) => workshop === mine && ready && dead(Object.assign(new Error(event.message), {fatal: true})));
}

// A call that went wrong: Python is gone, or we have made a mistake. One that was stopped on purpose is neither.
function dead(error) {
  if (error.message === "stopped") return;
  console.error(error);
  over(say("maker.dead"), error.message);
}

function over(text, detail = "") {
  ready = false;
  $("boot").hidden = true;
  $("working").hidden = true;
  $("build").disabled = false;
  const [told, more, button] = $("dead").children;
  told.textContent = text;
  more.textContent = detail;
  button.hidden = text === say("maker.too-old");
  $("dead").hidden = false;
}

$("again").addEventListener("click", () => {
  begin();
  $("see").focus();
});

$("needs").hidden = true;
for (const fold of ["own-fold", "warnings-fold", "sheet-fold", "shopping-fold"]) $(fold).open = matchMedia("(min-width: 62rem)").matches;
restore(stored(KEPT));
follow();
arrange();
$("back").hidden = !stored(BEFORE);
begin();
prepare();

// The strip below the questions of a phone is of use while what it leads to is out of sight.
new IntersectionObserver(([entry]) => page.classList.toggle("seeing", entry.isIntersecting)).observe($("see"));
