// Who plays each part, and whether that is as it should be: a dot and words.

import { made, part } from "./panel-parts.js";

const OFF = new Set(["off", "none", "silent"]);
const ELSEWHERE = new Set(["", "panel"]); // addresses, which the terminal tells

/** Show who plays, and what is down. */
export function showRoles({ roles, down }) {
  const rows = roles.filter((role) => !ELSEWHERE.has(role.part)).map((role) => ({ ...plain(role), ...trouble(role) }));
  const others = Object.keys(down).filter((service) => !rows.some((row) => row.part === service));
  const extra = others.map((service) => ({ part: service, plays: "down", why: down[service], is: "bad" }));
  part("roles").replaceChildren(...[...rows, ...extra].map(row));

  function trouble(role) {
    return role.part in down ? { is: "bad", why: `down: ${down[role.part]}` } : {};
  }
}

function plain(role) {
  if (role.part === "stage") {
    const [, ...odd] = role.why.split("; "); // the first says where to paste the address
    return { part: role.part, plays: new URL(role.plays).host, why: odd.join("; "), is: odd.length ? "odd" : "good" };
  }
  if (OFF.has(role.plays)) return { ...role, is: "off" };
  return { ...role, is: role.why ? "odd" : "good" };
}

function row({ part: name, plays, why, is }) {
  const line = made("li");
  line.dataset.part = name;
  line.append(made("i", `dot ${is}`), made("span", "part", name), made("span", "plays", plays));
  if (why) line.append(made("span", "why", why));
  return line;
}
