// What it may do: each tool with its switch, how often, and whether it asks first; servers of tools; who said yes.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty, Head, Row } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Select, Switch } from "../parts/inputs.mjs";
import { Stepper } from "../parts/stepper.mjs";
import { tell } from "../parts/toast.mjs";
import { change, tellChanged } from "../settings.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { knows, say, shortTime, wordsOfTool } from "../words.mjs";
import { Plugins } from "./tools_plugins.mjs";
import { Servers } from "./tools_servers.mjs";

const OWN = ["", "discord"];
const RATE = /^(\d+)(\/.*)$/;
const FIRST_RATE = [10, "/min"];

export function Tools({ known }) {
  const [words, search] = useState("");
  return html`<${Head} title=${say("screen.tools")} about=${say("tools.about")}>
      <input type="search" class="field" aria-label=${say("tools.find")} placeholder=${say("tools.find")} value=${words} onInput=${(event) => search(event.target.value)} />
    <//>
    <div class="tools">
      <div class="column"><${Lists} known=${known} words=${words} /></div>
      <div class="column"><${Servers} known=${known} /><${Plugins} known=${known} /><${Jobs} known=${known} /><${Audit} known=${known} /></div>
    </div>`;
}

function Lists({ known, words }) {
  const roles = known.state.roles.filter((each) => ["mcp", "tools", "chat"].includes(each.part));
  const [tools] = useAnswer("tools.list", {}, [known.settings, JSON.stringify(roles)]);
  const budgets = useTopic("budgets");
  if (!tools) return html`<${Card} title=${say("tools.own")} />`;
  const shown = tools.filter((each) => isFound(each, words));
  const own = shown.filter((each) => OWN.includes(each.server));
  const servers = [...new Set(shown.map((each) => each.server))].filter((each) => !OWN.includes(each));
  return html`<${Card} title=${say("tools.own")} end=${html`<${Together} known=${known} budget=${budgets?.together} />`}>
      ${own.length ? html`<${List} tools=${own} uses=${budgets?.tools} />` : html`<${Empty}>${say("tools.unfound")}<//>`}
    <//>
    ${servers.map((name) => html`<${Card} key=${name} title=${say("tools.of", { name })}><${List} tools=${shown.filter((each) => each.server === name)} uses=${budgets?.tools} /><//>`)}`;
}

function isFound(tool, words) {
  const text = `${tool.name} ${nameOf(tool)} ${describe(tool)}`.toLowerCase();
  return words.toLowerCase().split(/\s+/).every((each) => text.includes(each));
}

const describe = (tool) => wordsOfTool(tool.name) ?? tool.says;

function nameOf(tool) {
  return knows(`tool.${tool.name}`) ? say(`tool.${tool.name}`) : tool.name.split(".").at(-1).replaceAll("_", " ");
}

function Together({ known, budget }) {
  const setting = known.settings?.byKey["tools.calls_per_min"];
  if (!setting) return null;
  const used = budget ? say("tools.together.used", { n: budget.used }) : say("tools.together");
  return html`<span class="quiet">${used}</span>
    <${Stepper} label=${say("tools.together")} value=${setting.value} words=${(n) => say("tools.per", { n, window: "/min" })} min=${1} max=${600}
      disabled=${Boolean(setting.locked)} change=${(value) => change(setting, value)} />`;
}

function List({ tools, uses }) {
  return html`<div class="tool heads" aria-hidden="true"><span /><span>${say("tools.head.tool")}</span><span>${say("tools.head.used")}</span><span>${say("tools.head.most")}</span><span>${say("tools.head.asks")}</span></div>
    <ul class="rows">${tools.map((tool) => html`<${ToolRow} key=${tool.name} tool=${tool} use=${uses?.[tool.name] ?? tool.use} />`)}</ul>`;
}

function ToolRow({ tool, use }) {
  const title = nameOf(tool);
  const set = async (what) => {
    const refuse = (error) => tell(error.message, { isRefusal: true });
    await ask("tools.set", { tool: tool.name, ...what }).then(() => tellChanged("tools", title), refuse);
  };
  return html`<li class="tool">
    <${Switch} id=${`on-${tool.name}`} label=${title} value=${tool.is_on} change=${(on) => set({ on })} />
    <div><p><label for=${`on-${tool.name}`}><b>${title}</b></label> <code>${tool.name}</code></p><p class="quiet" dir="auto">${describe(tool)}</p></div>
    <${Used} title=${title} use=${use} />
    <${Rate} title=${title} rate=${tool.rate} set=${set} />
    <${Select} label=${say("tools.asks", { what: title })} value=${tool.asks} change=${(asks) => set({ asks })} choices=${tool.may_ask.map((each) => [each, say(`tools.asks.${each}`)])} />
  </li>`;
}

function Used({ title, use }) {
  if (!use) return html`<span class="used quiet">${say("tools.uncounted")}</span>`;
  const words = say(use.used >= use.most ? "tools.used.up" : "tools.used", { used: use.used, most: use.most });
  return html`<div class="used" data-changes role="meter" aria-label=${say("tools.used.of", { what: title })} aria-valuemin="0" aria-valuemax=${use.most} aria-valuenow=${Math.min(use.used, use.most)} aria-valuetext=${words} title=${words}>
    <i class=${use.used >= use.most ? "full" : ""}><u style=${{ width: `${use.most ? Math.min(100, (100 * use.used) / use.most) : 100}%` }} /></i></div>`;
}

function Rate({ title, rate, set }) {
  const [, calls, window] = rate?.match(RATE) ?? [null, ...FIRST_RATE];
  const label = say("tools.rate", { what: title });
  if (!rate) return html`<${Button} kind="small" press=${() => set({ rate: FIRST_RATE.join("") })} aria-label=${`${label}: ${say("tools.free")}`}>${say("tools.free")}<//>`;
  return html`<${Stepper} label=${label} value=${Number(calls)} words=${(n) => say("tools.per", { n, window })} min=${1} max=${9999} change=${(n) => set({ rate: `${n}${window}` })} />`;
}

