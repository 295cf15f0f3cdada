// From what it looks away: programs in front, and scenes of OBS.

import { Button, Card } from "../parts/basic.mjs";
import { ChipList } from "../parts/inputs.mjs";
import { changeItem } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";

export function Away({ byKey, state }) {
  const [programs, scenes] = [byKey["pauses.programs"], byKey["pauses.scenes"]];
  const role = state.roles.find((each) => each.part === "pauses");
  return html`<${Card} title=${say("eyes.away")}>
    <h3>${say("eyes.away.programs")}</h3><p class="quiet">${programs.about}</p>
    <${ChipList} label=${say("eyes.away.programs")} values=${programs.value} disabled=${Boolean(programs.locked)} change=${(_, what) => changeItem(programs, what)} />
    <${Open} programs=${programs} />
    <h3>${say("eyes.away.scenes")}</h3><p class="quiet">${scenes.about}</p>
    <${ChipList} label=${say("eyes.away.scenes")} values=${scenes.value} disabled=${Boolean(scenes.locked)} change=${(_, what) => changeItem(scenes, what)} />
    ${role?.why && html`<p class="odd" dir="auto">${translate(role.why)}</p>`}
  <//>`;
}

/** The programs whose windows are open, each to be added by a press; they are asked for, for the page may be on stream. */
function Open({ programs }) {
  const [open, see] = useState(null);
  const [why, explain] = useState("");
  const look = () => ask("windows.list").then(see, (error) => explain(error.message));
  if (why) return html`<p class="quiet" dir="auto">${translate(why)}</p>`;
  if (!open) return html`<div class="line"><${Button} kind="small" icon="search" press=${look}>${say("eyes.away.open")}<//></div>`;
  const others = open.filter((each) => !programs.value.includes(each));
  return html`<div class="line chips">${others.length ? others.map((each) => html`<${Button} key=${each} kind="small line" disabled=${Boolean(programs.locked)} press=${() => changeItem(programs, { add: each })}>${each}<//>`) : html`<span class="quiet">${say("eyes.away.none")}</span>`}</div>`;
}
