// Answers of the performer that a screen shows: asked for when it opens, and again when something changes.

import { ask } from "./store.mjs";
import { useEffect, useRef, useState } from "./view.mjs";

/** Return the value of an operation, null before the first answer, and a function that asks again.
 * It is asked anew whenever one of `changes` does; an answer that comes after a newer question is passed over. */
export function useAnswer(op, args = {}, changes = []) {
  const [value, see] = useState(null);
  const newest = useRef(null);
  const again = () => {
    const asked = (newest.current = ask(op, args));
    return asked.then((told) => void (newest.current === asked && see(told)), () => {});
  };
  useEffect(() => void again(), [op, JSON.stringify(args), ...changes]);
  return [value, again];
}
