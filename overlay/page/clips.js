// Named sounds: they sound at once, over speech and over each other.

import { withToken } from "./connection.js";

const MOST_AT_ONCE = 16;
const MOST_VOLUME = 16;
const MOST_FILE_BYTES = 8e6;
const MOST_KEPT_BYTES = 48e6; // of decoded sound; what was not used for longest is forgotten first
const SAMPLE_BYTES = 4;
const PATIENCE_MS = 5000;

/** Plays clips, fetching each sound the first time; `report` gets a `started` and an `ended` of each. */
export class Clips {
  #output;
  #report;
  #kept = new Map(); // by path: decoded, or on its way
  #playing = new Map(); // by id: what stops it

  constructor(output, report) {
    this.#output = output;
    this.#report = report;
  }

  /** Play a clip now, or as soon as it is fetched. */
  async play({ id, src, volume }) {
    const trouble = this.#output.trouble || unfit(src, volume) || this.#noRoom(id);
    if (trouble) {
      this.#report({ op: "ended", id, heard_ms: 0, trouble });
      return;
    }
    const ticket = { stop: () => 0 };
    this.#playing.set(id, ticket);
    this.#output.keep();
    try {
      const buffer = await this.#sound(src);
      if (this.#playing.get(id) === ticket) this.#begin(id, ticket, buffer, Math.min(Math.max(volume, 0), MOST_VOLUME));
    } catch (error) {
      if (this.#playing.get(id) === ticket) this.#end(id, 0, error.message);
    }
  }

  get areSilent() {
    return this.#playing.size === 0;
  }

  /** Be silent now; each clip reports its end. */
  hush(trouble = "") {
    for (const [id, ticket] of [...this.#playing]) this.#end(id, ticket.stop(), trouble);
  }

  /** Keep nothing: the next stage may have other sounds by the same names. */
  forget() {
    this.#kept.clear();
  }

  #begin(id, ticket, buffer, volume) {
    const output = this.#output;
    const frame = output.soonest;
    const end = frame + buffer.length;
    const heardMs = () => Math.round(Math.min(Math.max(output.heard - frame, 0), buffer.length) / output.rate * 1000);
    const silence = output.play(buffer, frame, { volume, through: output.ducking.node });
    const alarms = [
      output.at(frame, () => this.#report({ op: "started", id })),
      output.at(end, () => this.#end(id, ticket.stop(), "")),
    ];
    ticket.stop = () => {
      const heard = heardMs();
      for (const takeBack of alarms) takeBack();
      silence();
      return heard;
    };
  }

  #end(id, heardMs, trouble) {
    this.#playing.delete(id);
    this.#output.release();
    this.#report({ op: "ended", id, heard_ms: heardMs, trouble });
  }

  async #sound(src) {
    const found = this.#kept.get(src) ?? this.#fetched(src);
    this.#kept.delete(src);
    this.#kept.set(src, found); // the newest is last
    try {
      const buffer = await found;
      this.#makeRoom(src, buffer);
      return buffer;
    } catch (error) {
      this.#kept.delete(src);
      throw error;
    }
  }

  async #fetched(src) {
    const patience = { signal: AbortSignal.timeout(PATIENCE_MS), redirect: "error" };
    const answer = await fetch(withToken(src), patience).catch(() => ({ status: "nothing" }));
    if (answer.status !== 200) throw new Error(`the stage answered ${answer.status}`);
    const size = Number(answer.headers.get("Content-Length"));
    if (size > MOST_FILE_BYTES) throw new Error(`it has more than ${MOST_FILE_BYTES} bytes`);
    const file = await answer.arrayBuffer().catch(() => { throw new Error("it could not be fetched whole"); });
    return this.#output.decode(file).catch(() => { throw new Error("it cannot be decoded"); });
  }

  #makeRoom(src, buffer) {
    if (this.#kept.has(src)) this.#kept.set(src, buffer);
    const bytes = ({ length = 0, numberOfChannels = 0 }) => length * numberOfChannels * SAMPLE_BYTES;
    let sum = [...this.#kept.values()].reduce((total, each) => total + bytes(each), 0);
    for (const [oldest, each] of this.#kept) {
      if (sum <= MOST_KEPT_BYTES) return;
      this.#kept.delete(oldest);
      sum -= bytes(each);
    }
  }

  #noRoom(id) {
    if (this.#playing.has(id)) return "a sound with its id is playing already";
    return this.#playing.size >= MOST_AT_ONCE ? `${MOST_AT_ONCE} sounds are playing already` : "";
  }
}

function unfit(src, volume) {
  if (!/^\/[^/\\]/.test(src)) return "its src is not a path on the stage server";
  return Number.isFinite(volume) ? "" : `its volume ${volume} is not a number`;
}
