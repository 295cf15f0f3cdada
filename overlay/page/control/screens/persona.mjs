// Who it is.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Persona() {
  return html`<${Card} title=${say("persona.title")}><${Empty}>${say("persona.about")}<//><//>`;
}
