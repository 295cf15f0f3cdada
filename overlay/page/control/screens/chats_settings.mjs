// What a viewer may have, what is written where, and who may do what: settings, as rows.

import { Card, Chip } from "../parts/basic.mjs";
import { ChipList, Field, Switch } from "../parts/inputs.mjs";
import { Stepper } from "../parts/stepper.mjs";
import { change, changeItem } from "../settings.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

/** The limits for one person, and for all together. */
export function ForEach({ known }) {
  return html`<${Rows} known=${known} title="chats.each" keys=${["discord.answers_per_hour", "discord.sends_per_min", "discord.reads_per_min", "agents.chat_reader"]} />`;
}

/** Where it reads and writes. */
export function MayWrite({ known }) {
  return html`<${Rows} known=${known} title="chats.write" keys=${["discord.monitored", "discord.denied_channels", "discord.direct_messages", "discord.keywords"]} />`;
}

/** Who may say yes, and who steers it. */
export function MayDo({ known }) {
  return html`<${Rows} known=${known} title="chats.may" keys=${["discord.owners", "discord.moderator_roles", "discord.approver_roles", "discord.approvals_channel"]} />`;
}

function Rows({ known, title, keys }) {
  const settings = keys.map((key) => known.settings?.byKey[key]).filter(Boolean);
  if (!settings.length) return null;
  return html`<${Card} title=${say(title)} end=${html`<a class="button small ghost wide" href="#settings">${say("chats.all")}</a>`}>
    <ul class="rows">${settings.map((each) => html`<${SettingRow} key=${each.key} setting=${each} />`)}</ul>
  <//>`;
}

function SettingRow({ setting }) {
  const label = say(`chats.set.${setting.key.split(".")[1]}`);
  const waits = setting.waits && html` <${Chip} kind="odd" icon="again">${say("settings.later")}<//>`;
  const isList = setting.schema.type === "array";
  return html`<li class="set ${isList ? "tall" : ""}"><div class="grows"><p>${setting.schema.type === "boolean" ? html`<label for=${idOf(setting)}><b>${label}</b></label>` : html`<b>${label}</b>`}${waits}</p><p class="quiet">${setting.about}</p></div><${Input} setting=${setting} label=${label} /></li>`;
}

/** By this its name is a label of its switch. */
const idOf = ({ key }) => `set-${key}`;

function Input({ setting, label }) {
  const { schema, value, locked } = setting;
  const common = { label, value, disabled: Boolean(locked), change: (next) => change(setting, next) };
  if (schema.type === "boolean") return html`<${Switch} id=${idOf(setting)} ...${common} />`;
  if (schema.type === "array") return html`<${ChipList} ...${common} values=${value ?? []} change=${(_, what) => changeItem(setting, what)} />`;
  if (schema.type === "integer") return html`<${Stepper} ...${common} words=${(n) => `${n}${setting.unit}`} min=${schema.minimum} max=${schema.maximum} />`;
  return html`<${Field} ...${common} />`;
}
