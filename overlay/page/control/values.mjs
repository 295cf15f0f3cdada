// Values of settings in words.

import { known } from "./store.mjs";
import { say, wordsOfChoice } from "./words.mjs";

const MOST_WORDS = 80;

/** Return a value in words, as far as they fit into a line; the choices of the schema as the page's language has them. */
export function inWords(value, schema = {}) {
  if (value === null || value === "") return say("settings.unset");
  if (value === true || value === false) return say(value ? "on" : "off");
  const name = schema.enum || schema.items?.enum ? wordsOfChoice : String;
  const words = typeof value === "object" ? listInWords(value, name) : name(value);
  return words.length > MOST_WORDS ? `${words.slice(0, MOST_WORDS)}…` : words;
}

function listInWords(value, name) {
  if (Object.keys(value).length === 0) return say("settings.unset");
  const isPlain = Array.isArray(value) && value.every((each) => typeof each !== "object");
  return isPlain ? value.map(name).join(", ") : JSON.stringify(value);
}

/** Whether a value has names or words of the streamer's, which are not to be on the stream unasked. */
export function isPrivate(key) {
  return key === "guard.own_names";
}

/** Return a value as it stood in the file, null for the default, in words. */
export function inWordsOf(key, value) {
  const { schema, default: usual = null } = known.settings?.byKey[key] ?? {};
  return value === null ? say("changes.default", { value: inWords(usual, schema) }) : inWords(value, schema);
}

/** Whether a value is told in a few words, and may be shown. */
export function isTold(key, value) {
  const isList = Array.isArray(value) && value.every((each) => typeof each === "string");
  return (value === null || typeof value !== "object" || isList) && !(isPrivate(key) && known.isStreamSafe);
}
