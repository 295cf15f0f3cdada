// The page's words, in the language of the browser or of `?lang=`; English stands in for what is not translated.

/** The languages that there are words in, each by its own name; one more is one more file in `words`. */
export const LANGUAGES = Object.fromEntries(listLanguages().map((code) => [code, new Intl.DisplayNames([code], { type: "language" }).of(code)]));
/** The command that starts the program where the show runs, as a person types it. */
export const START = document.querySelector("meta[name=start]").content;
const catalogue = { en: {}, own: {} };
const asked = new URLSearchParams(location.search).get("lang");
/** English with each word longer by two fifths, for trying whether the page has room for other languages: `?lang=long`. */
const isLong = asked === "long";

export const language = choose();

function listLanguages() {
  return document.querySelector("meta[name=languages]").content.split(" ");
}

function choose() {
  const wanted = asked ?? localStorage.getItem("language") ?? navigator.language;
  return Object.keys(LANGUAGES).find((known) => wanted.toLowerCase().startsWith(known)) ?? "en";
}

/** Fetch the words; the page is drawn when they are there. */
export async function loadWords() {
  const fetched = [fetchWords("en"), language === "en" ? null : fetchWords(language)];
  [catalogue.en, catalogue.own] = (await Promise.all(fetched)).map((words) => words ?? {});
  if (isLong) catalogue.own = Object.fromEntries(Object.entries(catalogue.en).map(([key, words]) => [key, typeof words === "string" ? lengthen(words) : words]));
  document.documentElement.lang = language;
}

async function fetchWords(name) {
  const answer = await fetch(new URL(`./words/${name}.json`, import.meta.url));
  if (!answer.ok) throw new Error(`no words in ${name}`);
  return answer.json();
}

/** Append to each word two fifths of itself; what is put in later stays as it is. */
function lengthen(words) {
  return words.replace(/\{\w+\}|[^\s{}]+/g, (word) => (word.startsWith("{") ? word : word + word.slice(0, Math.ceil(0.4 * word.length))));
}

/** Return the words of a key, with `{name}` replaced by what is given for it. */
export function say(key, given = {}) {
  const words = catalogue.own[key] ?? catalogue.en[key] ?? key;
  return words.replace(/\{(\w+)\}/g, (whole, name) => String(given[name] ?? whole));
}

/** Return a text with quotation marks in place of the backticks that set off what is typed as it stands. */
export function quoteCode(text) {
  return text.replace(/`([^`]+)`/g, (_whole, code) => say("code", { code }));
}

/** Whether there are words of a key. */
export function knows(key) {
  return key in catalogue.en;
}

/** Return the name and the sentence of a setting in the page's language; nothing where the schema's own English is to stand. */
export function wordsOfSetting(key) {
  const [section, ...others] = key.match(/"[^"]*"|[^.]+/g) ?? [];
  const named = [section, "*", ...others.slice(1)].join(".");
  return catalogue.own.schema?.settings[key] ?? catalogue.own.schema?.settings[named];
}

/** Return what a section of settings is for in the page's language; nothing where English is to stand. */
export function wordsOfSection(section) {
  return catalogue.own.schema?.sections[section];
}

/** Return a choice of a setting in the page's language; as the file has it where English is to stand. */
export function wordsOfChoice(choice) {
  return catalogue.own.schema?.choices[choice] ?? choice;
}

/** Return what a tool of the show's own does in the page's language; nothing where English is to stand. */
export function wordsOfTool(name) {
  return catalogue.own.schema?.tools[name];
}

/** Return what a voice of our list is like in the page's language; as the list has it where English is to stand. */
export function wordsOfCharacter(character) {
  return catalogue.own.schema?.characters[character] ?? character;
}

/** Return the performer's sentences that the page says otherwise, by their English with `{name}` where something is put in. */
export function sentences() {
  return catalogue.own.told ?? catalogue.en.told ?? {};
}

/** Return what of a licence is not a name in the page's language; as our list has it where English is to stand. */
export function wordsOfLicence(words) {
  return catalogue.own.schema?.licences[words] ?? words;
}

/** Return the name of a voice of the system's in the page's language; nothing where its own is to stand. */
export function wordsOfVoice(name) {
  return catalogue.own.schema?.voices[name];
}

/** Return a number as the language writes it, with at most so many digits after the point. */
export function count(number, digits = 1) {
  return new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(number);
}

/** Return the time of day of an instant in milliseconds. */
export function clock(ms) {
  return new Intl.DateTimeFormat(language, { timeStyle: "medium", hourCycle: "h23" }).format(new Date(ms));
}

const SPANS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]];

/** Return how far an instant in milliseconds is from now, in words: in 5 min, 3 days ago. */
export function fromNow(ms, now = Date.now()) {
  const [unit, each] = SPANS.find(([, span]) => Math.abs(ms - now) >= span) ?? SPANS.at(-1);
  return new Intl.RelativeTimeFormat(language, { style: "short", numeric: "auto" }).format(Math.round((ms - now) / each), unit);
}

/** Return the hour and minute of an instant in milliseconds, with its day where that is not today. */
export function shortTime(ms, now = Date.now()) {
  const isToday = new Date(ms).toDateString() === new Date(now).toDateString();
  const day = isToday ? {} : { weekday: "short", day: "numeric", month: "short" };
  return new Intl.DateTimeFormat(language, { ...day, hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(new Date(ms));
}

/** Return a length of time: seconds below a minute, else as a clock counts it. */
export function lasting(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const rest = String(seconds % 60).padStart(2, "0");
  return hours ? `${hours}:${String(minutes).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}
