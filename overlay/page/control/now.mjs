// The performer's time, for what counts down: a component that uses it is drawn again every so often, while the page is seen.

import { afterConnecting } from "./store.mjs";
import { useEffect, useState } from "./view.mjs";

const ALIKE_MS = 2000; // the performer tells its time in whole seconds
let aheadMs = 0;

/** Return the instant in milliseconds by the performer's clock: the page may be on another computer, whose clock is wrong. */
export const performerNow = () => Date.now() + aheadMs;

afterConnecting(async () => {
  const answer = await fetch(location.pathname, { method: "HEAD" }).catch(() => null);
  const apartMs = Date.parse(answer?.headers.get("date")) - Date.now();
  aheadMs = Math.abs(apartMs) > ALIKE_MS ? apartMs : 0;
});

/** Return that instant, anew every `everyMs`. */
export function useNow(everyMs) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || tick(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return performerNow(); // and not that of the last tick: it may be drawn anew between two
}
