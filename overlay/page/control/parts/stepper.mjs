// A number that goes up and down by presses, told in words between the two.

import { showBusy } from "../busy.mjs";
import { html, useEffect, useRef, useState } from "../view.mjs";
import { under } from "../labelled.mjs";
import { say } from "../words.mjs";
import { tell } from "./toast.mjs";

/** A burst of presses is over when none has come for so long. */
const BURST_MS = 400;
/** The performer's news of a value come soon after its answer, or the value was refused. */
const NEWS_MS = 1000;

/** A number from `min` to `max`; `words` tells one in words. Every press counts from what is shown, and a burst of them
 * is one `change`, after which the performer's own value is shown again. */
export function Stepper({ label, value, words = String, change, min = 0, max = Infinity, step = 1, disabled }) {
  const leave = () => tell(say("elsewhere", { value: `${label}: ${words(value)}` }), { isRefusal: true });
  const [shown, press] = useBurst(value, (to) => under(label, () => change(to)), leave);
  const to = (by) => press((from) => Math.min(max, Math.max(min, from + by)));
  return html`<div class="stepper" role="group" aria-label=${label}>
    <button type="button" aria-label=${say("less", { what: label })} disabled=${disabled || shown <= min} onClick=${() => to(-step)}>−</button>
    <output aria-live="polite">${words(shown)}</output>
    <button type="button" aria-label=${say("greater", { what: label })} disabled=${disabled || shown >= max} onClick=${() => to(step)}>+</button>
  </div>`;
}

/** Return the value to be shown, and what makes the next of it. A value that comes from elsewhere meanwhile stays. */
function useBurst(value, change, leave) {
  const [, draw] = useState(null);
  const burst = useRef({ to: null, timer: 0, isOpen: false }).current;
  const after = (ms, act) => {
    clearTimeout(burst.timer);
    burst.timer = setTimeout(act, ms);
  };
  const show = (to) => {
    burst.to = to;
    showBusy(burst, to !== null);
    draw({});
  };
  const send = async () => {
    clearTimeout(burst.timer);
    burst.isOpen = false;
    const { to } = burst;
    if (to !== burst.value) await change((burst.from = to));
    if (burst.isOpen || burst.to !== to) return; // pressed again meanwhile
    if (burst.value === to) show(null);
    else after(NEWS_MS, () => show(null));
  };
  const press = (next) => {
    if (burst.to === null) burst.from = burst.value;
    burst.isOpen = true;
    show(next(burst.to ?? burst.value));
    after(BURST_MS, () => burst.send());
  };
  Object.assign(burst, { value, send });
  useEffect(() => {
    const isElsewhere = burst.isOpen && burst.to !== value && burst.from !== value;
    if (isElsewhere) clearTimeout(burst.timer), (burst.isOpen = false), leave();
    if (isElsewhere || (burst.to === value && !burst.isOpen)) show(null);
  }, [value]);
  useEffect(() => {
    const sendNow = () => burst.isOpen && burst.send(); // what was pressed is meant, also where the page is left at once
    addEventListener("pagehide", sendNow);
    return () => (removeEventListener("pagehide", sendNow), sendNow());
  }, []);
  return [burst.to ?? value, press];
}
