// A change of a setting: it holds at once or is told to wait, and can be undone from the toast.

import { showBusy } from "./busy.mjs";
import { labelOfNow } from "./labelled.mjs";
import { fullName } from "./names.mjs";
import { ask, hearChanges, known, readSettings } from "./store.mjs";
import { refuse } from "./refusals.mjs";
import { translate } from "./translate.mjs";
import { noteMade, undoOf } from "./undoing.mjs";
import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

const underWay = new Map();
const waiting = new Map();
const replaced = new Map();
/** The beginning of a refusal that is about a whole section: the value that was to come into it is told instead. */
const WHOLE = /^Config '\w+' \(([^)]*)\) has value \{[^}]*\}\. /;

/** Set a value, or its default with null; changes of one setting are made one after the other, and of
 * those that wait the newest alone. Returns a promise of the refusal, if it is refused. */
export function change(setting, value) {
  if (value === null && setting.origin === "default" && !setting.unsaved && !underWay.has(setting.key)) return Promise.resolve();
  const wrong = value !== null && findWrong(setting.schema, value);
  const what = labelOf(setting.key);
  if (wrong) return Promise.resolve(refuse(`${what}: ${wrong}`));
  return enqueue(setting.key, (isNewest) => (isNewest() ? set(known.settings.byKey[setting.key] ?? setting, value, what) : undefined));
}

/** Change one item of a list, `remove`, `add` or one in place of the other; none is left out, and what other pages do
 * with other items stays. One item that is moved again before its turn has come is moved once. */
export function changeItem(setting, { remove, add }) {
  const { key } = setting;
  const what = { remove: newest(key, remove), add, label: labelOf(key) };
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

/** Make changes of one setting one after the other. */
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

/** Return what a setting is called where it is changed; the screen of all settings names the section, too. */
function labelOf(key) {
  return (location.hash !== "#settings" && labelOfNow()) || fullName(key);
}

function set(setting, value, what) {
  const args = { key: setting.key, value, ...(isTyped(setting) && value !== null ? { expected: setting.value } : {}) };
  return order(setting, what, () => ask("config.set", args), { value });
}

function exchange(setting, { remove, add, label }) {
  const { key } = setting;
  const at = add === undefined ? 1 + known.settings.byKey[key].value.findIndex((each) => isSame(each, remove)) : 0;
  const undo = () => ask("config.item", { key, remove: add, add: remove, ...(at ? { at } : {}) });
  return order(setting, label, () => ask("config.item", { key, remove, add }), { undo, value: add });
}

function noteReplaced(key, item, other) {
  const became = replaced.get(key) ?? new Map();
  became.set(JSON.stringify(item), other).delete(JSON.stringify(other));
  replaced.set(key, became);
}

async function order(setting, what, give, { undo, value } = {}) {
  const { key } = setting;
  try {
    await give();
    const made = undo ?? undoOf(key);
    await readSettings();
    tellChanged(key, what, made);
    return undefined;
  } catch (error) {
    await readSettings();
    const words = translate(error.message.replace(WHOLE, (_all, where) => `Config '${key}' (${where}) has value ${JSON.stringify(value)}. `));
    return refuse(what === fullName(key) ? words : words.replaceAll(say("told.setting", { what: fullName(key) }), say("told.setting", { what })));
  }
}

/** Show that a setting, or one below a section or table, was changed: under a label, since when it holds, its undo. */
export function tellChanged(key, what, undo = undoOf(key)) {
  const { list, byKey } = known.settings ?? { list: [], byKey: {} }; // a press may come before they are read
  const isOf = (each) => each.key === key || each.key.startsWith(`${key}.`);
  const { live, begins_again: isAgain } = byKey[key] ?? { live: true };
  const when = list.some((each) => each.unsaved && isOf(each)) ? "unsaved" : live ? "now" : isAgain ? "again" : "later";
  tell(say(`changed.${when}`, { what }), { undo, what });
}

/** Whether a value is typed or counted from: what somebody else has written meanwhile is then not to be lost. */
function isTyped(setting) {
  return !setting.schema.enum && setting.schema.type !== "boolean";
}

hearChanges(({ keys = [], by, trouble, number }) => {
  noteMade(keys, number);
  if (trouble) tell(trouble, { isRefusal: true });
  else if (by === "hand") tell(say(keys.length ? "settings.edited" : "settings.edited.same", { n: keys.length }), number ? { undo: { number } } : {});
});
