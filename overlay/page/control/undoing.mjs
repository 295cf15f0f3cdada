// What a note takes back: the very change that it tells of, whatever others have changed meanwhile.

import { fullName } from "./names.mjs";
import { ask, known } from "./store.mjs";
import { inWordsOf, isTold } from "./values.mjs";
import { say } from "./words.mjs";

const numbers = new Map();

/** Note the number of a change that the performer has told of. */
export function noteMade(keys, number) {
  if (!number) return;
  for (const key of keys) {
    numbers.delete(key);
    numbers.set(key, number);
  }
}

/** Return what `config.undo` is asked for to take back the newest change of a key, or of one below it. */
export function undoOf(key) {
  const found = [...numbers].filter(([each]) => each === key || each.startsWith(`${key}.`)).map(([, number]) => number);
  return found.length ? { number: Math.max(...found) } : { key };
}

/** Return what `config.undo` is asked for to take back the newest change that was told of. */
export const undoOfAll = () => ({ number: Math.max(...numbers.values()) });

/** Undo a change; return what was undone, under the label that it was made by, with before and after. */
export async function takeBack(undo, what = "") {
  const made = find(await ask("config.history"), undo);
  const said = await ask("config.undo", made ? { ...undo, number: made.number } : undo);
  if (!made || made.keys.length > 1) return said;
  const { key, before, after } = made;
  const { live, begins_again: isAgain } = known.settings?.byKey[key] ?? { live: true };
  const told = { what: what || fullName(key), before: inWordsOf(key, after), after: inWordsOf(key, before) };
  const words = [before, after].every((each) => isTold(key, each)) ? say("undone", told) : say("undone.before", told);
  return live ? words : `${words} ${say(isAgain ? "undone.again" : "undone.later")}`;
}

function find(list, { number, key }) {
  const isMeant = (each) => (number ? each.number === number : !key || each.keys.some((one) => one === key || one.startsWith(`${key}.`)));
  return list.filter(isMeant).at(-1);
}
