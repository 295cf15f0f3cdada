// Particles: bursts of small sprites on one canvas, in front of other pictures and behind text. Frames are asked for only
// while some live.

import { serverNow } from "./clock.js";
import { isShape, opacityAt, pieces } from "./lots.js";
import { theme, unit } from "./look.js";
import { eased } from "./motion.js";
import { Sheet } from "./sheet.js";

const MOST_ALIVE = 100; // of all bursts together: the older ones come first
const LONGEST_MS = 60000;

export class Particles {
  #canvas;
  #paint;
  #sheets = new Map(); // by shape
  #bursts = new Map(); // by element id
  #frame = 0;

  constructor(canvas) {
    this.#canvas = canvas;
    this.#paint = canvas.getContext("2d");
  }

  /** Start a burst; one with the same id goes on as it is, for its lifetime never changes. */
  put(element) {
    const lifeMs = element.until_ms - element.born_ms;
    const makesSense = element.until_ms !== null && lifeMs > 0 && lifeMs <= LONGEST_MS && isShape(element.shape);
    if (this.#bursts.has(element.id) || !makesSense) return;
    this.#prune(serverNow());
    const alive = [...this.#bursts.values()].reduce((sum, each) => sum + each.pieces.length, 0);
    const count = Math.max(Math.min(element.count, MOST_ALIVE - alive), 0);
    this.#bursts.set(element.id, {
      element, lifeMs, leavesMs: Infinity, pieces: pieces(element.shape, element.seed, count),
    });
    this.#go();
  }

  /** Fade a burst now. */
  drop(id) {
    const burst = this.#bursts.get(id);
    if (burst) burst.leavesMs = Math.min(burst.leavesMs, serverNow());
  }

  /** Keep only these bursts. */
  keep(ids) {
    for (const id of this.#bursts.keys()) if (!ids.has(id)) this.#bursts.delete(id);
    this.#go();
  }

  #go() {
    if (this.#bursts.size && !this.#frame) this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw() {
    this.#frame = 0;
    const now = serverNow();
    this.#prune(now);
    this.#clear();
    for (const burst of this.#bursts.values()) this.#drawBurst(burst, now);
    this.#go();
  }

  /** Clear the canvas, made as large as the page is; an empty one takes no room at all. */
  #clear() {
    const canvas = this.#canvas;
    const width = this.#bursts.size ? Math.round(innerWidth * devicePixelRatio) : 0;
    const height = this.#bursts.size ? Math.round(innerHeight * devicePixelRatio) : 0;
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    else this.#paint.clearRect(0, 0, width, height);
  }

  #drawBurst({ element, lifeMs, leavesMs, pieces }, now) {
    const seconds = (now - element.born_ms) / 1000;
    const part = (now - element.born_ms) / lifeMs;
    if (part < 0) return;
    const { width, height } = this.#canvas;
    const u = unit();
    const gone = eased(theme().motion.out_curve, faded(now - leavesMs));
    this.#paint.globalAlpha = opacityAt(part) * Math.min(Math.max(1 - gone, 0), 1);
    for (const piece of pieces) {
      const { x, y } = piece.at(seconds, part);
      const side = Math.max(whole(piece.side * u), 1);
      const centre = piece.across === null
        ? { x: element.x * width, y: element.y * height } : { x: piece.across * width, y: 0 };
      const left = whole(centre.x + x * u - side / 2);
      const top = whole(centre.y + y * u - side / 2);
      if (left >= width || top >= height || left + side <= 0 || top + side <= 0) continue;
      this.#sheet(element.shape).draw(this.#paint, piece.row, piece.phase(seconds), left, top, side);
    }
  }

  #sheet(shape) {
    if (!this.#sheets.has(shape)) this.#sheets.set(shape, new Sheet(shape));
    return this.#sheets.get(shape);
  }

  #prune(now) {
    for (const [id, { element, leavesMs }] of this.#bursts) {
      if (now >= element.until_ms || faded(now - leavesMs) >= 1) this.#bursts.delete(id);
    }
  }
}

/** Return which part of its way out is over for what left so long ago. */
function faded(sinceMs) {
  if (sinceMs < 0) return 0;
  const { out_ms: lasting } = theme().motion;
  return lasting > 0 ? Math.min(sinceMs / lasting, 1) : 1;
}

function whole(length) {
  return Math.floor(length + 0.5);
}
