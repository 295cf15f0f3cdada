// Motion: in by a quick overshoot, out by a fade and a slight drop; in between nothing moves, and nothing runs.

const IN = { duration: 220, easing: "cubic-bezier(.34, 1.56, .64, 1)" };
const OUT = { duration: 180, easing: "ease-in", fill: "forwards" };
const leaving = new WeakMap(); // node -> its way out: an animation, perhaps with its start still to come

/** Let a node pop up; a picture waits until it can be painted whole. */
export function enter(node) {
  const box = node.querySelector(".box");
  const pop = () => box.animate([{ transform: "scale(.7)", opacity: 0 }, { transform: "scale(1)", opacity: 1 }], IN);
  if (!box.decode) {
    pop();
    return;
  }
  box.style.visibility = "hidden";
  box.decode().then(() => {
    box.style.visibility = "";
    pop();
  }, () => {}); // a picture that cannot be shown stays hidden
}

/** Let a node fade so that it is gone at that instant of `performance.now()`; the newest instant counts. */
export function leaveAt(node, instantMs) {
  stay(node);
  const delay = Math.max(instantMs - performance.now() - OUT.duration, 0);
  const away = node.querySelector(".box").animate(
    [{ transform: "none", opacity: 1 }, { transform: "translateY(8%)", opacity: 0 }], { ...OUT, delay });
  away.onfinish = () => node.remove();
  leaving.set(node, { away, fromMs: performance.now() + delay });
}

/** Let a node fade now; one that is already on its way goes on, and one that nobody sees is simply gone. */
export function leave(node) {
  if (document.hidden) node.remove(); // a hidden page paints no frames, and without frames nothing fades
  else if (!(leaving.get(node)?.fromMs <= performance.now())) leaveAt(node, 0);
}

/** Take back a planned leave. */
export function stay(node) {
  leaving.get(node)?.away.cancel();
  leaving.delete(node);
}
