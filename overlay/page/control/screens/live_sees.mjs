// What it sees: the newest picture as the model gets it, asked for only while this card is seen.

import { Card, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Picture } from "../parts/picture.mjs";
import { WhileSeen } from "../parts/seen.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { count, say } from "../words.mjs";

export function Sees() {
  return html`<${Card} kind="what-it-sees" title=${say("sees")}><${WhileSeen} kind="sees" content=${() => html`<${Newest} />`} /><//>`;
}

function Newest() {
  const frame = useTopic("frame");
  if (!frame) return html`<${Empty}>${say("sees.waits")}<//>`;
  return html`${frame.jpeg ? html`<${Picture} jpeg=${frame.jpeg} label=${say("sees.picture")} />` : html`<p class="away" dir="auto"><${Icon} name="eyes" /> <b>${say("sees.away")}</b> ${translate(frame.away)}</p>`}
    <div class="line"><span class="quiet grows" dir="auto">${frame.jpeg ? facts(frame) : ""}</span><a class="button small" href="#eyes">${say("sees.hide")}</a></div>`;
}

/** Return where a picture is from, its age and its size. */
export function facts({ source, age_s, width, height }) {
  return [translate(source), say("sees.age", { s: count(age_s) }), `${width} × ${height}`].join(" · ");
}
