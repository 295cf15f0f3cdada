// The view library, as all parts and screens use it.

import { withoutAccounts } from "./accounts.mjs";
import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.mjs";
export { Fragment, render } from "./vendor/preact.mjs";

/** Attributes that are read out or shown beside the pointer; what a field holds is left as it is. */
const SHOWN = ["aria-label", "aria-valuetext", "title", "placeholder"];

/** Make a node of the page: all that is shown comes through here, and no account's name is to be among it. */
function make(type, props, ...children) {
  for (const name of props && typeof type === "string" ? SHOWN : []) if (name in props) props[name] = withoutAccounts(props[name]);
  return h(type, props, ...children.map(withoutAccounts));
}

export const html = htm.bind(make);
