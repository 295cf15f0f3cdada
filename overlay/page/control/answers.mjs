// Answers of the performer that a screen shows: asked for when it opens, and again when something changes.

import { ask } from "./store.mjs";
import { useEffect, useState } from "./view.mjs";

/** Return the value of an operation, null before the first answer, and a function that asks again.
 * It is asked anew whenever one of `changes` does. */
export function useAnswer(op, args = {}, changes = []) {
  const [value, see] = useState(null);
  const again = () => ask(op, args).then(see, () => {});
  useEffect(() => void again(), [op, JSON.stringify(args), ...changes]);
  return [value, again];
}
