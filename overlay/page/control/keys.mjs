// The keys of the page: single letters, which never work in a field, and never do what cannot be undone.

import { tell } from "./parts/toast.mjs";
import { hush, pause, react, toggleSaying } from "./orders.mjs";
import { goTo, SCREENS } from "./screens.mjs";
import { known, learn } from "./store.mjs";

const ORDERS = { h: hush, p: pause, r: react, s: toggleSaying };

/** Hear the keys from now on. */
export function hearKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") leave();
    else if (!isTyping(event.target)) obey(event);
  });
}

function isTyping(target) {
  return target.matches?.("input:not([type=range]), textarea, select");
}

function leave() {
  if (known.isSaying) learn({ isSaying: false });
  document.activeElement?.blur();
}

function obey(event) {
  const order = ORDERS[event.key.toLowerCase()];
  const screen = /^[0-9]$/.test(event.key) && SCREENS[(Number(event.key) + 9) % 10];
  if (!order && !screen && event.key !== "/") return;
  event.preventDefault();
  if (order) Promise.resolve(order()).catch((error) => tell(error.message, { isRefusal: true }));
  else if (screen) goTo(screen.name);
  else search();
}

function search() {
  goTo("settings");
  requestAnimationFrame(() => document.getElementById("search")?.focus());
}
