// Lines over time: told apart by their dashes as well as their colours, and named below; their figures stand in a table.

import { html } from "../view.mjs";
import { count } from "../words.mjs";

const WIDTH = 600;
const HEIGHT = 120;
const DASHES = ["", "8 4", "2 4", "12 3 2 3", "6 2 2 2 2 2", "1 5"];
const NICE = [1, 2, 5, 10, 20, 50, 100, 200, 400, 800];

/** Lines of `series` ({name, look: 0…, points: [[ms, value], …]}) in a span that ends `now`; `unit` follows the figures. */
export function Lines({ label, series, spanMs, now, unit = "", begin, end }) {
  const highest = Math.max(...series.flatMap(({ points }) => points.map(([, value]) => value)), 0);
  const top = NICE.find((each) => each >= highest) ?? highest;
  const x = (ms) => WIDTH * (1 - (now - ms) / spanMs);
  const y = (value) => HEIGHT * (1 - value / top);
  return html`<figure class="lines" role="img" aria-label=${label}>
    <div class="scale" aria-hidden="true">${[top, top / 2, 0].map((each) => html`<span key=${each}>${count(each)}${unit}</span>`)}</div>
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      ${[0, 0.5, 1].map((each) => html`<path class="grid" key=${each} d=${`M0 ${HEIGHT * each}H${WIDTH}`} />`)}
      ${series.map(({ name, look, points }) => html`<path key=${name} ...${drawn(look)} d=${draw(points.filter(([ms]) => ms >= now - spanMs), x, y)} />`)}
    </svg>
    <div class="span" aria-hidden="true"><span>${begin}</span><span>${end}</span></div>
  </figure>`;
}

/** The look of a line, to stand beside its name. */
export function LineLook({ look }) {
  return html`<svg class="swatch" viewBox="0 0 34 8" aria-hidden="true"><path ...${drawn(look)} d="M0 4H34" /></svg>`;
}

function drawn(look) {
  const at = look % DASHES.length;
  return { class: `line-${at}`, "stroke-dasharray": DASHES[at] };
}

function draw(points, x, y) {
  return points.map(([ms, value], at) => `${at ? "L" : "M"}${x(ms).toFixed(1)} ${y(value).toFixed(1)}`).join("");
}
