// What is to come, and what is remembered.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { ask } from "../store.mjs";
import { tell } from "../parts/toast.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";

export function Plan() {
  return html`<div class="two"><div class="column"><${Plans} /></div><div class="column"><${Notes} /><${Channels} /></div></div>`;
}

function Plans() {
  const [plans, again] = useAnswer("schedule.list");
  const remove = (plan) => () => ask("schedule.remove", { number: plan.number }).then((words) => (tell(words), again()));
  return html`<${Card} title=${say("plan.title")}>
    <${NewPlan} again=${again} />
    ${plans?.length ? html`<ul class="rows">${plans.map((plan) => html`<li class="pair" key=${plan.number}>
        <div><p dir="auto"><b>${plan.text}</b></p><p class="quiet">${plan.when}</p></div>
        <${Button} kind="small" press=${remove(plan)}>${say("plan.remove")}<//></li>`)}</ul>` : html`<${Empty}>${say("plan.none")}<//>`}
  <//>`;
}

function NewPlan({ again }) {
  const [when, setWhen] = useState("");
  const [text, setText] = useState("");
  const [understood, understand] = useState("");
  const look = (event) => {
    const typed = event.target.value;
    setWhen(typed);
    if (typed.trim()) ask("schedule.understood", { when: typed }).then(understand, (error) => understand(error.message));
    else understand("");
  };
  const add = async (event) => {
    event.preventDefault();
    try {
      await ask("schedule.add", { when, text });
      setWhen("");
      setText("");
      understand("");
      again();
    } catch (error) {
      tell(error.message, { isRefusal: true });
    }
  };
  return html`<form class="new" onSubmit=${add}>
    <input class="field" aria-label=${say("plan.when")} placeholder=${say("plan.when")} value=${when} onInput=${look} />
    <input class="field" aria-label=${say("plan.text")} placeholder=${say("plan.text")} value=${text} onInput=${(event) => setText(event.target.value)} />
    <button class="button go" type="submit" disabled=${!when.trim() || !text.trim()}>${say("add")}</button>
    <p class="quiet" role="status">${understood}</p>
  </form>`;
}

function Notes() {
  const [notes, again] = useAnswer("memory.notes");
  const [words, search] = useState("");
  const shown = (notes ?? []).filter((each) => each.text.toLowerCase().includes(words.toLowerCase()));
  const forget = (note) => () => ask("memory.forget", { note: note.number }).then((told) => (tell(told), again()));
  const field = html`<input type="search" class="field" aria-label=${say("memory.search")} placeholder=${say("memory.search")} value=${words} onInput=${(event) => search(event.target.value)} />`;
  return html`<${Card} title=${say("memory.notes")} end=${field}>
    ${shown.length ? html`<ul class="rows scrolls">${shown.map((note) => html`<li class="pair" key=${note.number}>
        <div><p dir="auto">${note.text}</p><p class="quiet">${new Date(note.at).toLocaleString()}</p></div>
        <${Button} kind="small" press=${forget(note)}>${say("memory.forget")}<//></li>`)}</ul>` : html`<${Empty}>${say("memory.none")}<//>`}
  <//>`;
}

function Channels() {
  const [channels, again] = useAnswer("memory.channels");
  const forget = (channel) => () => ask("memory.forget", { channel }).then((told) => (tell(told), again()));
  const rows = Object.entries(channels ?? {});
  return html`<${Card} title=${say("memory.channels")}>
    ${rows.length ? html`<ul class="rows">${rows.map(([channel, many]) => html`<li class="pair" key=${channel}>
        <div><b>${channel}</b> <span class="quiet">${say("memory.many", { n: many })}</span></div>
        <${Button} kind="small" press=${forget(channel)}>${say("memory.forget")}<//></li>`)}</ul>` : html`<${Empty}>${say("memory.empty")}<//>`}
  <//>`;
}
