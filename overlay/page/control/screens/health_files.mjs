// What leaves the show as a file: a journal of it, and a report for whoever helps, which is looked into first.

import { useAnswer } from "../answers.mjs";
import { copy } from "../copying.mjs";
import { useNow } from "../now.mjs";
import { Button, Card, Chip, Empty } from "../parts/basic.mjs";
import { tell } from "../parts/toast.mjs";
import { isGoing, keep, removeSoon } from "../removing.mjs";
import { saveFile } from "../saving.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { count, say, shortTime } from "../words.mjs";

const MILLION = 1e6;
const LOOK_EVERY_MS = 5000;
const REMOVE = "journal.remove";

/** The recording of the show, and the recordings there are. */
export function Journals() {
  const now = useNow(LOOK_EVERY_MS);
  const [kept, again] = useAnswer("journal.list", {}, [now]);
  if (!kept) return null;
  const isOn = Boolean(kept.recording);
  return html`<${Card} title=${say("health.journal")}>
    <div class="line first"><${Button} kind=${isOn ? "go" : "line"} aria-pressed=${String(isOn)} press=${() => ask(isOn ? "journal.stop" : "journal.start").then(again)}>${say(isOn ? "health.journal.stop" : "health.journal.start")}<//>
      <span class="quiet grows">${say("health.journal.about")}</span></div>
    ${kept.journals.length
      ? html`<ul class="rows">${kept.journals.map((each) => html`<${Journal} key=${each.name} journal=${each} isOn=${each.name === kept.recording} plays=${kept.playing} again=${again} now=${now} />`)}</ul>`
      : html`<${Empty}>${say("health.journal.none")}<//>`}
  <//>`;
}

function Journal({ journal, isOn, plays, again, now }) {
  const isLeaving = isGoing(REMOVE, { name: journal.name });
  const minutes = Math.max(1, Math.round(journal.length_s / 60));
  return html`<li class="pair planned">
    <div class=${isLeaving ? "going grows" : "grows"}><p><b>${shortTime(Date.parse(journal.began), now)}</b> <span class="quiet">${say("health.journal.size", { min: minutes, mb: count(journal.bytes / MILLION, 2) })}</span></p>
      <code>${journal.command}</code></div>
    ${isOn && html`<span class="odd">${say("health.journal.on")}</span>`}
    ${!isOn && journal.name === plays && html`<span class="odd" role="status">${say("health.journal.plays")}</span>
      <${Button} kind="small go" press=${() => ask("journal.end").then(again)}>${say("health.journal.end")}<//>`}
    ${!isOn && journal.name !== plays && html`<${Acts} journal=${journal} isLeaving=${isLeaving} mayPlay=${!plays} again=${again} />`}
  </li>`;
}

function Acts({ journal, isLeaving, mayPlay, again }) {
  const args = { name: journal.name };
  const play = () => ask("journal.play", args).then((words) => (tell(words), again()));
  return html`<div class="line first">
    ${mayPlay && html`<${Button} kind="small" aria-label=${say("health.journal.play.this", { what: journal.name })} press=${play}>${say("health.journal.play")}<//>`}
    <${Button} kind="small" press=${() => copy(journal.command, say("health.copied"))}>${say("health.copy")}<//>
    ${isLeaving
      ? html`<${Button} kind="small line" press=${() => keep(REMOVE, args)}>${say("memory.keep")}<//>`
      : html`<${Button} kind="small" aria-label=${say("plan.remove.this", { what: journal.name })} press=${() => removeSoon(REMOVE, args, again)}>${say("plan.remove")}<//>`}</div>`;
}

/** The report. */
export function Report() {
  const [files, see] = useState(null);
  const save = async () => {
    const { name, zip } = await ask("report.make", { looked: Boolean(files) });
    saveFile(name, Uint8Array.from(atob(zip), (each) => each.charCodeAt(0)), "application/zip");
    tell(say("health.report.saved", { name }));
  };
  return html`<${Card} title=${say("health.report")}>
    <p class="quiet">${say("health.report.about")}</p>
    <div class="chips reported">${["doctor", "settings", "log", "versions", "events"].map((each) => html`<${Chip} key=${each} kind="good" icon="yes">${say(`health.report.${each}`)}<//>`)}
      ${["pictures", "chats", "tokens", "texts"].map((each) => html`<${Chip} key=${each} icon="no">${say(`health.report.${each}`)}<//>`)}</div>
    <div class="line"><${Button} kind="line" aria-expanded=${String(Boolean(files))} press=${() => (files ? see(null) : ask("report.look").then(see))}>${say(files ? "guard.hide" : "health.report.look")}<//>
      <${Button} press=${save}>${say("health.report.save")}<//></div>
    ${files && Object.entries(files).map(([name, text]) => html`<details class="file" key=${name}><summary>${name}</summary><pre class="scrolls" tabindex="0" aria-label=${name}>${text || say("health.report.empty")}</pre></details>`)}
  <//>`;
}
