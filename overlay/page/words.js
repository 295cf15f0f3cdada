// Words in a box: captions and bubbles. Text is only ever text, never markup.

import { fit } from "./fit.js";
import { theme } from "./look.js";

export class Words {
  ready = null; // they need no pictures
  #words = document.createElement("div");

  constructor(element) {
    this.kind = element.kind;
    this.box = document.createElement("div");
    this.box.className = "box";
    this.#words.className = "words";
    this.#words.dir = "auto";
    this.#words.textContent = element.alt;
    this.box.append(this.#words);
  }

  /** Lay the words out for the page as large, and the theme as it is now. */
  refit() {
    fit(this.#words, theme()[this.kind].lines);
  }
}
