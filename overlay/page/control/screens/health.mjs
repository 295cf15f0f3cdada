// Whether everything works, and what it costs.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Health() {
  return html`<${Card} title=${say("health.title")}><${Empty}>${say("health.about")}<//><//>`;
}
