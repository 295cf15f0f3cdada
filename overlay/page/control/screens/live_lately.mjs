// What happened lately, the newest first; a line opens to what is known of it and to what can be done with it.

import { Card, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Segment } from "../parts/inputs.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { clock, knows, say } from "../words.mjs";
import { Details, formatTime } from "./live_line.mjs";

const KINDS = { said: ["said"], left: ["left", "quiet"], heard: ["heard"], tools: ["tool"] };
const ICONS = { said: "say", left: "no", quiet: "quiet", heard: "heard", tool: "tool" };

export function Lately({ rows }) {
  const [kind, choose] = useState("all");
  const [open, unfold] = useState(null);
  const shown = kind === "all" ? rows : rows.filter((each) => KINDS[kind].includes(each.kind));
  const choices = ["all", "said", "left", "heard", "tools"].map((each) => [each, say(`lately.${each}`)]);
  const filter = html`<${Segment} label=${say("lately.filter")} value=${kind} choices=${choices} change=${choose} />`;
  return html`<${Card} kind="lately" title=${say("lately")} end=${filter}>
    ${
      shown.length
        ? html`<ol tabindex="0" aria-label=${say("lately")}>${shown.map(
            (each) => html`<${Line} key=${each.number} row=${each} isOpen=${each.number === open} toggle=${() => unfold(each.number === open ? null : each.number)} />`,
          )}</ol>`
        : html`<${Empty}>${say("lately.empty")}<//>`
    }
  <//>`;
}

function Line({ row, isOpen, toggle }) {
  const why = knows(`why.${row.why}`) ? say(`why.${row.why}`) : translate(row.why);
  return html`<li class="lately-line was-${row.kind}">
    <time>${clock(row.at)}</time><${Icon} name=${ICONS[row.kind]} small />
    <div dir="auto"><p><button type="button" class="opens" aria-expanded=${String(isOpen)} onClick=${toggle}>${row.text || say(`lately.kind.${row.kind}`)}</button></p>
      <p class="quiet">${why}</p></div>
    <span class="took">${row.took_s === null ? "" : formatTime(row.took_s)}</span>
    ${isOpen && html`<${Details} row=${row} why=${why} />`}
  </li>`;
}
