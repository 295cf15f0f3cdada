// Names of settings for people.

import { knows, say, wordsOfSetting } from "./words.mjs";

/** Return a setting's name: as the page's language has it, else its key's last part, in words. */
export function name(key) {
  const known = wordsOfSetting(key);
  if (known) return known[0];
  const last = key.replace(/"/g, "").split(".").at(-1);
  const words = last.replace(/_(s|hz|per_min|per_hour|lufs|db|mb)$/, "").replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Return the section's name as well: many have a setting such as Enabled. */
export function fullName(key) {
  const section = `section.${key.split(".")[0]}`;
  return knows(section) ? `${say(section)} · ${name(key)}` : name(key);
}
