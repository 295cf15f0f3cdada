// Kinds of text, and what becomes of them: by the level, and each by itself.

import { useAnswer } from "../answers.mjs";
import { Chip, Fold } from "../parts/basic.mjs";
import { Select } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { html } from "../view.mjs";
import { knows, say } from "../words.mjs";

const LOOKS = { pass: "good", mask: "odd", replace: "odd", hold: "odd", drop: "bad" };
const SIGNS = { pass: "yes", drop: "no" };

/** Return the name of a kind of text. */
export function nameKind(kind) {
  const key = `guard.kind.${kind.replaceAll("-", "_")}`;
  return knows(key) ? say(key) : kind.replaceAll("_", " ");
}

/** What becomes of a text, in a frame. */
export function Fate({ action }) {
  return html`<${Chip} kind=${LOOKS[action]} icon=${SIGNS[action]}>${say(`guard.fate.${action}`)}<//>`;
}

/** What the level does to each kind, and what was chosen in its place. */
export function Effects({ known, level }) {
  const [levels] = useAnswer("guard.levels");
  if (!levels) return null;
  const chosen = (kind) => known.settings?.byKey[`guard.actions.${kind}`]?.value ?? "level";
  return html`<table class="effects"><tbody>
    ${Object.entries(levels[level]).map(
      ([kind, action]) => html`<tr key=${kind}><th scope="row">${nameKind(kind)}</th>
        <td>${chosen(kind) !== "level" && html`<span class="quiet">${say("guard.chosen")} </span>`}<${Fate} action=${chosen(kind) === "level" ? action : chosen(kind)} /></td></tr>`,
    )}
  </tbody></table>`;
}

/** A choice for each kind. */
export function Kinds({ known }) {
  const actions = (known.settings?.list ?? []).filter((each) => each.key.startsWith("guard.actions."));
  return html`<${Fold} title=${say("guard.kinds")}>
    <ul class="rows">
      ${actions.map((each) => {
        const kind = each.key.split(".")[2];
        return html`<li class="pair" key=${each.key}><div><p>${nameKind(kind)}</p><p class="quiet">${each.about}</p></div>
          <${Select} label=${nameKind(kind)} value=${each.value} disabled=${Boolean(each.locked)} change=${(value) => change(each, value)}
            choices=${each.schema.enum.map((action) => [action, say(`guard.action.${action}`)])} /></li>`;
      })}
    </ul>
  <//>`;
}
