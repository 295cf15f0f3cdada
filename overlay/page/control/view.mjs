// The view library, as all parts and screens use it.

import htm from "./vendor/htm.mjs";
import { h } from "./vendor/preact.mjs";

export { useEffect, useLayoutEffect, useRef, useState } from "./vendor/hooks.mjs";
export { Fragment, render } from "./vendor/preact.mjs";
export const html = htm.bind(h);
