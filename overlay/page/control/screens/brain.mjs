// Which model writes its lines: those at hand, what each can do here, and how it thinks.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip, Empty, Head } from "../parts/basic.mjs";
import { beginAgain } from "../orders.mjs";
import { Icon } from "../parts/icons.mjs";
import { Field, Slider, Switched } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useRef, useState } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { count, knows, say } from "../words.mjs";

const GB = 1e9;
const MB = 1e6;
const OLLAMA = "https://ollama.com/download";

export function Brain({ known }) {
  const [listed, again] = useAnswer("models.list", {}, [known.state?.endpoints?.map((each) => each.state).join()]);
  const works = useTopic("models") ?? listed?.works ?? [];
  const over = works.filter((each) => each.state === "done").length;
  useEffect(() => void (over && again()), [over]);
  const models = listed?.servers.flatMap((each) => each.models) ?? [];
  const lead = models.find((each) => each.uses.includes("lead"));
  return html`<${Head} title=${say("screen.brain")} about=${say("brain.about")} />
    <div class="two">
      <div class="column"><${Models} listed=${listed} works=${works} again=${again} known=${known} /></div>
      <div class="column"><${Thinking} known=${known} lead=${lead} /><${Elsewhere} known=${known} /></div>
    </div>`;
}

function Models({ listed, works, again, known }) {
  const picks = useRef(null);
  if (!listed) return html`<${Card} title=${say("brain.model")}><${Empty}>${say("brain.asks")}<//><//>`;
  const move = (event) => {
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
    if (!step || event.target.getAttribute("role") !== "radio") return;
    event.preventDefault();
    const radios = [...picks.current.querySelectorAll("[role=radio]")];
    radios[(radios.indexOf(event.target) + step + radios.length) % radios.length].focus();
  };
  const coming = works.filter((each) => each.kind === "pull" && each.state !== "done" && !has(listed, each.name));
  return html`<${Card} title=${say("brain.model")}>
    ${listed.servers.map((server) => (server.trouble ? html`<${Gone} key=${server.url} server=${server} listed=${listed} again=${again} />` : html`<p class="quiet" key=${server.url}>${server.who}${server.old && html` <span class="odd">${server.old}</span>`}</p>`))}
    <div class="column picks" role="radiogroup" aria-label=${say("brain.model")} ref=${picks} onKeyDown=${move}>
      ${listed.servers.flatMap((server) => server.models).map((each) => html`<${Model} key=${each.spec} model=${each} works=${works} known=${known} listed=${listed} />`)}
    </div>
    ${coming.map((each) => html`<div class="pick" key=${each.name}><span /><b>${each.name}</b><${Pull} work=${each} /></div>`)}
    ${listed.servers.flatMap((server) => server.warnings).map((each) => html`<p class="odd" key=${each}>${each}</p>`)}
    <${Another} listed=${listed} />
    ${listed.servers.map(({ url, memory }) => memory && html`<p class="quiet" key=${url}>${tellMemory(memory)}</p>`)}
    <p class="quiet">${say("brain.score.about")}</p>
  <//>`;
}

const has = (listed, name) => listed.servers.some((server) => server.models.some((each) => each.name === name));

function Gone({ server, listed, again }) {
  const isOllama = server.trouble.includes("Ollama");
  return html`<div class="gone">
    <p class="odd">${translate(server.trouble)}</p>
    <p>${say("brain.understudy", { who: translate(listed.plays) })}</p>
    ${isOllama && html`<p>${say("brain.get")} <a class="link" href=${OLLAMA} target="_blank" rel="noopener noreferrer">${OLLAMA.replace("https://", "")}</a></p>`}
    <${Button} kind="line" icon="again" press=${() => ask("models.look").then(again)}>${say("brain.look")}<//>
  </div>`;
}

