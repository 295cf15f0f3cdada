// The keys of the page: single letters, which never work in a field, and never do what cannot be undone.

import { tell } from "./parts/toast.mjs";
import { hear, hush, mute, pause, react, toggleKeys, toggleSaying } from "./orders.mjs";
import { goTo, SCREENS } from "./screens.mjs";
import { known, learn } from "./store.mjs";

const ORDERS = { h: hush, p: pause, r: react, s: toggleSaying, m: mute, e: hear, a: goToQuestion, "/": search, "?": toggleKeys };

/** Hear the keys from now on; one that is held down counts once. */
export function hearKeys() {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat) return;
    if (event.key === "Escape") leave();
    else if (known.hasKeys && !isTyping(event.target)) obey(event);
  });
}

function isTyping(target) {
  return target.matches?.("input:not([type=range]), textarea, select");
}

function leave() {
  if (known.isSaying || known.showsKeys) learn({ isSaying: false, showsKeys: false });
  else document.activeElement?.blur();
}

function obey(event) {
  const screen = /^[0-9]$/.test(event.key) && SCREENS[(Number(event.key) + 9) % 10];
  const order = screen ? () => goTo(screen.name) : ORDERS[event.key.toLowerCase()];
  if (!order) return;
  event.preventDefault();
  Promise.resolve(order()).catch((error) => tell(error.message, { isRefusal: true }));
}

function goToQuestion() {
  goTo("live");
  focusSoon(".card.asks button");
}

function search() {
  goTo("settings");
  focusSoon("#search");
}

/** Focus the first that a selector finds, once it is drawn; some seconds of frames are waited for. */
function focusSoon(selector, framesLeft = 300) {
  const found = document.querySelector(selector);
  if (found) found.focus();
  else if (framesLeft) requestAnimationFrame(() => focusSoon(selector, framesLeft - 1));
}
