// The elements: the node of each, around what its kind draws.

import { Avatar } from "./avatar.js";
import { Card } from "./card.js";
import { Emote } from "./emote.js";
import { Words } from "./words.js";

const KINDS = { caption: Words, bubble: Words, emote: Emote, card: Card, avatar: Avatar };

/** Make an element's sight: its `node`, and what its kind knows how to do with it; nothing for an unknown kind. */
export function draw(element) {
  if (!Object.hasOwn(KINDS, element.kind)) return null;
  const drawn = new KINDS[element.kind](element);
  const node = document.createElement("div");
  node.className = `element ${element.kind}`;
  node.setAttribute("role", "img");
  node.append(drawn.box);
  const sight = { node, drawn, element };
  label(sight, element);
  return sight;
}

/** Write on a node whose it is. */
export function label(sight, element) {
  const { node } = sight;
  sight.element = element;
  node.setAttribute("aria-label", element.alt);
  for (const name of ["id", "kind", "place", "side", "size", "mood", "state", "points"]) {
    if (element[name] !== undefined) node.dataset[name] = element[name];
  }
  if (element.kind === "emote") {
    node.style.setProperty("--x", element.x);
    node.style.setProperty("--y", element.y);
  }
}

/** Return what an element looks like, without what comes with the time: the same content needs no new node. */
export function contentOf({ id, born_ms, until_ms, words, sounds_ms, held_s, ...content }) {
  return JSON.stringify(content);
}
