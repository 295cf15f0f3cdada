// The layout: the theme with its lengths fitted into a board's margins and the rectangles that the streamer gave, by the
// same rule as in performer/stage/protocol/layout.py. A rectangle is left, top, width, height in shares of the stage.

const SHAPE = .95;
const SAFE_MARGIN = 64;
const MOST_LINES = 6;
const LEAST_SIZE = 12;
const LEAST_WIDTH = 120;
const SLACK = 1;

/** Return the board of a page of this size. */
export function boardOf(layout, width, height) {
  return height > width ? layout.portrait : layout.landscape;
}

/** Fit a theme into a board's margins and rectangles, for elements on a side of a stage so many units wide and high. */
export function fitTheme(theme, board, width, height, side) {
  const scaled = ([x, y, w, h]) => [x * width, y * height, w * width, h * height];
  const margin = (x, w) => (side === "left" ? x : width - x - w);
  const fitted = board.safe.length ? moveIn(theme, board.safe, width, height, side) : { ...theme };
  if (board.caption.length) fitted.caption = fitCaption(theme.caption, scaled(board.caption), width, height);
  if (board.bubble.length) {
    const [x, y, w, h] = scaled(board.bubble);
    fitted.bubble = fitBubble(theme.bubble, margin(x, w), height - y - h, w, h);
  }
  if (board.card.length) {
    const [x, y, w] = scaled(board.card);
    fitted.card = { ...theme.card, max_width: Math.max(w, LEAST_WIDTH), margin: margin(x, w), top: y };
  }
  if (board.avatar.length) {
    const [x, y, w, h] = scaled(board.avatar);
    const tall = Math.min(h, w / SHAPE);
    const aside = (w - tall * SHAPE) / 2;
    fitted.avatar = { ...theme.avatar, height: tall, margin: margin(x, w) + aside, bottom: height - y - h };
  }
  return fitted;
}

/** Move everything further in, by as much as margins are wider than those that a theme is made for. */
function moveIn({ caption, bubble, card, avatar, ...theme }, [left, top, right, bottom], width, height, side) {
  const beyond = (length) => Math.max(length - SAFE_MARGIN, 0);
  const aside = beyond((side === "left" ? left : right) * width);
  const [down, up] = [beyond(top * height), beyond(bottom * height)];
  return {
    ...theme,
    caption: {
      ...caption,
      margin: caption.margin + (caption.at === "top" ? down : up),
      max_width: Math.min(caption.max_width, (1 - left - right) * width),
    },
    bubble: { ...bubble, margin: bubble.margin + aside, stands: bubble.stands.map((each) => each + up) },
    card: { ...card, margin: card.margin + aside, top: card.top + down },
    avatar: { ...avatar, margin: avatar.margin + aside, bottom: avatar.bottom + up },
  };
}

function fitCaption(style, [x, y, w, h], width, height) {
  const isAbove = y + h / 2 < height / 2;
  return {
    ...style,
    ...fitLines(style, h, MOST_LINES),
    max_width: Math.max(w, LEAST_WIDTH),
    at: isAbove ? "top" : "bottom",
    margin: isAbove ? y : height - y - h,
    across: (x + w / 2) / width,
  };
}

function fitBubble(style, margin, below, w, h) {
  const fitted = { ...style, ...fitLines(style, h, style.lines), max_width: Math.max(w, LEAST_WIDTH), margin };
  const step = Math.max(h - edgesOf(fitted) - fitted.lines * fitted.size * fitted.leading, 0) / 2;
  return { ...fitted, stands: [below + 2 * step, below + step, below] };
}

function fitLines(style, height, most) {
  const room = height - edgesOf(style);
  const lines = Math.trunc((room + SLACK) / (style.size * style.leading));
  if (lines >= 1) return { lines: Math.min(lines, most), size: style.size };
  return { lines: 1, size: Math.max(room / style.leading, LEAST_SIZE) };
}

function edgesOf({ padding, border_width }) {
  return padding[1] + padding[3] + 2 * border_width;
}
