// How it sounds, and what it hears: the voices there are, how loud they are, and the microphone.

import { lastOf } from "../accounts.mjs";
import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip, Empty, Fold, Head } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Field, Select } from "../parts/inputs.mjs";
import { hearSample } from "../sampling.mjs";
import { change } from "../settings.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { count, knows, language as pageLanguage, say, wordsOfVoice } from "../words.mjs";
import { Ears } from "./voice_ears.mjs";
import { Understanding } from "./voice_understanding.mjs";
import { Sound } from "./voice_sound.mjs";
import { Offer, Store, useStore } from "./voice_store.mjs";

const MS = 1000;
const LANGUAGE_NAMES = ["en", pageLanguage].map((each) => new Intl.DisplayNames([each], { type: "language" }));
/** The least that is told of a first sound: 0 s would read as not measured. */
const LEAST_MS = 10;

export function Voice({ known }) {
  if (!known.settings) return null;
  return html`<div class="voice">
    <${Head} title=${say("screen.voice")} about=${say("voice.about")} />
    <div class="column"><${Voices} known=${known} /><${Store} known=${known} /></div>
    <div class="column"><${Sound} known=${known} /><${Ears} known=${known} /><${Understanding} known=${known} /></div>
  </div>`;
}

function Voices({ known }) {
  const { byKey, list } = known.settings;
  const role = known.state.roles.find((each) => each.part === "voice");
  const set = JSON.stringify(list.filter((each) => each.section === "voice").map((each) => each.value));
  const [listed, works] = useStore([set, role?.plays]);
  const got = works.filter((each) => each.state === "done").length;
  const [found, again] = useAnswer("voices.list", {}, [set, role?.plays, got]);
  const isLocked = Boolean(byKey["voice.engine"].locked);
  const sample = (id) => () => hearSample(say("voice.line"), id).finally(again);
  const end = html`<${Button} kind="small" icon="resume" press=${sample()}>${say("voice.test")}<//>`;
  if (!found) return html`<${Card} title=${say("voice.voices")}><${Empty}>${say("voice.looking")}<//><//>`;
  const here = found.voices.filter((each) => !each.offer);
  const engines = [...new Set(here.map((each) => each.engine))];
  const isMute = found.voices.every((each) => each.trouble || each.engine === "silent");
  const isOther = found.chosen && found.speaks !== found.chosen;
  return html`<${Card} title=${say("voice.voices")} end=${end}>
    ${isLocked && html`<p class="quiet"><${Icon} name="lock" small /> ${translate(byKey["voice.engine"].locked)}</p>`}
    ${isMute && html`<p class="odd">${say("voice.none")}</p>`}
    ${isOther && html`<p class="odd" dir="auto">${say("voice.meanwhile", { name: found.speaks })} ${translate(found.why)}</p>`}
    <${Offer} listed=${listed} works=${works} speaks=${found.speaks} />
    <div class="picks" role="radiogroup" aria-label=${say("voice.voices")}>
      ${engines.map(
        (engine) => html`<${Engine} key=${engine} engine=${engine} voices=${here.filter((each) => each.engine === engine)} found=${found}
          language=${byKey["voice.language"].value} isLocked=${isLocked} choose=${(voice) => choose(byKey, voice)} sample=${sample} />`,
      )}
    </div>
    <${Others} byKey=${byKey} isLocked=${isLocked} />
  <//>`;
}

