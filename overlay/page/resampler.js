// Brings a stream of pieces to another rate without a seam: a buffer of the browser's own ends before the next one
// begins, and what lies between their samples would click.

const ZEROS = 16; // zero crossings of the filter on each side: steep enough for speech

/** A resampler of the pieces of one sound in order; a little of each is held back until the next one or the end. */
export class Resampler {
  #from; #to; #reach; #cutoff;
  #taps = new Map(); // by how far an output sample lies behind an input sample, in steps of 1 / #to
  #kept; // input that is still needed, a channel each
  #keptFrom; // the input frame at which it begins
  #made = 0;

  constructor(from, to, channels) {
    const shared = gcd(from, to);
    this.#from = from / shared;
    this.#to = to / shared;
    this.#cutoff = Math.min(1, to / from);
    this.#reach = Math.ceil(ZEROS / this.#cutoff);
    this.#keptFrom = -this.#reach;
    this.#kept = Array.from({ length: channels }, () => new Float32Array(this.#reach));
  }

  /** Return the samples that are settled now; with `last`, all that is left. */
  push(samples, last) {
    if (this.#from === this.#to) return samples;
    const tail = last ? new Float32Array(this.#reach) : new Float32Array(0);
    const input = this.#kept.map((kept, channel) => joined(kept, samples[channel], tail));
    const end = this.#keptFrom + input[0].length - this.#reach; // up to here there is all that the filter reaches
    const count = Math.max(Math.ceil(end * this.#to / this.#from) - this.#made, 0);
    const output = input.map((each) => this.#filtered(each, count));
    this.#made += count;
    const needed = Math.floor(this.#made * this.#from / this.#to) - this.#reach;
    const surplus = Math.min(Math.max(needed - this.#keptFrom, 0), input[0].length);
    this.#kept = input.map((each) => each.slice(surplus));
    this.#keptFrom += surplus;
    return output;
  }

  #filtered(input, count) {
    const output = new Float32Array(count);
    for (let index = 0; index < count; index++) {
      const place = (this.#made + index) * this.#from;
      const taps = this.#tapsAt(place % this.#to);
      const first = Math.floor(place / this.#to) - this.#reach + 1 - this.#keptFrom;
      let sum = 0;
      for (let tap = 0; tap < taps.length; tap++) sum += taps[tap] * input[first + tap];
      output[index] = sum;
    }
    return output;
  }

  #tapsAt(phase) {
    if (!this.#taps.has(phase)) this.#taps.set(phase, this.#designed(phase / this.#to));
    return this.#taps.get(phase);
  }

  #designed(behind) {
    const taps = new Float64Array(2 * this.#reach);
    for (let tap = 0; tap < taps.length; tap++) {
      const distance = tap - this.#reach + 1 - behind;
      const window = 0.5 + 0.5 * Math.cos(Math.PI * Math.min(Math.abs(distance) / this.#reach, 1));
      taps[tap] = sinc(distance * this.#cutoff) * window;
    }
    const sum = taps.reduce((total, each) => total + each);
    return taps.map((each) => each / sum);
  }
}

function joined(...parts) {
  const whole = new Float32Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function sinc(x) { return x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x); }

function gcd(a, b) { return b ? gcd(b, a % b) : a; }
