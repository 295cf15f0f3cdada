// How it sounds, and what it hears.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Voice() {
  return html`<${Card} title=${say("voice.title")}><${Empty}>${say("voice.about")}<//><//>`;
}
