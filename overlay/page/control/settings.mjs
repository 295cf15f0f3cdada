// A change of a setting: it holds at once or is told to wait, and can be undone from the toast.

import { ask, hearChanges, known, readSettings } from "./store.mjs";
import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

const underWay = new Map();

/** Set a value, or its default with null; changes of one setting are made one after the other. */
export function change(setting, value) {
  const before = underWay.get(setting.key);
  const made = before ? before.then(() => make(known.settings.byKey[setting.key] ?? setting, value)) : make(setting, value);
  underWay.set(setting.key, made);
  showWhetherBusy();
  return made.finally(() => {
    if (underWay.get(setting.key) === made) underWay.delete(setting.key);
    showWhetherBusy();
  });
}

function showWhetherBusy() {
  document.documentElement.toggleAttribute("data-saving", underWay.size > 0);
}

async function make(setting, value) {
  try {
    await ask("config.set", { key: setting.key, value, ...(isTyped(setting) && value !== null ? { expected: setting.value } : {}) });
    await readSettings();
    tell(say(setting.live ? "changed.now" : "changed.later", { what: name(setting.key) }), { undo: {} });
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
  else if (by === "hand") tell(say("settings.edited", { n: keys.length }), keys.length ? { undo: {} } : {});
});

/** Return a setting's name for people: its key's last part, in words. */
export function name(key) {
  const last = key.replace(/"/g, "").split(".").at(-1);
  const words = last.replace(/_(s|hz|per_min|per_hour|lufs|db|mb)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
