// How loud clips are beside speech: quickly down when a sentence begins, slowly up again when none has sounded for a
// while. The sound player does the same by the same figures (`sfx/ducking.py`); here they are planned ahead, by the
// sample.

const FULL = 1;
const DOWN_MS = 35;
const HOLD_MS = 400; // how long after a sentence they stay down: the next one of the same turn is likely
const UP_MS = 300;

/** A node for all that gives way to speech. A span, `{from, until, share}`, is one sentence's, in frames. */
export class Ducking {
  node;
  #context;
  #spans = []; // of sentences that sound, will sound, or did so a moment ago
  #ramps = [{ at: 0, over: 0, from: FULL, to: FULL }]; // in seconds; the first has begun

  constructor(context, way) {
    this.#context = context;
    this.node = context.createGain();
    this.node.connect(way);
  }

  /** Duck for a sentence, which is set and whose end may not be known yet. */
  begin(span) {
    this.#spans = [...this.#spans, span].sort((one, other) => one.from - other.from);
    this.#plan();
  }

  /** Come up a while after a frame, when this sentence ends or has ended, unless another one follows. */
  end(span, frame) {
    if (span.until === frame || !this.#spans.includes(span)) return;
    span.until = frame;
    this.#plan();
  }

  /** Come up now: nothing is spoken any more. */
  release() {
    this.#spans = [];
    this.#plan();
  }

  #plan() {
    const now = this.#context.currentTime;
    const ramps = [{ at: now, over: 0, from: this.#level(now), to: this.#level(now) }];
    for (const [at, to] of this.#turns(now)) add(ramps, Math.max(at, now), to);
    this.#ramps = ramps;
    this.#set(ramps);
  }

  /** Where it turns, in seconds, and to which share. */
  #turns(now) {
    const seconds = (frame, ms) => frame / this.#context.sampleRate + ms / 1000;
    this.#spans = this.#spans.filter(({ from, until }) => until > from && seconds(until, HOLD_MS) > now);
    if (this.#spans.length === 0) return [[now, FULL]];
    return this.#spans.flatMap(({ from, until, share }, index) => {
      const [down, up] = [seconds(from, -DOWN_MS), seconds(until, HOLD_MS)];
      const next = this.#spans[index + 1];
      const isLast = !next || seconds(next.from, -DOWN_MS) > up;
      return isLast && up < Infinity ? [[down, share], [up, FULL]] : [[down, share]];
    });
  }

  #level(at) {
    const [newest = this.#ramps[0]] = this.#ramps.filter((ramp) => ramp.at <= at).slice(-1);
    return level(newest, at);
  }

  #set(ramps) {
    const { gain } = this.node;
    gain.cancelScheduledValues(0);
    ramps.forEach((ramp, index) => {
      const until = Math.min(ramp.at + ramp.over, ramps[index + 1]?.at ?? Infinity);
      gain.setValueAtTime(ramp.from, ramp.at);
      if (until > ramp.at) gain.linearRampToValueAtTime(level(ramp, until), until);
    });
  }
}

/** Append a ramp; it begins where the one before it has come to by then. */
function add(ramps, at, to) {
  const from = level(ramps.at(-1), at);
  if (to !== from) ramps.push({ at, over: (to < from ? DOWN_MS : UP_MS) / 1000, from, to });
}

function level({ at, over, from, to }, when) {
  const way = over > 0 ? Math.min(Math.max((when - at) / over, 0), 1) : 1;
  return from + (to - from) * way;
}
