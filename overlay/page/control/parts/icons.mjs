// The icons: strokes on a field of 24 by 24.

import { html } from "../view.mjs";

const PATHS = {
  live: "M12 12h.01M8.5 15.5a5 5 0 0 1 0-7M15.5 8.5a5 5 0 0 1 0 7M5.6 18.4a9 9 0 0 1 0-12.8M18.4 5.6a9 9 0 0 1 0 12.8",
  look: "M4 5h16v11H4zM9 20h6M12 16v4",
  voice: "M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v3",
  brain: "M12 5a3 3 0 0 0-5.6 1A3.4 3.4 0 0 0 5 12a3.4 3.4 0 0 0 2 5.5A3 3 0 0 0 12 19zM12 5a3 3 0 0 1 5.6 1A3.4 3.4 0 0 1 19 12a3.4 3.4 0 0 1-2 5.5A3 3 0 0 1 12 19z",
  eyes: "M3 12s3.4-6 9-6 9 6 9 6-3.4 6-9 6-9-6-9-6zM12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  persona: "M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM5 20a7 7 0 0 1 14 0",
  chats: "M4 5h16v11H9l-5 4zM8 9h8M8 12h5",
  tools: "M14 6a4 4 0 0 1 5-1l-3 3 1 2 2 1 3-3a4 4 0 0 1-6 4l-7 8a2 2 0 0 1-3-3l8-7a4 4 0 0 1 0-4z",
  guard: "M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6z",
  plan: "M4 6h16v14H4zM4 10h16M8 3v4M16 3v4",
  health: "M3 12h4l2-6 4 12 3-8 2 2h3",
  settings: "M4 7h9M17 7h3M4 12h3M11 12h9M4 17h11M19 17h1M15 5v4M9 10v4M17 15v4",
  react: "M13 3L5 14h6l-1 7 8-11h-6z",
  say: "M4 5h16v11H9l-5 4z",
  pause: "M8 5v14M16 5v14",
  resume: "M7 5l12 7-12 7z",
  sound: "M4 10v4h4l5 4V6L8 10zM17 9a4 4 0 0 1 0 6M19.500 6.500a8 8 0 0 1 0 11",
  deaf: "M12 4a3 3 0 0 1 3 3v4a3 3 0 0 1-6 0V7a3 3 0 0 1 3-3zM6 11a6 6 0 0 0 12 0M12 17v3M4 4l16 16",
  hush: "M4 10v4h4l5 4V6L8 10zM17 9.5l5 5M22 9.5l-5 5",
  heard: "M7 9a5 5 0 0 1 10 0c0 3-3 4-3 7a3 3 0 0 1-5.5 1.6M10 10a2 2 0 1 1 3 1.7c-1 .6-1 1.3-1 2.3",
  tool: "M6 20L17 9M15 4v3M20 9h-3M18.5 5.5L17 7M9 4v2M20 15h-2",
  no: "M6 6l12 12M18 6L6 18",
  yes: "M5 12.5l4.5 4.5L19 7.5",
  quiet: "M6 12h.01M12 12h.01M18 12h.01",
  undo: "M9 7L5 11l4 4M5 11h9a5 5 0 0 1 0 10h-3",
  again: "M20 12a8 8 0 1 1-2.5-5.8M20 4v4h-4",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  search: "M10.5 4a6.5 6.5 0 1 1 0 13 6.5 6.5 0 0 1 0-13zM15.5 15.5L20 20",
  copy: "M8 8h11v12H8zM5 16V4h11",
  lock: "M6 11h12v9H6zM9 11V8a3 3 0 0 1 6 0v3",
};

/** An icon, which a screen reader leaves out: words stand beside it. */
export function Icon({ name, small = false }) {
  return html`<svg class=${small ? "icon small" : "icon"} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d=${PATHS[name]} />
  </svg>`;
}

const SHAPES = {
  good: ["M12 1a11 11 0 1 0 0 22 11 11 0 0 0 0-22z", "M7 12.4l3.5 3.6L17.2 8.6"],
  odd: ["M12 2L1.5 21.5h21z", "M12 9v6M12 18.2v.1"],
  bad: ["M7.5 1h9L23 7.5v9L16.500 23h-9L1 16.500v-9z", "M8 8l8 8M16 8l-8 8"],
  off: ["M12 2.500a9.500 9.500 0 1 0 0 19 9.500 9.500 0 0 0 0-19z", "M8 12h8"],
  busy: ["", "M12 3a9 9 0 1 1-8.500 6"],
};

/** A state by its shape and colour; its word stands beside it, or is told to a screen reader. */
export function Mark({ of, word = "" }) {
  const [shape, sign] = SHAPES[of];
  return html`<svg class="mark ${of}" viewBox="0 0 24 24" role="img" aria-label=${word} aria-hidden=${word ? null : "true"}>
    ${shape && html`<path class="shape" d=${shape} />`}<path class="sign" d=${sign} />
  </svg>`;
}
