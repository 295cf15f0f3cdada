// This panel: what this browser keeps of the page itself.

import { Card } from "../parts/basic.mjs";
import { Segment, Switch } from "../parts/inputs.mjs";
import { keep, keepLanguage } from "../kept.mjs";
import { html } from "../view.mjs";
import { language, LANGUAGES, say } from "../words.mjs";

const CHOICES = ["isStreamSafe", "hasKeys", "isStill"];

/** What is chosen for this page in this browser. */
export function PanelCard({ known }) {
  return html`<${Card} title=${say("panel.title")}>
    <ul class="list">
      <li class="row"><span class="words">${say("panel.language")}</span>
        <div class="end"><${Segment} label=${say("panel.language")} value=${language} choices=${Object.entries(LANGUAGES)} change=${keepLanguage} /></div></li>
      ${CHOICES.map(
        (each) => html`<li class="row" key=${each}><label class="whole switched"><span class="words" aria-hidden="true">${say(`panel.${each}`)}</span>
          <div class="end"><${Switch} label=${say(`panel.${each}`)} value=${known[each]} change=${(value) => keep(each, value)} /></div></label></li>`,
      )}
    </ul>
    <p class="line"><a class="button line small" href="#welcome">${say("panel.welcome")}</a></p>
  <//>`;
}
