// The stage in a browser: it draws what the server says is there, and decides nothing.

import { connect } from "./connection.js";
import { contentOf, draw, refit } from "./elements.js";
import { enter, leave, leaveAt, stay } from "./motion.js";
import { soundAsAsked } from "./sound.js";

const stage = document.getElementById("stage");
const nodes = new Map(); // by element id
let offsetMs = 0; // what to add to an instant of the server's clock to get one of ours

function rebuild(snapshot) {
  offsetMs = performance.now() - snapshot.now_ms;
  const ids = new Set(snapshot.elements.map((element) => element.id));
  for (const id of [...nodes.keys()].filter((each) => !ids.has(each))) remove(id);
  for (const element of snapshot.elements) put(element, { entering: false });
}

function put(element, { entering }) {
  const before = nodes.get(element.id);
  if (before?.dataset.content === contentOf(element)) {
    live(before, element);
    return;
  }
  if (before) remove(element.id);
  const node = draw(element);
  if (!node) return; // a kind that this page does not know yet
  nodes.set(element.id, node);
  stage.append(node);
  refit(node);
  if (entering) enter(node);
  live(node, element);
}

function live(node, element) {
  if (element.until_ms === null) stay(node);
  else leaveAt(node, element.until_ms + offsetMs);
}

function drop(id) {
  const node = nodes.get(id);
  nodes.delete(id);
  if (node) leave(node);
}

function remove(id) {
  nodes.get(id).remove();
  nodes.delete(id);
}

function hear(message) {
  switch (message.op) {
    case "snapshot": return rebuild(message);
    case "put": return put(message.element, { entering: true });
    case "drop": return drop(message.id);
  }
}

addEventListener("resize", () => nodes.forEach(refit));

// Words are measured as they are put up, so the fonts come first; a page without them works with what there is.
await Promise.allSettled(["600 40px Stage", "700 38px Stage"].map((font) => document.fonts.load(font)));
const sound = soundAsAsked();
connect((message) => {
  hear(message);
  sound.hear(message);
}, (state) => {
  stage.dataset.connection = state;
  sound.tell(state);
});
