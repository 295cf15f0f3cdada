// What it hears: the microphone, from how loud on it is speech, and what happens while the streamer speaks.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip } from "../parts/basic.mjs";
import { Segment, Switched } from "../parts/inputs.mjs";
import { Meter } from "../parts/meter.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { count, say } from "../words.mjs";
import { Devices, Tuned } from "./voice_sound.mjs";

const MARKS = { works: "good", partly: "odd", down: "bad", off: "" };
const SPEECH = 0.5;
const QUIETEST_DB = -90;

export function Ears({ known }) {
  const { byKey } = known.settings;
  const role = known.state.roles.find((each) => each.part === "ears");
  const isOn = known.state.ears;
  const enabled = byKey["mic.enabled"];
  const while_ = byKey["mic.while_speaking"];
  const least = byKey["mic.speech_from_db"];
  return html`<${Card} title=${say("ears.title")}>
    <${Switched} kind="line first" label=${say("ears.on")} value=${isOn} disabled=${Boolean(enabled.locked)} change=${(value) => change(enabled, value)}>
      <${Chip} kind=${MARKS[role?.state] ?? ""}>${say(isOn ? `ears.${role?.state ?? "works"}` : "ears.off")}<//><//>
    ${isOn && role?.why && html`<p class=${role.state === "works" ? "quiet" : "odd"} dir="auto">${translate(role.why)}</p>`}
    <${Microphone} known=${known} />
    ${isOn && html`<${Heard} threshold=${least.value} />`}
    <${Tuned} setting=${least} label=${say("ears.from")} min=${QUIETEST_DB} max=${-10} step=${1} words=${(value) => (value > QUIETEST_DB ? `${count(value, 0)} dB` : say("ears.from.detector"))} />
    ${isOn && html`<p class="line first"><${Button} kind="small" press=${() => ask("ears.room").then(tell)} disabled=${Boolean(least.locked)}>${say("ears.room")}<//><span class="quiet grows">${say("ears.room.words")}</span></p>`}
    <div class="named"><span>${say("ears.while")}</span>
      <${Segment} label=${say("ears.while")} value=${while_.value} choices=${["stop", "finish"].map((each) => [each, say(`ears.while.${each}`)])} disabled=${Boolean(while_.locked)}
        change=${(value) => change(while_, value)} /></div>
    <p class="line first"><span class="grows">${say("ears.key")}</span><a class="button line small" href="#settings"><span>${byKey["keys.talk"]?.value || say("ears.key.none")}</span></a></p>
    <p class="quiet">${say("ears.words")}</p>
  <//>`;
}

function Microphone({ known }) {
  const setting = known.settings.byKey["mic.device"];
  const role = known.state.roles.find((each) => each.part === "ears");
  const [found] = useAnswer("mic.devices", {}, [setting.value, role?.plays]);
  if (!found) return html`<p class="quiet">${say("sound.looking")}</p>`;
  return html`<div class="named"><span>${say("ears.device")}</span><${Devices} label=${say("ears.device")} setting=${setting} found=${found} /></div>
    ${!found.names.length && html`<p class="odd">${say("ears.none")}</p>`}
    ${found.wanted && !found.is_there && html`<p class="odd" dir="auto">${say("ears.gone", { name: found.wanted })}</p>`}`;
}

function Heard({ threshold }) {
  const levels = useTopic("levels");
  const isSpeech = levels?.speech >= SPEECH && levels.mic_db >= threshold;
  return html`<${Meter} label=${say("ears.level")} level=${levels?.mic_db ?? null} min=${QUIETEST_DB} max=${0} threshold=${threshold} />
    <p class=${isSpeech ? "good" : "quiet"}>${say(isSpeech ? "ears.speech" : "ears.mark")}</p>`;
}
