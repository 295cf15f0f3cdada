// The element that is chosen on the board: its numbers and whether it is shown; and what steps aside on the stage.

import { Button, Card } from "../parts/basic.mjs";
import { numbersOf } from "../parts/board.mjs";
import { Field, Select, Switched } from "../parts/inputs.mjs";
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
    ${listAside(layout).map((each) => html`<${Aside} key=${each} what=${say(`look.${each}`)} to=${layout.elements[each].aside} size=${layout.size} move=${(there) => arranging.move(each, there)} />`)}
    <${Select} label=${say("look.which")} value=${id} choices=${choices} change=${choose} />
    <${Numbers} box=${box} size=${layout.size} change=${(moved) => arranging.move(id, moved)} />
    ${isZone
      ? html`<div class="line"><${Button} kind="small" icon="no" press=${() => (choose("caption"), arranging.removeZone(id))}>${say("look.clear.remove")}<//></div>`
      : html`<${Switched} label=${say("look.shown")} value=${box.shown} change=${(shown) => arranging.show(id, shown)} />`}
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

/** Return the elements that would cover what shall stay clear; the performer tells `aside` of those, null for want of room. */
export function listAside({ elements }) {
  return ELEMENTS.filter((id) => elements[id].aside !== undefined);
}

function Aside({ what, to, size, move }) {
  if (!to) return html`<p class="verdict odd" role="status">${say("look.noroom", { what })}</p>`;
  return html`<p class="verdict" role="status"><span class="grows">${say("look.aside", { what, ...numbersOf(to, size) })}</span>
    <${Button} kind="small" aria-label=${say("look.aside.keep.what", { what })} press=${() => move(to)}>${say("look.aside.keep")}<//></p>`;
}
