// What may be said: how strict it is, what it stopped, and what waits for a yes. No stopped text is here unasked.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { ChipList, Segment, Select } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { clock, knows, say } from "../words.mjs";

const SECOND_MS = 1000;
const A_LITTLE_MS = 250;

export function Guard({ known }) {
  const { changes, held, counts } = known.state.guard;
  const [log, again] = useAnswer("guard.log", {}, [changes, held]);
  const entries = log ?? [];
  return html`<div class="two">
    <div class="column"><${Level} known=${known} /><${Kinds} known=${known} /></div>
    <div class="column"><${Held} entries=${entries.filter((each) => each.fate === "held")} again=${again} /><${Stopped} entries=${entries} counts=${counts} /></div>
  </div>`;
}

function Level({ known }) {
  const byKey = known.settings?.byKey ?? {};
  const level = byKey["guard.level"];
  const names = byKey["guard.own_names"];
  const dry = byKey["guard.dry_run"];
  if (!level) return null;
  return html`<${Card} title=${say("guard.level")}>
    <${Segment} label=${say("guard.level")} value=${known.state.guard.level} choices=${level.schema.enum.map((each) => [each, say(`guard.level.${each}`)])}
      disabled=${Boolean(level.locked)} change=${(value) => change(level, value)} />
    <p class="quiet">${say(`guard.level.${known.state.guard.level}.words`)}</p>
    ${known.state.guard.dry_run && html`<p class="line odd">${say("guard.dry")} <${Button} press=${() => change(dry, false)} kind="small">${say("guard.earnest")}<//></p>`}
    <h4>${say("guard.names")}</h4><p class="quiet">${names.about}</p>
    <${ChipList} label=${say("guard.names")} values=${names.value} change=${(value) => change(names, value)} disabled=${Boolean(names.locked)} />
  <//>`;
}

function Kinds({ known }) {
  const actions = (known.settings?.list ?? []).filter((each) => each.key.startsWith("guard.actions."));
  return html`<${Card} title=${say("guard.kinds")}>
    <ul class="rows">
      ${actions.map((each) => {
        const kind = each.key.split(".")[2];
        return html`<li class="pair" key=${each.key}><span title=${each.about}>${category(kind)}</span>
          <${Select} label=${category(kind)} value=${each.value} disabled=${Boolean(each.locked)} change=${(value) => change(each, value)}
            choices=${each.schema.enum.map((action) => [action, say(`guard.action.${action}`)])} /></li>`;
      })}
    </ul>
  <//>`;
}

function category(kind) {
  return knows(`guard.kind.${kind}`) ? say(`guard.kind.${kind}`) : kind.replaceAll("_", " ");
}

function Held({ entries, again }) {
  const [now, tick] = useState(Date.now());
  const [read] = useState(() => new Map());
  useEffect(() => {
    if (!entries.length) return undefined;
    const timer = setInterval(() => tick(Date.now()), SECOND_MS);
    const soonest = Math.min(...entries.map((each) => each.left_s));
    const expiry = setTimeout(again, SECOND_MS * soonest + A_LITTLE_MS);
    return () => (clearInterval(timer), clearTimeout(expiry));
  }, [JSON.stringify(entries)]);
  if (!entries.length) return null;
  for (const each of entries) if (!read.has(each.number)) read.set(each.number, now + SECOND_MS * each.left_s);
  return html`<${Card} kind="asks" title=${say("guard.waits")}>
    <ul class="rows">${entries.map((each) => html`<${Question} key=${each.number} entry=${each} leftS=${Math.max(0, Math.ceil((read.get(each.number) - now) / SECOND_MS))} />`)}</ul>
  <//>`;
}

function Question({ entry, leftS }) {
  const [text, see] = useState(null);
  const order = (op) => () => ask(op, { number: entry.number });
  return html`<li class="entry">
    <p><b>${category(entry.category)}</b> <span class="quiet">${say("guard.left", { s: leftS })}</span></p>
    ${text === null ? html`<p class="quiet">${say("guard.readFirst")}</p>` : html`<p dir="auto">${text}</p>`}
    <div class="line">
      <${Button} kind="small" press=${() => ask("guard.text", { number: entry.number }).then(see)}>${say("guard.show")}<//>
      <${Button} kind="small line" disabled=${text === null} press=${order("guard.release")}>${say("guard.say")}<//>
      <${Button} kind="small line" press=${order("guard.drop")}>${say("guard.drop")}<//>
    </div>
  </li>`;
}

function Stopped({ entries, counts }) {
  const sums = Object.entries(counts).map(([kind, by]) => `${category(kind)} ${Object.values(by).reduce((a, b) => a + b, 0)}`);
  return html`<${Card} title=${say("guard.stopped")} end=${html`<span class="quiet">${sums.join(" · ")}</span>`}>
    ${entries.length ? html`<ol class="scrolls" tabindex="0" aria-label=${say("guard.stopped")}>${entries.map((each) => html`<${Entry} key=${each.number} entry=${each} />`)}</ol>` : html`<${Empty}>${say("guard.nothing")}<//>`}
  <//>`;
}

function Entry({ entry }) {
  const [text, see] = useState(null);
  const show = () => (text === null ? ask("guard.text", { number: entry.number }).then(see) : see(null));
  const fate = entry.only_reported ? "reported" : entry.fate;
  return html`<li class="entry">
    <div class="line first"><time>${clock(Date.parse(entry.at))}</time><b>${category(entry.category)}</b>
      <span class="quiet">${[entry.where, ...entry.also].join(", ")}${entry.times > 1 ? ` ×${entry.times}` : ""} · ${knows(`guard.fate.${fate}`) ? say(`guard.fate.${fate}`) : say(`guard.action.${entry.action}`)}</span>
      <${Button} kind="small ghost" press=${show} aria-expanded=${String(text !== null)}>${say(text === null ? "guard.show" : "guard.hide")}<//></div>
    ${text !== null && html`<p dir="auto">${text}</p>`}
  </li>`;
}
