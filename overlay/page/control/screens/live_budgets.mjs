// What is left of each tool's limit, counted only while this card is seen.

import { Bar, Card } from "../parts/basic.mjs";
import { WhileSeen } from "../parts/seen.mjs";
import { html } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { knows, say } from "../words.mjs";

export function Budgets() {
  return html`<${Card} kind="budgets" title=${say("budgets")}><${WhileSeen} content=${() => html`<${Left} />`} /><//>`;
}

function Left() {
  const budgets = useTopic("budgets");
  if (!budgets) return null;
  const rows = [[say("budgets.all"), budgets.together], ...Object.entries(budgets.tools).map(([tool, use]) => [nameOf(tool), use])];
  return html`<div class="bars">${rows.map(([name, use]) => html`<${One} key=${name} name=${name} use=${use} />`)}</div>`;
}

function One({ name, use }) {
  const left = Math.max(0, use.most - use.used);
  return html`<${Bar} name=${name} left=${left} most=${use.most} words=${left ? say("budgets.left", { left, most: use.most }) : say("budgets.none")} />`;
}

function nameOf(tool) {
  return knows(`tool.${tool}`) ? say(`tool.${tool}`) : tool;
}
