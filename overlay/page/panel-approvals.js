// The calls that wait for a yes: what is to run, with all its arguments, and two buttons. Hidden while there is none.

import { ask } from "./panel-line.js";
import { button, made, part, tell, told } from "./panel-parts.js";

let seen = ""; // of the calls, by what the state tells
let isReading = false;

/** Show what waits, and read it anew when the state tells of a change. */
export function showApprovals({ waiting, changes }) {
  const now = `${waiting} ${changes}`;
  if (now === seen) return;
  seen = now;
  read(waiting);
}

/** Forget what was seen: behind a new connection there may be another show. */
export function forgetApprovals() {
  seen = "";
}

async function read(waiting) {
  if (isReading) return; // what comes meanwhile is seen below
  isReading = true;
  const asked = seen;
  try {
    show(waiting ? await ask("approvals.list") : []);
  } catch (refusal) {
    tell(refusal.message, { refused: true });
  } finally {
    isReading = false;
  }
  if (seen !== asked && seen) read(Number(seen.split(" ")[0]));
}

function show(calls) {
  part("approvals").hidden = !calls.length;
  part("asking").replaceChildren(...calls.map(row));
}

function row(call) {
  const settle = (approve) => () => told(ask("approvals.settle", { number: call.number, approve }));
  const head = made("div", "entry");
  const what = made("span", "what");
  what.append(made("em", "", call.tool), ...(call.server ? [` of ${call.server}`] : []));
  head.append(made("span", "number", `#${call.number}`), what);
  head.append(button("Approve", settle(true)), button("Cancel", settle(false)));
  const why = made("p", "why", call.why);
  why.dir = "auto";
  const line = made("li");
  line.dataset.number = call.number;
  line.append(head, why, made("pre", "arguments", JSON.stringify(call.arguments, null, 2)));
  return line;
}
