// What it sees, and what it must not see.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Eyes() {
  return html`<${Card} title=${say("eyes.title")}><${Empty}>${say("eyes.about")}<//><//>`;
}
