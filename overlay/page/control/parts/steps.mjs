// A setup by numbered steps, of which today's alone is open.

import { html, useState } from "../view.mjs";
import { translate } from "../translate.mjs";
import { say } from "../words.mjs";
import { Icon, Mark } from "./icons.mjs";

/** The steps of a setup. Each has `name`, `title`, `state` (done, now, todo), `told` for when it is closed, and `body`; a step
 * that is done and `mayChange` is opened again by a button. */
export function Steps({ label, steps }) {
  const [opened, open] = useState("");
  return html`<ol class="steps" aria-label=${label}>
    ${steps.map((step, at) => {
      const isOpen = step.state === "now" || opened === step.name;
      const toggle = () => open(isOpen ? "" : step.name);
      return html`<li key=${step.name} class=${step.state} aria-current=${step.state === "now" ? "step" : null}>
        <span class="number" aria-hidden="true">${step.state === "done" ? html`<${Icon} name="yes" small />` : at + 1}</span>
        <div class="line first"><h3 class="grows">${step.title}<span class="unseen"> ${say(`step.${step.state}`)}</span></h3>
          ${step.state === "done" && step.mayChange && html`<button type="button" class="button small ghost wide" aria-expanded=${String(isOpen)} onClick=${toggle}>${say(isOpen ? "close" : "step.change")}</button>`}</div>
        ${isOpen ? html`<div class="body">${step.body}</div>` : step.told && html`<p class="quiet" dir="auto">${step.told}</p>`}
      </li>`;
    })}
  </ol>`;
}

const MARKS = { ok: "good", warning: "odd", failed: "bad", skipped: "off" };

/** What was found in a step, each with its remedy. */
export function Notes({ notes }) {
  if (!notes.length) return null;
  return html`<ul class="notes">
    ${notes.map((each) => html`<li key=${each.found}><${Mark} of=${MARKS[each.state]} word=${say(`mark.${MARKS[each.state]}`)} />
      <div class="grows" dir="auto"><p>${translate(each.found)}</p>${each.remedy && html`<p class="quiet">${translate(each.remedy)}</p>`}</div></li>`)}
  </ul>`;
}
