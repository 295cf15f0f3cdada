// What a value is changed by. Each shows the value that the performer has told, and is busy until it tells another.

import { html, useEffect, useRef, useState } from "../view.mjs";
import { say } from "../words.mjs";

/** On or off. */
export function Switch({ label, value, change, disabled }) {
  return html`<button type="button" class="switch" role="switch" aria-checked=${String(Boolean(value))} aria-label=${label} disabled=${disabled}
    onClick=${() => change(!value)}><i /></button>`;
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

/** A text or a number, changed when it is left or Enter is pressed; Escape takes back what was typed. */
export function Field({ label, value, change, kind = "text", disabled, ...limits }) {
  const [typed, type] = useState(null);
  const shown = typed ?? String(value ?? "");
  const keep = () => {
    if (typed !== null && typed !== String(value ?? "")) change(kind === "number" ? readNumber(typed) : typed);
    type(null);
  };
  const press = (event) => {
    if (event.key === "Enter") keep();
    if (event.key === "Escape" && typed !== null) {
      event.stopPropagation();
      type(null);
    }
  };
  return html`<input class="field" type=${kind === "number" ? "text" : kind} inputmode=${kind === "number" ? "decimal" : null} dir="auto"
    aria-label=${label} value=${shown} disabled=${disabled} autocomplete="off" spellcheck=${false} ...${limits}
    onInput=${(event) => type(event.target.value)} onBlur=${keep} onKeyDown=${press} />`;
}

function readNumber(typed) {
  const text = typed.trim().replace(",", ".");
  return text === "" ? null : Number.isNaN(Number(text)) ? typed : Number(text);
}

/** A text of several lines, changed when it is left; Escape takes back what was typed. */
export function Area({ label, value, change, disabled, rows = 4, most }) {
  const [typed, type] = useState(null);
  const keep = () => {
    if (typed !== null && typed !== (value ?? "")) change(typed);
    type(null);
  };
  const press = (event) => {
    if (event.key !== "Escape" || typed === null) return;
    event.stopPropagation();
    type(null);
  };
  return html`<textarea class="field area" dir="auto" rows=${rows} maxlength=${most} aria-label=${label} disabled=${disabled} value=${typed ?? value ?? ""}
    onInput=${(event) => type(event.target.value)} onBlur=${keep} onKeyDown=${press} />`;
}

/** A number between two: it is told in words, and changed when it is let go. */
export function Slider({ label, value, min, max, step, words, change, disabled, marks }) {
  const [held, hold] = useState(null);
  const input = useRef(null);
  useEffect(() => hold(null), [value]);
  return html`<div class="slider">
    <input type="range" ref=${input} aria-label=${label} min=${min} max=${max} step=${step} value=${held ?? value} disabled=${disabled}
      aria-valuetext=${words?.(held ?? value)} style=${{ "--at": `${(100 * ((held ?? value) - min)) / (max - min)}%` }}
      onInput=${(event) => hold(Number(event.target.value))} onChange=${(event) => change(Number(event.target.value))} />
    ${marks && html`<div class="marks" aria-hidden="true">${marks.map((each) => html`<span>${each}</span>`)}</div>`}
  </div>`;
}

/** A list of words: each can be taken out, and one be added. */
export function ChipList({ label, values, change, disabled }) {
  const [typed, type] = useState("");
  const newest = useRef(values); // a second press comes before the first is answered, and must not take it back
  useEffect(() => void (newest.current = values), [values]);
  const put = (words) => change((newest.current = words));
  const add = (event) => {
    event.preventDefault();
    const word = typed.trim();
    if (word && !newest.current.map(String).includes(word)) put([...newest.current, word]);
    type("");
  };
  return html`<form class="chips" aria-label=${label} onSubmit=${add}>
    ${values.map(
      (each, at) => html`<span class="chip" key=${`${at} ${each}`} dir="auto">${String(each)}<button type="button" disabled=${disabled}
        aria-label=${say("takeOut", { what: each })} onClick=${() => put(newest.current.filter((other) => other !== each))}>×</button></span>`,
    )}
    <input class="field" value=${typed} disabled=${disabled} aria-label=${say("addTo", { what: label })} placeholder=${say("add")}
      onInput=${(event) => type(event.target.value)} />
  </form>`;
}
