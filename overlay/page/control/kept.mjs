// What this browser keeps of the page itself, which is no setting of the show; components find it in what is known.

import { learn } from "./store.mjs";

const AT_FIRST = {
  isStreamSafe: true, // the page may be on the stream: the streamer's own words and names are not on it unasked
  hasKeys: true, // single letters give orders
  isStill: false, // nothing moves but what the streamer moves
};

for (const [name, atFirst] of Object.entries(AT_FIRST)) take(name, (localStorage.getItem(name) ?? String(atFirst)) === "true");

/** Choose one of them for this browser, from now on. */
export function keep(name, value) {
  localStorage.setItem(name, String(value));
  take(name, value);
}

/** Show the page in another language from now on; it is loaded anew. */
export function keepLanguage(language) {
  localStorage.setItem("language", language);
  location.reload();
}

function take(name, value) {
  learn({ [name]: value });
  if (name === "isStill") document.documentElement.classList.toggle("still", value);
}
