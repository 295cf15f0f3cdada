// Emotes: a still picture, or a row of equal square frames that are shown one after the other, in a loop.

import { Beat } from "./clock.js";
import { withToken } from "./connection.js";
import { isLarge } from "./look.js";

const SHORTEST_FRAME_MS = 10;

export class Emote {
  #element;
  #ends = []; // when each frame is over, from the loop's beginning
  #beat;

  constructor(element) {
    this.#element = element;
    this.box = document.createElement("img");
    this.box.className = "box";
    this.box.alt = "";
    this.box.decoding = "sync";
    this.box.onerror = () => { this.box.style.visibility = "hidden"; }; // rather than the browser's broken picture
    let end = 0;
    for (const ms of element.frames_ms ?? []) this.#ends.push(end += Math.max(ms, SHORTEST_FRAME_MS));
    this.box.classList.toggle("strip", this.#ends.length > 1);
    this.#beat = new Beat(this.box, (now) => this.#show(now));
    this.#choose();
    this.ready = this.#whole();
  }

  refit() {
    this.#choose();
    if (this.#ends.length > 1) this.#beat.look();
  }

  end() {
    this.#beat.end();
  }

  #choose() {
    const src = withToken(isLarge() ? this.#element.src2x : this.#element.src);
    if (this.box.getAttribute("src") !== src) this.box.src = src;
  }

  /** Tell whether the picture could be fetched, once it can be painted whole. */
  async #whole() {
    const { src } = this.box;
    try {
      await this.box.decode();
      return true;
    } catch {
      return src !== this.box.src && this.#whole();
    }
  }

  #show(now) {
    const ends = this.#ends;
    const loop = ends[ends.length - 1];
    const began = this.#element.born_ms + Math.floor((now - this.#element.born_ms) / loop) * loop;
    const frame = Math.max(ends.findIndex((end) => now - began < end), 0);
    this.box.style.objectPosition = `${frame / (ends.length - 1) * 100}% 0`;
    this.box.dataset.frame = frame;
    return began + ends[frame];
  }
}
