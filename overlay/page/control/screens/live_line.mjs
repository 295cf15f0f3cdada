// What is known of a line of Lately, and what can be done with it. A picture is kept nowhere, so none is shown.

import { useAnswer } from "../answers.mjs";
import { Button } from "../parts/basic.mjs";
import { tell } from "../parts/toast.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { count, say } from "../words.mjs";
import { nameKind } from "./guard_kinds.mjs";

export function Details({ row, why }) {
  return html`<div class="details">
    <dl>
      <${Fact} name=${say("lately.what")}>${say(`lately.kind.${row.kind}`)}<//>
      ${why && html`<${Fact} name=${say("lately.why")}>${why}<//>`}
      ${row.took_s !== null && html`<${Fact} name=${say(row.kind === "tool" ? "lately.took" : "lately.delay")}>${formatTime(row.took_s)}<//>`}
      ${row.came && html`<${Came} came=${row.came} />`}
      ${row.stopped?.length > 0 && html`<${Fact} name=${say("lately.guard")}>${say("lately.guard.stopped", { kinds: list(row.stopped) })}<//>`}
    </dl>
    ${row.stopped?.length > 0 && html`<a class="button small" href="#guard">${say("lately.guard.look")}</a>`}
    ${row.kind === "said" && html`<${Orders} text=${row.text} number=${row.number} />`}
  </div>`;
}

function Fact({ name, children }) {
  return html`<dt>${name}</dt><dd dir="auto">${children}</dd>`;
}

/** The story of a line that was said; where it was not timed, as after the first line of a turn, no time stands. */
function Came({ came }) {
  const { model, pictures, masked, is_heard: isHeard } = came;
  const guard = masked.length ? say("lately.guard.masked", { kinds: list(masked) }) : say("lately.guard.passed");
  return html`
    ${pictures !== null && html`<${Fact} name=${say("lately.picture")}>${join(came.picture_s, say(pictures ? "lately.picture.one" : "lately.picture.none"))}<//>`}
    ${model && html`<${Fact} name=${say("lately.thinking")}>${join(came.thinking_s, say("lately.thinking.by", { model }))}<//>`}
    <${Fact} name=${say("lately.writing")}>${join(came.writing_s, guard)}<//>
    <${Fact} name=${say("lately.voice")}>${join(came.voice_s, isHeard ? "" : say("lately.voice.unheard"))}<//>`;
}

const join = (seconds, words) => [seconds === null ? "" : formatTime(seconds), words].filter(Boolean).join(" · ");

const list = (kinds) => kinds.map(nameKind).join(", ");

function Orders({ text, number }) {
  const [isBlocking, block] = useState(false);
  return html`<div class="line">
      <${Button} kind="small line" icon="again" press=${() => ask("say", { text })}>${say("lately.again")}<//>
      <${Less} text=${text} number=${number} />
      <${Button} kind="small line" icon="no" press=${() => block(!isBlocking)} aria-expanded=${String(isBlocking)}>${say("lately.never")}<//>
    </div>
    ${isBlocking && html`<${Never} text=${text} done=${() => block(false)} />`}`;
}

/** Pressed, lines like it are left out until the show ends; pressed again they may come again. */
function Less({ text, number }) {
  const [unwanted, again] = useAnswer("less.list", {}, [number]);
  const isUnwanted = Boolean(unwanted?.includes(text));
  const allow = async () => {
    await ask("less.remove", { text });
    await again();
    return say("lately.less.undone");
  };
  const avoid = async () => {
    await ask("less.add", { text });
    await again();
    tell(say("lately.less.done"), { undo: allow });
  };
  const press = isUnwanted ? () => allow().then(tell) : avoid;
  return html`<${Button} kind="small line" icon=${isUnwanted ? "yes" : "quiet"} press=${press} aria-pressed=${String(isUnwanted)}>${say("lately.less")}<//>`;
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
