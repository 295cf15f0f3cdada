// The mascot's life: blinking, breathing and the beak, the same in every client at every instant of the server's clock.
// In each window of 4 s it blinks once, at an instant that follows from the window's number; while it speaks the beak
// follows the sounds that it makes where they are known, else the loudness; every 3.2 s it rises and sinks by four
// units, one at a time. When it has not spoken for a while it stands still, and blinks in one window of four.

const WINDOW_MS = 4000;
const BLINK_MS = 140;
const LATEST_BLINK_MS = 3400;
const CALM_WINDOWS = 4; // a calm mascot blinks once in so many windows
const BREATH_STEP_MS = 400;
const LIFTS = [0, 1, 2, 3, 4, 3, 2, 1];
const BREATHES_MS = 20000; // after it has come, or spoken; the breath it is in then is its last
const ENVELOPE_STEP_MS = 20;
const TALKS = [[0.65, "talk3"], [0.35, "talk2"], [0.12, "talk1"]];
const OPENNESS = { c: 0, t: 0.2, w: 0.5, r: 0.6, o: 1 }; // of each shape of a mouth, when the voice is loud
const LOUD = 0.4; // from which on a shape is seen in full
const MOST_PIECES = 32;

/** Knows how far the beak is open at any instant, and which shape it has. */
export class Beak {
  #pieces = [];

  /** Add a piece of speech: from its instant on it stands for all that came before. */
  hear({ at_ms, envelope, shapes = "" }) {
    this.#pieces = [...this.#pieces, { at_ms, envelope, shapes }].slice(-MOST_PIECES);
  }

  /** Forget all that was heard. */
  shut() {
    this.#pieces = [];
  }

  /** Return when the voice ends, or has ended; long ago when it was never heard. */
  ended() {
    return Math.max(...this.#pieces.map(({ at_ms, envelope }) => at_ms + envelope.length * ENVELOPE_STEP_MS));
  }

  /** Return how far the beak is open, from 0 to 1. */
  openness(now) {
    return this.#at(now, opennessOf) ?? 0;
  }

  /** Return the first letter of the beak's shape; empty when that is not known. */
  shape(now) {
    return this.#at(now, shapeOf) ?? "";
  }

  /** Return when the beak may look different next. */
  next(now) {
    return Math.min(...this.#pieces.map((piece) => turnOf(piece, now)));
  }

  #at(now, tell) {
    const piece = this.#pieces.findLast((each) => each.at_ms <= now);
    return piece && tell(piece, Math.floor((now - piece.at_ms) / ENVELOPE_STEP_MS));
  }
}

/** Name the picture that shows the mascot with its beak so far open, when it came or spoke last at `since`. */
export function poseAt(now, openness, since) {
  return talk(openness) ?? (isBlinking(now, since) ? "blink" : "idle");
}

/** Return when the eyes shut or open next. */
export function nextBlink(now, since) {
  const window = Math.floor(now / WINDOW_MS);
  const windows = Array.from({ length: CALM_WINDOWS + 1 }, (_, at) => window + at);
  const starts = windows.filter((each) => hasBlink(each, since)).map(blinkStart);
  return Math.min(...starts.flatMap((start) => [start, start + BLINK_MS]).filter((instant) => instant > now));
}

/** Return how far the owl has risen by breathing, in units of the board, when it came or spoke last at `since`. */
export function liftAt(now, since) {
  return isCalm(now, since) ? 0 : LIFTS[Math.floor(now / BREATH_STEP_MS) % LIFTS.length];
}

/** Return when the owl rises or sinks next. */
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

function isBlinking(now, since) {
  const window = Math.floor(now / WINDOW_MS);
  const start = blinkStart(window);
  return hasBlink(window, since) && start <= now && now < start + BLINK_MS;
}

function hasBlink(window, since) {
  return window % CALM_WINDOWS === 0 || window * WINDOW_MS <= since + BREATHES_MS;
}

function blinkStart(window) {
  return window * WINDOW_MS + hash32(window) % LATEST_BLINK_MS;
}

function talk(openness) {
  return TALKS.find(([least]) => openness >= least)?.[1];
}

function opennessOf(piece, step) {
  const loudness = piece.envelope[step] ?? 0;
  const widest = OPENNESS[shapeOf(piece, step)];
  return widest === undefined ? loudness : widest * Math.min(loudness / LOUD, 1);
}

function shapeOf({ envelope, shapes }, step) {
  return step < envelope.length ? shapes.charAt(step) : "";
}

/** Find the first instant after now at which a piece begins, ends, or asks for another picture. */
function turnOf(piece, now) {
  const { at_ms, envelope } = piece;
  if (at_ms > now) return at_ms;
  const look = (step) => talk(opennessOf(piece, step)) + shapeOf(piece, step);
  for (let step = Math.floor((now - at_ms) / ENVELOPE_STEP_MS) + 1; step <= envelope.length; step += 1) {
    if (look(step - 1) !== look(step)) return at_ms + step * ENVELOPE_STEP_MS;
  }
  return Infinity;
}
