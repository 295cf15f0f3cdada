// Where people talk with it.

import { Card, Empty } from "../parts/basic.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

export function Chats() {
  return html`<${Card} title=${say("chats.title")}><${Empty}>${say("chats.about")}<//><//>`;
}
