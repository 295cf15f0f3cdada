// The frame around every screen: the state, the four orders, the navigation, and what was just done.

import { Foot } from "./foot.mjs";
import { Button } from "./parts/basic.mjs";
import { Icon, Mark } from "./parts/icons.mjs";
import { tell, Toast } from "./parts/toast.mjs";
import { Segment } from "./parts/inputs.mjs";
import { hush, isHushed, isOn, pause, react, toggleKeys, toggleSaying } from "./orders.mjs";
import { SCREENS, TABS, useScreen } from "./screens.mjs";
import { ask, connect, useKnown } from "./store.mjs";
import { translate } from "./translate.mjs";
import { html, useEffect, useState } from "./view.mjs";
import { useNow } from "./now.mjs";
import { clock, knows, lasting, say } from "./words.mjs";

const SECOND_MS = 1000;

/** The whole page. */
export function Frame() {
  const known = useKnown();
  const { open, Screen } = useScreen();
  const [isMore, showMore] = useState(false);
  useEffect(() => showMore(false), [open.name]);
  useEffect(() => void (document.title = `${say(`screen.${open.name}`)} · Stream Performer`), [open.name]);
  return html`<div id="frame" class=${`${known.link}${isMore ? " more" : ""}`}>
    <${Top} known=${known} />
    ${known.isSaying && html`<${SayLine} />`}
    ${known.showsKeys && html`<${Keys} />`}
    <${Navigation} open=${open} known=${known} />
    <main id="main" data-screen=${open.name} tabindex="-1" aria-label=${say(`screen.${open.name}`)}>
      ${known.link === "lost" && html`<${Lost} known=${known} />`}
      <div class="screen" inert=${known.link === "lost"}>
        ${known.state && Screen ? html`<${Screen} known=${known} />` : html`<p class="empty"><${Mark} of="busy" /> ${say("starting")}</p>`}
      </div>
    </main>
    <${Tabs} open=${open} known=${known} isMore=${isMore} toggle=${() => showMore(!isMore)} />
    <${Toast} />
  </div>`;
}

function Top({ known }) {
  const other = isOn("paused") ? "resume" : "pause";
  return html`<header id="top">
    <div id="brand"><img src="/panel/files/icon/tray.png" alt="" width="36" height="36" /><b>Stream<br />Performer</b></div>
    <${Being} known=${known} />
    <div id="deck" role="group" aria-label=${say("deck")}>
      <${Button} press=${react} icon="react" keys="R">${say("react")}<//>
      <${Button} press=${toggleSaying} icon="say" keys="S" aria-expanded=${String(Boolean(known.isSaying))}>${say("sayIt")}<//>
      <${Button} press=${pause} icon=${other} keys="P">${say(other)}<//>
      <${Button} press=${hush} icon="hush" kind="hush" keys="H" aria-pressed=${String(Boolean(isHushed()))}>${say("hush")}<//>
    </div>
  </header>`;
}

/** The state of the whole; its times go on by themselves, and a screen reader hears of changes alone. */
function Being({ known }) {
  const now = useNow(SECOND_MS);
  const [mark, title, words, since] = describe(known, now);
  return html`<div id="being"><${Mark} of=${mark} /><div><b><span role="status">${title}</span>${since && html` <i>${since}</i>`}</b><span dir="auto">${words}</span></div></div>`;
}

/** Return the shape of the whole's state, its word, what else there is to say of it, and for how long it lasts. */
function describe({ link, state, isShutOut }, now) {
  if (link === "lost") return ["bad", say("being.lost"), say(isShutOut ? "being.shutOut" : "being.lost.why")];
  if (!state) return ["busy", say("being.starting"), ""];
  const reasons = Object.entries(state.pauses).map(([by, why]) => since(translate(why), state.paused_at[by], now));
  if (reasons.length) return ["off", say("being.paused"), reasons.join("; ")];
  if (state.hushed_until > now) return ["off", say("being.hushed"), say("being.hushed.words", { s: Math.ceil((state.hushed_until - now) / SECOND_MS) })];
  const running = state.began_at ? lasting(now - state.began_at) : "";
  const down = Object.keys(state.down);
  if (down.length) return ["odd", say("being.performing"), say("being.down", { what: down.map(namePart).join(", ") }), running];
  return ["good", say("being.performing"), state.said_at ? say("being.lastSaid", { since: lasting(now - state.said_at) }) : say("being.quiet"), running];
}

