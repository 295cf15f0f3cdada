// Where each screen was scrolled to: one that is opened begins at its top, and Back leads to the old place.

import { useLayoutEffect, useRef } from "./view.mjs";

const PATIENCE_MS = 3000;
const MOST = 100;
/** By the mark of an entry of the browser's history: a screen may be in it more than once. */
const places = new Map();
let shown = "";

/** Return the reference of the part that scrolls; `screen` is another object whenever one was opened. */
export function useOldPlace(screen) {
  const part = useRef(null);
  const before = useRef(screen);
  if (before.current !== screen) {
    if (part.current) note(part.current.scrollTop); // now, while the screen before still fills it
    before.current = screen;
  }
  useLayoutEffect(() => {
    shown = findMark();
    return scrollTo(part.current, places.get(shown) ?? 0);
  }, [screen]);
  return part;
}

function note(top) {
  places.delete(shown);
  places.set(shown, top);
  if (places.size > MOST) places.delete(places.keys().next().value);
}

/** Return the mark of the entry that is open, which a new one is given. */
function findMark() {
  const mark = history.state?.mark ?? String(performance.timeOrigin + performance.now());
  if (!history.state?.mark) history.replaceState({ mark }, "");
  return mark;
}

/** Scroll to a place, also where the screen grows to it only as its answers come, unless somebody scrolls meanwhile. */
function scrollTo(part, top) {
  part.scrollTop = top;
  if (part.scrollTop >= top - 1) return undefined;
  const grown = new ResizeObserver(() => {
    part.scrollTop = top;
    if (part.scrollTop >= top - 1) stop();
  });
  const moves = ["wheel", "pointerdown", "keydown"];
  const stop = () => {
    clearTimeout(timer);
    grown.disconnect();
    for (const each of moves) removeEventListener(each, stop, true);
  };
  const timer = setTimeout(stop, PATIENCE_MS);
  for (const each of moves) addEventListener(each, stop, true);
  for (const each of part.querySelectorAll(".screen, .screen > *")) grown.observe(each);
  return stop;
}
