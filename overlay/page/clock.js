// The server's clock, and timers that follow it: nothing here asks for animation frames, and a hidden page has no timers.

const LONGEST_WAIT_MS = 60000;

let behindMs = 0; // what to add to an instant of the server's clock to get one of ours
const beats = new Set();

/** Set the server's clock to this instant, in milliseconds. */
export function setServerTime(nowMs) {
  behindMs = performance.now() - nowMs;
  beats.forEach((beat) => beat.look());
}

/** Return the instant on the server's clock, in milliseconds. */
export function serverNow() {
  return performance.now() - behindMs;
}

/** Write an instant of the server's clock as one of `performance.now()`. */
export function onOurClock(instantMs) {
  return instantMs + behindMs;
}

/** Calls `show(nowMs)`, and again at the instant that it answers with, for as long as the node is in the page. */
export class Beat {
  #node;
  #show;
  #timer = 0;

  constructor(node, show) {
    this.#node = node;
    this.#show = show;
  }

  /** Show what is now, and wait for the next change anew; call it once the node is in the page. */
  look() {
    clearTimeout(this.#timer);
    if (!this.#node.isConnected) {
      beats.delete(this);
      return;
    }
    beats.add(this);
    if (document.hidden) return;
    const now = serverNow();
    const next = this.#show(now);
    // A timer that rings a hair early would only ring again.
    if (next < Infinity) {
      this.#timer = setTimeout(() => this.look(), Math.min(Math.max(Math.ceil(next - now), 1), LONGEST_WAIT_MS));
    }
  }

  /** Wait for nothing any more: on a hidden page no timer would ever find that the node has left. */
  end() {
    clearTimeout(this.#timer);
    beats.delete(this);
  }
}

document.addEventListener("visibilitychange", () => beats.forEach((beat) => beat.look()));
