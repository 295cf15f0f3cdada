// A number that goes up and down by one press, told in words between the two.

import { html } from "../view.mjs";
import { say } from "../words.mjs";

/** A number from `min` to `max`; `words` are how it is told. */
export function Stepper({ label, value, words, change, min = 0, max = Infinity, step = 1, disabled }) {
  const to = (next) => change(Math.min(max, Math.max(min, next)));
  return html`<div class="stepper" role="group" aria-label=${label}>
    <button type="button" aria-label=${say("less", { what: label })} disabled=${disabled || value <= min} onClick=${() => to(value - step)}>−</button>
    <output aria-live="polite">${words ?? value}</output>
    <button type="button" aria-label=${say("greater", { what: label })} disabled=${disabled || value >= max} onClick=${() => to(value + step)}>+</button>
  </div>`;
}
