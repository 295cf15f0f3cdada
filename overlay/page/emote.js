// Emotes: a still picture, or a row of equal square frames that are shown one after the other, in a loop.

import { Beat } from "./clock.js";
import { withToken } from "./connection.js";
import { isLarge } from "./look.js";
import { Loop } from "./loop.js";

export class Emote {
  #element;
  #loop;
  #beat;

  constructor(element) {
    this.#element = element;
    this.#loop = new Loop(element);
    this.box = document.createElement("img");
    this.box.className = "box";
    this.box.alt = "";
    this.box.decoding = "sync";
    this.box.onerror = () => { this.box.style.visibility = "hidden"; }; // rather than the browser's broken picture
    this.box.classList.toggle("strip", this.#loop.count > 1);
    this.#beat = new Beat(this.box, (now) => this.#loop.show(this.box, now));
    this.#choose();
    this.ready = this.#whole();
  }

  refit() {
    this.#choose();
    if (this.#loop.count > 1) this.#beat.look();
  }

  end() {
    this.#beat.end();
  }

  #choose() {
    const src = withToken(isLarge() ? this.#element.src2x : this.#element.src);
    if (this.box.getAttribute("src") !== src) this.box.src = src;
  }

  /** Return whether the picture could be fetched, once it can be painted whole. */
  async #whole() {
    const { src } = this.box;
    try {
      await this.box.decode();
      return true;
    } catch {
      return src !== this.box.src && this.#whole();
    }
  }
}
