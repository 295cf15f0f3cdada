// The elements: how each kind looks. Text is only ever text, never markup.

import { withToken } from "./connection.js";
import { fit } from "./fit.js";

const LINES = { caption: 2, bubble: 3 };
const KINDS = { caption: drawWords, bubble: drawWords, emote: drawEmote };

/** Make an element's node, or nothing for a kind that is not known here. */
export function draw(element) {
  const box = KINDS[element.kind]?.(element);
  if (!box) return null;
  const node = document.createElement("div");
  node.className = `element ${element.kind}`;
  node.setAttribute("role", "img");
  node.setAttribute("aria-label", element.alt);
  Object.assign(node.dataset, { id: element.id, kind: element.kind, content: contentOf(element) });
  if (element.place) node.dataset.place = element.place;
  if (element.kind === "emote") {
    node.dataset.size = element.size;
    node.style.left = `${element.x * 100}%`;
    node.style.top = `${element.y * 100}%`;
  }
  node.append(box);
  return node;
}

/** Tell what an element looks like, without its lifetime: the same content needs no new node. */
export function contentOf({ id, born_ms, until_ms, ...content }) {
  return JSON.stringify(content);
}

/** Fit a node's words into their lines; for when they are new, and when the page has changed its size. */
export function refit(node) {
  const lines = LINES[node.dataset.kind];
  if (lines) fit(node.querySelector(".words"), lines);
}

function drawWords(element) {
  const box = document.createElement("div");
  box.className = "box";
  const words = document.createElement("div");
  words.className = "words";
  words.dir = "auto";
  words.textContent = element.alt;
  box.append(words);
  return box;
}

function drawEmote(element) {
  const image = document.createElement("img");
  image.className = "box";
  image.alt = "";
  image.srcset = `${withToken(element.src)} 1x, ${withToken(element.src2x)} 2x`;
  image.src = withToken(element.src);
  image.onerror = () => { image.style.visibility = "hidden"; }; // rather than the browser's broken picture
  return image;
}
