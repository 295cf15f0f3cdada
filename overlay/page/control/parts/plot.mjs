// Values over time as a line, drawn as SVG.

import { html } from "../view.mjs";

const WIDE = 320;
const HIGH = 44;
const MARGIN = 3;

/** The last values, the oldest first, with a dashed line at the goal; `words` tell it to those who do not see it. */
export function Sparkline({ values, goal, words }) {
  const most = Math.max(goal ?? 0, ...values) || 1;
  const height = (value) => HIGH - MARGIN - (value / most) * (HIGH - 2 * MARGIN);
  const step = values.length > 1 ? (WIDE - 2 * MARGIN) / (values.length - 1) : 0;
  const points = values.map((value, at) => `${(MARGIN + at * step).toFixed(1)},${height(value).toFixed(1)}`);
  return html`<svg class="plot" viewBox="0 0 ${WIDE} ${HIGH}" preserveAspectRatio="none" role="img" aria-label=${words}>
    ${goal !== undefined && html`<path class="goal" d="M0 ${height(goal)}H${WIDE}" />`}
    ${values.length > 1 && html`<polyline points=${points.join(" ")} />`}
    ${values.length === 1 && html`<circle cx=${MARGIN} cy=${height(values[0])} r="2.5" />`}
  </svg>`;
}
