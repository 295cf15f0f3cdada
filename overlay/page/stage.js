// The stage in a browser: it draws what the server says is there, and decides nothing.

import "./plain.js"; // first: nobody before it may make a policy of its own
import { beak } from "./avatar.js";
import { seat } from "./card.js";
import { onOurClock, setServerTime } from "./clock.js";
import { connect } from "./connection.js";
import { contentOf, draw, label } from "./elements.js";
import { place, wear } from "./look.js";
import { enter, leave, leaveAt, stay } from "./motion.js";
import { scenesOfObs } from "./obs.js";
import { Particles } from "./particles.js";
import { soundAsAsked } from "./sound.js";
import { isWanted } from "./wishes.js";

const stage = document.getElementById("stage");
const particles = new Particles(document.getElementById("particles"));
const sights = new Map(); // what is seen, by element id

function rebuild(snapshot) {
  beak.shut();
  setServerTime(snapshot.now_ms);
  const ids = new Set(snapshot.elements.map((element) => element.id));
  for (const id of [...sights.keys()].filter((each) => !ids.has(each))) remove(id);
  particles.keep(ids);
  for (const element of snapshot.elements) put(element, { entering: false });
}

function put(element, { entering }) {
  if (!isWanted(element.kind)) return;
  if (element.kind === "particles") particles.put(element);
  else putSight(element, { entering });
}

function putSight(element, { entering }) {
  const before = sights.get(element.id);
  const isSame = before && contentOf(before.element) === contentOf(element);
  const isChanged = before && !isSame && before.drawn.become && before.element.kind === element.kind;
  if (isChanged) before.drawn.become(element);
  if (isSame) before.drawn.follow?.(element);
  if (isChanged && element.kind === "card") seat(before.node, element);
  if (isSame || isChanged) {
    label(before, element);
    live(before);
    return;
  }
  if (before) remove(element.id);
  const sight = draw(element);
  if (!sight) return; // a kind that this page does not know yet
  sights.set(element.id, sight);
  if (element.kind === "card") seat(sight.node, element);
  else stage.append(sight.node);
  sight.drawn.refit();
  if (entering) enter(sight.node, sight.drawn.ready);
  live(sight);
}

function live({ node, element }) {
  if (element.until_ms === null) stay(node);
  else leaveAt(node, onOurClock(element.until_ms));
}

function drop(id) {
  particles.drop(id);
  const sight = sights.get(id);
  sights.delete(id);
  if (!sight) return;
  leave(sight.node);
  if (!sight.node.isConnected) sight.drawn.end?.();
}

function remove(id) {
  const { node, drawn } = sights.get(id);
  node.remove();
  drawn.end?.();
  sights.delete(id);
}

function dress({ theme, layout }) {
  wear(theme, layout);
  refit();
  sights.forEach(live); // by the theme's own motion
}

function refit() {
  sights.forEach((sight) => sight.drawn.refit());
}

function speak(mouth) {
  beak.hear(mouth);
  sights.forEach((sight) => sight.drawn.look?.());
}

function hear(message) {
  switch (message.op) {
    case "look": return dress(message);
    case "snapshot": return rebuild(message);
    case "put": return put(message.element, { entering: true });
    case "drop": return drop(message.id);
    case "mouth": return speak(message);
  }
}

addEventListener("resize", () => {
  place();
  refit();
});

// Words are measured as they are put up, so the fonts come first; a page without them works with what there is.
await Promise.allSettled(["600 40px Stage", "700 38px Stage"].map((font) => document.fonts.load(font)));
const sound = soundAsAsked();
const scenes = scenesOfObs();
connect((message) => {
  hear(message);
  sound.hear(message);
}, (state) => {
  stage.dataset.connection = state;
  sound.tell(state);
  scenes.tell(state);
});
