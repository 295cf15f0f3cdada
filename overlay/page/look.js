// The look: the theme becomes CSS variables on the stage, `bubble.max_width` as `--bubble-max-width` and so on; a list
// as `--bubble-padding-0`, `-1` … Lengths are numbers without a unit: stage.css multiplies them by its --s.

import { complain, scale, theme as wished } from "./wishes.js";

const stage = document.getElementById("stage");
let worn = null;
let isComplained = false;

/** The theme that is worn; null before the server has told one. */
export function theme() {
  return worn;
}

/** Tell how many device pixels one unit of the board takes, enlarged as the address asks. */
export function unit() {
  const across = Math.max(innerWidth / 1920, Math.min(innerHeight / 1920, innerWidth / 1280));
  return Math.min(across, innerHeight / 1080) * devicePixelRatio * scale;
}

/** Tell whether pictures of twice the size are worth having. */
export function isLarge() {
  return unit() > 1 + 1e-6;
}

/** Wear a theme from now on; who has measured something measures again. */
export function wear(theme) {
  worn = theme;
  for (const [name, value] of variables(theme)) stage.style.setProperty(`--${name.replaceAll("_", "-")}`, value);
  stage.style.setProperty("--family", families(theme.font.family));
  stage.style.setProperty("--scale", scale);
  stage.style.setProperty("--lap", isOpaque(theme.bubble.fill) ? 2 : 0);
  stage.dataset.theme = theme.name;
  stage.dataset.captions = theme.caption.at;
  stage.toggleAttribute("data-scaled", scale !== 1);
  if (wished && wished !== theme.name && !isComplained) {
    isComplained = true;
    complain(`there is no theme '${wished}', so '${theme.name}' is worn.`);
  }
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
