// How each part is: a light, why it is not well, and the one button that mends it.

import { Button, Card, Row } from "../parts/basic.mjs";
import { tell } from "../parts/toast.mjs";
import { findScreen } from "../screens.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { knows, say } from "../words.mjs";

const MARKS = { works: "good", partly: "odd", down: "bad", off: "off" };

export function Parts({ state }) {
  const roles = list(state);
  const wrong = roles.filter(({ mark }) => mark === "bad" || mark === "odd").length;
  return html`<${Card} kind="parts" title=${say("parts")} end=${html`<span class="quiet">${say(wrong ? "parts.wrong" : "parts.right", { n: wrong })}</span>`}>
    <ul class="rows">${roles.map((role) => html`<${Part} key=${role.part + role.plays} role=${role} />`)}</ul>
  <//>`;
}

function Part({ role }) {
  const { part, plays, why, mark } = role;
  const name = knows(`part.${part}`) ? say(`part.${part}`) : part;
  const isUnseen = part === "stage" && mark === "off"; // nothing is wrong, and there is something to be done
  return html`<${Row} mark=${mark} word=${say(`mark.${mark}`)} name=${name} words=${translate(plays)} why=${translate(why)}>
    ${(mark === "bad" || mark === "odd" || isUnseen || (mark === "off" && why)) && html`<${Mend} role=${role} name=${name} />`}<//>`;
}

function Mend({ role: { part, fix }, name }) {
  if (fix) {
    const words = knows(`fix.${fix.op}`) ? say(`fix.${fix.op}`) : fix.label;
    return html`<${Button} kind="small" press=${() => mend(fix)} aria-label=${say("fix.for", { fix: words, what: name })}>${words}<//>`;
  }
  const screen = findScreen(part);
  if (!screen) return null;
  const label = part === "stage" ? say("fix.for", { fix: say("fix.into"), what: name }) : say("fix.open.for", { what: name });
  return html`<a class="button small" href=${`#${screen}`} aria-label=${label}>${say(part === "stage" ? "fix.into" : "fix.open")}</a>`;
}

async function mend({ op, args }) {
  const answer = await ask(op, args);
  tell(typeof answer === "string" ? answer : say("fix.asked"));
}

/** Return each part with its mark and why it is so; what is down and has no part of its own stands last. */
function list({ roles, down }) {
  const parts = roles.filter(isPart);
  const told = new Set(parts.flatMap(servicesOf));
  const nameless = Object.entries(down).filter(([service]) => !told.has(service));
  return [
    ...parts.map((role) => {
      const service = servicesOf(role).find((each) => each in down);
      return { ...withoutAddress(role), mark: MARKS[service ? "down" : role.state], ...(service && { why: down[service] }) };
    }),
    ...nameless.map(([part, why]) => ({ part, plays: "", why, mark: "bad" })),
  ];
}

/** Addresses and files are listed among the roles for the terminal; the page may be on stream. */
const isPart = (role) => role.part && role.part !== "panel";

/** Return by which names a part may be told to be down. */
function servicesOf({ part, plays, state }) {
  if (part === "ears") return ["ears", "mic"];
  if (part === "mcp") return [`mcp ${plays.split(":")[0]}`];
  if (part === "chat" && state === "down") return ["chat", "discord"];
  return [part];
}

const withoutAddress = (role) => (role.part === "stage" ? { ...role, plays: say(role.state === "works" ? "part.stage.open" : "part.stage.none"), why: "" } : role);
