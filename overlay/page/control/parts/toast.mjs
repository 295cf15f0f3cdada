// What was just done, with its undo; it stays for six seconds, and a refusal for twenty.

import { html, useLayoutEffect, useRef } from "../view.mjs";
import { known, learn } from "../store.mjs";
import { translate } from "../translate.mjs";
import { takeBack } from "../undoing.mjs";
import { say } from "../words.mjs";
import { Icon } from "./icons.mjs";

const STAYS_MS = 6000;
const REFUSAL_STAYS_MS = 20_000;
const LOOK_MS = 1000;
/** Between the toast and the edge, and the last line of the page above it. */
const ROOM_PX = 30;
let timer = 0;

/** Show a sentence; a refusal is read at once by screen readers, and stays longer.
 * `undo` is what `config.undo` is asked for, or a function whose promise gives what to tell; `what` is the label of what
 * was changed. */
export function tell(words, { isRefusal = false, undo = null, what = "" } = {}) {
  clearTimeout(timer);
  learn({ toast: { words: translate(words), isRefusal, undo, what } });
  timer = setTimeout(leave, isRefusal ? REFUSAL_STAYS_MS : STAYS_MS);
}

/** Remove the toast, unless somebody points at it or is on a button of it. */
function leave() {
  if (document.querySelector("#toast:hover, #toast:focus-within")) timer = setTimeout(leave, LOOK_MS);
  else learn({ toast: null });
}

/** The place of the toast: always there, so that screen readers hear what comes into it. */
export function Toast() {
  const { toast } = known;
  const place = useRef(null);
  useLayoutEffect(() => {
    // The page has room for it at its foot, so that all can be scrolled from under it.
    document.documentElement.style.setProperty("--told", toast ? `${place.current.offsetHeight + ROOM_PX}px` : "0px");
  }, [toast]);
  const undo = () => (typeof toast.undo === "function" ? toast.undo() : takeBack(toast.undo, toast.what)).then(tell, (error) => tell(error.message, { isRefusal: true }));
  return html`<div id="toast" ref=${place} class=${toast ? "on" : ""} role=${toast?.isRefusal ? "alert" : "status"}>
    ${toast && html`<span dir="auto">${toast.words}</span>`}
    ${toast?.undo && html`<button type="button" class="button small" onClick=${undo}><${Icon} name="undo" small />${say("undo")}</button>`}
    ${toast?.isRefusal && html`<button type="button" class="button small" onClick=${() => learn({ toast: null })}>${say("close")}</button>`}
  </div>`;
}
