// One look: is it all right, what does it do, what did it say, how is it stopped.

import { Button, Card } from "../parts/basic.mjs";
import { Segment } from "../parts/inputs.mjs";
import { Sparkline } from "../parts/plot.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { Budgets } from "./live_budgets.mjs";
import { Lately } from "./live_lately.mjs";
import { formatTime } from "./live_line.mjs";
import { Parts } from "./live_parts.mjs";
import { Sees } from "./live_sees.mjs";

const LINES = 20;

export function Live({ known }) {
  return html`<div class="live">
    <h1 class="unseen">${say("screen.live")}</h1>
    <div class="column main"><${Approvals} state=${known.state} /><${Lately} rows=${known.lately} />
      <div class="two"><${Talk} known=${known} /><${Budgets} /></div></div>
    <div class="column side"><${Sees} /><${Parts} state=${known.state} /></div>
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
    <p class="quiet" dir="auto">${translate(oldest.why)}</p>
    <pre dir="auto">${JSON.stringify(oldest.arguments, null, 1)}</pre>
    <div class="line">
      <${Button} press=${settle(true)} icon="yes" kind="line">${say("approvals.yes")}<//>
      <${Button} press=${settle(false)} icon="no" kind="line">${say("approvals.no")}<//>
      ${calls.length > 1 && html`<span class="quiet">${say("approvals.more", { n: calls.length - 1 })}</span>`}
    </div>
  <//>`;
}

function Talk({ known }) {
  const setting = known.settings?.byKey["pacing.talkativeness"];
  if (!setting) return null;
  const choices = setting.schema.enum.map((each) => [each, say(`talk.${each}`)]);
  return html`<${Card} kind="talk" title=${say("talk")}>
    <${Segment} label=${say("talk")} value=${setting.value} choices=${choices} disabled=${Boolean(setting.locked)} change=${(value) => change(setting, value)} />
    <p class="quiet">${say(`talk.${setting.value}.words`)}</p>
    <${Delay} known=${known} />
  <//>`;
}

function Delay({ known }) {
  const said = known.lately.filter((each) => each.kind === "said" && each.took_s !== null).slice(0, LINES);
  const goal = known.settings.byKey["turn.freshness_s"]?.value;
  if (!said.length) return null;
  const times = said.map((each) => each.took_s).reverse();
  const usual = [...times].sort((one, other) => one - other)[Math.floor(times.length / 2)];
  const words = say("delay.words", { now: formatTime(times.at(-1)), usual: formatTime(usual), goal: formatTime(goal) });
  return html`<div class="delay"><p><b>${say("delay")}</b> <span class="quiet">${words}</span></p><${Sparkline} values=${times} goal=${goal} words=${`${say("delay")}: ${words}`} /></div>`;
}
