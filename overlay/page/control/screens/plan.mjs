// What is to come: the evening as a line, the plans with their count-down, and a new one whose time is told back first.

import { useAnswer } from "../answers.mjs";
import { useNow } from "../now.mjs";
import { Button, Card, Head } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { Field } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { isGoing, keep, removeSoon } from "../removing.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { fromNow, say, shortTime } from "../words.mjs";
import { Channels, Choice, HowLong, Memories } from "./plan_memory.mjs";
import { timeInWords } from "./plan_times.mjs";

const HOUR_MS = 3_600_000;
const HOURS = 4;
const TICK_MS = 5000;
const A_LITTLE_MS = 200;
const REMOVE = "schedule.remove";

export function Plan({ known }) {
  const now = useNow(TICK_MS);
  const [plans, again] = useAnswer("schedule.list");
  const soonest = Math.min(...(plans ?? []).map((each) => Date.parse(each.next)));
  useEffect(() => void (soonest < now && again()), [now]);
  const [size, measure] = useAnswer("memory.size", {}, [Math.floor(now / TICK_MS)]);
  const memory = { size, measure, changes: [JSON.stringify(size)] }; // what is kept is read anew whenever there is more of it, or less
  return html`<${Head} title=${say("screen.plan")} about=${say("plan.about")} />
    <div class="column"><${Evening} plans=${plans ?? []} now=${now} />
      <div class="two">
        <div class="column"><${Plans} plans=${plans} again=${again} now=${now} /><${ByItself} known=${known} /></div>
        <div class="column"><${Memories} memory=${memory} /><${Channels} memory=${memory} /><${HowLong} known=${known} size=${size} /></div>
      </div></div>`;
}

function Evening({ plans, now }) {
  const begin = Math.floor(now / HOUR_MS) * HOUR_MS;
  const at = (ms) => ({ left: `${(100 * (ms - begin)) / (HOURS * HOUR_MS)}%` });
  const isSeen = (ms) => ms >= begin && ms < begin + HOURS * HOUR_MS;
  const times = plans.flatMap((each) => each.times.map((time) => ({ ms: Date.parse(time), text: each.text }))).filter(({ ms }) => isSeen(ms));
  const told = times.length ? times.map(({ ms }) => shortTime(ms, now)).join(", ") : say("plan.none");
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return html`<${Card} title=${say("plan.evening")} end=${html`<span class="quiet">${say("plan.zone", { zone })}</span>`}>
    <div class="evening" dir="ltr" role="img" aria-label=${say("plan.evening.told", { times: told })}>
      ${Array.from({ length: HOURS }, (_, hour) => html`<span class="hour" key=${hour} style=${at(begin + hour * HOUR_MS)}>${shortTime(begin + hour * HOUR_MS, begin)}</span>`)}
      ${times.map(({ ms, text }, index) => html`<i class="due" key=${index} style=${at(ms)} title=${`${shortTime(ms, now)} ${text}`} />`)}
      <i class="now" style=${at(now)} />
    </div>
  <//>`;
}

function Plans({ plans, again, now }) {
  const [draft, write] = useState({ when: "", text: "" });
  return html`<${Card} title=${say("plan.title")}>
    ${plans?.length
      ? html`<ul class="rows">${plans.map((each) => html`<${PlanRow} key=${each.number} plan=${each} again=${again} now=${now} />`)}</ul>`
      : plans && html`<${Examples} write=${write} />`}
    <${NewPlan} draft=${draft} write=${write} again=${again} />
  <//>`;
}

function PlanRow({ plan, again, now }) {
  const next = Date.parse(plan.next);
  const args = { number: plan.number };
  const whose = plan.is_own ? "" : say("plan.by", { who: plan.by || say("plan.itself") });
  const begin = () => ask("cue", { kind: "operator", text: plan.text }).then(() => tell(say("plan.begun")));
  return html`<li class="pair planned">
    <div class="when"><b>${shortTime(next, now)}</b><p class="quiet">${fromNow(next, now)}</p></div>
    <div class=${isGoing(REMOVE, args) ? "going grows" : "grows"}><p><bdi>${plan.text}</bdi></p><p class="quiet">${[timeInWords(plan.rhythm), whose, plan.channel].filter(Boolean).join(" · ")}</p></div>
    <div class="line first"><${Button} kind="small" aria-label=${say("plan.now.this", { what: plan.text })} press=${begin}>${say("plan.now")}<//>
      ${isGoing(REMOVE, args)
        ? html`<${Button} kind="small line" press=${() => keep(REMOVE, args)}>${say("memory.keep")}<//>`
        : html`<${Button} kind="small" aria-label=${say("plan.remove.this", { what: plan.text })} press=${() => removeSoon(REMOVE, args, again)}>${say("plan.remove")}<//>`}</div>
  </li>`;
}

function Examples({ write }) {
  return html`<p class="empty">${say("plan.none")} ${say("plan.examples")}</p>
    <ul class="examples">${["one", "two", "three"].map((each) => {
      const draft = { when: say(`plan.example.${each}.when`), text: say(`plan.example.${each}.text`) };
      return html`<li key=${each}><${Button} kind="line" press=${() => write(draft)}>${draft.when}: ${draft.text}<//></li>`;
    })}</ul>`;
}

function NewPlan({ draft, write, again }) {
  const { when, text } = draft;
  const [understood, understand] = useState(null);
  useEffect(() => {
    understand(null);
    if (!when.trim()) return undefined;
    let isOver = false;
    const show = (words, isGood) => isOver || understand({ words, isGood });
    const soon = setTimeout(() => ask("schedule.understood", { when }).then((words) => show(words, true), (error) => show(error.message, false)), A_LITTLE_MS);
    return () => ((isOver = true), clearTimeout(soon));
  }, [when]);
  const add = async (event) => {
    event.preventDefault();
    try {
      const { understood: told } = await ask("schedule.add", { when, text });
      write({ when: "", text: "" });
      tell(say("plan.added", { when: timeInWords(told) }));
      again();
    } catch (error) {
      tell(error.message, { isRefusal: true });
    }
  };
  return html`<form class="new" onSubmit=${add}>
    <input class="field" autocomplete="off" maxlength="100" aria-label=${say("plan.when")} placeholder=${say("plan.when.example")} value=${when} onInput=${(event) => write({ ...draft, when: event.target.value })} />
    <input class="field" autocomplete="off" dir="auto" maxlength="500" aria-label=${say("plan.text")} placeholder=${say("plan.text")} value=${text} onInput=${(event) => write({ ...draft, text: event.target.value })} />
    <button class="button go" type="submit" disabled=${!understood?.isGood || !text.trim()}>${say("plan.add")}</button>
    <p class=${understood && !understood.isGood ? "odd" : "quiet"} role="status">${understood && html`<${Mark} of=${understood.isGood ? "good" : "odd"} /> ${understood.isGood ? say("plan.understood", { when: timeInWords(understood.words) }) : translate(understood.words)}`}</p>
  </form>`;
}

function ByItself({ known }) {
  const byKey = known.settings?.byKey ?? {};
  const [enabled, most] = [byKey["schedule.enabled"], byKey["schedule.model_plans"]];
  if (!enabled) return null;
  return html`<${Card} title=${say("plan.self")}>
    <${Choice} setting=${enabled} label=${say("plan.enabled.words")} />
    <label class="pair bare"><span>${say("plan.most.words")}</span><${Field} label=${say("plan.most.words")} kind="number" value=${most.value} disabled=${Boolean(most.locked)} change=${(value) => change(most, value)} /></label>
  <//>`;
}
