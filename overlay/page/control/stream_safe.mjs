// Whether this browser's page may be on the stream: then the streamer's own words and names are not on it unasked.

import { learn } from "./store.mjs";

const KEPT_AS = "stream-safe";

// Components find it in what is known.
learn({ isStreamSafe: localStorage.getItem(KEPT_AS) !== "off" });

/** Hide words and names from now on, or show them; this browser keeps it. */
export function setStreamSafe(isSafe) {
  localStorage.setItem(KEPT_AS, isSafe ? "on" : "off");
  learn({ isStreamSafe: isSafe });
}
