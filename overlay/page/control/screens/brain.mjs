// Which model writes its lines.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Brain() {
  return html`<${Card} title=${say("brain.title")}><${Empty}>${say("brain.about")}<//><//>`;
}
