// What is on the streamer's desktop: the keys that work in the game, and how the show gets onto this computer.

import { useAnswer } from "../answers.mjs";
import { copy } from "../copying.mjs";
import { Button, Card } from "../parts/basic.mjs";
import { Switch } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { PanelCard } from "./panel_card.mjs";

const NAMED = ["Pause", "Insert", "Home", "End", "Space"];
const POSTED = ["hush", "pause", "react"];

/** The keys of the game, and beside them this computer and this page. */
export function DesktopCard({ known }) {
  return html`<div class="desktop"><${GameKeys} known=${known} /><div class="column"><${Computer} /><${PanelCard} known=${known} /></div></div>`;
}

function GameKeys({ known }) {
  const held = known.state?.roles.find((each) => each.part === "keys");
  const [keys] = useAnswer("keys.list", {}, [known.settings, held?.plays, held?.why]);
  if (!keys || !known.settings) return null;
  const reasons = new Set(keys.filter((each) => each.shortcut).map((each) => each.why));
  const shared = reasons.size === 1 ? [...reasons][0] : "";
  return html`<${Card} title=${say("desktop.keys")}>
    <p class="quiet">${say("desktop.keys.about")}</p>
    ${shared && html`<p class="odd" dir="auto">${say("desktop.keys.none", { why: translate(shared) })}</p>`}
    <ul class="list">${keys.map((each) => html`<${GameKey} key=${each.key} of=${shared ? { ...each, why: "" } : each} setting=${known.settings.byKey[`keys.${each.key}`]} />`)}</ul>
  <//>`;
}

function GameKey({ of, setting }) {
  const { key, shortcut, why } = of;
  const [listens, listen] = useState(false);
  const label = say(`desktop.key.${key}`);
  const press = (event) => {
    if (!listens || event.key === "Tab") return;
    event.preventDefault();
    event.stopPropagation();
    const read = readShortcut(event);
    if (read === undefined) return;
    listen(false);
    if (read !== null && read !== shortcut) change(setting, read);
  };
  const copyAddress = () => copy(`${location.origin}/do/${key}`, say("desktop.copied"));
  return html`<li class="row">
    <b>${label}</b>
    <div class="end">
      <button type="button" class="button line small" aria-pressed=${String(listens)} aria-label=${say("desktop.key.change", { what: label, key: shortcut || say("desktop.unset") })}
        disabled=${Boolean(setting?.locked)} onClick=${() => listen(!listens)} onBlur=${() => listen(false)} onKeyDown=${press}>
        ${say(listens ? "desktop.press" : shortcut ? "desktop.key.is" : "desktop.unset", { key: shortcut })}</button>
      ${POSTED.includes(key) && html`<${Button} kind="ghost small" icon="copy" press=${copyAddress} aria-label=${say("desktop.copy", { what: label })} />`}
    </div>
    ${listens && html`<p class="why quiet">${say("desktop.press.how")}</p>`}
    ${why && shortcut && html`<p class="why odd" dir="auto">${why}</p>`}
  </li>`;
}

/** Return what was pressed as the settings write it; empty for none, null to leave it as it is, undefined to go on. */
function readShortcut(event) {
  if (event.key === "Escape") return null;
  if (event.key === "Backspace" || event.key === "Delete") return "";
  const code = event.code.replace(/^(Key|Digit)/, "");
  if (!/^([A-Z0-9]|F\d{1,2})$/.test(code) && !NAMED.includes(code)) return undefined;
  const held = [event.ctrlKey && "Ctrl", event.altKey && "Alt", event.shiftKey && "Shift", event.metaKey && "Super"];
  return [...held.filter(Boolean), code].join("+");
}

function Computer() {
  const [there, again] = useAnswer("desktop.state");
  if (!there) return null;
  const set = (op) => (on) =>
    ask(op, { off: !on })
      .then(tell)
      .catch((error) => tell(error.message, { isRefusal: true }))
      .finally(again);
  return html`<${Card} title=${say("desktop.computer")}>
    <ul class="list">
      <li class="row"><label class="whole switched"><span class="words" aria-hidden="true">${say("desktop.launcher")}</span>
        <div class="end"><${Switch} label=${say("desktop.launcher")} value=${there.launcher} change=${set("desktop.launcher")} /></div></label></li>
      <li class="row"><label class="whole switched"><span class="words" aria-hidden="true">${say("desktop.autostart")}</span>
        <div class="end"><${Switch} label=${say("desktop.autostart")} value=${there.autostart} change=${set("desktop.autostart")} /></div></label></li>
    </ul>
    <${Button} kind="line" press=${() => ask("desktop.show").then(tell)}>${say("desktop.window")}<//>
  <//>`;
}
