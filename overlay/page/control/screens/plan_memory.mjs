// What is remembered: found by its words, and forgotten six seconds after it was asked for.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip, Empty } from "../parts/basic.mjs";
import { Segment, Slider, Switched } from "../parts/inputs.mjs";
import { isGoing, keep, removeSoon } from "../removing.mjs";
import { change } from "../settings.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { count, fromNow, say } from "../words.mjs";

const MILLION = 1e6;
const A_LITTLE_MS = 250;
const FORGET = "memory.forget";
const KINDS = { kept: ["note", "summary"], note: ["note"], summary: ["summary"], said: ["said"] };

/** The notes, summaries and messages that have some words. */
export function Memories({ memory }) {
  const [typed, type] = useState("");
  const [words, search] = useState("");
  const [kind, choose] = useState("kept");
  useEffect(() => {
    const soon = setTimeout(() => search(typed), A_LITTLE_MS);
    return () => clearTimeout(soon);
  }, [typed]);
  const [found] = useAnswer("memory.search", { words, kinds: KINDS[kind] }, memory.changes);
  const choices = Object.keys(KINDS).map((each) => [each, say(`memory.kind.${each}`)]);
  return html`<${Card} title=${say("memory.notes")}>
    <div class="line first"><input type="search" maxlength="200" class="field grows" aria-label=${say("memory.search")} placeholder=${say("memory.search")} value=${typed} onInput=${(event) => type(event.target.value)} />
      <${Segment} label=${say("memory.kinds")} value=${kind} choices=${choices} change=${choose} /></div>
    ${found?.length
      ? html`<ul class="rows scrolls" tabindex="0" aria-label=${say("memory.notes")}>${found.map((each, at) => html`<${Memory} key=${`${each.kind} ${each.number} ${each.at} ${at}`} memory=${each} again=${memory.measure} />`)}</ul>`
      : html`<${Empty}>${say(words ? "memory.unfound" : "memory.none")}<//>`}
  <//>`;
}

function Memory({ memory, again }) {
  const { kind, number, channel, person, person_id: personId, text, at } = memory;
  const args = kind === "note" ? { note: number } : kind === "summary" ? { channel } : personId ? { person: personId } : null;
  const asks = kind === "note" ? say("memory.forget") : say(kind === "summary" ? "memory.forget.channel" : "memory.forget.person", { who: person });
  return html`<li class="pair">
    <div class=${args && isGoing(FORGET, args) ? "going grows" : "grows"}><p><${Chip}>${person || channel || say("memory.stage")}<//> <bdi>${text}</bdi></p>
      <p class="quiet">${say(`memory.kind.${kind}.one`)} · ${fromNow(Date.parse(at))}</p></div>
    ${args && html`<${Forget} args=${args} again=${again} words=${asks} label=${`${asks}: ${text}`} />`}
  </li>`;
}

function Forget({ args, again, words, label }) {
  if (isGoing(FORGET, args)) return html`<${Button} kind="small line" press=${() => keep(FORGET, args)}>${say("memory.keep")}<//>`;
  return html`<${Button} kind="small" aria-label=${label} press=${() => void removeSoon(FORGET, args, again)}>${words}<//>`;
}

/** The table of how much is kept of what people wrote in each channel. */
export function Channels({ memory }) {
  const [channels] = useAnswer("memory.channels", {}, memory.changes);
  const rows = Object.entries(channels ?? {});
  return html`<${Card} title=${say("memory.channels")}>
    ${rows.length
      ? html`<ul class="rows">${rows.map(([channel, many]) => html`<li class="pair" key=${channel}>
          <div class=${isGoing(FORGET, { channel }) ? "going grows" : "grows"}><b>${channel}</b> <span class="quiet">${say("memory.many", { n: many })}</span></div>
          <${Forget} args=${{ channel }} again=${memory.measure} words=${say("memory.forget")} label=${`${say("memory.forget")}: ${channel}`} /></li>`)}</ul>`
      : html`<${Empty}>${say("memory.empty")}<//>`}
  <//>`;
}

/** The setting of how long it is kept, and how much there is. */
export function HowLong({ known, size }) {
  const byKey = known.settings?.byKey ?? {};
  const days = byKey["memory.keeps_days"];
  if (!days) return null;
  return html`<${Card} title=${say("memory.long")}>
    <div class="pair bare"><span>${say("memory.days")}</span><b>${say("memory.days.n", { n: days.value })}</b></div>
    <${Slider} label=${say("memory.days")} value=${Math.min(days.value, 365)} min=${1} max=${365} step=${1} words=${(n) => say("memory.days.n", { n })} disabled=${Boolean(days.locked)} change=${(value) => change(days, value)} />
    ${["enabled", "notes", "summaries"].map((key) => html`<${Choice} key=${key} setting=${byKey[`memory.${key}`]} label=${say(`memory.${key}.words`)} />`)}
    ${size && html`<p class="quiet">${say("memory.size", { mb: count(size.bytes / MILLION), said: size.said, notes: size.notes })}</p>`}
  <//>`;
}

/** A setting that is on or off, with a sentence. */
export function Choice({ setting, label }) {
  return html`<${Switched} label=${label} value=${setting.value} disabled=${Boolean(setting.locked)} change=${(value) => change(setting, value)} />`;
}
