// One sentence on its way through the output: pieces set one behind the other on the device's own clock.

import { Resampler } from "./resampler.js";

const PATIENCE_S = 10; // how long it waits for the rest of itself

/** A sentence that calls `begun()` at its first sample, and `over(trouble)` at its last or when the rest never came. */
export class Sentence {
  isWhole = false;
  bytes = 0;
  end = 0; // the frame after its last one, as far as it is set
  #output;
  #listener;
  #resampler;
  #waiting = []; // samples that are not set yet
  #parts = []; // what is set: {frame, length, stop}
  #isSet = false;
  #hasNews = true;
  #span; // of frames, for which clips are ducked
  #alarms = { begun: () => {}, over: () => {} }; // what takes them back

  constructor(output, { id, rate, channels, duck = 1 }, listener) {
    Object.assign(this, { id, rate, channels });
    this.#span = { from: 0, until: Infinity, share: Math.min(Math.max(duck, 0), 1) };
    this.#output = output;
    this.#listener = listener;
    this.#resampler = new Resampler(rate, output.rate, channels);
  }

  /** Append a piece. */
  put({ samples, bytes, last }) {
    this.bytes += bytes;
    this.isWhole = last;
    this.#hasNews = true;
    const settled = this.#resampler.push(samples, last);
    if (settled[0].length) this.#waiting.push(settled);
  }

  /** Set what waits: behind what is set already, and no sooner than at a frame. */
  sound(soonest) {
    if (!this.#hasNews) return;
    this.#hasNews = false;
    if (!this.#isSet) this.#begin(soonest);
    for (const samples of this.#waiting.splice(0)) this.#set(samples, Math.max(this.end, soonest));
    if (this.isWhole) this.#output.ducking.end(this.#span, this.end);
    this.#alarms.over();
    this.#alarms.over = this.isWhole
      ? this.#output.at(this.end, () => this.#listener.over(""))
      : this.#output.at(this.end + PATIENCE_S * this.#output.rate, () => this.#listener.over(
        `the rest of it did not come within ${PATIENCE_S} s`));
  }

  /** Stop, when all before a frame is or will be heard; tells how much that makes, and which frame is its last. */
  stop(until) {
    for (const takeBack of Object.values(this.#alarms)) takeBack();
    const frame = Math.min(this.end, until);
    this.#output.ducking.end(this.#span, frame);
    const heard = this.#parts.reduce((sum, part) => sum + Math.min(Math.max(frame - part.frame, 0), part.length), 0);
    for (const part of this.#parts) part.stop();
    return { heardMs: Math.round(heard / this.#output.rate * 1000), frame };
  }

  #begin(frame) {
    this.#isSet = true;
    this.end = frame;
    this.#span.from = frame;
    this.#output.ducking.begin(this.#span);
    this.#alarms.begun = this.#output.at(frame, this.#listener.begun);
  }

  #set(samples, frame) {
    const stop = this.#output.play(this.#output.buffer(samples), frame, { through: this.#output.voice });
    this.#parts.push({ frame, length: samples[0].length, stop });
    this.end = frame + samples[0].length;
  }
}
