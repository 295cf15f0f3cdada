// What a value is changed by. Each shows the value that the performer has told, and is busy until it tells another.

import { Fragment, html, useEffect, useRef, useState } from "../view.mjs";
import { say } from "../words.mjs";

/** On or off; words elsewhere may be a label for its `id`. */
export function Switch({ id, label, value, change, disabled }) {
  return html`<button type="button" id=${id} class="switch" role="switch" aria-checked=${String(Boolean(value))} aria-label=${label} disabled=${disabled}
    onClick=${() => change(!value)}><i /></button>`;
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
    change(choices[next][0]);
    event.currentTarget.children[next].focus();
  };
  return html`<div class="segment" role="radiogroup" aria-label=${label} onKeyDown=${move}>
    ${choices.map(
      ([each, words]) => html`<button type="button" role="radio" key=${each} aria-checked=${String(each === value)}
        tabindex=${each === value ? 0 : -1} disabled=${disabled} onClick=${() => change(each)}>${words}</button>`,
    )}
  </div>`;
}

/** One of many. */
export function Select({ label, value, choices, change, disabled }) {
  return html`<select class="field" aria-label=${label} value=${value} disabled=${disabled} onChange=${(event) => change(event.target.value)}>
    ${choices.map(([each, words]) => html`<option key=${each} value=${each} selected=${each === value}>${words}</option>`)}
  </select>`;
}

/** What is typed, and not yet said to be meant: it is kept when the value is changed elsewhere meanwhile, until it is
 * chosen which of the two is to be. `read` makes a value of what is typed. */
function useTyping(value, change, read = (typed) => typed) {
  const [typed, type] = useState(null);
  const began = useRef(value); // the value when it was begun to type
  const own = useRef(undefined); // the value that was written here last: when it comes back, nobody else has changed it
  const now = String(value ?? "");
  if (typed === null || String(own.current ?? "") === now) began.current = value;
  const isElsewhere = typed !== null && String(began.current ?? "") !== now && typed !== now;
  const drop = () => type(null);
  const keep = () => {
    if (typed !== null && typed !== now) change((own.current = read(typed)));
    drop();
  };
  const press = (event, takesEnter) => {
    if (event.key === "Enter" && takesEnter) keep();
    if (event.key !== "Escape" || typed === null) return;
    event.stopPropagation();
    drop();
  };
  return { shown: typed ?? now, type, keep, press, blur: () => isElsewhere || keep(), elsewhere: isElsewhere && { now, take: drop, keep } };
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
  const typing = useTyping(value, change, kind === "number" ? readNumber : undefined);
  return html`<${Fragment}><input class="field" type=${kind === "number" ? "text" : kind} inputmode=${kind === "number" ? "decimal" : null} dir="auto"
      aria-label=${label} value=${typing.shown} disabled=${disabled} autocomplete="off" spellcheck=${false} ...${limits}
      onInput=${(event) => typing.type(event.target.value)} onBlur=${typing.blur} onKeyDown=${(event) => typing.press(event, true)} />
    <${Elsewhere} of=${typing.elsewhere} label=${label} /><//>`;
}

function readNumber(typed) {
  const text = typed.trim().replace(",", ".");
  return text === "" ? null : Number.isNaN(Number(text)) ? typed : Number(text);
}

/** A text of several lines, changed when it is left; Escape takes back what was typed. */
export function Area({ label, value, change, disabled, rows = 4, most }) {
  const typing = useTyping(value, change);
  return html`<${Fragment}><textarea class="field area" dir="auto" rows=${rows} maxlength=${most} aria-label=${label} disabled=${disabled} value=${typing.shown}
      onInput=${(event) => typing.type(event.target.value)} onBlur=${typing.blur} onKeyDown=${(event) => typing.press(event, false)} />
    <${Elsewhere} of=${typing.elsewhere} label=${label} /><//>`;
}

/** A number between two: it is told in words, and changed when it is let go. */
export function Slider({ label, value, min, max, step, words, change, disabled }) {
  const [held, hold] = useState(null);
  useEffect(() => hold(null), [value]);
  return html`<div class="slider">
    <input type="range" aria-label=${label} min=${min} max=${max} step=${step} value=${held ?? value} disabled=${disabled} aria-valuetext=${words?.(held ?? value)}
      onInput=${(event) => hold(Number(event.target.value))} onChange=${(event) => change(Number(event.target.value))} />
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
  const put = (words, what) => change((newest.current = words), what);
  const add = (event) => {
    event.preventDefault();
    const word = typed.trim();
    if (word && !newest.current.map(String).includes(word)) put([...newest.current, word], { add: word });
    type("");
  };
  return html`<form class="chips" aria-label=${label} onSubmit=${add}>
    ${values.map(
      (each, at) => html`<span class="chip" key=${`${at} ${each}`} dir="auto">${String(each)}<button type="button" disabled=${disabled}
        aria-label=${say("takeOut", { what: each })} onClick=${() => put(newest.current.filter((other) => other !== each), { remove: each })}>×</button></span>`,
    )}
    <input class="field" value=${typed} disabled=${disabled} aria-label=${say("addTo", { what: label })} placeholder=${say("add")}
      ...${leavingAdds(typed, type, add)} />
  </form>`;
}

/** Any of a few, each on or off by itself; `change` is given what is `add` or `remove`. */
export function Choices({ label, values, choices, change, disabled }) {
  return html`<div class="chips" role="group" aria-label=${label}>
    ${choices.map(
      (each) => html`<button type="button" class="button small ${values.includes(each) ? "go" : "line"}" key=${each} aria-pressed=${String(values.includes(each))}
        disabled=${disabled} onClick=${() => change(values.includes(each) ? { remove: each } : { add: each })}>${each}</button>`,
    )}
  </div>`;
}
