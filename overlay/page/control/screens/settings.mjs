// Every setting there is, made from the performer's own schema.

import { Button, Card, Empty } from "../parts/basic.mjs";
import { name } from "../names.mjs";
import { findScreen } from "../screens.mjs";
import { ask } from "../store.mjs";
import { tell } from "../parts/toast.mjs";
import { translate } from "../translate.mjs";
import { undoOf } from "../undoing.mjs";
import { html, useState } from "../view.mjs";
import { knows, say } from "../words.mjs";
import { DesktopCard } from "./desktop_card.mjs";
import { Setting } from "./settings_field.mjs";
import { Changes } from "./settings_changes.mjs";

/** The sections that no other screen changes, though one may tell of them. */
const ONLY_HERE = ["window", "keys", "desktop"];

export function Settings({ known }) {
  const [words, search] = useState("");
  const [open, choose] = useState("frames");
  if (!known.settings) return null;
  const { list, sections } = known.settings;
  const shown = words.trim() ? find(list, words) : list.filter((each) => each.section === open);
  return html`<div class="settings">
    <div class="head"><h1>${say("screen.settings")}</h1><p class="quiet">${say("settings.words")}</p>
      <input id="search" type="search" class="field" aria-label=${say("settings.search", { n: list.length })} placeholder=${say("settings.search", { n: list.length })}
        value=${words} onInput=${(event) => search(event.target.value)} /></div>
    ${!words.trim() && html`<${DesktopCard} known=${known} />`}
    ${known.settings.trouble && html`<p class="waiting odd" dir="auto">${translate(known.settings.trouble)}</p>`}
    <${Changes} known=${known} isShort=${Boolean(words.trim())} />
    <ul class="sections" aria-label=${say("settings.sections")}>
      ${Object.keys(sections).map((each) => {
        const many = list.filter((setting) => setting.section === each).length;
        return html`<li key=${each}><button type="button" aria-current=${each === open && !words ? "true" : null} onClick=${() => (search(""), choose(each))}>
          <span>${sectionName(each)}</span><span class="quiet">${many}</span></button></li>`;
      })}
    </ul>
    <${Card} title=${words.trim() ? say("settings.found", { n: shown.length }) : sectionName(open)}>
      ${!words.trim() && html`<${About} section=${open} words=${sections[open]} list=${shown} />`}
      ${shown.length ? html`<ul class="fields">${shown.map((each) => html`<${Setting} key=${each.key} setting=${each} />`)}</ul>` : html`<${Empty}>${say("settings.none")}<//>`}
    <//>
  </div>`;
}

function About({ section, words, list }) {
  const screen = !ONLY_HERE.includes(section) && findScreen(section);
  const reset = () => ask("config.reset", { section }).then((said) => tell(said, { undo: undoOf(section) }));
  const isChanged = list.some((each) => (each.origin !== "default" || each.unsaved) && !each.locked);
  return html`<div class="line"><p class="quiet">${words}</p>
    ${screen && html`<a class="button small line" href=${`#${screen}`}>${say("settings.own", { screen: say(`screen.${screen}`) })}</a>`}
    ${isChanged && html`<${Button} press=${reset} icon="undo" kind="small ghost">${say("settings.resetSection")}<//>`}</div>`;
}

function find(list, words) {
  const wanted = words.toLowerCase().split(/\s+/);
  return list.filter((each) => wanted.every((word) => `${each.key} ${each.about} ${name(each.key)}`.toLowerCase().includes(word)));
}

function sectionName(section) {
  return knows(`section.${section}`) ? say(`section.${section}`) : section;
}
