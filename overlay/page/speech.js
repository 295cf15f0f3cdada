// What is spoken: sentences one after the other, and the next one follows without a gap.

import { Sentence } from "./sentence.js";

const MOST_SENTENCES = 64;
const MOST_WAITING_BYTES = 64e6;
const REMEMBERED = 256;

/** The queue of sentences; `report` gets a `started` and an `ended` of each. */
export class Speech {
  #output;
  #report;
  #queue = [];
  #over = []; // ids

  constructor(output, report) {
    this.#output = output;
    this.#report = report;
  }

  /** Append a piece to its sentence, or begin a new one; pieces of a sentence that is over are dropped. */
  take(piece) {
    if (this.#over.includes(piece.id)) return;
    const trouble = this.#output.trouble || this.#noRoom(piece.id) || this.#misfit(piece);
    if (trouble) {
      this.reject(piece.id, trouble);
      return;
    }
    (this.#find(piece.id) ?? this.#join(piece)).put(piece);
    this.#advance();
  }

  /** End a sentence for a reason, whether or not it is known. */
  reject(id, trouble) {
    const sentence = this.#find(id);
    if (sentence) this.#end(sentence, trouble);
    else if (!this.#over.includes(id)) this.#refuse(id, trouble);
  }

  /** Be silent now and forget what waits; each sentence reports its end. All before a frame is heard nevertheless. */
  hush(trouble = "", until = this.#output.rendered) {
    for (const sentence of this.#queue.splice(0)) this.#end(sentence, trouble, until);
    this.#output.soften(1);
    this.#output.ducking.release();
  }

  /** Forget which sentences are over: another show counts its own from the beginning. */
  beginAnew() {
    this.#over = [];
  }

  #find(id) {
    return this.#queue.find((sentence) => sentence.id === id);
  }

  #join({ id, rate, channels, duck }) {
    const sentence = new Sentence(this.#output, { id, rate, channels, duck }, {
      begun: () => this.#report({ op: "started", id }),
      over: (trouble) => this.#end(sentence, trouble),
    });
    this.#queue.push(sentence);
    this.#output.keep();
    return sentence;
  }

  /** Set up all that can be: a sentence follows once all of the one before it is there. */
  #advance() {
    let frame = this.#output.soonest;
    for (const sentence of this.#queue) {
      sentence.sound(frame);
      if (!sentence.isWhole) return;
      frame = Math.max(frame, sentence.end);
    }
  }

  /** End a sentence; what is on its way to the device goes on, so that much is heard, and then told. */
  #end(sentence, trouble, until = this.#output.rendered) {
    const { heardMs, frame } = sentence.stop(until);
    this.#queue = this.#queue.filter((each) => each !== sentence);
    this.#output.release();
    this.#over = [...this.#over, sentence.id].slice(-REMEMBERED);
    this.#output.by(frame, () => this.#report(ended(sentence.id, heardMs, trouble)));
    this.#advance();
  }

  #refuse(id, trouble) {
    this.#over = [...this.#over, id].slice(-REMEMBERED);
    this.#report(ended(id, 0, trouble));
  }

  #noRoom(id) {
    const isFull = this.#queue.length >= MOST_SENTENCES && !this.#find(id);
    const waiting = this.#queue.reduce((bytes, sentence) => bytes + sentence.bytes, 0);
    return isFull || waiting >= MOST_WAITING_BYTES ? "too much waits to be spoken" : "";
  }

  #misfit(piece) {
    const sentence = this.#find(piece.id);
    const fits = !sentence || (sentence.rate === piece.rate && sentence.channels === piece.channels);
    return fits ? "" : "its pieces differ in rate or channels";
  }
}

function ended(id, heardMs, trouble) {
  return { op: "ended", id, heard_ms: heardMs, trouble };
}
