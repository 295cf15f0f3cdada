// Where everything stands on the stage, and how it looks: the true stage page, with the boxes that can be moved over it.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty, Head } from "../parts/basic.mjs";
import { Board } from "../parts/board.mjs";
import { Segment, Switched } from "../parts/inputs.mjs";
import { Picture } from "../parts/picture.mjs";
import { tell } from "../parts/toast.mjs";
import { under } from "../labelled.mjs";
import { changeItem, tellChanged } from "../settings.mjs";
import { ask, readSettings } from "../store.mjs";
import { takeBack, undoOf } from "../undoing.mjs";
import { html, useState } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { say } from "../words.mjs";
import { InObs, usePageAddress } from "./look_obs.mjs";
import { listAside, Place } from "./look_place.mjs";
import { Figure, Themes } from "./look_theme.mjs";

const BOARDS = ["landscape", "portrait"];
const NOTHING = { left: 0, top: 0, right: 0, bottom: 0 };

export function Look({ known }) {
  const [board, turn] = useState("landscape");
  const [chosen, setChosen] = useState("caption");
  const [fresh, setFresh] = useState(null);
  const choose = (id) => (setChosen(id), setFresh(null));
  const [address, findAgain] = usePageAddress();
  const [layout, again] = useAnswer("stage.layout.get", {}, [known.settings]);
  if (!layout) return html`<${Empty}>${say("starting")}<//>`;
  const arranging = { board, chosen, choose, fresh, layout: layout[board], ...makeOrders(board, layout[board], again, setFresh, known.settings?.byKey[`layout.${board}.keep_clear`]) };
  const choices = BOARDS.map((each) => [each, say(`look.${each}`)]);
  return html`<${Head} title=${say("screen.look")} about=${say("look.about")}>
      <${Segment} label=${say("look.shape")} value=${board} choices=${choices} change=${turn} />
      <${Button} icon="resume" press=${playTest}>${say("look.test")}<//>
    <//>
    <div class="look">
      <div class="column"><${StageCard} arranging=${arranging} address=${address} /><${Themes} known=${known} /></div>
      <div class="column"><${InObs} known=${known} address=${address} findAgain=${findAgain} /><${Place} arranging=${arranging} /><${Figure} known=${known} /></div>
    </div>`;
}

const playTest = () => ask("stage.test", { caption: say("look.test.caption"), bubble: say("look.test.bubble") });

/** Make what a board's boxes are changed by: each is saved at once, and told with its undo. */
function makeOrders(board, { elements, keep_clear: zones }, again, setFresh, zoned) {
  const give = async (order, what) => {
    try {
      await order();
      const undo = undoOf(`layout.${board}`);
      await readSettings();
      tellChanged(`layout.${board}`, what, undo);
    } catch (error) {
      tell(error.message, { isRefusal: true });
    }
    await again();
  };
  const set = (element, args) => give(() => ask("stage.layout.set", { board, element, ...args }), say(`look.${element}`));
  const setZone = (what) => under(say("look.clear"), () => changeItem(zoned, what)).then(again);
  const zoneOf = (id) => (id.startsWith("clear") ? Number(id.slice(5)) : -1);
  const resetAll = async () => {
    for (const [element, { own }] of Object.entries(elements)) if (own) await ask("stage.layout.set", { board, element, reset: true });
    await again();
  };
  return {
    zoneOf,
    move: (id, box) => (zoneOf(id) < 0 ? set(id, box) : setZone({ remove: zoned.value[zoneOf(id)], add: listOf(box) })),
    show: (element, shown) => set(element, { shown }),
    reset: (element) => set(element, { reset: true }),
    addZone: () => (setFresh(`clear${placeOfNew(zones)}`), setZone({ add: NEW_ZONE })),
    removeZone: (id) => setZone({ remove: zoned.value[zoneOf(id)] }),
    resetAll,
  };
}

const NEW_ZONE = [0.39, 0.88, 0.22, 0.07];

/** Return where a new zone will stand in the list: the one before it may not have been moved yet, and is that one. */
function placeOfNew(zones) {
  const there = zones.findIndex((each) => listOf(each).every((value, at) => value === NEW_ZONE[at]));
  return there < 0 ? zones.length : there;
}

const listOf = ({ x, y, w, h }) => [x, y, w, h];

function StageCard({ arranging, address }) {
  const { board, chosen, choose, fresh, layout, move, zoneOf, removeZone, resetAll } = arranging;
  const [isSafe, showSafe] = useState(true);
  const [snaps, snap] = useState(true);
  const [isSeen, see] = useState(false);
  const undo = () => takeBack({ key: `layout.${board}` }).then((words) => tell(words));
  return html`<${Card} label=${say("look.stage")}>
    <div class="stage ${board}">
      <${Board} label=${say("look.stage")} boxes=${listBoxes(arranging)} chosen=${chosen} choose=${choose} fresh=${fresh} change=${move} units=${layout.size}
        safe=${isSafe ? layout.safe : NOTHING} snaps=${snaps} remove=${(id) => zoneOf(id) >= 0 && removeZone(id)}>
        <div class="scene" />${isSeen && html`<${Seen} />`}
        ${address && html`<iframe src=${`${address}&preview`} title=${say("look.preview")} tabindex="-1" />`}
        ${listAside(layout).map((id) => html`<${Ghost} key=${id} id=${id} to=${layout.elements[id].aside} />`)}
      <//>
    </div>
    <div class="line">
      <${Choice} label=${say("look.safe")} value=${isSafe} change=${showSafe} />
      <${Choice} label=${say("look.snap")} value=${snaps} change=${snap} />
      <${Choice} label=${say("look.seen")} value=${isSeen} change=${see} />
      <span class="grows" />
      <${Button} kind="small" icon="undo" press=${undo}>${say("undo")}<//>
      <${Button} kind="small" press=${resetAll}>${say("look.reset")}<//>
    </div>
  <//>`;
}

function Choice({ label, value, change }) {
  return html`<${Switched} kind="choice" label=${label} value=${value} change=${change} />`;
}

/** What stands on the board, the lowest first. Where emotes may be is large, and shown only when it matters. */
function listBoxes({ chosen, layout: { elements, keep_clear: zones } }) {
  const isThere = (id) => id === chosen || (elements[id].shown && (id !== "emote" || elements[id].own));
  return [
    ...["emote", "card", "bubble", "avatar", "caption"]
      .filter(isThere)
      .map((id) => ({ id, name: say(`look.${id}`), kind: elements[id].shown ? "" : "unshown", ...elements[id] })),
    ...zones.map((zone, at) => ({ id: `clear${at}`, name: say("look.clear"), kind: "hatched", ...zone })),
  ];
}

/** Where an element is on the stage while its own place would cover what shall stay clear. */
function Ghost({ id, to }) {
  if (!to) return null;
  const [left, top, width, height] = [to.x, to.y, to.w, to.h].map((share) => `${100 * share}%`);
  return html`<i class="aside" data-aside=${id} style=${{ left, top, width, height }}><span class="tag">${say("look.aside.here", { what: say(`look.${id}`) })}</span></i>`;
}

function Seen() {
  const frame = useTopic("frame");
  return frame?.jpeg ? html`<${Picture} jpeg=${frame.jpeg} label=${say("look.seen")} />` : null;
}
