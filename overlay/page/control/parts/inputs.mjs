// What a value is changed by. Each shows the value that the performer has told, and is busy until it tells another.

import { Fragment, html, useEffect, useRef, useState } from "../view.mjs";
import { under } from "../labelled.mjs";
import { translate } from "../translate.mjs";
import { say } from "../words.mjs";

/** On or off; words elsewhere may be a label for its `id`. */
export function Switch({ id, label, value, change, disabled }) {
  return html`<button type="button" id=${id} class="switch" role="switch" aria-checked=${String(Boolean(value))} aria-label=${label} disabled=${disabled}
    onClick=${() => under(label, () => change(!value))}><i /></button>`;
}

/** A switch and its words: a press anywhere in the row is one on the switch, whose name screen readers hear once. */
export function Switched({ label, kind = "line", children, ...switching }) {
  return html`<label class="${kind} switched"><${Switch} label=${label} ...${switching} /><span class="grows" aria-hidden="true">${label}</span>${children}</label>`;
}

/** One of a few: arrow keys move. */
export function Segment({ label, value, choices, change, disabled }) {
  const move = (event) => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const at = choices.findIndex(([each]) => each === value);
    const next = (at + step + choices.length) % choices.length;
    under(label, () => change(choices[next][0]));
    event.currentTarget.children[next].focus();
  };
  return html`<div class="segment" role="radiogroup" aria-label=${label} onKeyDown=${move}>
    ${choices.map(
      ([each, words]) => html`<button type="button" role="radio" key=${each} aria-checked=${String(each === value)}
        tabindex=${each === value ? 0 : -1} disabled=${disabled} onClick=${() => under(label, () => change(each))}>${words}</button>`,
    )}
  </div>`;
}

/** One of many. */
export function Select({ label, value, choices, change, disabled }) {
  return html`<select class="field" aria-label=${label} value=${value} disabled=${disabled} onChange=${(event) => under(label, () => change(event.target.value))}>
    ${choices.map(([each, words]) => html`<option key=${each} value=${each} selected=${each === value}>${words}</option>`)}
  </select>`;
}

/** What is typed, and not yet said to be meant: it is kept when the value is changed elsewhere meanwhile, until it is
 * chosen which of the two is to be; and when it is refused, with the reason. `read` makes a value of what is typed. */
function useTyping(label, value, change, read = (typed) => typed) {
  const [typed, write] = useState(null);
  const [refused, refuse] = useRefusal();
  const began = useRef(value); // the value when it was begun to type
  const own = useRef(undefined); // the value that was written here last: when it comes back, nobody else has changed it
  const now = String(value ?? "");
  if (typed === null || String(own.current ?? "") === now) began.current = value;
  const isElsewhere = typed !== null && String(began.current ?? "") !== now && typed !== now;
  const type = (text) => (write(text), refuse(""));
  const drop = () => type(null);
  const keep = async () => {
    drop();
    if (typed === null || typed === now) return;
    const before = own.current;
    const refusal = await under(label, () => change((own.current = read(typed))));
    if (!refuse(refusal)) return;
    own.current = before;
    write((newer) => newer ?? typed);
  };
  const press = (event, takesEnter) => {
    if (event.key === "Enter" && takesEnter && !isElsewhere) keep();
    if (event.key !== "Escape" || typed === null) return;
    event.stopPropagation();
    drop();
  };
  return { shown: typed ?? now, type, keep, press, blur: () => isElsewhere || refused || keep(), refused, elsewhere: isElsewhere && { now, take: drop, keep } };
}

/** What is wrong with what was typed, shown beside it, and what takes a refusal; that returns whether it was one. */
function useRefusal() {
  const [words, tell] = useState("");
  const isThere = useRef(false);
  useEffect(() => ((isThere.current = true), () => void (isThere.current = false)), []);
  const refuse = (refusal) => {
    if (!refusal?.words || !isThere.current) return void (isThere.current && tell(""));
    refusal.isShown = true;
    tell(translate(refusal.words));
    return true;
  };
  return [words, refuse];
}

function Refused({ words }) {
  return words ? html`<p class="refused bad" role="alert" dir="auto">${words}</p>` : null;
}

function Elsewhere({ of, label }) {
  if (!of) return null;
  return html`<p class="elsewhere odd" role="alert"><span>${say("elsewhere", { value: shorten(of.now) })}</span>
    <button type="button" class="button small" aria-label=${say("elsewhere.take.what", { what: label })} onClick=${of.take}>${say("elsewhere.take")}</button>
    <button type="button" class="button small ghost" aria-label=${say("elsewhere.keep.what", { what: label })} onClick=${of.keep}>${say("elsewhere.keep")}</button></p>`;
}

const SHORT = 40;
const shorten = (text) => (text.length > SHORT ? `${text.slice(0, SHORT)}…` : text || "–");

