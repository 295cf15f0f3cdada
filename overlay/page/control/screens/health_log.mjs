// The last thousand lines of the log, the newest first, and those that come.

import { Card, Empty } from "../parts/basic.mjs";
import { Segment } from "../parts/inputs.mjs";
import { ask } from "../store.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { useNews } from "../watching.mjs";
import { clock, say } from "../words.mjs";

const MOST = 1000;
const LEVELS = { all: () => true, warning: (level) => level !== "INFO" && level !== "DEBUG", error: (level) => level === "ERROR" || level === "CRITICAL" };
const LOOKS = { WARNING: "odd", ERROR: "bad", CRITICAL: "bad" };
let numbered = 0;

/** The log. */
export function Log() {
  const [lines, see] = useState(null);
  const [level, choose] = useState("all");
  useEffect(() => void ask("log.tail", { limit: MOST }).then((tail) => see(number(tail)), () => see([])), []);
  useNews("log", (news) => see((before) => [...number(news), ...(before ?? [])].slice(0, MOST)));
  const shown = (lines ?? []).filter((each) => LEVELS[level](each.level));
  const filter = html`<${Segment} label=${say("health.log.level")} value=${level} change=${choose} choices=${Object.keys(LEVELS).map((each) => [each, say(`health.log.${each}`)])} />`;
  return html`<${Card} title=${say("health.log")} end=${filter}>
    ${shown.length ? html`<ol class="log" dir="ltr" tabindex="0" aria-label=${say("health.log")}>${shown.map((each) => html`<${Line} key=${each.number} line=${each} />`)}</ol>` : lines && html`<${Empty}>${say("health.log.none")}<//>`}
  <//>`;
}

function Line({ line }) {
  return html`<li><time>${clock(Date.parse(line.at))}</time> <span class=${LOOKS[line.level] ?? "quiet"}>${line.level.toLowerCase()}</span> ${line.logger.replace(/^performer\./, "")}: ${line.message}${line.error && html`<pre>${line.error}</pre>`}</li>`;
}

/** Return lines with a number each, the newest first. */
function number(lines) {
  return lines.map((each) => ({ ...each, number: (numbered += 1) })).reverse();
}
