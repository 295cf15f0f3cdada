// The look: the theme becomes CSS variables on the stage, `bubble.max_width` as `--bubble-max-width` and so on; a list
// as `--bubble-padding-0`, `-1` … Lengths are numbers without a unit: stage.css multiplies them by its --s.

import { boardOf, fitTheme } from "./layout.js";
import { complain, scale, theme as wished } from "./wishes.js";

const stage = document.getElementById("stage");
let told = null;
let worn = null;
let isComplained = false;

/** The theme that is worn, fitted into the streamer's rectangles; null before the server has told one. */
export function theme() {
  return worn;
}

/** Return how many device pixels one unit of the board takes, enlarged as the address asks. */
export function unit() {
  const across = Math.max(innerWidth / 1920, Math.min(innerHeight / 1920, innerWidth / 1280));
  return Math.min(across, innerHeight / 1080) * devicePixelRatio * scale;
}

/** Whether pictures of twice the size are worth having. */
export function isLarge() {
  return unit() > 1 + 1e-6;
}

/** Wear a theme in a layout from now on; who has measured something measures again. */
export function wear(theme, layout) {
  told = { theme, layout };
  place();
  stage.style.setProperty("--family", families(theme.font.family));
  stage.style.setProperty("--scale", scale);
  stage.style.setProperty("--lap", isOpaque(theme.bubble.fill) ? 2 : 0);
  stage.dataset.theme = theme.name;
  stage.toggleAttribute("data-scaled", scale !== 1);
  if (wished && wished !== theme.name && !isComplained) {
    isComplained = true;
    complain(`there is no theme '${wished}', so '${theme.name}' is worn.`);
  }
}

/** Fit what is worn into the margins and the streamer's rectangles, for the page as large as it is now. */
export function place() {
  if (!told) return;
  const { theme, layout } = told;
  const board = boardOf(layout, innerWidth, innerHeight);
  worn = fit(theme, board, "right");
  for (const [name, value] of variables(worn)) stage.style.setProperty(`--${name.replaceAll("_", "-")}`, value);
  const left = fit(theme, board, "left");
  for (const part of ["bubble", "card", "avatar"]) stage.style.setProperty(`--${part}-margin-left`, left[part].margin);
  stage.dataset.captions = worn.caption.at;
  stage.dataset.hides = board.hidden.join(" ");
  stage.toggleAttribute("data-placed", ["bubble", "card", "avatar", "safe"].some((part) => board[part].length));
  placeEmotes(innerHeight > innerWidth ? board.emote : []);
}

/** Fit for a side; lengths of the cards' place are not enlarged as the address asks, all others are. */
function fit(theme, board, side) {
  const enlarged = unit() / devicePixelRatio;
  const fitInto = (size) => fitTheme(theme, board, innerWidth / size, innerHeight / size, side);
  const { top, margin } = fitInto(enlarged / scale).card;
  const fitted = fitInto(enlarged);
  return { ...fitted, card: { ...fitted.card, top, margin } };
}

/** An emote's place is one of the landscape board; a portrait one may have a rectangle of its own for them. */
function placeEmotes([x, y, w, h]) {
  stage.toggleAttribute("data-emotes", x !== undefined);
  for (const [name, value] of Object.entries({ x, y, w, h })) stage.style.setProperty(`--emotes-${name}`, value ?? 0);
}

function* variables(part, before = "") {
  for (const [name, value] of Object.entries(part)) {
    if (value !== null && typeof value === "object") yield* variables(value, `${before}${name}-`);
    else yield [before + name, value];
  }
}

function isOpaque(colour) {
  return colour.length === 7 || colour.toUpperCase().endsWith("FF");
}

/** Name the theme's family and, as the one that is surely there, the bundled one, which is Nunito. */
function families(family) {
  const bundled = '"Stage"';
  const named = `"${family.replace(/["\\\n\r\f]/g, "")}"`;
  return family === "Nunito" ? bundled : `${named}, ${bundled}`;
}
