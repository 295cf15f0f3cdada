// The frame around every screen: the state, the four orders, the navigation, and what was just done.

import { Foot } from "./foot.mjs";
import { Top } from "./head.mjs";
import { Icon, Mark } from "./parts/icons.mjs";
import { tell, Toast } from "./parts/toast.mjs";
import { useOldPlace } from "./places.mjs";
import { Segment } from "./parts/inputs.mjs";
import { toggleKeys } from "./orders.mjs";
import { SCREENS, TABS, useScreen } from "./screens.mjs";
import { ask, connect, useKnown } from "./store.mjs";
import { html, useEffect, useState } from "./view.mjs";
import { START, clock, say } from "./words.mjs";

/** The whole page. */
export function Frame() {
  const known = useKnown();
  const shown = useScreen();
  const { open, Screen } = shown;
  const scrolled = useOldPlace(shown);
  const [isMore, showMore] = useState(false);
  useEffect(() => showMore(false), [open.name]);
  useEffect(() => void (document.title = `${say(`screen.${open.name}`)} · Stream Performer`), [open.name]);
  return html`<div id="frame" class=${`${known.link}${isMore ? " more" : ""}`}>
    <${Top} known=${known} />
    ${known.isSaying && html`<${SayLine} />`}
    ${known.showsKeys && html`<${Keys} />`}
    <${Navigation} open=${open} known=${known} />
    <main id="main" ref=${scrolled} data-screen=${open.name} tabindex="-1" aria-label=${say(`screen.${open.name}`)}>
      ${known.link === "lost" && html`<${Lost} known=${known} />`}
      <div class="screen" inert=${known.link === "lost"}>
        ${known.state && Screen ? html`<${Screen} known=${known} />` : known.link !== "lost" && html`<p class="empty"><${Mark} of="busy" /> ${say("starting")}</p>`}
      </div>
    </main>
    <${Tabs} open=${open} known=${known} isMore=${isMore} toggle=${() => showMore(!isMore)} />
    <${Toast} />
  </div>`;
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

function Lost({ known: { heardAt, refused } }) {
  return html`<div id="lost" role="alert">
    <span><b>${say(refused === "full" ? "lost.full.title" : "lost.title")}</b> ${say(`lost.${refused || "words"}`, { at: clock(heardAt), start: START })}</span>
    <button type="button" class="button small" onClick=${connect}>${say("lost.again")}</button>
  </div>`;
}
