// The guard's box: how strict it is, what it stopped, and what waits for a yes. No text is fetched before it is asked for.

import { ask } from "./panel-line.js";
import { button, made, part, tell, told } from "./panel-parts.js";

const NAMES = {
  own: "your list",
  private: "private data",
  unsafe: "judge model",
  denial: "denial of a genocide",
  minors: "sexual, about minors",
};
const FATES = { held: "waits for you", said: "let go", dropped: "dropped by you", expired: "waited too long" };
const ACTIONS = { mask: "masked", drop: "dropped", replace: "replaced" };
const A_LITTLE_MS = 250;
const SECOND_MS = 1000;
const HINT = "Say goes once you have read it: press Show. It waits two minutes for your yes.";

const rows = new Map(); // of the log, by number
let seen = ""; // of the log, by what the state tells
let isReading = false;
let expires = null;

for (const choice of part("level").children) {
  choice.onclick = () => told(ask("config.set", { key: "guard.level", value: choice.dataset.level }));
}
setInterval(countDown, SECOND_MS);
part("in-earnest").onclick = () => told(ask("config.set", { key: "guard.dry_run", value: false }));

/** Show the guard as the state tells it, and read its log anew when there is something new in it. */
export function showGuard({ level, dry_run, counts, changes, held }) {
  for (const choice of part("level").children) {
    choice.setAttribute("aria-pressed", String(choice.dataset.level === level));
  }
  part("dry-run").hidden = !dry_run;
  part("dry-run").firstElementChild.className = "dot odd";
  part("counts").replaceChildren(...counted(counts));
  const now = `${changes} ${held}`;
  if (now === seen) return;
  seen = now;
  readLog();
}

/** Forget what was seen: behind a new connection there may be another show. */
export function forgetGuard() {
  seen = "";
}

async function readLog() {
  if (isReading) return; // what comes meanwhile is seen below
  isReading = true;
  const asked = seen;
  try {
    show(await ask("guard.log"));
  } catch (refusal) {
    tell(refusal.message, { refused: true });
  } finally {
    isReading = false;
  }
  if (seen !== asked && seen) readLog();
}

function show(entries) {
  const numbers = new Set(entries.map((entry) => entry.number));
  for (const number of [...rows.keys()].filter((each) => !numbers.has(each))) rows.delete(number);
  for (const entry of entries) put(entry);
  part("log").replaceChildren(...entries.map((entry) => rows.get(entry.number).line));
  const waiting = entries.filter((entry) => entry.fate === "held").reverse();
  part("held").replaceChildren(...waiting.map((entry) => rows.get(entry.number).held));
  clearTimeout(expires);
  const soonestS = Math.min(...waiting.map((entry) => entry.left_s));
  if (waiting.length) expires = setTimeout(readLog, soonestS * 1000 + A_LITTLE_MS);
}

function put(entry) {
  const known = rows.get(entry.number);
  const untilMs = Date.now() + entry.left_s * 1000;
  if (known) known.untilMs = untilMs;
  const as = JSON.stringify({ ...entry, left_s: 0 });
  if (known?.as === as) return;
  const row = { as, untilMs, line: known?.line ?? made("li"), held: known?.held ?? made("li"), text: known?.text ?? null };
  rows.set(entry.number, row);
  draw(entry, row);
}

function draw(entry, row) {
  const waits = entry.fate === "held"; // then it is read where it waits
  const head = made("div", "entry");
  head.append(number(entry), at(entry), what(entry), made("span", "fate", fate(entry)));
  if (!waits) head.append(look(entry, row));
  row.line.replaceChildren(head, ...(waits ? [] : words(row)));
  row.line.dataset.number = entry.number;
  const question = made("div", "entry");
  const say = button("Say", () => told(ask("guard.release", { number: entry.number })));
  say.disabled = row.text === null;
  const drop = button("Drop", () => told(ask("guard.drop", { number: entry.number })));
  question.append(number(entry), made("span", "left", left(row)), what(entry), look(entry, row), say, drop);
  row.held.replaceChildren(question, ...(say.disabled ? [made("p", "hint", HINT)] : words(row)));
  row.held.dataset.number = entry.number;
}

/** Make the button that fetches a text, or hides it again. */
function look(entry, row) {
  const label = row.text === null ? "Show" : "Hide";
  const pressed = async () => {
    row.text = row.text === null ? await told(ask("guard.text", { number: entry.number }), () => "") : null;
    draw(entry, row);
  };
  const element = button(label, pressed);
  element.setAttribute("aria-expanded", String(row.text !== null));
  return element;
}

/** Tell of each that waits how long it still does. */
function countDown() {
  for (const element of part("held").querySelectorAll(".left")) {
    element.textContent = left(rows.get(Number(element.closest("li").dataset.number)));
  }
}

function left({ untilMs }) {
  const seconds = Math.max(Math.ceil((untilMs - Date.now()) / 1000), 0);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")} left`;
}

function words(row) {
  if (row.text === null) return [];
  const text = made("p", "text", row.text);
  text.dir = "auto";
  return [text];
}

function number(entry) {
  return made("span", "number", `#${entry.number}`);
}

function at(entry) {
  return made("span", "at", new Date(entry.at).toLocaleTimeString([], { hour12: false }));
}

function what(entry) {
  const element = made("span", "what");
  const times = entry.times > 1 ? ` ×${entry.times}` : "";
  const places = [entry.where, ...entry.also].join(", ");
  element.append(made("em", "", places), ` ${named(entry.category)}${times}`);
  if (entry.rule) element.append(" ", made("small", "", entry.rule));
  return element;
}

function fate(entry) {
  if (entry.only_reported) return "only reported";
  return FATES[entry.fate] ?? ACTIONS[entry.action] ?? entry.action;
}

function counted(counts) {
  const sums = Object.entries(counts).map(([category, by]) => [category, Object.values(by).reduce((a, b) => a + b, 0)]);
  if (!sums.length) return [made("span", "", "Nothing was stopped since the start.")];
  return sums
    .sort(([, a], [, b]) => b - a)
    .map(([category, sum]) => {
      const element = made("span", "", `${named(category)} `);
      element.append(made("b", "", String(sum)));
      return element;
    });
}

function named(category) {
  return NAMES[category] ?? category;
}
