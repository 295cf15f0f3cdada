// Values of settings in words.

import { known } from "./store.mjs";
import { say } from "./words.mjs";

const MOST_WORDS = 80;

/** Return a value in words, as far as they fit into a line. */
export function inWords(value) {
  if (value === null || value === "") return say("settings.unset");
  if (value === true || value === false) return say(value ? "on" : "off");
  const words = typeof value === "object" ? listInWords(value) : String(value);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}

function listInWords(value) {
  if (Object.keys(value).length === 0) return say("settings.unset");
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== "object");
  return isPlain ? value.join(", ") : JSON.stringify(value);
}

/** Whether a value has names or words of the streamer's, which are not to be on the stream unasked. */
export function isPrivate(key) {
  return key === "guard.own_names";
}

/** Return a value as it stood in the file, null for the default, in words. */
export function inWordsOf(key, value) {
  return value === null ? say("changes.default", { value: inWords(known.settings?.byKey[key]?.default ?? null) }) : inWords(value);
}

/** Whether a value is told in a few words, and may be shown. */
export function isTold(key, value) {
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return (value === null || typeof value !== "object" || isList) && !(isPrivate(key) && known.isStreamSafe);
}
