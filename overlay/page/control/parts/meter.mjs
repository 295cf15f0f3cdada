// A level on a scale of decibels, with the stretch that is right, and the mark from which something counts.

import { html } from "../view.mjs";
import { count, say } from "../words.mjs";

/** A meter of a level between `min` and `max`; null is not known. `zone` is [from, to], `threshold` one value. */
export function Meter({ label, level, min, max, unit = "dB", zone, threshold, peak }) {
  const place = (value) => `${(100 * (Math.min(Math.max(value, min), max) - min)) / (max - min)}%`;
  const words = level === null ? say("meter.unknown") : `${count(level, 0)} ${unit}`;
  return html`<div class="meter" role="meter" aria-label=${label} aria-valuemin=${min} aria-valuemax=${max} aria-valuenow=${level ?? min} aria-valuetext=${words}>
    <div class="line first"><span class="grows">${label}</span><b>${words}</b></div>
    <div class="scale" dir="ltr">
      ${zone && html`<i class="zone" style=${{ left: place(zone[0]), right: `calc(100% - ${place(zone[1])})` }} />`}
      <i class="level" style=${{ width: level === null ? 0 : place(level) }} />
      ${peak !== undefined && peak !== null && html`<i class="peak" style=${{ left: place(peak) }} />`}
      ${threshold !== undefined && html`<i class="threshold" style=${{ left: place(threshold) }} />`}
    </div>
  </div>`;
}
