// What it sees, and what it must not see.

import { Button, Head } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";
import { Away } from "./eyes_away.mjs";
import { Cost } from "./eyes_cost.mjs";
import { Masks } from "./eyes_masks.mjs";
import { Sources } from "./eyes_sources.mjs";

export function Eyes({ known }) {
  if (!known.settings) return null;
  const { byKey } = known.settings;
  return html`<div class="eyes">
    <${Head} title=${say("eyes.title")} about=${say("eyes.about")} />
    <${Trouble} state=${known.state} />
    <${Sources} setting=${byKey["frames.source"]} eyes=${known.state.roles.find((each) => each.part === "eyes")} />
    <div class="columns">
      <${Masks} setting=${byKey["frames.masks"]} />
      <div class="column"><${Cost} byKey=${byKey} /><${Away} byKey=${byKey} state=${known.state} /></div>
    </div>
  </div>`;
}

/** Why there is nothing to see, with the order that mends it. */
function Trouble({ state }) {
  const why = state.down.eyes;
  if (!why) return null;
  const fix = state.roles.find((each) => each.part === "eyes")?.fix;
  return html`<div class="card trouble" role="status"><${Mark} of="bad" word=${say("mark.bad")} /><p class="grows" dir="auto">${translate(why)}</p>
    ${fix && html`<${Button} kind="small" press=${() => ask(fix.op, fix.args)}>${say("fix.frames.again")}<//>`}</div>`;
}
