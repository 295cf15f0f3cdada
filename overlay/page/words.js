// Words in a box: captions and bubbles. Text is only ever text, never markup. In a caption the word that is heard stands
// out, by the instants that the server tells; nothing moves for it, and nothing runs when no word is to come.

import { Beat } from "./clock.js";
import { fit } from "./fit.js";
import { theme } from "./look.js";

/** Return which of a caption's words is heard at an instant; -1 for none. */
export function heardAt(caption, now) {
  const at = soundAt(caption, now);
  return (caption.words ?? []).findIndex(([, , begin, end]) => begin * 1000 <= at && at < end * 1000);
}

/** Return when another word is heard, or none any more. */
export function nextWord(caption, now) {
  if (caption.held_s !== null) return Infinity;
  const at = soundAt(caption, now);
  const turns = (caption.words ?? []).flatMap(([, , begin, end]) => [begin * 1000, end * 1000]).filter((turn) => turn > at);
  return Math.min(...turns) + caption.sounds_ms;
}

function soundAt({ sounds_ms, held_s }, now) {
  return held_s === null ? now - sounds_ms : held_s * 1000;
}

export class Words {
  ready = null; // they need no pictures
  #words = document.createElement("div");
  #element;
  #spans = []; // of the words that can be heard
  #beat;

  constructor(element) {
    this.kind = element.kind;
    this.box = document.createElement("div");
    this.box.className = "box";
    this.#words.className = "words";
    this.#words.dir = "auto";
    this.box.append(this.#words);
    this.#beat = new Beat(this.box, (now) => this.#show(now));
    this.#element = element;
    this.#write();
  }

  /** Read the times of the words anew, which are the same words. */
  follow(element) {
    const placesBefore = placesOf(this.#element);
    this.#element = element;
    if (placesOf(element) !== placesBefore) this.#write();
    if (this.#spans.length) this.#beat.look();
  }

  /** Lay the words out for the page as large, and the theme as it is now. */
  refit() {
    fit(this.#words, theme()[this.kind].lines);
    if (this.#spans.length) this.#beat.look();
  }

  end() {
    this.#beat.end();
  }

  #write() {
    const letters = [...this.#element.alt]; // places are counted in characters, not in halves of them
    const parts = [];
    this.#spans = [];
    let written = 0;
    for (const [begin, end] of this.#element.words ?? []) {
      const span = document.createElement("span");
      span.textContent = letters.slice(begin, end).join("");
      parts.push(letters.slice(written, begin).join(""), span);
      this.#spans.push(span);
      written = end;
    }
    parts.push(letters.slice(written).join(""));
    this.#words.replaceChildren(...parts.filter((part) => part !== ""));
  }

  #show(now) {
    const heard = heardAt(this.#element, now);
    this.#spans.forEach((span, number) => span.classList.toggle("heard", number === heard));
    const next = nextWord(this.#element, now);
    if (next === Infinity) this.#beat.end(); // a caption that fades away is not kept for what never comes
    return next;
  }
}

function placesOf({ words = [] }) {
  return String(words.map(([begin, end]) => [begin, end]));
}