function Model({ model, works, known, listed }) {
  const [isSure, setSure] = useState(false);
  const spec = known.settings?.byKey["model.spec"];
  const isLead = model.uses.includes("lead");
  const canLead = !model.only_for && !spec?.locked;
  const work = (kind) => works.find((each) => each.kind === kind && each.name === model.name && each.state !== "done");
  const measuring = work("measure");
  const isUnderWay = measuring?.state === "runs" || measuring?.state === "waits";
  const choose = () => ask("models.choose", { spec: model.spec }).then(tell, (error) => tell(error.message, { isRefusal: true }));
  const measure = async () => {
    try {
      await ask("models.measure", { name: model.name, confirm: isSure });
      setSure(false);
    } catch (error) {
      setSure(true);
      throw error;
    }
  };
  return html`<div class="pick ${isLead ? "on" : ""}">
    <button type="button" class="radio" role="radio" aria-checked=${String(isLead)} aria-label=${model.name} disabled=${!canLead} onClick=${() => isLead || choose()} />
    <b>${model.name}</b>
    <span class="end">${listed.can_measure && !isUnderWay && !model.score && !model.only_for && model.spec.startsWith("ollama:") && html`<${Button} kind="small" press=${measure} aria-label=${say("brain.measure.what", { what: model.name })}>${say(isSure ? "brain.measure.sure" : "brain.measure")}<//>`}</span>
    <div class="sub"><${Badges} model=${model} /></div>
    <div class="sub quiet">${facts(model).map((each) => html`<span key=${each}>${each}</span>`)}</div>
    ${isLead && !model.sees && !model.only_for && html`<div class="sub"><${Eyes} known=${known} listed=${listed} works=${works} /></div>`}
    ${work("pull") && html`<${Pull} work=${work("pull")} />`}
    ${measuring && html`<${Measuring} work=${measuring} />`}
    ${model.only_for ? null : model.score ? html`<${Score} score=${model.score} />` : listed.can_measure && !isUnderWay && html`<div class="sub quiet">${say("brain.score.none")}</div>`}
  </div>`;
}

function Badges({ model }) {
  if (model.only_for) return html`<${Chip}>${say("brain.only", { what: model.only_for })}<//>`;
  const sees = model.sees === null ? null : html`<${Chip} kind=${model.sees ? "good" : "odd"} icon=${model.sees ? "yes" : "no"}>${say(model.sees ? "brain.sees" : "brain.blind")}<//>`;
  const calls = model.calls_tools === null ? null : html`<${Chip} kind=${model.calls_tools ? "good" : ""} icon="yes">${say(model.calls_tools ? "brain.tools" : "brain.softTools")}<//>`;
  return html`${sees}${calls}${model.thinks && html`<${Chip}>${say("brain.thinks")}<//>`}${model.uses.map((each) => html`<${Chip} key=${each} kind="chosen">${say(`brain.use.${each}`)}<//>`)}`;
}

function facts(model) {
  const isLoaded = ["card", "part", "cpu"].includes(model.fit);
  const fit = [!isLoaded && model.needs && say("brain.needs", { gb: size(model.needs) }), model.fit && say(`brain.fit.${model.fit}`)];
  return [model.size && size(model.size), model.quantisation, model.context && say("brain.context.most", { n: count(model.context / 1024, 0) }), model.remote && say("brain.remote", { where: model.remote }), ...fit].filter(Boolean);
}

function tellMemory({ card, system }) {
  if (card) return say("brain.memory.card", { free: size(card.free), total: size(card.total) });
  return system ? say("brain.memory.system", { gb: size(system) }) : say("brain.memory.none");
}

const size = (bytes) => (bytes >= GB ? `${count(bytes / GB)} GB` : `${count(bytes / MB, 0)} MB`);

function Score({ score }) {
  const told = say("brain.score.told", { right: score.right, low: score.low, high: score.high });
  return html`<div class="sub score-line"><span>${say("brain.score")}</span>
    <span class="score" dir="ltr" role="img" aria-label=${told}><i class="range" style=${{ left: `${score.low}%`, width: `${score.high - score.low}%` }} /><i class="point" style=${{ left: `${score.right}%` }} /></span>
    <b>${say("brain.score.short", { right: score.right, low: score.low, high: score.high })}</b></div>`;
}

function Progress({ work, words, label }) {
  const share = work.total ? (100 * work.done) / work.total : 0;
  return html`<span class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share)} aria-valuetext=${words}><i style=${{ width: `${share}%` }} /></span>
    <span class="number">${words}</span>`;
}

const left = (work) => (work.left_s === null ? "" : ` · ${work.left_s < 90 ? say("brain.left.s", { n: count(work.left_s, 0) }) : say("brain.left.min", { n: count(work.left_s / 60, 0) })}`);

function Pull({ work }) {
  const isUnderWay = work.state === "runs" || work.state === "waits";
  const words = work.total ? say("brain.pull.of", { done: size(work.done), total: size(work.total) }) + left(work) : say("brain.pull.begins");
  return html`<span class="end">${isUnderWay
      ? html`<${Button} kind="small" press=${() => ask("models.stop_pull", { name: work.name })} aria-label=${say("brain.stop.what", { what: work.name })}>${say("brain.stop")}<//>`
      : html`<${Button} kind="small go" press=${() => ask("models.pull", { name: work.name })} aria-label=${say("brain.goOn.what", { what: work.name })}>${say("brain.goOn")}<//>`}</span>
    <div class="sub"><${Progress} work=${work} words=${words} label=${say("brain.pull.what", { what: work.name })} /></div>
    ${work.state === "broken" && html`<p class="sub bad" dir="auto">${work.words}</p>`}
    ${work.state === "stopped" && html`<p class="sub quiet">${say("brain.pull.stopped")}</p>`}`;
}

function Measuring({ work }) {
  if (work.state === "broken") return html`<p class="sub bad" dir="auto">${work.words}</p>`;
  if (work.state === "stopped") return null;
  return html`<div class="sub"><${Progress} work=${work} words=${say("brain.measure.of", { done: work.done, total: work.total }) + left(work)} label=${say("brain.measure.what", { what: work.name })} />
    <${Button} kind="small" press=${() => ask("models.stop_measure", { name: work.name })} aria-label=${say("brain.stop.what", { what: work.name })}>${say("brain.stop")}<//></div>`;
}

