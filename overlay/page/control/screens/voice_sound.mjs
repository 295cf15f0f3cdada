// How loud it is, how fast it speaks, and where it is heard.

import { useAnswer } from "../answers.mjs";
import { Card } from "../parts/basic.mjs";
import { Select, Slider, Switched } from "../parts/inputs.mjs";
import { Meter } from "../parts/meter.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { isOn, mute } from "../orders.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { count, say } from "../words.mjs";

const RIGHT_LUFS = [-20, -14];

/** A slider of a setting, with its value in words. */
export function Tuned({ setting, label, words, min, max, step }) {
  return html`<div class="named"><div class="line first"><span class="grows">${label}</span><b>${words(setting.value)}</b></div>
    <${Slider} label=${label} value=${setting.value} min=${min} max=${max} step=${step} words=${words} disabled=${Boolean(setting.locked)}
      change=${(value) => change(setting, value)} /></div>`;
}

export function Sound({ known }) {
  const { byKey } = known.settings;
  const share = (value) => `${count(100 * value, 0)} %`;
  const role = known.state.roles.find((each) => each.part === "sound");
  const order = () => mute().catch((error) => tell(error.message, { isRefusal: true }));
  return html`<${Card} title=${say("sound.title")}>
    <${Switched} kind="line first" label=${say("sound.heard")} value=${!isOn("muted")} change=${order}>
      ${known.state.muted && html`<span class="odd">${say("sound.muted")}</span>`}
      ${!known.state.muted && role?.state !== "works" && html`<span class="odd">${say("sound.unplayed")}</span>`}<//>
    <${Tuned} setting=${byKey["voice.words_per_min"]} label=${say("sound.speed")} min=${80} max=${300} step=${5} words=${(value) => say("sound.words", { n: value })} />
    <${Tuned} setting=${byKey["voice.volume"]} label=${say("sound.voice")} min=${0} max=${1} step=${0.01} words=${share} />
    <${Tuned} setting=${byKey["sound.effects_lufs"]} label=${say("sound.effects")} min=${-40} max=${-10} step=${1} words=${(value) => `${count(value, 0)} LUFS`} />
    <${Tuned} setting=${byKey["sound.duck_db"]} label=${say("sound.duck")} min=${-30} max=${0} step=${1} words=${(value) => (value ? `${count(value, 0)} dB` : say("sound.unducked"))} />
    <${Loudness} role=${role} />
    <${Output} known=${known} />
  <//>`;
}

function Loudness({ role }) {
  const levels = useTopic("levels");
  return html`<${Meter} label=${say("sound.minute")} level=${levels?.minute_lufs ?? null} peak=${levels?.out_lufs} min=${-50} max=${0} unit="LUFS" zone=${RIGHT_LUFS} />
    <p class="quiet">${say(role?.state === "works" && levels?.out_lufs === null ? "sound.untold" : "sound.right")}</p>`;
}

function Output({ known }) {
  const setting = known.settings.byKey["sound.device"];
  const role = known.state.roles.find((each) => each.part === "sound");
  const [found] = useAnswer("sound.devices", {}, [setting.value, role?.plays]);
  if (role?.state === "off") return html`<p class="quiet">${say("sound.off")}</p>`;
  if (!found) return html`<p class="quiet">${say("sound.looking")}</p>`;
  const isGone = found.wanted && !found.is_there;
  const [plays] = found.plays.split(" (the default");
  return html`<div class="named"><span>${say("sound.device")}</span>
      <${Devices} label=${say("sound.device")} setting=${setting} found=${found} /></div>
    ${!found.names.length && html`<p class="odd">${say("sound.none")}</p>`}
    ${isGone && html`<p class="odd" dir="auto">${say(plays ? "sound.gone" : "sound.gone.silent", { name: found.wanted, instead: plays })}</p>`}
    ${plays ? !isGone && html`<p class="quiet" dir="auto">${say("sound.plays", { name: plays })}</p>` : html`<p class="odd" dir="auto">${translate(found.why)}</p>`}`;
}

/** The choice of a device by its name; a chosen one that is gone stays in the list, so that it can be seen. */
export function Devices({ label, setting, found }) {
  const chosen = found.names.find((each) => setting.value && each.toLowerCase().includes(setting.value.toLowerCase())) ?? setting.value;
  const names = chosen && !found.names.includes(chosen) ? [chosen, ...found.names] : found.names;
  const own = say("sound.own", { name: found.names[0] ?? "–" });
  return html`<${Select} label=${label} value=${chosen} disabled=${Boolean(setting.locked)} choices=${[["", own], ...names.map((each) => [each, each])]}
    change=${(name) => change(setting, name || null)} />`;
}
