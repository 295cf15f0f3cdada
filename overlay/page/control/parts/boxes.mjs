// Boxes on a board, in shares of its width and height: how they move, grow, snap, and stay on it.

const clamp = (value, low, high) => Math.min(Math.max(value, low), high);
const round = (share) => Math.round(share * 10000) / 10000;

/** Return the box moved by so much, whole on the board. */
export function move({ x, y, w, h }, dx, dy) {
  return tidy({ x: clamp(x + dx, 0, 1 - w), y: clamp(y + dy, 0, 1 - h), w, h });
}

/** Return the box with one corner (nw, ne, sw, se) moved by so much; the one across stays, and both sides keep `least`. */
export function stretch({ x, y, w, h }, corner, dx, dy, least) {
  const [left, right] = pull(x, x + w, corner.includes("w"), dx, least);
  const [top, bottom] = pull(y, y + h, corner.includes("n"), dy, least);
  return tidy({ x: left, y: top, w: right - left, h: bottom - top });
}

function pull(low, high, isLow, by, least) {
  return isLow ? [clamp(low + by, 0, high - least), high] : [low, clamp(high + by, low + least, 1)];
}

/** Return the box between two points. */
export function span(one, other) {
  const [x, y] = [Math.min(one.x, other.x), Math.min(one.y, other.y)].map((each) => clamp(each, 0, 1));
  const [right, bottom] = [Math.max(one.x, other.x), Math.max(one.y, other.y)].map((each) => clamp(each, 0, 1));
  return tidy({ x, y, w: right - x, h: bottom - y });
}

/** Return by how much a moved box misses the lines it is near to; `lines` and `reach` have an x and a y each. */
export function missOfMove({ x, y, w, h }, lines, reach) {
  return [miss([x, x + w], x + w / 2, lines.x, reach.x), miss([y, y + h], y + h / 2, lines.y, reach.y)];
}

/** Return by how much a moved corner misses the lines it is near to. */
export function missOfCorner({ x, y, w, h }, corner, lines, reach) {
  const [across, down] = [corner.includes("w") ? x : x + w, corner.includes("n") ? y : y + h];
  return [miss([across], null, lines.x, reach.x), miss([down], null, lines.y, reach.y)];
}

function miss(edges, middle, lines, reach) {
  const steps = edges.flatMap((edge) => lines.map((line) => line - edge));
  if (middle !== null) steps.push(0.5 - middle);
  const near = steps.filter((step) => Math.abs(step) <= reach);
  return near.sort((one, other) => Math.abs(one) - Math.abs(other))[0] ?? 0;
}

const tidy = ({ x, y, w, h }) => ({ x: round(x), y: round(y), w: round(w), h: round(h) });
