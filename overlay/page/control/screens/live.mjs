// One look: is it all right, what does it do, what did it say, how is it stopped.

import { Button, Card, Empty, Row } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Segment } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { clock, count, knows, say } from "../words.mjs";

export function Live({ known }) {
  return html`<div class="live">
    <h1 class="unseen">${say("screen.live")}</h1>
    <div class="column wide"><${Approvals} state=${known.state} /><${Lately} rows=${known.lately} /></div>
    <div class="column"><${Talk} known=${known} /><${Parts} state=${known.state} /></div>
  </div>`;
}

function Approvals({ state }) {
  const [calls, see] = useState([]);
  const { waiting, changes } = state.approvals;
  useEffect(() => void ask("approvals.list").then(see, () => see([])), [waiting, changes]);
  if (!calls.length) return null;
  const [oldest] = calls;
  const settle = (allowed) => () => ask("approvals.settle", { number: oldest.number, approve: allowed });
  return html`<${Card} kind="asks" label=${say("approvals")}>
    <p><b>${say("approvals.may", { tool: oldest.server ? say("approvals.of", oldest) : oldest.tool })}</b></p>
    <p class="quiet" dir="auto">${oldest.why}</p>
    <pre dir="auto">${JSON.stringify(oldest.arguments, null, 1)}</pre>
    <div class="line">
      <${Button} press=${settle(true)} icon="yes" kind="line">${say("approvals.yes")}<//>
      <${Button} press=${settle(false)} icon="no" kind="line">${say("approvals.no")}<//>
      ${calls.length > 1 && html`<span class="quiet">${say("approvals.more", { n: calls.length - 1 })}</span>`}
    </div>
  <//>`;
}

const KINDS = { said: ["said"], left: ["left", "quiet"], heard: ["heard"], tools: ["tool"] };
const ICONS = { said: "say", left: "no", quiet: "quiet", heard: "heard", tool: "tool" };

function Lately({ rows }) {
  const [kind, choose] = useState("all");
  const shown = kind === "all" ? rows : rows.filter((each) => KINDS[kind].includes(each.kind));
  const choices = ["all", "said", "left", "heard", "tools"].map((each) => [each, say(`lately.${each}`)]);
  const filter = html`<${Segment} label=${say("lately.filter")} value=${kind} choices=${choices} change=${choose} />`;
  return html`<${Card} kind="lately" title=${say("lately")} end=${filter}>
    ${shown.length ? html`<ol tabindex="0" aria-label=${say("lately")}>${shown.map((each) => html`<${Line} key=${each.number} row=${each} />`)}</ol>` : html`<${Empty}>${say("lately.empty")}<//>`}
  <//>`;
}

function Line({ row }) {
  return html`<li class="lately-line ${row.kind}">
    <time>${clock(row.at)}</time><${Icon} name=${ICONS[row.kind]} small />
    <div dir="auto"><p>${row.text || say(`lately.kind.${row.kind}`)}</p><p class="quiet">${knows(`why.${row.why}`) ? say(`why.${row.why}`) : row.why}</p></div>
    <span class="took">${row.took_s === null ? "" : formatTime(row.took_s)}</span>
  </li>`;
}

function formatTime(seconds) {
  return seconds < 0.1 ? `${count(1000 * seconds, 0)} ms` : `${count(seconds)} s`;
}

function Talk({ known }) {
  const setting = known.settings?.byKey["pacing.talkativeness"];
  if (!setting) return null;
  const choices = setting.schema.enum.map((each) => [each, say(`talk.${each}`)]);
  return html`<${Card} title=${say("talk")}>
    <${Segment} label=${say("talk")} value=${setting.value} choices=${choices} disabled=${Boolean(setting.locked)} change=${(value) => change(setting, value)} />
    <p class="quiet">${say(`talk.${setting.value}.words`)}</p>
  <//>`;
}

const MARKS = { works: "good", partly: "odd", down: "bad", off: "off" };

function Parts({ state }) {
  const wrong = Object.keys(state.down).length;
  const named = new Set(state.roles.map((role) => role.part));
  const nameless = Object.keys(state.down).filter((part) => !named.has(part));
  const roles = [...state.roles, ...nameless.map((part) => ({ part, plays: "", state: "down" }))];
  return html`<${Card} title=${say("parts")} end=${html`<span class="quiet">${say(wrong ? "parts.wrong" : "parts.right", { n: wrong })}</span>`}>
    <ul class="rows">
      ${roles.map((role) => {
        const why = state.down[role.part] ?? role.why;
        const mark = MARKS[role.part in state.down ? "down" : role.state];
        const name = knows(`part.${role.part}`) ? say(`part.${role.part}`) : role.part;
        return html`<${Row} key=${role.part} mark=${mark} word=${say(`mark.${mark}`)} name=${name} words=${role.plays} why=${why} />`;
      })}
    </ul>
  <//>`;
}
