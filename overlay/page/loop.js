// A loop: which of a moving picture's frames shows at an instant of the server's clock. They lie in a row, in equal squares.

const SHORTEST_FRAME_MS = 10;

export class Loop {
  #bornMs;
  #ends = []; // when each frame is over, from the loop's beginning

  constructor({ born_ms, frames_ms = [] }) {
    this.#bornMs = born_ms;
    let end = 0;
    for (const ms of frames_ms) this.#ends.push(end += Math.max(ms, SHORTEST_FRAME_MS));
  }

  /** The number of frames; a picture that stands still has one. */
  get count() {
    return Math.max(this.#ends.length, 1);
  }

  /** Show the frame of an instant in an image, and return the instant from which on it is another one. */
  show(image, now) {
    if (this.count === 1) return Infinity;
    const loop = this.#ends[this.#ends.length - 1];
    const began = this.#bornMs + Math.floor((now - this.#bornMs) / loop) * loop;
    const frame = Math.max(this.#ends.findIndex((end) => now - began < end), 0);
    image.style.objectPosition = `${frame / (this.count - 1) * 100}% 0`;
    image.dataset.frame = frame;
    return began + this.#ends[frame];
  }
}
