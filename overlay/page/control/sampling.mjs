// A line that is heard here alone: not on the stream, and in no list of what was said.

import { tell } from "./parts/toast.mjs";
import { ask } from "./store.mjs";
import { translate } from "./translate.mjs";
import { count, say } from "./words.mjs";

const MS = 1000;

/** Speak a line now, in the voice of an id or in the chosen one, tell how long it took or why it was not heard, and
 * return whether it was. */
export async function hearSample(text, voice) {
  const { heard_after_ms: heard, why } = await ask("voices.sample", { text, ...(voice && { voice }) });
  const isHeard = heard !== null;
  tell(isHeard ? say("voice.sampled", { s: count(heard / MS, 2), device: why }) : say("voice.unheard", { why: translate(why) }));
  return isHeard;
}
