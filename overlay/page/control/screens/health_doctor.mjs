// The doctor: what works, part by part as it is tried, what does not, and where it is mended.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { findScreen } from "../screens.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { useTopic } from "../watching.mjs";
import { clock, count, knows, say } from "../words.mjs";

const MARKS = { ok: "good", warning: "odd", failed: "bad", skipped: "off" };
const WORST = ["failed", "warning", "ok", "skipped"];

/** Try all parts, or the models as well. */
export const examine = (models) => ask("doctor.run", { models });

/** What the doctor found, the newest. */
export function useFindings() {
  const [last] = useAnswer("doctor.last");
  return useTopic("doctor") ?? last;
}

/** What was found, part by part. */
export function Doctor({ found }) {
  const { findings = [], waits = [], at, took_s: took, asked_models: askedModels } = found ?? {};
  const parts = [...new Set(findings.map((each) => each.part))];
  const when = at && took ? say("health.when", { at: clock(Date.parse(at)), s: count(took) }) : waits.length ? say("health.trying", { n: waits.length }) : "";
  return html`<${Card} title=${say("health.doctor")} end=${html`<span class="quiet" role="status">${when}</span>`}>
    ${found && !at && html`<${Empty}>${say("health.untried")}<//>`}
    <ul class="rows">
      ${parts.map((part) => html`<${Part} key=${part} part=${part} findings=${findings.filter((each) => each.part === part)} />`)}
      ${waits.filter((part) => !parts.includes(part)).map((part) => html`<li class="part" key=${part}><${Mark} of="busy" word=${say("health.tries")} /><div><b>${name(part)}</b></div></li>`)}
      ${took && !askedModels && html`<li class="part"><${Mark} of="off" word=${say("mark.off")} /><div><b>${name("model")}</b><p class="quiet">${say("health.models.spared")}</p></div>
        <${Button} kind="small" press=${() => examine(true)}>${say("health.models.ask")}<//></li>`}
    </ul>
  <//>`;
}

function Part({ part, findings }) {
  const [isWhole, open] = useState(false);
  const worst = WORST.find((state) => findings.some((each) => each.state === state));
  const wrong = findings.filter((each) => each.state === "failed" || each.state === "warning");
  const shown = isWhole ? findings : wrong.length ? wrong : findings.slice(0, 1);
  const screen = findScreen(part);
  return html`<li class="part">
    <${Mark} of=${MARKS[worst]} word=${say(`mark.${MARKS[worst]}`)} />
    <div><b>${name(part)}</b>
      ${shown.map((each, at) => html`<p key=${at} class=${each.state === "failed" ? "bad" : each.state === "warning" ? "odd" : "quiet"}>${isWhole && html`<b>${nameOfFinding(each)}: </b>`}${translate(each.found)}${each.remedy && html`<span class="remedy"> → ${translate(each.remedy)}</span>`}</p>`)}</div>
    <div class="line first">
      ${findings.length > shown.length || isWhole ? html`<${Button} kind="small ghost" aria-expanded=${String(isWhole)} aria-label=${say("health.all.of", { what: name(part) })} press=${() => open(!isWhole)}>${say(isWhole ? "health.less" : "health.all")}<//>` : null}
      ${wrong.length > 0 && screen && html`<a class="button small" href=${`#${screen}`}>${say("health.mend", { where: say(`screen.${screen}`) })}</a>`}
    </div>
  </li>`;
}

function name(part) {
  const [kind, number] = part.split(" ");
  const key = [`health.part.${kind}`, `part.${kind}`].find(knows);
  const words = key ? say(key) : kind;
  return number ? `${words} ${number}` : words;
}

/** Return what was tried in the page's language; what somebody else has named, as a server of tools, is left as it is. */
function nameOfFinding({ name }) {
  return knows(`health.found.${name}`) ? say(`health.found.${name}`) : name;
}
