// A change of a setting: it holds at once or is told to wait, and can be undone from the toast.

import { showBusy } from "./busy.mjs";
import { fullName } from "./names.mjs";
import { ask, hearChanges, known, readSettings } from "./store.mjs";
import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

const underWay = new Map();
const waiting = new Map();
const replaced = new Map();

/** Set a value, or its default with null; changes of one setting are made one after the other, and of
 * those that wait the newest alone. */
export function change(setting, value) {
  if (value === null && setting.origin === "default" && !underWay.has(setting.key)) return Promise.resolve();
  const wrong = value !== null && findWrong(setting.schema, value);
  if (wrong) return Promise.resolve(tell(`${fullName(setting.key)}: ${wrong}`, { isRefusal: true }));
  return enqueue(setting.key, (isNewest) => isNewest() && set(known.settings.byKey[setting.key] ?? setting, value));
}

/** Change one item of a list, `remove`, `add` or one in place of the other; none is left out, and what other pages do
 * with other items stays. One item that is moved again before its turn has come is moved once. */
export function changeItem(setting, { remove, add }) {
  const { key } = setting;
  const what = { remove: newest(key, remove), add };
  const isMoved = remove !== undefined && add !== undefined;
  if (isMoved) noteReplaced(key, what.remove, add);
  const before = waiting.get(key);
  if (isMoved && before && isSame(before.add, what.remove)) return (before.add = add), before.made;
  waiting.set(key, what);
  const begin = () => {
    if (waiting.get(key) === what) waiting.delete(key);
    return exchange(setting, what);
  };
  return (what.made = enqueue(key, begin));
}

const isSame = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/** Have changes of one setting made one after the other. */
function enqueue(key, make) {
  const isNewest = () => underWay.get(key) === made;
  const made = (underWay.get(key) ?? Promise.resolve()).then(() => make(isNewest));
  underWay.set(key, made);
  showWhetherBusy();
  return made.finally(() => {
    if (isNewest()) [underWay, replaced].forEach((each) => each.delete(key));
    showWhetherBusy();
  });
}

/** Return what an item has become by the changes before this one: the page may show it as it was. */
function newest(key, item) {
  const became = replaced.get(key)?.get(JSON.stringify(item));
  return became === undefined ? item : newest(key, became);
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
  showBusy(underWay, underWay.size > 0);
}

function set(setting, value) {
  const args = { key: setting.key, value, ...(isTyped(setting) && value !== null ? { expected: setting.value } : {}) };
  return order(setting, () => ask("config.set", args), { key: setting.key });
}

function exchange(setting, { remove, add }) {
  const { key } = setting;
  const at = add === undefined ? 1 + known.settings.byKey[key].value.findIndex((each) => isSame(each, remove)) : 0;
  const undo = () => ask("config.item", { key, remove: add, add: remove, ...(at ? { at } : {}) });
  return order(setting, () => ask("config.item", { key, remove, add }), undo);
}

function noteReplaced(key, item, other) {
  const became = replaced.get(key) ?? new Map();
  became.set(JSON.stringify(item), other).delete(JSON.stringify(other));
  replaced.set(key, became);
}

async function order(setting, give, undo) {
  try {
    await give();
    await readSettings();
    tell(say(setting.live ? "changed.now" : setting.begins_again ? "changed.again" : "changed.later", { what: fullName(setting.key) }), { undo });
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

const MOST_WORDS = 80;

/** Return a value in words, as far as they fit into a line. */
export function inWords(value) {
  if (value === null || value === "") return say("settings.unset");
  if (value === true || value === false) return say(value ? "on" : "off");
  const words = typeof value === "object" ? listInWords(value) : String(value);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}

function listInWords(value) {
  if (Object.keys(value).length === 0) return say("settings.unset");
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== "object");
  return isPlain ? value.join(", ") : JSON.stringify(value);
}

/** Whether a value has names or words of the streamer's, which are not to be on the stream unasked. */
export function isPrivate(key) {
  return key === "guard.own_names";
}