const namePart = (part) => (knows(`part.${part}`) ? say(`part.${part}`) : part);

function since(why, begun, now) {
  return begun ? say("being.pausedBy", { why, since: lasting(now - begun) }) : why;
}

function SayLine() {
  const [words, type] = useState("");
  const [how, choose] = useState("word");
  const send = async (event) => {
    event.preventDefault();
    if (!words.trim()) return;
    const order = how === "word" ? ask("say", { text: words }) : ask("cue", { kind: "operator", text: words });
    await order.then(() => type("")).catch((error) => tell(error.message, { isRefusal: true }));
  };
  return html`<form id="sayline" onSubmit=${send}>
    <input class="field" maxlength="2000" autocomplete="off" aria-label=${say("say.label")} placeholder=${say("say.label")} value=${words}
      ref=${(field) => field && !words && field.focus()} onInput=${(event) => type(event.target.value)} />
    <${Segment} label=${say("say.how")} value=${how} choices=${[["word", say("say.word")], ["own", say("say.own")]]} change=${choose} />
    <button class="button go" type="submit">${say("say.send")}</button>
  </form>`;
}

const KEYS = ["H", "P", "R", "S", "A", "M", "E", "1 … 0", "/", "Esc", "?"];

/** What each key does: a line of the page, for nothing may be in front of the orders. */
function Keys() {
  return html`<section id="keys" aria-label=${say("keys")}>
    <dl>${KEYS.map((key) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${say(`key.${key}`)}</dd></div>`)}</dl>
    <p class="quiet">${say("keys.arrows")}</p>
  </section>`;
}

function Navigation({ open, known }) {
  const groups = [...new Set(SCREENS.map((each) => each.group))];
  return html`<nav id="nav" aria-label=${say("screens")}>
    ${groups.map(
      (group) => html`<div key=${group}>
        ${group && html`<h2>${say(`group.${group}`)}</h2>`}
        <ul>
          ${SCREENS.filter((each) => each.group === group).map(
            (each) => html`<li key=${each.name}><a href=${`#${each.name}`} aria-current=${each === open ? "page" : null}>
              <${Icon} name=${each.name} /><span>${say(`screen.${each.name}`)}</span><${Badge} name=${each.name} known=${known} />
            </a></li>`,
          )}
        </ul>
      </div>`,
    )}
    <${Foot} known=${known} />
    <button type="button" class="keys" aria-expanded=${String(Boolean(known.showsKeys))} onClick=${toggleKeys}><kbd>?</kbd> ${say("keys")}</button>
  </nav>`;
}

/** What a narrow page has at its foot: four screens, and the whole navigation in place of the screen. */
function Tabs({ open, known, isMore, toggle }) {
  return html`<nav id="tabs" aria-label=${say("tabs")}>
    ${TABS.map(
      (each) => html`<a key=${each.name} href=${`#${each.name}`} aria-current=${each === open && !isMore ? "page" : null} onClick=${() => isMore && toggle()}>
        <${Icon} name=${each.name} /><span>${say(`tab.${each.name}`)}</span><${Badge} name=${each.name} known=${known} /></a>`,
    )}
    <button type="button" aria-expanded=${String(isMore)} aria-controls="nav" onClick=${toggle}><${Icon} name="more" />
      <span>${TABS.includes(open) ? say("more") : say(`tab.${open.name}`)}</span></button>
  </nav>`;
}

function Badge({ name, known }) {
  const waits = name === "live" ? known.state?.approvals.waiting : 0;
  const changed = name === "settings" ? known.settings?.list.filter((each) => each.waits && !each.locked).length : 0;
  if (!waits && !changed) return null;
  return html`<span class="badge" aria-label=${say(waits ? "badge.waits" : "badge.restart", { n: waits || changed })}>${waits || changed}</span>`;
}

function Lost({ known: { heardAt, isShutOut } }) {
  return html`<div id="lost" role="alert">
    <span><b>${say("lost.title")}</b> ${say(isShutOut ? "lost.shutOut" : "lost.words", { at: clock(heardAt) })}</span>
    <button type="button" class="button small" onClick=${connect}>${say("lost.again")}</button>
  </div>`;
}
