// The performer's words for a time, in the page's language.

import { language, say } from "../words.mjs";

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const INSTANT = new RegExp(`(?:${DAYS.join("|")}) (\\d+) (${MONTHS.join("|")}) (\\d{4}) (\\d\\d):(\\d\\d)`, "g");
const WEEKDAY = new RegExp(`\\b(?:${DAYS.join("|")})\\b`, "g");
/** What stands between days and times, those first that are part of no other. */
const BETWEEN = [
  [/^once\b/, "once"],
  [/^every (?=\d)/, "everySpan"],
  [/^every workday/, "everyWorkday"],
  [/^every /, "every"],
  [/\bday (?=at \d)/, "day"],
  [/ and /, "and"],
  [/, next /, "next"],
  [/ at (?=\d)/, "at"],
  [/this computer's time/, "computer"],
];

/** Return how a plan's time was understood, or how often it comes. */
export function timeInWords(told) {
  if (language === "en") return told;
  const words = BETWEEN.reduce((text, [english, name]) => text.replace(english, say(`plan.said.${name}`)), told);
  return words.replace(INSTANT, inOwnWay).replace(WEEKDAY, (day) => format(new Date(2024, 0, 1 + DAYS.indexOf(day)), { weekday: "long" }));
}

function inOwnWay(_whole, day, month, year, hour, minute) {
  const at = new Date(year, MONTHS.indexOf(month), day, hour, minute);
  return format(at, { weekday: "long", day: "numeric", month: "long", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
}

const format = (date, how) => new Intl.DateTimeFormat(language, how).format(date);
