// Whether this browser's page may be on the stream: then the streamer's own words and names are not on it unasked.

import { known, learn } from "./store.mjs";

const KEPT_AS = "stream-safe";

learn({ isStreamSafe: localStorage.getItem(KEPT_AS) !== "off" });

/** Whether words and names are to be hidden; a component that uses `useKnown`, or is given `known`, follows it. */
export function isStreamSafe() {
  return known.isStreamSafe;
}

/** Hide words and names from now on, or show them; this browser keeps it. */
export function setStreamSafe(isSafe) {
  localStorage.setItem(KEPT_AS, isSafe ? "on" : "off");
  learn({ isStreamSafe: isSafe });
}
