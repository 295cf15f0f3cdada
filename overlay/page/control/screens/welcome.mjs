// The first run: four questions that are answered already, beside the show that is on.

import { useAnswer } from "../answers.mjs";
import { Button } from "../parts/basic.mjs";
import { Icon, Mark } from "../parts/icons.mjs";
import { Field, Segment, Select } from "../parts/inputs.mjs";
import { Picture } from "../parts/picture.mjs";
import { goTo } from "../screens.mjs";
import { hearSample } from "../sampling.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { useTopic } from "../watching.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { language, say } from "../words.mjs";
import { nameSource } from "./eyes_sources.mjs";
import { Offer, useStore } from "./voice_store.mjs";

const MARKS = { works: "good", partly: "busy", down: "bad", off: "off" };
const LANGUAGES = ["en-gb", "en-us", "de", "fr", "es", "pt-br", "it", "nl", "pl", "ru", "ja", "ko", "cmn"];

export function Welcome({ known }) {
  const roleOf = (part) => known.state.roles.find((role) => role.part === part);
  const leave = (screen) => () => ask("welcome.finish").then(() => goTo(screen));
  return html`<div class="welcome">
    <div class="column"><${Seen} /><p class="quiet"><b class="good">${say("welcome.on")}</b> ${say("welcome.about")}</p></div>
    <div class="column">
      <div class="head"><h1 class="grows">${say("welcome.title")}</h1><${Button} kind="ghost" press=${leave("live")}>${say("welcome.skip")}<//></div>
      <ol class="column">
        <${Step} number="1" title=${say("screen.brain")} role=${roleOf("brain")}><${Button} kind="line small" press=${() => goTo("brain")}>${say("welcome.brain")}<//><//>
        <${VoiceStep} known=${known} role=${findHeard(roleOf("voice"), roleOf("sound"))} />
        <${Step} number="3" title=${say("welcome.screen")} role=${roleOf("eyes")}><${Source} known=${known} />
          <${Button} kind="line small" press=${() => goTo("eyes")}>${say("welcome.hide")}<//><//>
        <${Step} number="4" title=${say("welcome.name")} role=${{ state: known.settings?.byKey["scene.streamer"]?.value ? "works" : "off", plays: say("welcome.name.about") }}><${Name} known=${known} />
          <${Button} kind="line small" press=${() => goTo("persona")}>${say("welcome.persona")}<//><//>
      </ol>
      <div class="line first"><${Button} kind="go" press=${leave("live")}>${say("welcome.go")}<//><${Button} kind="line" press=${leave("look")}>${say("welcome.obs")}<//>
        <span class="quiet">${say("welcome.stop")} <kbd>H</kbd></span></div>
    </div>
  </div>`;
}

function Step({ number, title, role, children }) {
  const mark = MARKS[role?.state ?? "off"];
  return html`<li class="card step"><b class="number">${number}</b>
    <div class="grows"><h2>${title}</h2><p class="quiet" dir="auto">${[role?.plays, role?.state !== "works" && role?.why].filter(Boolean).map(translate).join(": ")}</p></div>
    <${Mark} of=${mark} word=${say(`mark.${mark}`)} />
    <div class="line first">${children}</div></li>`;
}

function Seen() {
  const frame = useTopic("frame");
  if (!frame?.jpeg) return html`<div class="seen empty">${say(frame ? "welcome.away" : "welcome.look")}</div>`;
  return html`<${Picture} kind="seen" jpeg=${frame.jpeg} label=${say("welcome.seen")} />`;
}

/** Return how its voice is heard: where nothing plays its sound, a voice that works is of no use. */
function findHeard(voice, sound) {
  if (voice?.state !== "works" || !sound || sound.state === "works") return voice;
  return { ...sound, plays: voice.plays, why: sound.why || sound.plays };
}

function VoiceStep({ known, role }) {
  const [wasHeard, note] = useState(true);
  const hear = () => hearSample(say("welcome.line")).then(note);
  const [listed, works] = useStore([known.settings?.byKey["voice.language"]?.value, role?.plays]);
  return html`<${Step} number="2" title=${say("welcome.voice")} role=${role?.state === "works" && !wasHeard ? { ...role, state: "down" } : role}>
    <${Button} kind="line small" press=${hear}>${say("welcome.hear")}<//><${Language} known=${known} />
    <${Offer} listed=${listed} works=${works} speaks=${role?.plays} /><//>`;
}

function Language({ known }) {
  const setting = known.settings?.byKey["voice.language"];
  if (!setting) return null;
  const names = new Intl.DisplayNames([language], { type: "language" });
  const codes = LANGUAGES.includes(setting.value) ? LANGUAGES : [setting.value, ...LANGUAGES];
  return html`<${Select} label=${say("welcome.language")} value=${setting.value} disabled=${Boolean(setting.locked)}
    choices=${codes.map((code) => [code, names.of(code === "cmn" ? "zh" : code)])} change=${(value) => change(setting, value)} /><${Locked} setting=${setting} />`;
}

/** The sources that can be had here, as they are found; the one that is set is among them. */
function Source({ known }) {
  const setting = known.settings?.byKey["frames.source"];
  const [listed] = useAnswer("frames.sources", {}, [setting?.value]);
  if (!setting || !listed) return null;
  const value = setting.value === "screen:1" ? "screen" : setting.value;
  const found = listed.filter((each) => !each.why || each.spec === value);
  const all = found.some((each) => each.spec === value) ? found : [...found, { spec: value, kind: value.split(":")[0] }];
  const choices = all.map((each) => [each.spec, nameSource(each)]);
  return html`<${Segment} label=${say("welcome.screen")} value=${value} choices=${choices} disabled=${Boolean(setting.locked)} change=${(chosen) => change(setting, chosen)} />
    <${Locked} setting=${setting} />`;
}

/** Why a choice is not free. */
function Locked({ setting }) {
  return setting.locked ? html`<p class="quiet" dir="auto"><${Icon} name="lock" small /> ${translate(setting.locked)}</p>` : null;
}

function Name({ known }) {
  const setting = known.settings?.byKey["scene.streamer"];
  return setting && html`<${Field} label=${say("welcome.you")} value=${setting.value} disabled=${Boolean(setting.locked)} placeholder=${say("welcome.you")} maxlength=${setting.schema.maxLength} change=${(value) => change(setting, value)} />`;
}
