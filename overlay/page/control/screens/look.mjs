// Where everything stands on the stage, and how it looks.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Look() {
  return html`<${Card} title=${say("look.title")}><${Empty}>${say("look.about")}<//><//>`;
}
