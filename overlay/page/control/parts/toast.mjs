// What was just done, with its undo; it stays for six seconds.

import { html } from "../view.mjs";
import { ask, known, learn } from "../store.mjs";
import { translate } from "../translate.mjs";
import { say } from "../words.mjs";
import { Icon } from "./icons.mjs";

const STAYS_MS = 6000;
let timer = 0;

/** Tell a sentence; a refusal is told at once by screen readers, and stays until the next.
 * `undo` is what `config.undo` is asked for, or a function whose promise gives what to tell. */
export function tell(words, { isRefusal = false, undo = null } = {}) {
  clearTimeout(timer);
  learn({ toast: { words: translate(words), isRefusal, undo } });
  if (!isRefusal) timer = setTimeout(() => learn({ toast: null }), STAYS_MS);
}

/** The place of the toast: always there, so that screen readers hear what comes into it. */
export function Toast() {
  const { toast } = known;
  const undo = () => takeBack(toast.undo).then(tell, (error) => tell(error.message, { isRefusal: true }));
  return html`<div id="toast" class=${toast ? "on" : ""} role=${toast?.isRefusal ? "alert" : "status"}>
    ${toast && html`<span dir="auto">${toast.words}</span>`}
    ${toast?.undo && html`<button type="button" class="button small" onClick=${undo}><${Icon} name="undo" small />${say("undo")}</button>`}
    ${toast?.isRefusal && html`<button type="button" class="button small" onClick=${() => learn({ toast: null })}>${say("close")}</button>`}
  </div>`;
}

function takeBack(undo) {
  return typeof undo === "function" ? undo() : ask("config.undo", undo);
}