/** A text or a number, changed when it is left or Enter is pressed; Escape takes back what was typed. */
export function Field({ label, value, change, kind = "text", disabled, ...limits }) {
  const typing = useTyping(label, value, change, kind === "number" ? readNumber : undefined);
  return html`<${Fragment}><input class="field" type=${kind === "number" ? "text" : kind} inputmode=${kind === "number" ? "decimal" : null} dir="auto"
      aria-label=${label} aria-invalid=${typing.refused ? "true" : null} value=${typing.shown} disabled=${disabled} autocomplete="off" spellcheck=${false} ...${limits}
      onInput=${(event) => typing.type(event.target.value)} onBlur=${typing.blur} onKeyDown=${(event) => typing.press(event, true)} />
    <${Refused} words=${typing.refused} /><${Elsewhere} of=${typing.elsewhere} label=${label} /><//>`;
}

function readNumber(typed) {
  const text = typed.trim().replace(",", ".");
  return text === "" ? null : Number.isNaN(Number(text)) ? typed : Number(text);
}

/** A text of several lines, changed when it is left; Escape takes back what was typed. */
export function Area({ label, value, change, disabled, rows = 4, most }) {
  const typing = useTyping(label, value, change);
  return html`<${Fragment}><textarea class="field area" dir="auto" rows=${rows} maxlength=${most} aria-label=${label} aria-invalid=${typing.refused ? "true" : null} disabled=${disabled} value=${typing.shown}
      onInput=${(event) => typing.type(event.target.value)} onBlur=${typing.blur} onKeyDown=${(event) => typing.press(event, false)} />
    <${Refused} words=${typing.refused} /><${Elsewhere} of=${typing.elsewhere} label=${label} /><//>`;
}

/** A number between two: it is told in words, and changed when it is let go. */
export function Slider({ label, value, min, max, step, words, change, disabled }) {
  const [held, hold] = useState(null);
  useEffect(() => hold(null), [value]);
  return html`<div class="slider">
    <input type="range" aria-label=${label} min=${min} max=${max} step=${step} value=${held ?? value} disabled=${disabled} aria-valuetext=${words?.(held ?? value)}
      onInput=${(event) => hold(Number(event.target.value))} onChange=${(event) => under(label, () => change(Number(event.target.value)))} />
  </div>`;
}

/** Return what a field is given whose words are added to something: when it is left, too; Escape drops them. */
export function leavingAdds(typed, type, add) {
  const press = (event) => {
    if (event.key !== "Escape" || !typed) return;
    event.stopPropagation();
    type("");
  };
  return { onInput: (event) => type(event.target.value), onBlur: add, onKeyDown: press };
}

/** A list of words: each can be taken out, and one be added. `change` is given the new list, and what is `add` or `remove` in it. */
export function ChipList({ label, values, change, disabled }) {
  const [typed, type] = useState("");
  const newest = useRef(values); // a second press comes before the first is answered, and must not take it back
  useEffect(() => void (newest.current = values), [values]);
  const there = useRef(values);
  there.current = values;
  const [refused, refuse] = useRefusal();
  const write = (text) => (type(text), refuse(""));
  const put = async (words, what) => {
    const refusal = await under(label, () => change((newest.current = words), what));
    if (!refuse(refusal)) return;
    newest.current = there.current;
    if (what.add) type((newer) => newer || what.add);
  };
  const add = (event) => {
    event.preventDefault();
    const word = typed.trim();
    if (refused && event.type === "blur") return;
    if (word && !newest.current.map(String).includes(word)) put([...newest.current, word], { add: word });
    write("");
  };
  return html`<${Fragment}><form class="chips" aria-label=${label} onSubmit=${add}>
    ${values.map(
      (each, at) => html`<span class="chip" key=${`${at} ${each}`} dir="auto">${String(each)}<button type="button" disabled=${disabled}
        aria-label=${say("takeOut", { what: each })} onClick=${() => put(newest.current.filter((other) => other !== each), { remove: each })}>×</button></span>`,
    )}
    <input class="field" value=${typed} disabled=${disabled} aria-label=${say("addTo", { what: label })} aria-invalid=${refused ? "true" : null} placeholder=${say("add")}
      ...${leavingAdds(typed, write, add)} />
  </form><${Refused} words=${refused} /><//>`;
}

/** Any of a few, each on or off by itself; `change` is given what is `add` or `remove`. */
export function Choices({ label, values, choices, change, disabled }) {
  return html`<div class="chips" role="group" aria-label=${label}>
    ${choices.map(
      ([each, words]) => html`<button type="button" class="button small ${values.includes(each) ? "go" : "line"}" key=${each} aria-pressed=${String(values.includes(each))}
        disabled=${disabled} onClick=${() => under(label, () => change(values.includes(each) ? { remove: each } : { add: each }))}>${words}</button>`,
    )}
  </div>`;
}
