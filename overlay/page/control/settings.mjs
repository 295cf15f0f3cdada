// A change of a setting: it holds at once or is told to wait, and can be undone from the toast.

import { ask, hearChanges, known, readSettings } from "./store.mjs";
import { tell } from "./parts/toast.mjs";
import { knows, say } from "./words.mjs";

const underWay = new Map();

/** Set a value, or its default with null; changes of one setting are made one after the other, and of
 * those that wait the newest alone. */
export function change(setting, value) {
  if (value === null && setting.origin === "default" && !underWay.has(setting.key)) return Promise.resolve();
  const wrong = value !== null && findWrong(setting.schema, value);
  if (wrong) return Promise.resolve(tell(`${fullName(setting.key)}: ${wrong}`, { isRefusal: true }));
  const before = underWay.get(setting.key);
  const isNewest = () => underWay.get(setting.key) === made;
  const made = before ? before.then(() => isNewest() && make(known.settings.byKey[setting.key] ?? setting, value)) : make(setting, value);
  underWay.set(setting.key, made);
  showWhetherBusy();
  return made.finally(() => {
    if (underWay.get(setting.key) === made) underWay.delete(setting.key);
    showWhetherBusy();
  });
}

/** Return what is wrong with a number or a text's length, in words for people; the performer looks at all else. */
function findWrong({ type, minimum, maximum, maxLength }, value) {
  const isNumber = type === "number" || type === "integer";
  if (isNumber && (typeof value !== "number" || (type === "integer" && !Number.isInteger(value)))) return say(`wrong.${type}`);
  if (isNumber && value < minimum) return say("wrong.least", { least: minimum });
  if (isNumber && value > maximum) return say("wrong.most", { most: maximum });
  return typeof value === "string" && value.length > maxLength ? say("wrong.length", { most: maxLength }) : "";
}

function showWhetherBusy() {
  document.documentElement.toggleAttribute("data-saving", underWay.size > 0);
}

async function make(setting, value) {
  try {
    await ask("config.set", { key: setting.key, value, ...(isTyped(setting) && value !== null ? { expected: setting.value } : {}) });
    await readSettings();
    tell(say(setting.live ? "changed.now" : "changed.later", { what: fullName(setting.key) }), { undo: {} });
  } catch (error) {
    tell(error.message, { isRefusal: true });
    await readSettings();
  }
}

/** Whether a value is typed: what somebody else has written meanwhile is then not to be lost. */
function isTyped(setting) {
  return !setting.schema.enum && !["boolean", "number", "integer"].includes(setting.schema.type);
}

hearChanges(({ keys = [], by, trouble }) => {
  if (trouble) tell(trouble, { isRefusal: true });
  else if (by === "hand") tell(say(keys.length ? "settings.edited" : "settings.edited.same", { n: keys.length }), keys.length ? { undo: {} } : {});
});

/** Return the section's name as well: many have a setting such as Enabled. */
function fullName(key) {
  const section = `section.${key.split(".")[0]}`;
  return knows(section) ? `${say(section)} · ${name(key)}` : name(key);
}

/** Return a setting's name for people: its key's last part, in words. */
export function name(key) {
  const last = key.replace(/"/g, "").split(".").at(-1);
  const words = last.replace(/_(s|hz|per_min|per_hour|lufs|db|mb)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
