// Voices like a person's: which can be downloaded, what each is like and may be used for, and how far a download is.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip, Fold } from "../parts/basic.mjs";
import { Coming, Fetch, size } from "../parts/coming.mjs";
import { Select, Switched } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { hearSample } from "../sampling.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { language, say, wordsOfCharacter, wordsOfLicence } from "../words.mjs";

const QUALITIES = ["x_low", "low", "medium", "high"];
const SILENT = ["silent", "nobody"];

/** Return what the store of voices says, its downloads as they are now, and a function that asks again. */
export function useStore(changes = [], isAll = false) {
  const [listed, again] = useAnswer("voices.catalogue", { all: isAll }, changes);
  const works = (useTopic("voices") ?? listed?.works ?? []).filter((each) => each.kind === "voice");
  const over = works.filter((each) => each.state === "done").length;
  useEffect(() => void (over && again()), [over]);
  return [listed, works, again];
}

/** The best small voice of the language, to be had by one press; nothing where a voice of it is there. */
export function Offer({ listed, works, speaks }) {
  const voice = listed?.advised;
  if (!voice) return null;
  const work = works.find((each) => each.name === voice.name);
  return html`<div class="offer">
    <p>${say("store.offer", { name: voice.name, character: wordsOfCharacter(voice.character), size: size(voice.size) })}</p>
    <p class="quiet" dir="auto">${tellLicence(voice)}</p>
    ${listed.missing ? html`<${Missing} why=${listed.missing} />` : work && work.state !== "done" ? html`<${VoiceComing} work=${work} use />` : html`<${Fetch} name=${voice.name} bytes=${voice.size} get=${() => ask("voices.get", { name: voice.name, use: true })} />`}
    <p class="quiet">${!speaks || SILENT.includes(speaks) ? say("store.offer.silent") : say("store.offer.until", { name: speaks })}</p>
  </div>`;
}

/** Why no voice can be downloaded here yet, and what to type. */
function Missing({ why }) {
  return html`<p class="odd" dir="auto">${say("store.missing")} ${translate(why)}</p>`;
}

/** The download of a voice, which speaks as soon as it is there where `use` says so. */
function VoiceComing({ work, use }) {
  return html`<${Coming} work=${work} stop=${() => ask("voices.stop_get", { name: work.name })} goOn=${() => ask("voices.get", { name: work.name, use: Boolean(use) })} />`;
}

function tellLicence(voice) {
  const streams = { no: say("store.forbids"), unknown: say("store.unknown") }[voice.streams];
  return [say("store.licence", { licence: wordsOfLicence(voice.licence) || "–" }), streams, voice.base && say("store.base"), voice.credit && say("store.credit", { credit: wordsOfLicence(voice.credit) })].filter(Boolean).join(" ");
}

/** The voices of a language: those that are here, and the others once they are asked for. */
export function Store({ known, changes }) {
  const [isAll, showAll] = useState(false);
  const [picked, pick] = useState("");
  const [isOpen, open] = useState(false);
  const [listed, works, again] = useStore(changes, isAll);
  if (!listed) return null;
  const names = new Intl.DisplayNames([language], { type: "language" });
  const base = (voice) => voice.language.split(/[-_]/)[0];
  const codes = [...new Set(listed.voices.map(base))].sort((one, other) => names.of(one).localeCompare(names.of(other)));
  const own = known.settings.byKey["voice.language"].value.split("-")[0].replace("cmn", "zh");
  const chosen = picked || (codes.includes(own) ? own : codes[0]);
  const voices = listed.voices.filter((each) => base(each) === chosen);
  const isLocked = Boolean(known.settings.byKey["voice.engine"].locked);
  const [here, others] = [true, false].map((isHere) => voices.filter((each) => each.installed === isHere));
  const isComing = others.some((each) => each.name !== listed.advised?.name && works.some((work) => work.name === each.name && work.state !== "done"));
  const look = (code) => {
    pick(code);
    open(true);
  };
  const rows = (some) => some.map((each) => html`<${Row} key=${each.name} voice=${each} works=${works} isMissing=${Boolean(listed.missing)} isLocked=${isLocked} again=${again} />`);
  return html`<${Card} title=${say("store.title")}>
    ${listed.missing && !listed.advised && html`<${Missing} why=${listed.missing} />`}
    <div class="line first"><${Select} label=${say("store.language")} value=${chosen} choices=${codes.map((code) => [code, names.of(code)])} change=${look} /></div>
    <div class="picks">${rows(here)}</div>
    <${Fold} title=${say("store.more", { n: others.length })} open=${isOpen || isComing} onToggle=${(event) => open(event.target.open)}>
      <div class="picks">${rows(others)}</div>
      <${Switched} kind="line first" label=${say("store.all")} value=${isAll} change=${showAll} />
    <//>
  <//>`;
}

function Row({ voice, works, isMissing, isLocked, again }) {
  const work = works.find((each) => each.name === voice.name && each.state !== "done");
  const hear = () => hearSample(voice.sample || say("voice.line"), `neural ${voice.name}`);
  const order = (op) => () => ask(op, { name: voice.name }).then(tell).then(again);
  const facts = [wordsOfCharacter(voice.character), QUALITIES.includes(voice.quality) && say(`store.quality.${voice.quality}`), voice.size > 0 && size(voice.size), voice.speakers > 1 && say("store.speakers", { n: voice.speakers })];
  return html`<div class="pick" role="group" aria-label=${voice.name}>
    <span /><b>${voice.name}</b>
    <span class="end">${voice.in_use && html`<${Chip} kind="chosen">${say("store.speaks")}<//>`}
      ${voice.installed && html`<${Button} kind="small" icon="resume" press=${hear} aria-label=${say("voice.hear", { name: voice.name })} />`}
      ${voice.installed && !voice.in_use && !isLocked && html`<${Button} kind="small" press=${order("voices.use")} aria-label=${say("store.use.what", { name: voice.name })}>${say("store.use")}<//>`}
      ${voice.installed && !voice.in_use && html`<${Button} kind="small" press=${order("voices.remove")} aria-label=${say("store.remove.what", { name: voice.name })}>${say("store.remove")}<//>`}
      ${!voice.installed && !work && !isMissing && html`<${Fetch} name=${voice.name} bytes=${voice.size} kind="small" get=${() => ask("voices.get", { name: voice.name })} />`}</span>
    <div class="sub quiet">${facts.filter(Boolean).map((each) => html`<span key=${each}>${each}</span>`)}</div>
    ${voice.streams === "no" && html`<div class="sub"><${Chip} kind="odd" icon="no">${say("store.forbidden")}<//></div>`}
    ${voice.heavy && html`<div class="sub"><${Chip} kind="odd">${say("store.heavy")}<//></div>`}
    ${voice.sample && html`<p class="sub" dir="auto" lang=${voice.language}>${say("quoted", { text: voice.sample })}</p>`}
    <p class="sub quiet" dir="auto">${tellLicence(voice)} ${!voice.hashed && say("store.unhashed")}</p>
    ${work && html`<div class="sub"><${VoiceComing} work=${work} /></div>`}
  </div>`;
}
