// What it may do: each tool with its switch, how often, and whether it asks first; servers of tools; who said yes.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty, Row } from "../parts/basic.mjs";
import { Select, Switch } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { knows, say } from "../words.mjs";

export function Tools({ known }) {
  return html`<div class="two"><div class="column"><${Own} known=${known} /></div>
    <div class="column"><${Servers} known=${known} /><${Jobs} /><${Audit} known=${known} /></div></div>`;
}

function Own({ known }) {
  const [tools] = useAnswer("tools.list", {}, [known.settings]);
  return html`<${Card} title=${say("tools.own")}>
    <ul class="rows">${(tools ?? []).map((tool) => html`<${ToolRow} key=${tool.name} tool=${tool} known=${known} />`)}</ul>
  <//>`;
}

function ToolRow({ tool, known }) {
  const key = tool.name.includes(".") ? `tools."${tool.name}"` : `tools.${tool.name}`;
  const setting = (name) => known.settings?.byKey[`${key}.${name}`] ?? { key: `${key}.${name}`, value: null, live: false };
  const [deny, confirm, rate] = [setting("deny"), setting("confirm"), setting("rate")];
  const title = knows(`tool.${tool.name}`) ? say(`tool.${tool.name}`) : tool.name;
  return html`<li class="tool">
    <${Switch} label=${title} value=${!deny.value} disabled=${Boolean(deny.locked)} change=${(on) => change(deny, on ? null : true)} />
    <div><p><b>${title}</b> <code>${tool.name}</code></p><p class="quiet">${tool.description}</p></div>
    <div class="column"><span class="quiet">${rate.value ?? say("tools.free")}</span>
      <${Select} label=${say("tools.asks", { what: title })} value=${confirm.value ?? ""} disabled=${Boolean(confirm.locked)} change=${(value) => change(confirm, value || null)}
        choices=${[["", say("tools.asks.outside")], ["owner", say("tools.asks.always")], ["never", say("tools.asks.never")]]} /></div>
  </li>`;
}

function Servers({ known }) {
  const [servers, again] = useAnswer("mcp.list", {}, [known.state.roles.length]);
  return html`<${Card} title=${say("tools.servers")}>
    ${servers?.length ? html`<ul class="rows">${servers.map((each) => html`<${Server} key=${each.name} server=${each} again=${again} />`)}</ul>` : html`<${Empty}>${say("tools.servers.none")}<//>`}
  <//>`;
}

function Server({ server, again }) {
  const [listed, see] = useState(null);
  const allow = () => ask("mcp.allow", { server: server.name, tools: Object.fromEntries(listed.map((each) => [each.own_name, each.digest])) }).then(() => (see(null), again()));
  const states = Object.values(server.tools);
  const waits = states.filter((each) => each !== "allowed").length;
  const mark = server.is_up ? (waits ? "odd" : "good") : "bad";
  const why = server.trouble || (waits ? say("tools.servers.waits", { n: waits }) : "");
  return html`<${Row} mark=${mark} word=${say(`mark.${mark}`)} name=${server.name} words=${say("tools.servers.has", { n: states.length })} why=${why}>
    <${Button} kind="small" press=${() => (listed ? see(null) : ask("mcp.tools", { server: server.name }).then(see))}>${say(listed ? "guard.hide" : "tools.look")}<//>
    ${listed && html`<${Button} kind="small go" press=${allow}>${say("tools.allow")}<//>`}
    ${listed && html`<pre dir="auto">${JSON.stringify(listed, null, 1)}</pre>`}
  <//>`;
}

function Jobs() {
  const [jobs, again] = useAnswer("errands.list");
  if (!jobs?.length) return null;
  return html`<${Card} title=${say("tools.jobs")}>
    <ul class="rows">${jobs.map((job) => html`<${Row} key=${job.number} mark="busy" name=${`#${job.number}`} words=${job.tool}>
      <${Button} kind="small" press=${() => ask("errands.cancel", { number: job.number }).then(again)}>${say("tools.cancel")}<//><//>`)}</ul>
  <//>`;
}

function Audit({ known }) {
  const [lines] = useAnswer("approvals.audit", {}, [known.state.approvals.changes]);
  return html`<${Card} title=${say("tools.audit")}>
    ${lines?.length ? html`<ul class="rows scrolls">${lines.map((each, at) => html`<li class="entry" key=${at}><p>${typeof each === "string" ? each : JSON.stringify(each)}</p></li>`)}</ul>` : html`<${Empty}>${say("tools.audit.none")}<//>`}
  <//>`;
}
