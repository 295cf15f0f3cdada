// The plain parts of every screen: cards, buttons, rows, bars, chips, and what is shown where there is nothing.

import { html, useState } from "../view.mjs";
import { Icon, Mark } from "./icons.mjs";
import { tell } from "./toast.mjs";

/** The name of a screen, what it is for, and what is done with all of it. */
export function Head({ title, about, children }) {
  return html`<div class="head"><h1>${title}</h1><p>${about}</p>${children}</div>`;
}

/** A titled part of a screen; `end` stands at the end of its title's line. */
export function Card({ title, end, children, kind = "", label }) {
  return html`<section class="card ${kind}" aria-label=${label ?? title}>
    ${(title || end) && html`<header><h2>${title}</h2>${end && html`<div class="end">${end}</div>`}</header>`}
    ${children}
  </section>`;
}

/** A button; while the promise of `press` is open it is busy, and what went wrong is told. */
export function Button({ press, icon, kind = "", children, keys, ...others }) {
  const [isBusy, setBusy] = useState(false);
  const act = async (event) => {
    const under = press(event);
    if (!(under instanceof Promise)) return;
    setBusy(true);
    await under.catch((error) => tell(error.message, { isRefusal: true }));
    setBusy(false);
  };
  return html`<button type="button" class="button ${kind}" aria-busy=${isBusy} onClick=${act} ...${others}>
    ${icon && html`<${Icon} name=${icon} />`}${children && html`<span>${children}</span>`}${keys && html`<kbd>${keys}</kbd>`}
  </button>`;
}

/** A line of a list: a state, a name, words, and what can be done. */
export function Row({ mark, word, name, words, why, children }) {
  return html`<li class="row">
    ${mark && html`<${Mark} of=${mark} word=${word} />`}
    <b>${name}</b><span class="words" dir="auto">${words}</span>
    ${children && html`<div class="end">${children}</div>`}
    ${why && html`<p class="why ${mark}" dir="auto">${why}</p>`}
  </li>`;
}

/** What is left of a budget, from 0 to `most`. */
export function Bar({ name, left, most, words }) {
  return html`<div class="bar" role="meter" aria-label=${name} aria-valuemin="0" aria-valuemax=${most} aria-valuenow=${left} aria-valuetext=${words}>
    <span>${name}</span>
    <i class=${left ? "" : "empty"}><u style=${{ width: `${most ? (100 * left) / most : 0}%` }} /></i>
    <span class=${left ? "quiet" : "odd"}>${words}</span>
  </div>`;
}

/** A word in a frame. */
export function Chip({ kind = "", icon, children }) {
  return html`<span class="chip ${kind}">${icon && html`<${Icon} name=${icon} small />`}${children}</span>`;
}

/** What stands where a list has nothing. */
export function Empty({ children }) {
  return html`<p class="empty">${children}</p>`;
}

/** A part of a screen that is opened by its title. */
export function Fold({ title, children, ...others }) {
  return html`<details class="card fold" ...${others}><summary>${title}</summary>${children}</details>`;
}
