// What is to be removed for good: it waits six seconds, in which it can be kept, also when another screen is opened.

import { tell } from "./parts/toast.mjs";
import { ask, known, learn } from "./store.mjs";
import { say } from "./words.mjs";

const WAITS_MS = 6000;
const timers = new Map();

learn({ removing: [] });

/** Remove something in six seconds by the operation that removes it. */
export function removeSoon(op, args, then) {
  const key = nameOf(op, args);
  if (timers.has(key)) return;
  timers.set(key, { op, args, then, timer: setTimeout(() => remove(key), WAITS_MS) });
  note();
  tell(say("removes"), { undo: async () => (keep(op, args), say("removes.not")) });
}

/** Keep what was to be removed. */
export function keep(op, args) {
  clearTimeout(timers.get(nameOf(op, args))?.timer);
  timers.delete(nameOf(op, args));
  note();
}

/** Whether something is about to be removed. */
export function isGoing(op, args) {
  return known.removing.includes(nameOf(op, args));
}

async function remove(key) {
  const { op, args, then } = timers.get(key);
  keep(op, args);
  try {
    tell(await ask(op, args));
  } catch (error) {
    tell(error.message, { isRefusal: true });
  }
  then();
}

function nameOf(op, args) {
  return JSON.stringify([op, args]);
}

function note() {
  learn({ removing: [...timers.keys()] });
}

// A page that is closed in the meantime removes at once: nobody could keep it any more.
addEventListener("pagehide", () => [...timers.keys()].forEach(remove));
