// The streamer's own words: blocked, allowed, and names that are never said; and a line that is only tried.

import { useAnswer } from "../answers.mjs";
import { Button, Card } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { ChipList, Switch } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { changeItem } from "../settings.mjs";
import { ask } from "../store.mjs";
import { keep } from "../kept.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { nameKind } from "./guard_kinds.mjs";

const A_LITTLE_MS = 200;
const MARKS = { pass: "good", mask: "odd", replace: "odd", hold: "odd", drop: "bad" };

/** A line to type, and what would become of it. */
export function Trial({ level }) {
  const [line, type] = useState("");
  const [tried, see] = useState(null);
  useEffect(() => {
    see(null);
    if (!line.trim()) return undefined;
    let isOver = false;
    const show = (verdict) => isOver || see(verdict);
    const soon = setTimeout(() => ask("guard.try", { text: line }).then(show, (error) => show({ trouble: error.message })), A_LITTLE_MS);
    return () => ((isOver = true), clearTimeout(soon));
  }, [line, level]);
  return html`<${Card} title=${say("guard.trial")}>
    <input class="field" dir="auto" maxlength="2000" autocomplete="off" spellcheck=${false} aria-label=${say("guard.trial.line")} placeholder=${say("guard.trial.line")}
      value=${line} onInput=${(event) => type(event.target.value)} />
    <div class="verdict ${MARKS[tried?.action] ?? ""}" role="status">${tried ? html`<${Verdict} tried=${tried} />` : html`<p class="quiet">${say("guard.trial.kept")}</p>`}</div>
  <//>`;
}

function Verdict({ tried }) {
  if (tried.trouble) return html`<p>${translate(tried.trouble)}</p>`;
  const kind = tried.category && nameKind(tried.category);
  return html`<${Mark} of=${MARKS[tried.action]} /><div>
    <p><b>${say(`guard.tried.${tried.action}`)}</b> ${tried.said && html`<bdi>${say("quoted", { text: tried.said })}</bdi>`}</p>
    <p class="quiet">${[kind, translate(tried.rule)].filter(Boolean).join(": ")}</p>
  </div>`;
}

/** The own lists and names, which are not shown while the page may be on the stream. */
export function OwnWords({ known }) {
  const isSafe = known.isStreamSafe;
  const end = html`<label class="quiet line first">${say("guard.safe")} <${Switch} label=${say("guard.safe")} value=${isSafe} change=${(isSafe) => keep("isStreamSafe", isSafe)} /></label>`;
  return html`<${Card} title=${say("guard.words")} end=${end}>
    <${Words} named="blocked" known=${known} /><${Words} named="allowed" known=${known} /><${Names} known=${known} />
    <p class="quiet">${say("guard.words.about")}</p>
  <//>`;
}

function Words({ named, known }) {
  const [list, again] = useAnswer("guard.words", { list: named }, [known.settings]);
  const [doubted, doubt] = useState(null);
  const label = say(`guard.words.${named}`);
  const order = async (change) => {
    try {
      const answer = await ask("guard.words", { list: named, ...change });
      doubt(answer.doubt ? { word: change.add, why: answer.doubt } : null);
      return !answer.doubt;
    } catch (error) {
      tell(error.message, { isRefusal: true });
      return false;
    } finally {
      await again(); // until then a word that was refused counts as there
    }
  };
  const add = async (word) => (await order({ add: word })) && tell(say("guard.words.added"), { undo: () => order({ remove: word }).then(() => say("guard.words.undone")) });
  const remove = async (word) => (await order({ remove: word })) && tell(say("guard.words.removed"), { undo: () => order({ add: word, anyway: true }).then(() => say("guard.words.undone")) });
  const follow = (next) => {
    const added = next.find((each) => !list.words.includes(each));
    return added ? add(added) : remove(list.words.find((each) => !next.includes(each)));
  };
  if (!list) return null;
  return html`<h3>${label}</h3>
    ${known.isStreamSafe ? html`<${Hidden} many=${list.words.length} />` : html`<${ChipList} label=${label} values=${list.words} change=${follow} />`}
    ${doubted && html`<div class="verdict odd" role="alert"><${Mark} of="odd" /><div><p><bdi>${say("quoted", { text: doubted.word })}</bdi>: ${translate(doubted.why)}</p>
      <div class="line"><${Button} kind="small" press=${() => doubt(null)}>${say("guard.words.leave")}<//>
        <${Button} kind="small line" press=${() => order({ add: doubted.word, anyway: true })}>${say("guard.words.anyway")}<//></div></div></div>`}
    ${!known.isStreamSafe && list.remarks.map((each) => html`<p class="odd" key=${each}>${translate(each)}</p>`)}`;
}

function Names({ known }) {
  const names = known.settings?.byKey["guard.own_names"];
  if (!names) return null;
  return html`<h3>${say("guard.names")}</h3>
    ${known.isStreamSafe
      ? html`<${Hidden} many=${names.value.length} />`
      : html`<${ChipList} label=${say("guard.names")} values=${names.value} change=${(_, what) => changeItem(names, what)} disabled=${Boolean(names.locked)} />`}`;
}

function Hidden({ many }) {
  return html`<p class="quiet">${many ? say("guard.hidden", { n: many }) : say("guard.hidden.none")}</p>`;
}
