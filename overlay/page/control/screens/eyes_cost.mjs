// How often it looks and how large its picture is, with what that costs here.

import { useAnswer } from "../answers.mjs";
import { Card } from "../parts/basic.mjs";
import { Slider, Switch } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { html, useEffect } from "../view.mjs";
import { count, say } from "../words.mjs";

const AGAIN_MS = 5000;
const MOST_HZ = 10;

export function Cost({ byKey }) {
  const [cost, again] = useAnswer("frames.cost");
  useEffect(() => {
    const timer = setInterval(() => document.hidden || again(), AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
  const [rate, width, words] = [byKey["frames.rate_hz"], byKey["scene.picture_width"], byKey["ocr.enabled"]];
  return html`<${Card} title=${say("eyes.often")}>
    <${Amount} setting=${rate} label=${say("eyes.rate")} min=${0.5} max=${MOST_HZ} step=${0.5} words=${(value) => count(value)} />
    <${Amount} setting=${width} label=${say("eyes.width")} min=${width.schema.minimum} max=${width.schema.maximum} step=${20} words=${(value) => `${value} px`} />
    <dl class="facts">
      <dt>${say("eyes.cost.looking")}</dt><dd>${cost?.core ? say("eyes.cost.core", { percent: count(100 * cost.core), ms: count(cost.look_ms) }) : say("eyes.cost.unknown")}</dd>
      <dt>${say("eyes.cost.brain")}</dt><dd>${cost?.tokens ? say("eyes.cost.read", { tokens: count(cost.tokens, 0), s: count(cost.read_s) }) : say("eyes.cost.unread")}</dd>
    </dl>
    ${words && html`<label class="pair switched"><span aria-hidden="true">${say("eyes.ocr")}</span><${Switch} label=${say("eyes.ocr")} value=${words.value} disabled=${Boolean(words.locked)} change=${(on) => change(words, on)} /></label>`}
  <//>`;
}

function Amount({ setting, label, words, ...range }) {
  return html`<div class="amount"><p><span>${label}</span> <b>${words(setting.value)}</b></p>
    <${Slider} label=${label} value=${setting.value} words=${words} disabled=${Boolean(setting.locked)} change=${(value) => change(setting, value)} ...${range} /></div>`;
}
