// A table of names with a text, a number, or a few numbers each: rows are added, changed and taken out.

import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { Icon } from "./icons.mjs";
import { Field, leavingAdds } from "./inputs.mjs";

const PLAIN = ["string", "number", "integer"];
const AT_FIRST = { string: "", number: 0, integer: 0 };

/** Rows of a table, each value as the JSON Schema `of` has it; `change` is given the whole table. */
export function Table({ label, value, of, change, disabled }) {
  const [name, type] = useState("");
  const rows = Object.entries(value ?? {});
  const put = (row, next) => change({ ...value, [row]: next });
  const remove = (row) => change(Object.fromEntries(rows.filter(([each]) => each !== row)));
  const add = (event) => {
    event.preventDefault();
    const wanted = name.trim();
    if (wanted && !rows.some(([each]) => each === wanted)) put(wanted, of.prefixItems ? of.prefixItems.map((_, at) => at) : AT_FIRST[of.type]);
    type("");
  };
  return html`<div class="table" role="group" aria-label=${label}>
    ${rows.length > 0 && html`<ul>${rows.map(
      ([row, held]) => html`<li key=${row}><b dir="auto">${row}</b><${Cells} label=${row} of=${of} value=${held} disabled=${disabled} change=${(next) => put(row, next)} />
        <button type="button" class="button ghost" disabled=${disabled} aria-label=${say("takeOut", { what: row })} onClick=${() => remove(row)}><${Icon} name="no" small /></button></li>`,
    )}</ul>`}
    <form onSubmit=${add}><input class="field" value=${name} disabled=${disabled} autocomplete="off" spellcheck=${false} aria-label=${say("addTo", { what: label })} placeholder=${say("add")}
      ...${leavingAdds(name, type, add)} /></form>
  </div>`;
}

/** Whether a JSON Schema is of a table that this can show. */
Table.takes = ({ additionalProperties: of }) => Boolean(of) && (PLAIN.includes(of.type) || Boolean(of.prefixItems?.every(({ type }) => PLAIN.includes(type))));

function Cells({ label, of, value, disabled, change }) {
  if (!of.prefixItems) return html`<${Field} label=${label} kind=${kindOf(of)} value=${value} disabled=${disabled} change=${change} />`;
  return of.prefixItems.map(
    (each, at) => html`<${Field} key=${at} label=${say("table.cell", { what: label, n: at + 1 })} kind=${kindOf(each)} value=${value[at]} disabled=${disabled}
      change=${(next) => change(value.map((held, other) => (other === at ? next : held)))} />`,
  );
}

const kindOf = ({ type }) => (type === "string" ? "text" : "number");
