// A change of a setting: it holds at once or is told to wait, and can be undone from the toast.

import { ask, readSettings } from "./store.mjs";
import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

/** Set a value, or its default with null. */
export async function change(setting, value) {
  try {
    await ask("config.set", { key: setting.key, value });
    await readSettings();
    tell(say(setting.live ? "changed.now" : "changed.later", { what: name(setting.key) }), { undo: {} });
  } catch (error) {
    tell(error.message, { isRefusal: true });
    await readSettings();
  }
}

/** Return a setting's name for people: its key's last part, in words. */
export function name(key) {
  const last = key.replace(/"/g, "").split(".").at(-1);
  const words = last.replace(/_(s|hz|per_min|per_hour|lufs|db|mb)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
