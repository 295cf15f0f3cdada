// The element that is chosen on the board: its numbers, whether it is shown, and what it covers.

import { Button, Card } from "../parts/basic.mjs";
import { numbersOf } from "../parts/board.mjs";
import { overlaps } from "../parts/boxes.mjs";
import { Field, Select, Switch } from "../parts/inputs.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

const ELEMENTS = ["caption", "bubble", "avatar", "card", "emote"];
const LEAST = 0.02;

export function Place({ arranging }) {
  const { chosen, choose, layout, zoneOf } = arranging;
  const zones = layout.keep_clear;
  const id = zoneOf(chosen) < 0 || zones[zoneOf(chosen)] ? chosen : "caption";
  const isZone = zoneOf(id) >= 0;
  const box = isZone ? zones[zoneOf(id)] : layout.elements[id];
  const choices = [...ELEMENTS.map((each) => [each, say(`look.${each}`)]), ...zones.map((_, at) => [`clear${at}`, `${say("look.clear")} ${at + 1}`])];
  return html`<${Card} title=${say(isZone ? "look.clear" : `look.${id}`)}>
    ${!isZone && box.shown && id !== "emote" && html`<${Covering} arranging=${arranging} id=${id} box=${box} />`}
    <${Select} label=${say("look.which")} value=${id} choices=${choices} change=${choose} />
    <${Numbers} box=${box} size=${layout.size} change=${(moved) => arranging.move(id, moved)} />
    ${isZone
      ? html`<div class="line"><${Button} kind="small" icon="no" press=${() => (choose("caption"), arranging.removeZone(id))}>${say("look.clear.remove")}<//></div>`
      : html`<div class="line"><${Switch} label=${say("look.shown")} value=${box.shown} change=${(shown) => arranging.show(id, shown)} />
          <span aria-hidden="true">${say("look.shown")}</span></div>`}
    <p class="line quiet">${say("look.keys")}</p>
    <div class="line"><${Button} kind="line small" press=${arranging.addZone}>${say("look.clear.add")}<//>
      ${box.own && html`<${Button} kind="small" icon="undo" press=${() => arranging.reset(id)}>${say("look.reset")}<//>`}</div>
  <//>`;
}

function Numbers({ box, size, change }) {
  const numbers = numbersOf(box, size);
  const put = (name, length) => (number) => {
    if (typeof number === "number") change(keepOn({ ...box, [name]: number / length }));
  };
  return html`<div class="numbers">
    ${[["x", size[0]], ["y", size[1]], ["w", size[0]], ["h", size[1]]].map(
      ([name, length]) => html`<label key=${name}><span aria-hidden="true">${say(`look.${name}`)}</span>
        <${Field} label=${say(`look.${name}`)} kind="number" value=${numbers[name]} change=${put(name, length)} /></label>`,
    )}
  </div>`;
}

/** Return a box that is whole on the board: its size first, then its place. */
function keepOn({ x, y, w, h }) {
  const [wide, high] = [w, h].map((each) => Math.min(Math.max(each, LEAST), 1));
  return { x: Math.min(Math.max(x, 0), 1 - wide), y: Math.min(Math.max(y, 0), 1 - high), w: wide, h: high };
}

function Covering({ arranging, id, box }) {
  const covered = arranging.layout.keep_clear.find((zone) => overlaps(box, zone));
  if (!covered) return null;
  const isAbove = covered.y - box.h >= 0;
  const y = isAbove ? covered.y - box.h : Math.min(covered.y + covered.h, 1 - box.h);
  return html`<p class="verdict odd" role="status"><span class="grows">${say("look.covers", { what: say(`look.${id}`) })}</span>
    <${Button} kind="small" press=${() => arranging.move(id, keepOn({ ...box, y }))}>${say(isAbove ? "look.up" : "look.down")}<//></p>`;
}
