// Motion: how things come and go, as the theme says; in between nothing moves, and nothing runs.

import { theme } from "./look.js";

const BISECTIONS = 24;

const leaving = new WeakMap(); // node -> its way out: an animation, perhaps with its start still to come

/** Show a node popping up, once its pictures can be painted whole if it has any: `ready` says whether they can. */
export function enter(node, ready) {
  const box = node.querySelector(".box");
  const { in_ms: duration, in_curve: curve, in_scale: scale } = theme().motion;
  const pop = () => box.animate(
    [{ transform: `scale(${scale})`, opacity: 0 }, { transform: "scale(1)", opacity: 1 }],
    { duration, easing: bezier(curve) });
  if (!ready) {
    pop();
    return;
  }
  box.style.visibility = "hidden";
  ready.then((canBeSeen) => {
    if (!canBeSeen) return;
    box.style.visibility = "";
    pop();
  });
}

/** Fade a node so that it is gone at that instant of `performance.now()`; the newest instant counts. */
export function leaveAt(node, instantMs) {
  stay(node);
  const { out_ms: duration, out_curve: curve, out_drop: drop } = theme().motion;
  const delay = Math.max(instantMs - performance.now() - duration, 0);
  const away = node.querySelector(".box").animate(
    [{ transform: "none", opacity: 1 }, { transform: `translateY(${drop * 100}%)`, opacity: 0 }],
    { duration, easing: bezier(curve), delay, fill: "forwards" });
  away.onfinish = () => node.remove();
  leaving.set(node, { away, fromMs: performance.now() + delay });
}

/** Fade a node now; one that is already on its way goes on, and one that nobody sees is simply gone. */
export function leave(node) {
  if (document.hidden) node.remove(); // a hidden page paints no frames, and without frames nothing fades
  else if (!(leaving.get(node)?.fromMs <= performance.now())) leaveAt(node, 0);
}

/** Cancel a planned leave. */
export function stay(node) {
  leaving.get(node)?.away.cancel();
  leaving.delete(node);
}

/** Return how far a passage has come at such a part of its time, by a curve of the theme, for what a canvas shows. */
export function eased([x1, y1, x2, y2], at) {
  if (at <= 0 || at >= 1) return Math.min(Math.max(at, 0), 1);
  let low = 0;
  let high = 1;
  for (let turn = 0; turn < BISECTIONS; turn += 1) {
    const middle = (low + high) / 2;
    if (bezierAt(x1, x2, middle) < at) low = middle;
    else high = middle;
  }
  return bezierAt(y1, y2, (low + high) / 2);
}

function bezierAt(first, second, at) {
  const rest = 1 - at;
  return 3 * rest * rest * at * first + 3 * rest * at * at * second + at * at * at;
}

function bezier(curve) {
  return `cubic-bezier(${curve})`;
}
