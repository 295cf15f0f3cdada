// Who plays each part, and whether that is as it should be: a dot and words.

import { made, part } from "./panel-parts.js";

const LIGHTS = { works: "good", partly: "odd", down: "bad", off: "off" };
const ELSEWHERE = new Set(["", "panel"]); // addresses, which the terminal tells

/** Show who plays, and what is down. */
export function showRoles({ roles, down }) {
  const rows = roles.filter((role) => !ELSEWHERE.has(role.part)).map((role) => ({ ...plain(role), ...trouble(role) }));
  const others = Object.keys(down).filter((service) => !rows.some((row) => row.part === service));
  const extra = others.map((service) => ({ part: service, plays: "down", why: down[service], is: "bad" }));
  part("roles").replaceChildren(...[...rows, ...extra].map(row));

  /** What is down plays no part, unless its role tells that something stands in for it. */
  function trouble({ part: name, state }) {
    return name in down ? { is: state === "partly" ? "odd" : "bad", why: `down: ${down[name]}` } : {};
  }
}

function plain(role) {
  if (role.part === "stage") {
    const [, ...more] = role.why.split("; "); // the first says where to paste the address
    return { ...role, plays: new URL(role.plays).host, why: more.join("; "), is: LIGHTS[role.state] };
  }
  return { ...role, is: LIGHTS[role.state] };
}

function row({ part: name, plays, why, is }) {
  const line = made("li");
  line.dataset.part = name;
  line.append(made("i", `dot ${is}`), made("span", "part", name), made("span", "plays", plays));
  if (why) line.append(made("span", "why", why));
  return line;
}
