// A download that is under way, or was broken off: how far it is, and what stops it or has it go on.

import { html } from "../view.mjs";
import { translate } from "../translate.mjs";
import { count, say } from "../words.mjs";
import { Button } from "./basic.mjs";

const MB = 1e6;
const MINUTE_S = 90;

export const size = (bytes) => `${count(Math.round(bytes / MB), 0)} MB`;
export const isUnderWay = (work) => work?.state === "runs" || work?.state === "waits";
const left = (work) => (work.left_s === null ? "" : ` · ${work.left_s < MINUTE_S ? say("store.left.s", { n: count(work.left_s, 0) }) : say("store.left.min", { n: count(work.left_s / 60, 0) })}`);

export function Coming({ work, stop, goOn }) {
  const isMade = work.total > 0 && work.done >= work.total;
  const words = isMade && isUnderWay(work) ? say("store.made") : work.total ? say("store.of", { done: size(work.done), total: size(work.total) }) + left(work) : say("store.begins");
  return html`<div class="line first coming">
      <${Progress} label=${say("store.what", { name: work.name })} work=${work} words=${words} />
      <span class="number">${words}</span>
      ${isUnderWay(work)
        ? html`<${Button} kind="small" press=${stop} aria-label=${say("store.stop.what", { name: work.name })}>${say("store.stop")}<//>`
        : html`<${Button} kind="small go" press=${goOn} aria-label=${say("store.goOn.what", { name: work.name })}>${say("store.goOn")}<//>`}
    </div>
    ${work.state === "broken" && html`<p class="bad" dir="auto">${translate(work.words)}</p>`}
    ${work.state === "stopped" && html`<p class="quiet">${say("store.stopped")}</p>`}`;
}

export function Progress({ label, work, words }) {
  const share = work.total ? (100 * work.done) / work.total : 0;
  return html`<span class="progress" role="progressbar" aria-label=${label} aria-valuemin="0" aria-valuemax="100" aria-valuenow=${Math.round(share)} aria-valuetext=${words}><i style=${{ width: `${share}%` }} /></span>`;
}

export function Fetch({ name, bytes, get, kind = "small go" }) {
  return html`<${Button} kind=${kind} press=${get} aria-label=${say("store.get.what", { name, size: size(bytes) })}>${say("store.get", { size: size(bytes) })}<//>`;
}
