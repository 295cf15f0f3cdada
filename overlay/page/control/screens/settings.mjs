// Every setting there is, made from the performer's own schema.

import { Button, Card, Chip, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { ChipList, Field, Segment, Select, Switch } from "../parts/inputs.mjs";
import { change, name } from "../settings.mjs";
import { ask } from "../store.mjs";
import { tell } from "../parts/toast.mjs";
import { html, useState } from "../view.mjs";
import { knows, say } from "../words.mjs";
import { DesktopCard } from "./desktop_card.mjs";

const FEW = 4;
const OWN_SCREENS = {
  frames: "eyes", pauses: "eyes", ocr: "eyes", model: "brain", models: "brain", voice: "voice", sound: "voice", mic: "voice",
  stage: "look", mascot: "look", layout: "look", tools: "tools", mcp: "tools", guard: "guard", discord: "chats", memory: "plan",
  schedule: "plan", scene: "persona",
};

export function Settings({ known }) {
  const [words, search] = useState("");
  const [open, choose] = useState("frames");
  if (!known.settings) return null;
  const { list, sections } = known.settings;
  const shown = words.trim() ? find(list, words) : list.filter((each) => each.section === open);
  return html`<div class="settings">
    <div class="head"><h1>${say("screen.settings")}</h1><p class="quiet">${say("settings.words")}</p>
      <input id="search" type="search" class="field" aria-label=${say("settings.search", { n: list.length })} placeholder=${say("settings.search", { n: list.length })}
        value=${words} onInput=${(event) => search(event.target.value)} /></div>
    ${!words.trim() && html`<${DesktopCard} known=${known} />`}
    ${known.settings.trouble && html`<p class="waiting odd" dir="auto">${known.settings.trouble}</p>`}
    <${Waiting} list=${list} />
    <ul class="sections" aria-label=${say("settings.sections")}>
      ${Object.keys(sections).map((each) => {
        const many = list.filter((setting) => setting.section === each).length;
        return html`<li key=${each}><button type="button" aria-current=${each === open && !words ? "true" : null} onClick=${() => (search(""), choose(each))}>
          <span>${sectionName(each)}</span><span class="quiet">${many}</span></button></li>`;
      })}
    </ul>
    <${Card} title=${words.trim() ? say("settings.found", { n: shown.length }) : sectionName(open)}>
      ${!words.trim() && html`<${About} section=${open} words=${sections[open]} list=${shown} />`}
      ${shown.length ? html`<ul class="fields">${shown.map((each) => html`<${Setting} key=${each.key} setting=${each} />`)}</ul>` : html`<${Empty}>${say("settings.none")}<//>`}
    <//>
  </div>`;
}

function About({ section, words, list }) {
  const screen = OWN_SCREENS[section];
  const reset = () => ask("config.reset", { section }).then((said) => tell(said, { undo: {} }));
  const isChanged = list.some((each) => each.origin !== "default" && !each.locked);
  return html`<div class="line"><p class="quiet">${words}</p>
    ${screen && html`<a class="button small line" href=${`#${screen}`}>${say("settings.own", { screen: say(`screen.${screen}`) })}</a>`}
    ${isChanged && html`<${Button} press=${reset} icon="undo" kind="small ghost">${say("settings.resetSection")}<//>`}</div>`;
}

function find(list, words) {
  const wanted = words.toLowerCase().split(/\s+/);
  return list.filter((each) => wanted.every((word) => `${each.key} ${each.about} ${name(each.key)}`.toLowerCase().includes(word)));
}

function sectionName(section) {
  return knows(`section.${section}`) ? say(`section.${section}`) : section;
}

function Waiting({ list }) {
  const [isSure, askAgain] = useState(false);
  const waits = list.filter((each) => each.waits && !each.locked);
  const undo = () => ask("config.undo").then((words) => tell(words));
  const resetAll = () => {
    askAgain(!isSure);
    return isSure ? ask("config.reset").then((words) => tell(words, { undo: {} })) : undefined;
  };
  return html`<div class="waiting">
    <span>${waits.length ? html`<b>${say("settings.wait", { n: waits.length })}</b> <span class="quiet">${waits.map((each) => each.key).join(", ")}</span>` : ""}</span>
    <div class="line">
      ${waits.length > 0 && html`<${Button} press=${() => ask("restart")} icon="again" kind="small go">${say("settings.restart")}<//>`}
      <${Button} press=${undo} icon="undo" kind="small">${say("settings.undo")}<//>
      <${Button} press=${resetAll} kind=${isSure ? "small bad" : "small ghost"} onBlur=${() => askAgain(false)}>${say(isSure ? "settings.resetSure" : "settings.resetAll")}<//>
    </div>
  </div>`;
}

function Setting({ setting }) {
  const { key, about, value, live, locked, origin } = setting;
  const isChanged = JSON.stringify(value) !== JSON.stringify(setting.default);
  const label = name(key);
  return html`<li class="setting">
    <div>
      <h3>${label}${isChanged && html`<i class="dot" role="img" aria-label=${say("settings.changed")} />`}</h3>
      <p class="quiet">${about}</p>
      <p class="facts"><code>${key}</code><span>${say("settings.default", { value: format(setting.default) })} ${setting.unit}</span>
        ${locked && html`<${Chip} kind="odd" icon="lock">${locked}<//>`}
        ${!locked && (live ? html`<span>${say("settings.now")}</span>` : html`<${Chip} kind=${setting.waits ? "odd" : ""} icon="again">${say("settings.later")}<//>`)}
        ${setting.unsaved && html`<${Chip} kind="odd">${say("settings.unsaved")}<//>`}
        ${limits(setting.schema) && html`<span>${limits(setting.schema)}</span>`}
        ${isChanged && origin !== "default" && !locked && html`<span>${say("settings.from", { origin })}</span>`}</p>
    </div>
    <div class="input">
      <${Input} setting=${setting} label=${label} />
      ${setting.unit && html`<span class="quiet">${setting.unit}</span>`}
      ${isChanged && !locked && html`<button type="button" class="button ghost" aria-label=${say("settings.reset", { what: label })} onClick=${() => change(setting, null)}><${Icon} name="undo" small /></button>`}
    </div>
  </li>`;
}

function Input({ setting, label }) {
  const { schema, value, locked } = setting;
  const common = { label, value, disabled: Boolean(locked), change: (next) => change(setting, next) };
  const choices = schema.enum?.map((each) => [each, each]);
  if (choices) return html`<${choices.length > FEW ? Select : Segment} ...${common} choices=${choices} />`;
  if (schema.type === "boolean") return html`<${Switch} ...${common} />`;
  if (schema.type === "array" && schema.items?.type === "string") return html`<${ChipList} ...${common} values=${value ?? []} />`;
  if (schema.type === "number" || schema.type === "integer") return html`<${Field} ...${common} kind="number" />`;
  if (schema.type === "string" || !schema.type) return html`<${Field} ...${common} value=${typeof value === "object" && value ? JSON.stringify(value) : value} />`;
  return html`<${Field} ...${common} value=${JSON.stringify(value)} change=${(text) => change(setting, parse(text))} />`;
}

function limits({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, maxLength }) {
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  if (least !== undefined && most !== undefined) return say("settings.between", { least, most });
  return maxLength ? say("settings.length", { most: maxLength }) : "";
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function format(value) {
  if (value === null || value === "") return say("settings.unset");
  if (value === true || value === false) return say(value ? "on" : "off");
  return typeof value === "object" ? (Object.keys(value).length ? JSON.stringify(value) : say("settings.unset")) : String(value);
}
