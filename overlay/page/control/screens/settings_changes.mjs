// The last changes of the settings, the newest first: each can be undone by itself.

import { useAnswer } from "../answers.mjs";
import { beginAgain } from "../orders.mjs";
import { Button, Card, Empty } from "../parts/basic.mjs";
import { tell } from "../parts/toast.mjs";
import { fullName } from "../names.mjs";
import { takeBack, undoOfAll } from "../undoing.mjs";
import { inWordsOf, isPrivate } from "../values.mjs";
import { ask } from "../store.mjs";
import { html, useState } from "../view.mjs";
import { knows, say, shortTime } from "../words.mjs";

const FEW = 3;

/** What waits for a restart, what is undone all at once, and the newest three changes, or all of them on request. */
export function Changes({ known, isShort }) {
  const [made] = useAnswer("config.history", {}, [known.settings]);
  const [isWhole, showAll] = useState(false);
  const newest = [...(made ?? [])].reverse();
  const undo = () => takeBack({}).then((words) => tell(words));
  const end = html`${newest.length > FEW && !isShort && html`<${Button} kind="small ghost" press=${() => showAll(!isWhole)} aria-expanded=${String(isWhole)}>${isWhole ? say("changes.few") : say("changes.all", { n: newest.length })}<//>`}
    <${Button} press=${undo} icon="undo" kind="small">${say("settings.undo")}<//><${ResetAll} />`;
  return html`<${Card} title=${say("changes.title")} kind="changes" end=${end}>
    <${Waiting} list=${known.settings.list} />
    ${!isShort && (newest.length ? html`<ul class="rows">${(isWhole ? newest : newest.slice(0, FEW)).map((each) => html`<${Change} key=${each.number} change=${each} known=${known} />`)}</ul>` : html`<${Empty}>${say("changes.none")}<//>`)}
  <//>`;
}

function Waiting({ list }) {
  const waits = list.filter((each) => each.waits && !each.locked);
  if (!waits.length) return null;
  return html`<div class="line"><p class="grows"><b>${say("settings.wait", { n: waits.length })}</b> <span class="quiet">${waits.map((each) => each.key).join(", ")}</span></p>
    <${Button} press=${beginAgain} icon="again" kind="small go">${say("settings.restart")}<//></div>`;
}

function ResetAll() {
  const [isSure, askAgain] = useState(false);
  const reset = () => {
    askAgain(!isSure);
    return isSure ? ask("config.reset").then((words) => tell(words, { undo: undoOfAll() })) : undefined;
  };
  return html`<${Button} press=${reset} kind=${isSure ? "small bad" : "small ghost"} onBlur=${() => askAgain(false)}>${say(isSure ? "settings.resetSure" : "settings.resetAll")}<//>`;
}

function Change({ change, known }) {
  const { number, key, keys, before, after, stands } = change;
  const what = fullName(key);
  const isHidden = isPrivate(key) && known.isStreamSafe;
  const words = isHidden ? say("changes.hidden") : say("changes.from", { before: inWordsOf(key, before), after: inWordsOf(key, after) });
  const undo = () => takeBack({ number, anyway: !stands }).then((said) => tell(said));
  const meta = [change.at && shortTime(change.at), whence(change)].filter(Boolean).join(" · ");
  return html`<li class="change">
    <p><b>${what}</b>${keys.length > 1 && html` <span class="quiet">${say("changes.more", { n: keys.length - 1 })}</span>`}</p>
    <p dir="auto">${words}</p>
    <p class="quiet">${meta}${!stands && html` <span class="odd">${say("changes.since")}</span>`}</p>
    <${Button} kind=${stands ? "small" : "small ghost"} icon="undo" press=${undo} aria-label=${say(stands ? "changes.undo" : "changes.anyway.what", { what })}>${say(stands ? "undo" : "changes.anyway")}<//>
  </li>`;
}

function whence({ by, asker }) {
  const from = `changes.by.${by === "hand" ? by : asker}`;
  return knows(from) ? say(from) : "";
}
