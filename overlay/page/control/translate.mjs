// The performer's own sentences as the page says them: in its language, with names in place of settings' keys, and without
// folders, for the page may be on stream. What nobody has translated stays as it came.

import { fullName } from "./names.mjs";
import { known } from "./store.mjs";
import { inWords } from "./values.mjs";
import { quoteCode, say, sentences } from "./words.mjs";

const MOST_KEPT = 500;
const LONGEST = 1000;
const PLACE = /\{(\w+)\}/g;
const FOLDERS = /(?<=^|[\s'"`(])(?:[A-Za-z]:)?[\\/](?:[^\\/'"`()\n]+[\\/])+([^\\/\s'"`()]*\.[A-Za-z]\w{0,4})\b/g;
const ORDERED = /(?:(?:python3|py) run\.py|performer) config set ([\w."]+) ("[^"]*"|[\w.:-]+)/g;
const ASSIGNED = /([a-z]\w*(?:\.\w+)+) = ("[^"]*"|[\w.:-]+)/g;
/** The command that starts the performer: what `{start}` in a sentence stands for, and nothing else does. */
const STARTED = "((?:python3|py) run\\.py|performer)";
const KEY = /[a-z]\w*(?:\.\w+)+/g;
const SENTENCES = /(?<=[.?!]) (?=\p{Lu})/u;
const kept = new Map();
let rules = null;

/** Return a sentence of the performer for this page. */
export function translate(sentence) {
  const text = String(sentence ?? "");
  if (!kept.has(text)) {
    if (kept.size >= MOST_KEPT) kept.clear();
    const bare = text.replace(FOLDERS, "$1");
    kept.set(text, bare.length > LONGEST ? bare : find(bare));
  }
  return quoteCode(nameSettings(kept.get(text)));
}

/** Return the page's words for a text, else for each of its sentences, else for each part of them. */
function find(text) {
  return match(text) ?? findEach(text, SENTENCES, " ") ?? findEach(text, "; ", "; ") ?? findEach(text, ": ", ": ") ?? text;
}

/** Return the words for as many parts from the first on as are known together, and for the others; null for a single part. */
function findEach(text, between, sign) {
  const parts = text.split(between);
  if (parts.length < 2) return null;
  const join = (from, to) => parts.slice(from, to).join(sign);
  const many = parts.map((_part, at) => parts.length - at).find((count) => match(join(0, count)) !== null) ?? 1;
  return [match(join(0, many)) ?? find(parts[0]), many < parts.length ? find(join(many)) : ""].filter(Boolean).join(sign);
}

function match(text) {
  rules ??= compile();
  const bare = text.replace(/\.$/, "");
  for (const { pattern, places, quoted, ours, isOne } of rules) {
    const found = pattern.exec(bare);
    if (!found || (isOne && SENTENCES.test(bare))) continue;
    const given = Object.fromEntries(places.map((place, at) => [place, quoted[at] ? found[at + 1] : find(found[at + 1])]));
    return fitTo(text, ours.replace(PLACE, (_whole, place) => given[place]));
  }
  return null;
}

/** Return the rules, those first that have the most words of their own. */
function compile() {
  const made = Object.entries(sentences()).map(([english, ours]) => {
    const own = english.replace(/\.$/, "").split(PLACE);
    const pattern = own.map((part, at) => (at % 2 ? (part === "start" ? STARTED : "(.*?)") : part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"))).join("");
    return { pattern: new RegExp(`^${pattern}$`, "is"), places: own.filter((_part, at) => at % 2), quoted: listQuoted(own), ours, isOne: !/[.?!}] [\p{Lu}{]/u.test(english), weight: english.replace(PLACE, "").length };
  });
  return made.sort((one, other) => other.weight - one.weight);
}

/** Return for each place whether it stands in quotes: there are names and others' words, which stay as they are. */
function listQuoted(own) {
  return own.map((_part, at) => own[at - 1]?.endsWith("'") && own[at + 1]?.startsWith("'")).filter((_part, at) => at % 2);
}

/** Return words that begin and end as the sentence does for which they stand. */
function fitTo(text, words) {
  const bare = words.replace(/\.$/, "") + (text.endsWith(".") ? "." : "");
  const isPlain = !/^[a-z]\w*\.\w/.test(bare); // the key of a setting is named later
  return isPlain && /^\p{Lu}/u.test(text) ? bare.charAt(0).toUpperCase() + bare.slice(1) : bare;
}

function nameSettings(text) {
  const byKey = known.settings?.byKey ?? {};
  const quote = (key) => say("told.setting", { what: fullName(key) });
  const value = (key, words) => ({ true: say("on"), false: say("off") })[words] ?? inWords(words.replaceAll('"', ""), byKey[key].schema);
  return text
    .replace(ORDERED, (whole, key, words) => (key in byKey ? say("told.set", { what: quote(key), value: value(key, words) }) : whole))
    .replace(ASSIGNED, (whole, key, words) => (key in byKey ? say("told.to", { what: quote(key), value: value(key, words) }) : whole))
    .replace(KEY, (key) => (key in byKey ? quote(key) : key));
}