/** One engine with the voices that it names: the engine is chosen by its mark, a voice of many in a list. */
function Engine({ engine, voices, found, language, isLocked, choose, sample }) {
  const [picked, pick] = useState(null);
  const isChosen = found.engine === engine;
  const inUse = isChosen ? voices.find((each) => each.id === found.chosen) : null;
  const voice = inUse ?? voices.find((each) => each.id === picked) ?? findSpeaker(voices, language);
  const name = knows(`voice.engine.${engine}`) ? say(`voice.engine.${engine}`) : engine;
  const take = (id) => {
    const other = voices.find((each) => each.id === id);
    return isChosen ? choose(other) : pick(id);
  };
  const isMeasured = voice.first_sound_ms > 0 && engine !== "silent";
  return html`<div class=${isChosen ? "pick on" : "pick"}>
    <input type="radio" name="engine" checked=${isChosen} disabled=${isLocked || Boolean(voice.trouble)} aria-label=${name} onChange=${() => choose(voice)} />
    <b>${name}</b>
    ${!voice.trouble && engine !== "silent" && html`<${Button} kind="small" icon="resume" press=${sample(voice.id)} aria-label=${say("voice.hear", { name: `${name} ${nameOf(voice)}` })} />`}
    ${voices.length > 1
      ? html`<${Select} label=${say("voice.which", { name })} value=${voice.id} disabled=${isLocked && isChosen} change=${take}
          choices=${sort(voices).map((each) => [each.id, each.language ? `${nameOf(each)} · ${each.language}` : nameOf(each)])} />`
      : html`<span class="quiet" dir="auto" title=${voice.name}>${translate(nameOf(voice))}</span>`}
    <p class="line first"><${Chip}>${say(`voice.kind.${engine}`)}<//>
      ${voices.length > 1 && html`<span class="quiet">${say("voice.many", { n: voices.length })}</span>`}
      ${isMeasured && html`<span class="quiet">${say("voice.first", { s: count(Math.max(LEAST_MS, voice.first_sound_ms) / MS, 2) })}</span>`}</p>
    ${voice.trouble && html`<p class="odd" dir="auto">${translate(voice.trouble)}</p>`}
  </div>`;
}

const sort = (voices) => [...voices].sort((one, other) => nameOf(one).localeCompare(nameOf(other)));

/** Return a voice's name; one that is called by its language in English is called so in the page's, and a file by its name. */
function nameOf({ name, language }) {
  return wordsOfVoice(name) ?? nameByLanguage(lastOf(name), language);
}

function nameByLanguage(name, language) {
  const code = language.split(/[-_]/)[0];
  if (!/^[a-z]{2,3}$/i.test(code)) return name;
  const [english, ours] = LANGUAGE_NAMES.map((each) => each.of(code));
  return name.startsWith(english) ? ours + name.slice(english.length) : name;
}

function findSpeaker(voices, language) {
  const spelled = (each) => each.language.toLowerCase().replace("_", "-");
  return voices.find((each) => spelled(each) === language) ?? voices.find((each) => spelled(each).startsWith(language.split("-")[0])) ?? voices[0];
}

/** Set what chooses a voice, the language before the engine. */
async function choose(byKey, voice) {
  for (const [key, value] of Object.entries(voice.settings).reverse()) {
    if (byKey[key].value !== value) await change(byKey[key], value);
  }
}

/** Engines that have to be written: a server's address, a program of the streamer's own. */
function Others({ byKey, isLocked }) {
  const setting = byKey["voice.engine"];
  const [kind, rest] = [setting.value.split(":")[0], setting.value.slice(setting.value.indexOf(":") + 1)];
  const isServer = kind === "http" || kind === "https";
  const write = (prefix) => (typed) => change(setting, typed.trim() ? `${prefix}:${typed.trim()}` : null);
  return html`<${Fold} title=${say("voice.others")}>
    <label class="named"><span>${say("voice.server")}</span>
      <${Field} label=${say("voice.server")} placeholder="127.0.0.1:8880" value=${isServer ? rest.replace("//", "") : ""} disabled=${isLocked} change=${write("http")} /></label>
    ${isServer && html`<div class="pairs">${["voice.http.voice", "voice.http.model"].map(
      (key) => html`<label class="named" key=${key}><span>${say(key)}</span><${Field} label=${say(key)} value=${byKey[key].value} disabled=${Boolean(byKey[key].locked)} change=${(typed) => change(byKey[key], typed)} /></label>`,
    )}</div>`}
    <label class="named"><span>${say("voice.program")}</span>
      <${Field} label=${say("voice.program")} value=${kind === "command" ? rest : ""} disabled=${isLocked} change=${write("command")} /></label>
    <p class="quiet">${say("voice.others.words")}</p>
  <//>`;
}
