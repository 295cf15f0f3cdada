// The mascot's life: blinking, breathing and the beak, the same in every client at every instant of the server's clock.
// In each window of 4 s it blinks once, at an instant that follows from the window's number; while it speaks the beak
// follows the loudness; every 3.2 s it rises and sinks by four units, one at a time, but stands still when it has not
// spoken for a while.

const WINDOW_MS = 4000;
const BLINK_MS = 140;
const LATEST_BLINK_MS = 3400;
const BREATH_STEP_MS = 400;
const LIFTS = [0, 1, 2, 3, 4, 3, 2, 1];
const BREATHES_MS = 20000; // after it has come, or spoken; the breath it is in then is its last
const ENVELOPE_STEP_MS = 20;
const TALKS = [[0.65, "talk3"], [0.35, "talk2"], [0.12, "talk1"]];
const MOST_PIECES = 32;

/** Knows how loud the voice is at any instant. */
export class Beak {
  #pieces = [];

  /** Take in a piece of speech: from its instant on it stands for all that came before. */
  hear({ at_ms, envelope }) {
    this.#pieces = [...this.#pieces, { at_ms, envelope }].slice(-MOST_PIECES);
  }

  /** Forget all that was heard. */
  shut() {
    this.#pieces = [];
  }

  /** Tell when the voice ends, or has ended; long ago when it was never heard. */
  ended() {
    return Math.max(...this.#pieces.map(({ at_ms, envelope }) => at_ms + envelope.length * ENVELOPE_STEP_MS));
  }

  loudness(now) {
    const piece = this.#pieces.findLast((each) => each.at_ms <= now);
    return piece?.envelope[Math.floor((now - piece.at_ms) / ENVELOPE_STEP_MS)] ?? 0;
  }

  /** Tell when the beak may open or shut next. */
  next(now) {
    return Math.min(...this.#pieces.map((piece) => turnOf(piece, now)));
  }
}

/** Name the picture that shows the mascot. */
export function poseAt(now, loudness) {
  return talk(loudness) ?? (isBlinking(now) ? "blink" : "idle");
}

/** Tell when the eyes shut or open next. */
export function nextBlink(now) {
  const window = Math.floor(now / WINDOW_MS);
  const starts = [blinkStart(window), blinkStart(window + 1)];
  return Math.min(...starts.flatMap((start) => [start, start + BLINK_MS]).filter((instant) => instant > now));
}

/** Tell how far it has risen by breathing, in units of the board, when it came or spoke last at `since`. */
export function liftAt(now, since) {
  return isCalm(now, since) ? 0 : LIFTS[Math.floor(now / BREATH_STEP_MS) % LIFTS.length];
}

/** Tell when it rises or sinks next. */
export function nextBreath(now, since) {
  return isCalm(now, since) ? Infinity : (Math.floor(now / BREATH_STEP_MS) + 1) * BREATH_STEP_MS;
}

/** Mix a number's bits, by murmur3's finaliser. */
export function hash32(number) {
  let mixed = number | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

function isCalm(now, since) {
  const breath = LIFTS.length * BREATH_STEP_MS;
  return Math.floor(now / breath) * breath > since + BREATHES_MS;
}

function isBlinking(now) {
  const start = blinkStart(Math.floor(now / WINDOW_MS));
  return start <= now && now < start + BLINK_MS;
}

function blinkStart(window) {
  return window * WINDOW_MS + hash32(window) % LATEST_BLINK_MS;
}

function talk(loudness) {
  return TALKS.find(([least]) => loudness >= least)?.[1];
}

/** Find the first instant after now at which a piece begins, ends, or asks for another pose. */
function turnOf({ at_ms, envelope }, now) {
  if (at_ms > now) return at_ms;
  for (let step = Math.floor((now - at_ms) / ENVELOPE_STEP_MS) + 1; step <= envelope.length; step += 1) {
    if (talk(envelope[step - 1]) !== talk(envelope[step] ?? 0)) return at_ms + step * ENVELOPE_STEP_MS;
  }
  return Infinity;
}
