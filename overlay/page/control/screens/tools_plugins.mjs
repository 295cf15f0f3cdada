// The streamer's own tools, a file each: what is in it, and the line of what is wrong.

import { useAnswer } from "../answers.mjs";
import { copy } from "../copying.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { ask } from "../store.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

/** The files of the plug-in folder. */
export function Plugins({ known }) {
  const roles = known.state.roles.filter((each) => each.part === "tools");
  const [found, again] = useAnswer("plugins.list", {}, [JSON.stringify(roles)]);
  return html`<${Card} title=${say("tools.plugins")}>
    ${found?.files.length ? html`<ul class="rows">${found.files.map((each) => html`<${Plugin} key=${each.name} plugin=${each} />`)}</ul>` : html`<${Empty}>${say("tools.plugins.none")}<//>`}
    <div class="line">
      <${Button} kind="small" icon="again" press=${() => ask("plugins.reload").then(again)}>${say("tools.plugins.again")}<//>
      ${found && html`<${Button} kind="small" press=${() => copy(found.folder, say("copied", { what: say("tools.plugins.path") }))}>${say("tools.plugins.copy")}<//>`}
    </div>
  <//>`;
}

function Plugin({ plugin }) {
  const mark = plugin.wrong.length ? "bad" : "good";
  return html`<li class="server">
    <${Mark} of=${mark} word=${say(`mark.${mark}`)} />
    <div class="grows"><p><b>${plugin.name}</b> <span class="quiet">${plugin.tools.join(", ") || say("tools.plugins.empty")}</span></p>
      ${plugin.wrong.map((each) => html`<p class="bad" dir="auto" key=${`${each.line} ${each.reason}`}>${each.line ? say("tools.plugins.line", { line: each.line, reason: each.reason }) : each.reason}</p>`)}</div>
  </li>`;
}
