// A board: boxes on a picture or a page, which are dragged, resized by their corners, and moved by the arrow keys.

import { html, useEffect, useRef, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { missOfCorner, missOfMove, move, span, stretch } from "./boxes.mjs";

const CORNERS = ["nw", "ne", "sw", "se"];
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const REACH_PX = 8;
const NO_MARGIN = { left: 0, top: 0, right: 0, bottom: 0 };

/** Boxes over what `children` show. A box is `{id, name, x, y, w, h, kind, children}`, its place in shares of the board.
 *
 * `change(id, box)` is called when a box is let go, and what it was let go at stays shown until its promise settles.
 * `draw(box)`, if given, makes a new box where the empty board is dragged; `remove(id)`, if given, is the Delete key's.
 * `units` are the width and height that numbers are told in: arrows move by 10 of them, with Shift by 1, with Alt they resize.
 * `fresh` is the id of a box that takes the focus as soon as it is there: one that was just made by a button.
 * `safe` are margins in shares; boxes snap to them, to the edges and to the middle, unless `snaps` is false. */
export function Board({ label, boxes, chosen, choose, fresh = null, change, draw, remove, units = [1920, 1080], safe = NO_MARGIN, snaps = true, least = 0.02, children }) {
  const board = useRef(null);
  const drag = useRef(null);
  const [held, hold] = useState(null);
  const latest = useRef(null);
  latest.current = held;
  const lines = { x: [0, safe.left, 0.5, 1 - safe.right, 1], y: [0, safe.top, 0.5, 1 - safe.bottom, 1] };
  const place = (id) => (latest.current?.id === id ? latest.current.box : boxes.find((each) => each.id === id));
  const show = (id, box) => hold((latest.current = { id, box }));

  const letGo = async () => {
    const kept = latest.current;
    if (!kept || kept.isKept) return;
    kept.isKept = true;
    if (kept.id !== null) await change(kept.id, kept.box);
    else if (kept.box.w >= least && kept.box.h >= least) await draw(kept.box);
    if (latest.current === kept) hold(null);
  };

  const grab = (event) => {
    if (event.button) return;
    const id = event.target.closest("[data-box]")?.dataset.box ?? null;
    if (id === null && !draw) return;
    event.preventDefault();
    board.current.setPointerCapture(event.pointerId);
    if (id !== null) event.target.closest("[data-box]").focus({ preventScroll: true });
    drag.current = { id, corner: event.target.dataset.corner, at: whereIn(board.current, event), from: id === null ? null : place(id) };
  };
  const pull = (event) => {
    if (!drag.current) return;
    const { id, corner, at, from } = drag.current;
    const to = whereIn(board.current, event);
    if (id === null) return show(null, span(at, to));
    const reach = snaps ? reachOf(board.current) : { x: 0, y: 0 };
    show(id, corner ? pullCorner(from, corner, to.x - at.x, to.y - at.y, least, lines, reach) : pullBox(from, to.x - at.x, to.y - at.y, lines, reach));
  };
  const drop = () => {
    drag.current = null;
    letGo();
  };
  const press = (id) => (event) => {
    if (event.key === "Delete" && remove) return remove(id);
    if (!ARROWS[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    const [dx, dy] = ARROWS[event.key].map((step, axis) => (step * (event.shiftKey ? 1 : 10)) / units[axis]);
    show(id, event.altKey ? stretch(place(id), "se", dx, dy, least) : move(place(id), dx, dy));
  };
  const release = (event) => ARROWS[event.key] && letGo();

  return html`<div class="board" dir="ltr" role="group" aria-label=${label} ref=${board} style=${{ aspectRatio: `${units[0]} / ${units[1]}` }}
    onPointerDown=${grab} onPointerMove=${pull} onPointerUp=${drop} onPointerCancel=${drop} onKeyUp=${release}>
    <div class="under">${children}</div>
    ${safe !== NO_MARGIN && html`<i class="safe" style=${{ left: percent(safe.left), top: percent(safe.top), right: percent(safe.right), bottom: percent(safe.bottom) }} />`}
    ${boxes.map((each) => html`<${Box} key=${each.id} box=${each} held=${held?.id === each.id ? held.box : null} units=${units}
      isChosen=${each.id === chosen} isFresh=${each.id === fresh} choose=${() => choose?.(each.id)} press=${press(each.id)} leave=${letGo} />`)}
    ${held && held.id === null && html`<i class="box new" style=${standing(held.box)} />`}
  </div>`;
}

function Box({ box, held, units, isChosen, isFresh, choose, press, leave }) {
  const node = useRef(null);
  useEffect(() => void (isFresh && node.current.focus()), [isFresh]);
  const numbers = numbersOf(held ?? box, units);
  const isHigh = (held ?? box).y < 0.07;
  return html`<div class="box ${box.kind ?? ""} ${isChosen ? "chosen" : ""} ${isHigh ? "high" : ""}" ref=${node} data-box=${box.id} role="group" tabindex="0"
    aria-roledescription=${say("board.box")} aria-label=${say("board.where", { what: box.name || say("board.box"), ...numbers })}
    style=${{ ...standing(box), ...(held && moved(box, held)) }} onFocus=${choose} onKeyDown=${press} onBlur=${leave}>
    ${box.children}
    ${(box.name || held) && html`<span class="tag" aria-hidden="true">${box.name} ${held && say("board.numbers", numbers)}</span>`}
    ${CORNERS.map((corner) => html`<i class="corner ${corner}" data-corner=${corner} />`)}
  </div>`;
}

/** Return a box's numbers in the board's units. */
export function numbersOf({ x, y, w, h }, [width, height]) {
  return { x: Math.round(x * width), y: Math.round(y * height), w: Math.round(w * width), h: Math.round(h * height) };
}

function pullBox(from, dx, dy, lines, reach) {
  const there = move(from, dx, dy);
  return move(there, ...missOfMove(there, lines, reach));
}

function pullCorner(from, corner, dx, dy, least, lines, reach) {
  const there = stretch(from, corner, dx, dy, least);
  return stretch(there, corner, ...missOfCorner(there, corner, lines, reach), least);
}

function whereIn(board, event) {
  const { left, top, width, height } = board.getBoundingClientRect();
  return { x: (event.clientX - left) / width, y: (event.clientY - top) / height };
}

function reachOf(board) {
  return { x: REACH_PX / board.clientWidth, y: REACH_PX / board.clientHeight };
}

const percent = (share) => `${100 * share}%`;
const standing = ({ x, y, w, h }) => ({ left: percent(x), top: percent(y), width: percent(w), height: percent(h), transform: "none" });

/** Return how a held box is drawn from where it stands: shifted, which lays nothing else out, in shares of its own size. */
function moved(box, held) {
  return { width: percent(held.w), height: percent(held.h), transform: `translate(${percent((held.x - box.x) / held.w)}, ${percent((held.y - box.y) / held.h)})` };
}
