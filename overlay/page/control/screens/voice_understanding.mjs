// What understands the streamer's words, when it answers them, and whether it knows the streamer's voice.

import { lastOf } from "../accounts.mjs";
import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip } from "../parts/basic.mjs";
import { Coming, Fetch, isUnderWay, Progress } from "../parts/coming.mjs";
import { Segment, Select, Switched } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { count, language, say } from "../words.mjs";

const OFF = "off";
const SPEAKER = "speaker";
const VOICEPRINT = "voiceprint";
const SENTENCES = 4;
/** Those that are spoken on most streams; another one is written among all settings. */
const LANGUAGES = "ar cs da de el en es fi fr hi hu id it ja ko nl no pl pt ro ru sv th tr uk vi zh".split(" ");

/** Return what the ears can, their works as they are now, and a function that asks again. */
function useEars(changes) {
  const [listed, again] = useAnswer("ears.models", {}, changes);
  const works = (useTopic("voices") ?? listed?.works ?? []).filter((each) => each.kind === "ears");
  const over = works.filter((each) => each.state === "done").length;
  useEffect(() => void (over && again()), [over]);
  return [listed, works, again];
}

export function Understanding({ known }) {
  const { byKey } = known.settings;
  const recognition = byKey["mic.recognition"];
  const [listed, works, again] = useEars([recognition.value]);
  if (!listed) return null;
  const models = listed.models.filter((each) => each.recognises);
  const names = [OFF, ...models.map((each) => each.name)];
  const choices = names.includes(recognition.value) ? names : [...names, recognition.value];
  const chosen = models.find((each) => each.name === recognition.value);
  return html`<${Card} title=${say("words.title")}>
    <div class="named"><span>${say("ears.recognition")}</span>
      <${Segment} label=${say("ears.recognition")} value=${recognition.value} choices=${choices.map((each) => [each, each === OFF ? say("ears.off") : lastOf(each)])} disabled=${Boolean(recognition.locked)}
        change=${(value) => change(recognition, value)} /></div>
    ${known.state.listens && html`<${Newest} state=${known.state} />`}
    ${chosen && html`<${Model} model=${chosen} works=${works} again=${again} />`}
    <p class="quiet">${say(recognition.value === OFF ? "words.off" : "words.kept")}</p>
    ${recognition.value !== OFF && html`<${Spoken} setting=${byKey["mic.language"]} /><${Answers} byKey=${byKey} />
      <${Speaker} known=${known} listed=${listed} works=${works} again=${again} />`}
  <//>`;
}

/** A model that is not here is downloaded by a press, and one that was downloaded is removed once another is chosen. */
function Model({ model, works, again }) {
  const work = works.find((each) => each.name === model.name && each.state !== "done");
  const get = () => ask("ears.get", { name: model.name }).then(again);
  const stop = () => ask("ears.stop", { name: model.name });
  if (model.usable) return null;
  if (work) return html`<${Coming} work=${work} stop=${stop} goOn=${get} />`;
  return html`<p class="line first"><span class="odd grows">${model.recognises ? say("words.missing", { name: model.name }) : say("me.missing")}</span><${Fetch} name=${model.name} bytes=${model.size} get=${get} /></p>
    <p class="quiet">${say("store.licence", { licence: model.licence })}</p>`;
}

/** What was understood last, and what that led to. */
function Newest({ state }) {
  if (state.stranger) return html`<p class="odd">${say("ears.stranger")}</p>`;
  if (!state.led_to) return null;
  return html`<div class="newest" dir="auto"><p>${say("ears.understood", { text: state.understood || "…" })}</p><p class="quiet">${translate(state.led_to)}</p></div>`;
}

function Spoken({ setting }) {
  const names = new Intl.DisplayNames([language], { type: "language" });
  const codes = !setting.value || LANGUAGES.includes(setting.value) ? LANGUAGES : [...LANGUAGES, setting.value];
  const choices = codes.map((code) => [code, names.of(code)]).sort(([, one], [, other]) => one.localeCompare(other));
  return html`<div class="named"><span>${say("words.language")}</span>
    <${Select} label=${say("words.language")} value=${setting.value} disabled=${Boolean(setting.locked)} choices=${[["", say("words.language.found")], ...choices]} change=${(code) => change(setting, code)} /></div>`;
}

function Answers({ byKey }) {
  const answers = byKey["listening.answers"];
  const orders = byKey["listening.orders"];
  return html`<div class="named"><span>${say("ears.answers")}</span>
      <${Segment} label=${say("ears.answers")} value=${answers.value} choices=${["key", "name", "open"].map((each) => [each, say(`ears.answers.${each}`)])} disabled=${Boolean(answers.locked)}
        change=${(value) => change(answers, value)} /></div>
    <${Switched} kind="line" label=${say("ears.orders")} value=${orders.value} disabled=${Boolean(orders.locked)} change=${(value) => change(orders, value)} />`;
}

/** The streamer's voice: whether it is the only one that counts, and what makes it known. */
function Speaker({ known, listed, works, again }) {
  const setting = known.settings.byKey["mic.only_me"];
  const model = listed.models.find((each) => each.name === SPEAKER);
  const work = works.find((each) => each.name === VOICEPRINT);
  const isLearning = isUnderWay(work);
  const enrol = () => ask("ears.enrol").then(again);
  const forget = () => ask("ears.forget").then(tell).then(again);
  return html`<${Switched} kind="line" label=${say("me.only")} value=${setting.value} disabled=${Boolean(setting.locked) || (!listed.known && !setting.value)} change=${(value) => change(setting, value)}>
      <${Chip} kind=${listed.known ? "good" : setting.value ? "odd" : ""}>${say(listed.known ? "me.known" : "me.unknown")}<//><//>
    <${Model} model=${model} works=${works} again=${again} />
    ${isLearning && html`<${Enrolment} work=${work} />`}
    ${model.usable && !isLearning && html`<p class="line first">
      <${Button} kind=${listed.known ? "small" : "small go"} press=${enrol} disabled=${!known.state.ears}>${say(listed.known ? "me.again" : "me.enrol")}<//>
      ${listed.known && html`<${Button} kind="small" press=${forget}>${say("me.forget")}<//>`}</p>`}
    ${work?.state === "broken" && html`<p class="bad" dir="auto">${translate(work.words)}</p>`}
    <p class="quiet">${say(model.usable && !known.state.ears ? "me.deaf" : "me.words")}</p>`;
}

/** The sentence that is to be read, and how much of the voice was heard. */
function Enrolment({ work }) {
  const share = work.total ? work.done / work.total : 0;
  const sentence = 1 + Math.min(SENTENCES - 1, Math.floor(share * SENTENCES));
  const words = `${count(100 * share, 0)} %`;
  return html`<div class="offer" role="status">
      <p>${say("me.read")}</p>
      <p><b>${say("quoted", { text: say(`me.sentence.${sentence}`) })}</b></p>
      <div class="line first coming"><${Progress} label=${say("me.enrol")} work=${work} words=${words} /><span class="number">${words}</span>
        <${Button} kind="small" press=${() => ask("ears.stop", { name: VOICEPRINT })}>${say("store.stop")}<//></div>
      ${work.words && html`<p class="odd" dir="auto">${translate(work.words)}</p>`}
    </div>`;
}
