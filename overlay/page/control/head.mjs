// The head of the page: the state of the whole, what of it is not as it should be, whether it listens, and the four orders.

import { useNow } from "./now.mjs";
import { endsHush, hear, hush, hushedMs, isOn, pause, react, toggleSaying } from "./orders.mjs";
import { Button } from "./parts/basic.mjs";
import { Mark } from "./parts/icons.mjs";
import { translate } from "./translate.mjs";
import { html } from "./view.mjs";
import { knows, lasting, say } from "./words.mjs";

const SECOND_MS = 1000;

/** The state, and the four orders beside it. */
export function Top({ known }) {
  const other = isOn("paused") ? "resume" : "pause";
  return html`<header id="top">
    <div id="brand"><img src="/panel/files/icon/tray.png" alt="" width="36" height="36" /><b>Stream<br />Performer</b></div>
    <${Being} known=${known} />
    <${Light} known=${known} />
    <div id="deck" role="group" aria-label=${say("deck")}>
      <${Button} press=${react} icon="react" keys="R">${say("react")}<//>
      <${Button} press=${toggleSaying} icon="say" keys="S" aria-expanded=${String(Boolean(known.isSaying))}>${say("sayIt")}<//>
      <${Button} press=${pause} icon=${other} keys="P">${say(other)}<//>
      <${Hush} />
    </div>
  </header>`;
}

/** Whether the microphone is open, on every screen, and what closes it: nobody is listened to without knowing. */
function Light({ known: { link, state } }) {
  const isOpen = link !== "lost" && state?.listens;
  const hears = state?.floor === "taken";
  return html`<div id="light" class=${isOpen ? "on" : ""}>
    <span role="status">${isOpen && html`<i class=${hears ? "lamp hears" : "lamp"} aria-hidden="true" /><b>${say(hears ? "ears.light.hears" : "ears.light.waits")}</b>`}</span>
    ${isOpen && html`<${Button} press=${hear} icon="deaf" kind="small line" title=${say("foot.open")}>${say("ears.light.close")}<//>`}
  </div>`;
}

/** The button reads what a press of it does. */
function Hush() {
  useNow(SECOND_MS);
  return html`<${Button} press=${hush} icon="hush" kind=${hushedMs() ? "hush on" : "hush"} keys="H">${say(endsHush() ? "hush.end" : "hush")}<//>`;
}

/** The state of the whole; its times go on by themselves, and a screen reader hears of changes alone. */
function Being({ known }) {
  const now = useNow(SECOND_MS);
  const wrong = findWrong(known);
  const [mark, title, words, since] = describe(known, now, wrong.length > 0);
  return html`<div id="being"><${Mark} of=${mark} /><div>
    <b><span role="status">${title}</span>${since && html` <i>${since}</i>`}</b><span dir="auto">${words}</span>
    <div class="wrong" role="status">${wrong.map(([what, screen]) => html`<a key=${what} href=${`#${screen}`}><${Mark} of="odd" />${say(`head.${what}`)}</a>`)}</div>
  </div></div>`;
}

/** Return what the show goes on with and yet is not as a streamer would expect, each with the screen where it is mended. */
function findWrong({ link, state, settings }) {
  if (link === "lost" || !state) return [];
  return [
    state.guard.dry_run && ["dry", "guard"],
    isOn("muted") && ["muted", "voice"],
    settings?.trouble && ["unread", "settings"],
    !settings?.trouble && settings?.list.some((each) => each.unsaved) && ["unsaved", "settings"],
  ].filter(Boolean);
}

/** Return the shape of the whole's state, its word, what else there is to say of it, and for how long it lasts. */
function describe({ link, state, refused }, now, isWrong) {
  if (link === "lost") return ["bad", say("being.lost"), say(`being.lost.${refused || "why"}`)];
  if (!state) return ["busy", say("being.starting"), ""];
  const left = hushedMs() ? say("being.hushed.words", { s: Math.ceil(hushedMs() / SECOND_MS) }) : "";
  const reasons = Object.entries(state.pauses).map(([by, why]) => since(translate(why), state.paused_at[by], now));
  if (reasons.length && left) reasons.push(say("being.hushed.too", { left }));
  if (reasons.length) return ["off", say("being.paused"), reasons.join("; ")];
  if (left) return ["off", say("being.hushed"), left];
  const running = state.began_at ? lasting(now - state.began_at) : "";
  const down = Object.keys(state.down);
  if (down.length) return ["odd", say("being.performing"), say("being.down", { what: down.map(namePart).join(", ") }), running];
  const words = state.said_at ? say("being.lastSaid", { since: lasting(now - state.said_at) }) : say("being.quiet");
  return [isWrong ? "odd" : "good", say("being.performing"), words, running];
}

const namePart = (part) => (knows(`part.${part}`) ? say(`part.${part}`) : part);

function since(why, begun, now) {
  return begun ? say("being.pausedBy", { why, since: lasting(now - begun) }) : why;
}
