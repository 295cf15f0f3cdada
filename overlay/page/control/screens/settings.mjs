// Every setting there is, made from the performer's own schema.

import { Button, Card, Chip, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { ChipList, Field, Segment, Select, Switch } from "../parts/inputs.mjs";
import { change, name } from "../settings.mjs";
import { ask, readSettings } from "../store.mjs";
import { tell } from "../parts/toast.mjs";
import { html, useState } from "../view.mjs";
import { knows, say } from "../words.mjs";
import { DesktopCard } from "./desktop_card.mjs";

const FEW = 4;

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
    <${Waiting} list=${list} />
    <ul class="sections" aria-label=${say("settings.sections")}>
      ${Object.keys(sections).map((each) => {
        const many = list.filter((setting) => setting.section === each).length;
        return html`<li key=${each}><button type="button" aria-current=${each === open && !words ? "true" : null} onClick=${() => (search(""), choose(each))}>
          <span>${sectionName(each)}</span><span class="quiet">${many}</span></button></li>`;
      })}
    </ul>
    <${Card} title=${words.trim() ? say("settings.found", { n: shown.length }) : sectionName(open)}>
      <p class="quiet">${words.trim() ? "" : sections[open]}</p>
      ${shown.length ? html`<ul class="fields">${shown.map((each) => html`<${Setting} key=${each.key} setting=${each} />`)}</ul>` : html`<${Empty}>${say("settings.none")}<//>`}
    <//>
  </div>`;
}

function find(list, words) {
  const wanted = words.toLowerCase().split(/\s+/);
  return list.filter((each) => wanted.every((word) => `${each.key} ${each.about} ${name(each.key)}`.toLowerCase().includes(word)));
}

function sectionName(section) {
  return knows(`section.${section}`) ? say(`section.${section}`) : section;
}

function Waiting({ list }) {
  const waits = list.filter((each) => each.waits && !each.locked);
  const undo = () => ask("config.undo").then((words) => (readSettings(), tell(words)));
  return html`<div class="waiting ${waits.length ? "" : "none"}">
    <span>${waits.length ? html`<b>${say("settings.wait", { n: waits.length })}</b> <span class="quiet">${waits.map((each) => each.key).join(", ")}</span>` : ""}</span>
    <${Button} press=${undo} icon="undo" kind="small">${say("settings.undo")}<//>
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
        ${!locked && !live && html`<${Chip} kind=${setting.waits ? "odd" : ""} icon="again">${say("settings.later")}<//>`}
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
