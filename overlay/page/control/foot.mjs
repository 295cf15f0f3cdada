// The foot of the navigation: its voice and its ears, on every screen.

import { hear, isOn, mute } from "./orders.mjs";
import { tell } from "./parts/toast.mjs";
import { Icon } from "./parts/icons.mjs";
import { html } from "./view.mjs";
import { say } from "./words.mjs";

/** The two switches: a pressed one is off. */
export function Foot({ known }) {
  if (!known.state) return null;
  const muted = isOn("muted");
  const { ears, roles } = known.state;
  const isPlayed = roles.some((each) => each.part === "sound" && each.state === "works");
  const order = (act) => () => act().catch((error) => tell(error.message, { isRefusal: true }));
  return html`<div id="foot" role="group" aria-label=${say("foot")}>
    <button type="button" class="button muted" aria-pressed=${String(muted)} aria-label=${say("foot.voice")} title=${say(muted ? "foot.muted" : isPlayed ? "foot.heard" : "foot.unplayed")} onClick=${order(mute)}>
      <${Icon} name=${muted ? "hush" : "sound"} /><kbd>M</kbd></button>
    <button type="button" class="button" aria-pressed=${String(!ears)} aria-label=${say("foot.ears")} title=${say(ears ? "foot.open" : "foot.closed")} onClick=${order(hear)}>
      <${Icon} name=${ears ? "voice" : "deaf"} /><kbd>E</kbd></button>
  </div>`;
}
