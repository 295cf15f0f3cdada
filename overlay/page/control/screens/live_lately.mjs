// What happened lately, the newest first; a line opens to what is known of it and to what can be done with it.

import { Button, Card, Empty } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Segment } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { clock, count, knows, say } from "../words.mjs";

const KINDS = { said: ["said"], left: ["left", "quiet"], heard: ["heard"], tools: ["tool"] };
const ICONS = { said: "say", left: "no", quiet: "quiet", heard: "heard", tool: "tool" };

export function Lately({ rows }) {
  const [kind, choose] = useState("all");
  const [open, unfold] = useState(null);
  const shown = kind === "all" ? rows : rows.filter((each) => KINDS[kind].includes(each.kind));
  const choices = ["all", "said", "left", "heard", "tools"].map((each) => [each, say(`lately.${each}`)]);
  const filter = html`<${Segment} label=${say("lately.filter")} value=${kind} choices=${choices} change=${choose} />`;
  return html`<${Card} kind="lately" title=${say("lately")} end=${filter}>
    ${
      shown.length
        ? html`<ol tabindex="0" aria-label=${say("lately")}>${shown.map(
            (each) => html`<${Line} key=${each.number} row=${each} isOpen=${each.number === open} toggle=${() => unfold(each.number === open ? null : each.number)} />`,
          )}</ol>`
        : html`<${Empty}>${say("lately.empty")}<//>`
    }
  <//>`;
}

function Line({ row, isOpen, toggle }) {
  const why = knows(`why.${row.why}`) ? say(`why.${row.why}`) : row.why;
  return html`<li class="lately-line was-${row.kind}">
    <time>${clock(row.at)}</time><${Icon} name=${ICONS[row.kind]} small />
    <div dir="auto"><p><button type="button" class="opens" aria-expanded=${String(isOpen)} onClick=${toggle}>${row.text || say(`lately.kind.${row.kind}`)}</button></p>
      <p class="quiet">${why}</p></div>
    <span class="took">${row.took_s === null ? "" : formatTime(row.took_s)}</span>
    ${isOpen && html`<${Details} row=${row} why=${why} />`}
  </li>`;
}

function Details({ row, why }) {
  const [isBlocking, block] = useState(false);
  return html`<div class="details">
    <dl>
      <dt>${say("lately.what")}</dt><dd>${say(`lately.kind.${row.kind}`)}</dd>
      ${why && html`<dt>${say("lately.why")}</dt><dd dir="auto">${why}</dd>`}
      ${row.took_s !== null && html`<dt>${say(row.kind === "tool" ? "lately.took" : "lately.delay")}</dt><dd>${formatTime(row.took_s)}</dd>`}
    </dl>
    ${
      row.kind === "said" &&
      html`<div class="line">
        <${Button} kind="small line" icon="again" press=${() => ask("say", { text: row.text })}>${say("lately.again")}<//>
        <${Button} kind="small line" icon="no" press=${() => block(!isBlocking)} aria-expanded=${String(isBlocking)}>${say("lately.never")}<//>
      </div>`
    }
    ${isBlocking && html`<${Never} text=${row.text} done=${() => block(false)} />`}
  </div>`;
}

function Never({ text, done }) {
  const [words, type] = useState(text);
  const add = async (event) => {
    event.preventDefault();
    try {
      const { doubt } = await ask("guard.words", { list: "blocked", add: words });
      if (doubt) return tell(doubt, { isRefusal: true });
      tell(say("lately.never.done"));
      done();
    } catch (error) {
      tell(error.message, { isRefusal: true });
    }
  };
  return html`<form class="line" onSubmit=${add}>
    <input class="field grows" dir="auto" maxlength="200" value=${words} aria-label=${say("lately.never.words")} onInput=${(event) => type(event.target.value)} />
    <button type="submit" class="button small go" disabled=${!words.trim()}>${say("lately.never.add")}</button>
    <p class="quiet">${say("lately.never.about")}</p>
  </form>`;
}

/** Return a time in words: milliseconds where it is short. */
export function formatTime(seconds) {
  return seconds < 0.1 ? `${count(1000 * seconds, 0)} ms` : `${count(seconds)} s`;
}
