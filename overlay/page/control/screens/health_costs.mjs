// What it costs: each program's share of the processor over the last ten minutes that somebody looked, and its memory.

import { Card, Empty } from "../parts/basic.mjs";
import { LineLook, Lines } from "../parts/lines.mjs";
import { html, useState } from "../view.mjs";
import { useNews } from "../watching.mjs";
import { count, knows, say } from "../words.mjs";

const KEPT_MS = 600_000;
const MIB = 2 ** 20;
const kept = [];
const looks = new Map();

/** The costs as lines and as a table. */
export function Costs() {
  const [, redraw] = useState(0);
  useNews("costs", (rows) => {
    kept.push({ at: Date.now(), rows });
    while (kept[0].at < Date.now() - KEPT_MS) kept.shift();
    redraw(Date.now());
  });
  const newest = kept.at(-1);
  if (!newest) return html`<${Card} title=${say("health.costs")}><${Empty}>${say("health.costs.none")}<//><//>`;
  const series = newest.rows.map(({ name }) => ({ name, points: pointsOf(name), look: lookOf(name) }));
  return html`<${Card} title=${say("health.costs")} end=${html`<span class="quiet">${say("health.costs.unit")}</span>`}>
    <${Lines} label=${say("health.costs.label")} series=${series} spanMs=${KEPT_MS} now=${newest.at} unit=" %" begin=${say("health.costs.begin")} end=${say("health.costs.now")} />
    <table class="figures"><thead><tr>${["program", "cpu", "usual", "memory"].map((each) => html`<th scope="col" key=${each}>${say(`health.costs.${each}`)}</th>`)}</tr></thead>
      <tbody>${newest.rows.map(({ name, percent, bytes }, at) => html`<tr key=${name}>
        <th scope="row"><${LineLook} look=${series[at].look} /> ${knows(`health.program.${name}`) ? say(`health.program.${name}`) : name}</th>
        <td>${count(percent)} %</td><td>${count(median(series[at].points.map(([, value]) => value)))} %</td><td>${count(bytes / MIB, 0)} MB</td></tr>`)}</tbody></table>
  <//>`;
}

/** Return the look of a program's line, which stays its own though others come and go. */
function lookOf(name) {
  if (!looks.has(name)) looks.set(name, looks.size);
  return looks.get(name);
}

function pointsOf(name) {
  return kept.flatMap(({ at, rows }) => rows.filter((row) => row.name === name).map((row) => [at, row.percent]));
}

function median(values) {
  return [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}
