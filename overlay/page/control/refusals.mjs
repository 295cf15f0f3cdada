// What is refused: the field that it was typed into shows it beside; where there is none, the toast tells it.

import { tell } from "./parts/toast.mjs";

/** Return a refusal, which is told in the toast unless whoever is given it shows it. */
export function refuse(words) {
  const refusal = { words, isShown: false };
  setTimeout(() => refusal.isShown || tell(words, { isRefusal: true }));
  return refusal;
}
