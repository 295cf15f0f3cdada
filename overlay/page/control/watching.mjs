// Costly news, which the performer makes only while a component on a page that is seen looks at them.

import { afterConnecting, ask, hearNews } from "./store.mjs";
import { useEffect, useState } from "./view.mjs";

const lookers = new Map();
let asked = "";

/** Return the newest value of a topic, null before the first. */
export function useTopic(topic) {
  const [value, see] = useState(null);
  useNews(topic, see);
  return value;
}

/** Hear each value of a topic for as long as the component is there. */
export function useNews(topic, hear) {
  useEffect(() => {
    const hearers = lookers.get(topic) ?? new Set();
    lookers.set(topic, hearers.add(hear));
    look();
    return () => {
      hearers.delete(hear);
      if (!hearers.size) lookers.delete(topic);
      look();
    };
  }, [topic]);
}

hearNews((topic, value) => {
  for (const hear of lookers.get(topic) ?? []) hear(value);
});
afterConnecting(() => {
  asked = "";
  look();
});
document.addEventListener("visibilitychange", look);

function look() {
  const topics = document.hidden ? [] : [...lookers.keys()].sort();
  if (String(topics) === asked) return;
  asked = String(topics);
  ask("watch", { topics }).catch(() => (asked = ""));
}