function Jobs({ known }) {
  const [jobs, again] = useAnswer("errands.list", {}, [known.lately[0]?.number, JSON.stringify(known.state.roles)]);
  if (!jobs?.length) return null;
  return html`<${Card} title=${say("tools.jobs")}>
    <ul class="rows">${jobs.map((job) => html`<${Row} key=${job.number} mark="busy" name=${`#${job.number}`} words=${[job.tool, job.progress].filter(Boolean).join(" · ")}>
      <${Button} kind="small" press=${() => ask("errands.cancel", { number: job.number }).then(again)}>${say("tools.cancel")}<//><//>`)}</ul>
  <//>`;
}

const ANSWERS = { approved: "yes", done: "yes", cancelled: "no", expired: "no", refused: "no", failed: "no", lost: "no" };

function Audit({ known }) {
  const [lines] = useAnswer("approvals.audit", {}, [known.state.approvals.changes]);
  const told = (lines ?? []).filter((each) => each.what !== "asked");
  return html`<${Card} title=${say("tools.audit")}>
    ${told.length
      ? html`<ul class="rows scrolls" tabindex="0" aria-label=${say("tools.audit")}>${told.map((each, at) => html`<li class="line audit" key=${at}><${Icon} name=${ANSWERS[each.what] ?? "quiet"} small />
          <span class="grows" dir="auto">${each.tool || `#${each.number}`} · ${say(`tools.audit.${each.what}`)}</span><span class="quiet" dir="auto">${[each.who, shortTime(Date.parse(each.at))].filter(Boolean).join(", ")}</span></li>`)}</ul>`
      : html`<${Empty}>${say("tools.audit.none")}<//>`}
  <//>`;
}
