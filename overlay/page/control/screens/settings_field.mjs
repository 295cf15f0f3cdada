// One setting as a row: what it is for, where its value came from, and what it is changed by.

import { Chip } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Area, ChipList, Choices, Field, Segment, Select, Switch } from "../parts/inputs.mjs";
import { Table } from "../parts/table.mjs";
import { name } from "../names.mjs";
import { refuse } from "../refusals.mjs";
import { findScreen } from "../screens.mjs";
import { change, changeItem } from "../settings.mjs";
import { inWords, isPrivate } from "../values.mjs";
import { known } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { say, wordsOfChoice } from "../words.mjs";

const FEW = 4;
/** Settings that are drawn or put together on the screen of their section: they are changed there and not here. */
const DRAWN = /^(frames\.masks|layout\.\w+\.(?!hidden)\w+|models|mcp)$/;

export function Setting({ setting }) {
  const { key, about, value, live, locked, origin } = setting;
  const isChanged = JSON.stringify(value) !== JSON.stringify(setting.default);
  const label = name(key);
  return html`<li class="setting">
    <div>
      <h3>${setting.schema.type === "boolean" ? html`<label for=${idOf(setting)}>${label}</label>` : label}${isChanged && html`<i class="dot" role="img" aria-label=${say("settings.changed")} />`}</h3>
      <p class="quiet">${about}</p>
      <p class="facts"><code>${key}</code><span>${say("settings.default", { value: inWords(setting.default, setting.schema) })} ${setting.unit}</span>
        ${locked && html`<${Chip} kind="odd" icon="lock">${translate(locked)}<//>`}
        ${!locked && (live ? html`<span>${say("settings.now")}</span>` : html`<${Chip} kind=${setting.waits ? "odd" : ""} icon="again">${say(setting.begins_again ? "settings.again" : "settings.later")}<//>`)}
        ${setting.unsaved && html`<${Chip} kind="odd">${say("settings.unsaved")}<//>`}
        ${limits(setting.schema) && html`<span>${limits(setting.schema)}</span>`}
        ${isChanged && origin !== "default" && !locked && html`<span>${say("settings.from", { origin: translate(origin) })}</span>`}</p>
    </div>
    <div class="input">
      <${Input} setting=${setting} label=${label} />
      ${setting.unit && html`<span class="quiet">${setting.unit}</span>`}
      ${isChanged && !locked && html`<button type="button" class="button ghost" aria-label=${say("settings.reset", { what: label })} onClick=${() => change(setting, null)}><${Icon} name="undo" small /></button>`}
    </div>
  </li>`;
}

/** By this its name is a label of its switch. */
const idOf = ({ key }) => `set-${key}`;

const named = (choice) => [choice, wordsOfChoice(choice)];

function Input({ setting, label }) {
  const { schema, value, locked } = setting;
  if (isPrivate(setting.key) && known.isStreamSafe) return html`<a class="button small line" href="#guard">${say("guard.hidden", { n: value.length })}</a>`;
  const screen = findScreen(setting.section);
  if (DRAWN.test(setting.key)) return html`<a class="button small line" href=${`#${screen}`}>${say("settings.own", { screen: say(`screen.${screen}`) })}</a>`;
  const common = { label, value, disabled: Boolean(locked), change: (next) => change(setting, next) };
  const choices = schema.enum?.map(named);
  if (choices) return html`<${choices.length > FEW ? Select : Segment} ...${common} choices=${choices} />`;
  if (schema.type === "boolean") return html`<${Switch} id=${idOf(setting)} ...${common} />`;
  if (schema.type === "number" || schema.type === "integer") return html`<${Field} ...${common} kind="number" />`;
  if (schema.type === "array" && schema.items?.enum) return html`<${Choices} ...${common} values=${value ?? []} choices=${schema.items.enum.map(named)} change=${(what) => changeItem(setting, what)} />`;
  if (schema.type === "array" && schema.items?.type === "string") return html`<${ChipList} ...${common} values=${value ?? []} change=${(_, what) => changeItem(setting, what)} />`;
  if (schema.type === "object" && Table.takes(schema)) return html`<${Table} ...${common} of=${schema.additionalProperties} />`;
  if (schema.type === "string" || !schema.type) return html`<${Field} ...${common} value=${typeof value === "object" && value ? JSON.stringify(value) : value} />`;
  return html`<${Area} ...${common} value=${JSON.stringify(value, null, 1)} change=${(text) => changeWritten(setting, text)} />`;
}

function limits({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, maxLength }) {
  const [least, most] = [minimum ?? exclusiveMinimum, maximum ?? exclusiveMaximum];
  if (least !== undefined && most !== undefined) return say("settings.between", { least, most });
  return maxLength ? say("settings.length", { most: maxLength }) : "";
}

/** Change a setting that is written as JSON; what is none is told. */
function changeWritten(setting, text) {
  try {
    return change(setting, text.trim() ? JSON.parse(text) : null);
  } catch (error) {
    return Promise.resolve(refuse(say("settings.json", { what: name(setting.key), why: error.message })));
  }
}