function Eyes({ known, listed, works }) {
  const describe = known.settings?.byKey["model.describe"];
  const eyes = listed.advised.eyes;
  if (!describe || describe.value) return html`<span class="quiet">${describe?.value ? say("brain.eyes.with", { who: describe.value }) : ""}</span>`;
  const isThere = listed.servers.some((server) => server.models.some((each) => each.name.split(":")[0] === eyes));
  const take = async () => {
    if (!isThere && !works.some((each) => each.name === eyes && each.state === "runs")) await ask("models.pull", { name: eyes });
    await change(describe, `ollama:${eyes}`);
  };
  return html`<${Button} kind="small line" icon="eyes" press=${take} disabled=${Boolean(describe.locked)}>${say("brain.eyes.take", { who: eyes })}<//>`;
}

function Another({ listed }) {
  const [name, type] = useState("");
  const { good, small, eyes } = listed.advised;
  const get = (wanted) => ask("models.pull", { name: wanted }).then(() => type(""));
  const send = (event) => {
    event.preventDefault();
    if (name.trim()) get(name.trim()).catch((error) => tell(error.message, { isRefusal: true }));
  };
  return html`<form class="line" onSubmit=${send}>
      <input class="field grows" aria-label=${say("brain.another")} placeholder=${say("brain.another")} value=${name} maxlength="200" autocomplete="off" spellcheck=${false} onInput=${(event) => type(event.target.value)} />
      <button type="submit" class="button" disabled=${!name.trim()}>${say("brain.another.get")}</button>
    </form>
    <div class="line">${[good, small, eyes].filter((each) => !listed.servers.some((server) => server.models.some((model) => model.name.replace(":latest", "") === each))).map((each) => html`<${Button} key=${each} kind="small line" press=${() => get(each)}>${say("brain.another.this", { what: each })}<//>`)}</div>`;
}

function Thinking({ known, lead }) {
  const byKey = known.settings?.byKey ?? {};
  const [context, temperature, think] = ["model.num_ctx", "model.temperature", "model.think"].map((key) => byKey[key]);
  if (!context) return null;
  const waits = Object.values(byKey).filter((each) => each.waits && !each.locked && each.section === "model");
  const memory = (tokens) => (lead?.token_bytes ? ` · ${size(lead.token_bytes * tokens)}` : "");
  const set = (setting) => (value) => change(setting, value);
  return html`<${Card} title=${say("brain.how")}>
    <${Labelled} name=${say("brain.context")} value=${`${say("brain.tokens", { n: count(context.value, 0) })}${memory(context.value)}`} hint=${say("brain.context.hint")}>
      <${Slider} label=${say("brain.context")} value=${context.value} min=${2048} max=${Math.max(32768, context.value)} step=${1024} words=${(n) => say("brain.tokens", { n: count(n, 0) }) + memory(n)} disabled=${Boolean(context.locked)} change=${set(context)} /><//>
    <${Labelled} name=${say("brain.mischief")} value=${mischief(temperature.value)} hint=${say("brain.mischief.hint", { n: count(temperature.value) })}>
      <${Slider} label=${say("brain.mischief")} value=${temperature.value} min=${0} max=${1.5} step=${0.05} words=${mischief} disabled=${Boolean(temperature.locked)} change=${set(temperature)} /><//>
    <${Switched} label=${say("brain.think")} value=${think.value} disabled=${Boolean(think.locked)} change=${set(think)}><span class="quiet">${say("brain.think.hint")}</span><//>
    ${waits.length > 0 && html`<div class="line waits"><${Icon} name="again" small /><span class="odd">${say("brain.waits")}</span>
      <${Button} kind="small line" press=${beginAgain}>${say("brain.restart")}<//></div>`}
  <//>`;
}

/** A name with the value beside it, a control, and a hint. */
function Labelled({ name, value, hint, children }) {
  return html`<div class="labelled"><p><span>${name}</span><b>${value}</b></p>${children}<p class="quiet">${hint}</p></div>`;
}

function mischief(temperature) {
  const steps = [[0.3, "sober"], [0.65, "calm"], [0.95, "lively"], [1.2, "bold"]];
  return say(`brain.mischief.${steps.find(([most]) => temperature <= most)?.[1] ?? "wild"}`);
}

function Elsewhere({ known }) {
  const url = known.settings?.byKey["model.url"];
  const describe = known.settings?.byKey["model.describe"];
  if (!url) return null;
  return html`<${Card} title=${say("brain.server")}>
    <div class="labelled"><p><span>${say("brain.server.url")}</span></p><${Field} label=${say("brain.server.url")} value=${url.value} disabled=${Boolean(url.locked)} change=${(value) => change(url, value || null)} /><p class="quiet">${say("brain.server.about")}</p></div>
    <div class="labelled"><p><span>${say("brain.eyes")}</span></p><${Field} label=${say("brain.eyes")} value=${describe.value} disabled=${Boolean(describe.locked)} change=${(value) => change(describe, value || null)} /><p class="quiet">${say("brain.eyes.about")}</p></div>
    ${knows("brain.server.more") && html`<p><a class="link" href="#settings">${say("brain.server.more")}</a></p>`}
  <//>`;
}
