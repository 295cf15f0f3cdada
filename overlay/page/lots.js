// The ways of particles: the same for every client, for they follow from the seed alone. Lengths are units of the
// board. With p the part of its life that is over and s = p (2 - p), a piece of a burst is reach · s from its origin
// in its direction, and sink · p² lower; a flake of snow falls and sways with the seconds.

export const PHASES = 8; // the steps of its turning, a column of the sheet each
const ROWS = 5; // variants of a shape, a row of the sheet each
const FADE = 0.25; // the last part of a life, in which a piece fades

const BURSTS = { // pairs are a least and what chance adds; angles in degrees, 90 is down; rates in phases a second
  confetti: { angle: -90, spread: 150, reach: [140, 340], sink: 420, rate: [8, 8] },
  hearts: { angle: -90, spread: 80, reach: [160, 340], sink: -40, rate: [6, 4] },
  sparks: { angle: 180, spread: 360, reach: [110, 360], sink: 60, rate: [12, 10] },
};

/** Draw the lots of a burst's first pieces. */
export function pieces(shape, seed, count) {
  const chance = mulberry32(seed);
  return Array.from({ length: count }, () => piece(shape, Array.from({ length: 6 }, chance)));
}

/** Return how much of a piece is seen when such a part of its life is over. */
export function opacityAt(part) {
  return part <= 1 - FADE ? 1 : Math.max((1 - part) / FADE, 0);
}

/** Make a source of numbers from 0 to below 1. */
export function mulberry32(seed) {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** A piece: which row shows it, how large it is, and, after `seconds` and such a `part` of its life, where it is and
 * in which phase. Its place is `across` of the stage's width or, where that is null, of the burst's origin, and `x`,
 * `y` units off. */
function piece(shape, [a, b, c, d, e, f]) {
  const look = { row: Math.floor(a * ROWS), side: (0.6 + 0.8 * c) * 28 };
  const turning = (rate) => (seconds) => (Math.floor(b * PHASES) + Math.floor(seconds * rate)) % PHASES;
  if (shape === "snow") return { ...look, ...flake(d, e, f), phase: turning(3 + 4 * e) };
  const { angle, spread, reach, sink, rate } = BURSTS[shape];
  const direction = (angle + (d - 0.5) * spread) * Math.PI / 180;
  const far = reach[0] + reach[1] * e;
  const at = (seconds, part) => ({
    x: far * Math.cos(direction) * part * (2 - part),
    y: far * Math.sin(direction) * part * (2 - part) + sink * part * part,
  });
  return { ...look, across: null, at, phase: turning(rate[0] + rate[1] * f) };
}

function flake(d, e, f) {
  return {
    across: d,
    at: (seconds) => ({
      x: 40 * Math.sin(2 * Math.PI * (f + seconds * (0.15 + 0.2 * e))),
      y: -40 - 600 * f + (200 + 220 * e) * seconds,
    }),
  };
}

/** Whether a shape is one that can be drawn. */
export function isShape(shape) {
  return shape === "snow" || Object.hasOwn(BURSTS, shape);
}
