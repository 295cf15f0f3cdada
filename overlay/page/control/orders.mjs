// The orders that are on every screen: the same words as on the command line and in chat.

import { change } from "./settings.mjs";
import { ask, known, learn } from "./store.mjs";

const PANIC_MS = 2000;
let hushedAt = -Infinity;

/** Be quiet now; while a hush lasts, end it. Pressed again at once it stays quiet: somebody who presses twice means it. */
export function hush() {
  const isCalm = performance.now() - hushedAt > PANIC_MS;
  if (isHushed() && isCalm) return ask("hush", { end: true });
  hushedAt = performance.now();
  return ask("hush");
}

/** Whether it keeps quiet after a hush. */
export const isHushed = () => known.state?.hushed_until > Date.now();

/** Say something about what is to be seen. */
export const react = () => ask("react");

/** Pause, or go on. */
export const pause = () => ask(known.state?.paused ? "resume" : "pause");

/** Show or hide the line in which it is told what to say. */
export const toggleSaying = () => learn({ isSaying: !known.isSaying });

/** Show or hide what each key does. */
export const toggleKeys = () => learn({ showsKeys: !known.showsKeys });

/** Mute its voice, whose captions go on, or have it heard again. */
export const mute = () => ask("voice.mute", { on: !known.state?.muted });

/** Close its ears, or open them: a setting, so that it can be undone. */
export const hear = async () => known.settings && change(known.settings.byKey["mic.enabled"], !known.state?.ears);
