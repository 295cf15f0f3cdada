// The time, for what counts down: a component that uses it is drawn again every so often, while the page is seen.

import { useEffect, useState } from "./view.mjs";

/** Return the instant in milliseconds, anew every `everyMs`. */
export function useNow(everyMs) {
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || tick(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return Date.now(); // and not that of the last tick: it may be drawn anew between two
}
