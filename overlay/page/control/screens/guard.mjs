// What may be said: how strict it is, what it stopped, and what waits for a yes. No stopped text is here unasked.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty, Head } from "../parts/basic.mjs";
import { Segment, Switched } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { clock, knows, say } from "../words.mjs";
import { Effects, Fate, Kinds, nameKind } from "./guard_kinds.mjs";
import { OwnWords, Trial } from "./guard_words.mjs";

const SECOND_MS = 1000;
const A_LITTLE_MS = 250;

export function Guard({ known }) {
  const { changes, held, counts, level } = known.state.guard;
  const [log, again] = useAnswer("guard.log", {}, [changes, held]);
  const entries = log ?? [];
  return html`<${Head} title=${say("screen.guard")} about=${say("guard.about")} />
    <div class="two">
      <div class="column"><${Level} known=${known} /><${Trial} level=${level} /><${OwnWords} known=${known} /></div>
      <div class="column"><${Held} entries=${entries.filter((each) => each.fate === "held")} again=${again} />
        <${Stopped} entries=${entries} counts=${counts} /><${Kinds} known=${known} /></div>
    </div>`;
}

function Level({ known }) {
  const byKey = known.settings?.byKey ?? {};
  const level = byKey["guard.level"];
  const dry = byKey["guard.dry_run"];
  const { level: now, dry_run: isDry } = known.state.guard;
  if (!level) return null;
  return html`<${Card} title=${say("guard.level")}>
    <${Segment} label=${say("guard.level")} value=${now} choices=${level.schema.enum.map((each) => [each, say(`guard.level.${each}`)])}
      disabled=${Boolean(level.locked)} change=${(value) => change(level, value)} />
    <p class="quiet">${say(`guard.level.${now}.words`)}</p>
    <${Effects} known=${known} level=${now} />
    <${Switched} label=${say("guard.dry")} value=${isDry} disabled=${Boolean(dry.locked)} change=${(on) => change(dry, on)} />
    ${isDry && html`<p class="line odd"><span class="grows">${say("guard.dry.on")}</span> <${Button} press=${() => change(dry, false)} kind="small">${say("guard.earnest")}<//></p>`}
  <//>`;
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
    <p><b>${nameKinds(entry)}</b> <span class="quiet">${translate(entry.rule)} ${say("guard.left", { s: leftS })}</span></p>
    ${text === null ? html`<p class="quiet">${say("guard.readFirst")}</p>` : html`<p dir="auto">${text}</p>`}
    <div class="line">
      <${Button} kind="small" press=${() => ask("guard.text", { number: entry.number }).then(see)}>${say("guard.show")}<//>
      <${Button} kind="small line" disabled=${text === null} press=${order("guard.release")}>${say("guard.say")}<//>
      <${Button} kind="small line" press=${order("guard.drop")}>${say("guard.drop")}<//>
    </div>
  </li>`;
}

function Stopped({ entries, counts }) {
  const sums = Object.entries(counts).map(([kind, by]) => `${nameKind(kind)} ${Object.values(by).reduce((a, b) => a + b, 0)}`);
  return html`<${Card} title=${say("guard.stopped")} end=${html`<span class="quiet">${sums.join(" · ")}</span>`}>
    ${entries.length ? html`<ol class="scrolls" tabindex="0" aria-label=${say("guard.stopped")}>${entries.map((each) => html`<${Entry} key=${each.number} entry=${each} />`)}</ol>` : html`<${Empty}>${say("guard.nothing")}<//>`}
  <//>`;
}

function Entry({ entry }) {
  const [text, see] = useState(null);
  const show = () => (text === null ? ask("guard.text", { number: entry.number }).then(see) : see(null));
  const fate = entry.only_reported ? "reported" : entry.fate;
  return html`<li class="entry">
    <div class="line first"><time>${clock(Date.parse(entry.at))}</time>
      <div class="grows"><b>${nameKinds(entry)}</b> <span class="quiet">${[...[entry, ...entry.others].map((each) => translate(each.rule)), where(entry), entry.times > 1 && `×${entry.times}`].filter(Boolean).join(", ")}</span></div>
      ${fate ? html`<span class="quiet">${say(`guard.fate.${fate}`)}</span>` : html`<${Fate} action=${entry.action} />`}
      <${Button} kind="small ghost" press=${show} aria-expanded=${String(text !== null)}>${say(text === null ? "guard.show" : "guard.hide")}<//></div>
    ${text !== null && html`<p dir="auto">${text}</p>`}
  </li>`;
}

function nameKinds(entry) {
  return [entry, ...entry.others].map((each) => nameKind(each.category)).join(", ");
}

function where(entry) {
  return [entry.where, ...entry.also].map((each) => (knows(`guard.where.${each}`) ? say(`guard.where.${each}`) : each)).join(", ");
}
