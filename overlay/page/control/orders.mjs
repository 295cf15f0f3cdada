// The orders that are on every screen: the same words as on the command line and in chat.

import { performerNow } from "./now.mjs";
import { change } from "./settings.mjs";
import { ask, known, learn } from "./store.mjs";

const PANIC_MS = 2000;
let hushedAt = -Infinity;
const turning = new Map();

learn({ asked: {} });

/** Be quiet now; while a hush lasts, end it. Pressed again at once it stays quiet: somebody who presses twice means it. */
export function hush() {
  if (endsHush()) return ask("hush", { end: true });
  hushedAt = performance.now();
  return ask("hush");
}

/** Return for how much longer it keeps quiet after a hush; 0 where it does not. */
export const hushedMs = () => Math.max(0, (known.state?.hushed_until ?? 0) - performerNow());

/** Whether a press of Hush ends one. */
export const endsHush = () => hushedMs() > 0 && performance.now() - hushedAt > PANIC_MS;

/** Ask for a line about what is to be seen. */
export const react = () => ask("react");

/** Whether it is `paused` or `muted`: what was asked for last, until the performer has told what is. */
export const isOn = (name) => known.asked[name] ?? Boolean(known.state?.[name]);

/** Pause, or go on: what the button says, also where it is pressed twice at once. */
export const pause = () => turn("paused", (on) => ask(on ? "pause" : "resume"));

/** Begin the show again; a connection that breaks before the answer comes is what was asked for. */
export const beginAgain = async () => {
  const isUp = known.link === "up";
  try {
    return await ask("restart");
  } catch (error) {
    if (!isUp || known.link === "up") throw error;
    return "";
  }
};

/** Show or hide the line in which it is told what to say. */
export const toggleSaying = () => learn({ isSaying: !known.isSaying });

/** Show or hide what each key does. */
export const toggleKeys = () => learn({ showsKeys: !known.showsKeys });

/** Mute its voice, whose captions go on, or have it heard again. */
export const mute = () => turn("muted", (on) => ask("voice.mute", { on }));

/** Close its ears, or open them: a setting, so that it can be undone. */
export const hear = async () => known.settings && change(known.settings.byKey["mic.enabled"], !known.state?.ears);

/** Ask for the other state, once what was asked before is answered. */
async function turn(name, order) {
  const on = !isOn(name);
  const act = async () => {
    await order(on);
    await ask("status"); // the news of the state come before this answer
  };
  const under = (turning.get(name) ?? Promise.resolve()).then(act, act);
  turning.set(name, under);
  learn({ asked: { ...known.asked, [name]: on } });
  try {
    await under;
  } finally {
    if (turning.get(name) === under) {
      turning.delete(name);
      learn({ asked: { ...known.asked, [name]: undefined } });
    }
  }
}
