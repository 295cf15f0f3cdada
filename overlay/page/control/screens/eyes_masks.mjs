// The hidden areas: rectangles on the picture that are painted over before anybody sees it.

import { Board } from "../parts/board.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Field } from "../parts/inputs.mjs";
import { Picture } from "../parts/picture.mjs";
import { WhileSeen } from "../parts/seen.mjs";
import { changeItem } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { facts } from "./live_sees.mjs";

const WIDTH = 960;
const AGAIN_MS = 1500;
const DIGITS = 4;
const NEW = { x: 0.35, y: 0.4, w: 0.3, h: 0.2 };
const USUAL = [1280, 720];

export function Masks({ setting }) {
  const [chosen, setChosen] = useState(null);
  const [fresh, setFresh] = useState(null);
  const choose = (id) => (setChosen(id), setFresh(null));
  const masks = setting.value ?? [];
  const isLocked = Boolean(setting.locked);
  const boxes = masks.map(([x, y, w, h, name], at) => ({ id: String(at), name: name || say("eyes.mask", { n: at + 1 }), x, y, w, h, kind: "hatched" }));
  const move = (id, box) => changeItem(setting, { remove: masks[id], add: write(box, masks[id][4]) });
  const add = async (box) => {
    await changeItem(setting, { add: write(box) });
    setFresh(String(masks.length));
  };
  const remove = (id) => changeItem(setting, { remove: masks[id] });
  const call = (at, name) => changeItem(setting, { remove: masks[at], add: [...masks[at].slice(0, 4), ...(name.trim() ? [name.trim()] : [])] });
  const board = { label: say("eyes.masks"), boxes, chosen, choose, fresh, change: move, draw: isLocked ? undefined : add, remove: isLocked ? undefined : remove };
  return html`<${Card} kind="masks" title=${say("eyes.masks")} end=${html`<${Button} kind="small" disabled=${isLocked} press=${() => add(NEW)}>${say("eyes.masks.add")}<//>`}>
    <p class="quiet">${say("eyes.masks.about")}</p>
    <${WhileSeen} kind="picture" content=${() => html`<${Under} board=${board} />`} />
    ${masks.length ? html`<ul class="rows">${masks.map((each, at) => html`<${Row} key=${at} mask=${each} at=${at} isLocked=${isLocked} call=${(name) => call(at, name)} remove=${() => remove(String(at))} />`)}</ul>` : html`<${Empty}>${say("eyes.masks.none")}<//>`}
    ${isLocked && html`<p class="odd">${translate(setting.locked)}</p>`}
  <//>`;
}

/** The board over the newest picture; while it looks away the board alone, with the reason. */
function Under({ board }) {
  const [frame, see] = useState(null);
  useEffect(() => {
    let isOver = false;
    let timer = 0;
    const look = async () => {
      if (!document.hidden) await ask("frames.picture", { width: WIDTH }).then((next) => isOver || see(next), () => {});
      if (!isOver) timer = setTimeout(look, AGAIN_MS);
    };
    look();
    return () => ((isOver = true), clearTimeout(timer));
  }, []);
  const units = frame?.width ? [frame.width, frame.height] : USUAL;
  return html`<${Board} ...${board} units=${units}>${frame?.jpeg && html`<${Picture} jpeg=${frame.jpeg} label=${say("sees.picture")} />`}<//>
    <p class="quiet" dir="auto">${!frame ? say("sees.waits") : frame.jpeg ? facts(frame) : html`<${Icon} name="eyes" small /> ${say("sees.away")} ${frame.away}`}</p>`;
}

function Row({ mask, at, isLocked, call, remove }) {
  const usual = say("eyes.mask", { n: at + 1 });
  return html`<li class="pair">
    <${Field} label=${say("eyes.mask.name", { what: usual })} value=${mask[4] ?? ""} placeholder=${usual} maxlength="40" disabled=${isLocked} change=${call} />
    <${Button} kind="small ghost" icon="no" disabled=${isLocked} aria-label=${say("takeOut", { what: mask[4] || usual })} press=${remove} />
  </li>`;
}

/** Return a box as `frames.masks` has it, wholly on the picture. */
function write({ x, y, w, h }, name = "") {
  const [left, top] = [clamp(x, 1), clamp(y, 1)];
  const numbers = [left, top, clamp(w, 1 - left), clamp(h, 1 - top)];
  return name.trim() ? [...numbers, name.trim()] : numbers;
}

function clamp(share, most) {
  return Number(Math.min(Math.max(share, 0), most).toFixed(DIGITS));
}
