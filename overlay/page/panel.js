// The panel: shows what the control socket tells, and gives orders. It decides nothing.

import { forgetApprovals, showApprovals } from "./panel-approvals.js";
import { forgetGuard, showGuard } from "./panel-guard.js";
import { ask, connect } from "./panel-line.js";
import { part, tell, told } from "./panel-parts.js";
import { showRoles } from "./panel-roles.js";

let isPaused = false;

function see(state) {
  isPaused = state.paused;
  part("pause").textContent = isPaused ? "Resume" : "Pause";
  showRoles(state);
  showNow(state);
  showGuard(state.guard);
  showApprovals(state.approvals);
}

function showNow(state) {
  const pauses = Object.values(state.pauses).join("; ");
  const isWell = !Object.keys(state.down).length;
  be(pauses ? "odd" : isWell ? "good" : "bad", pauses ? `paused: ${pauses}` : isWell ? "on stage" : "not all is well");
  part("doing").textContent = doing(state);
  part("said").textContent = state.said;
}

function doing({ paused, speaking, floor, turn }) {
  if (speaking) return "It is speaking:";
  if (paused) return "It keeps quiet. Its last line:";
  if (floor === "taken") return "You have the floor. Its last line:";
  if (turn) return "It is writing. Its last line:";
  return "It waits for something worth a line. Its last one:";
}

function be(how, words) {
  const [dot, text] = part("being").children;
  dot.className = `dot ${how}`;
  text.textContent = words;
}

function hear(news) {
  document.body.dataset.connection = news;
  if (news === "lost") be("bad", "no connection to the show");
  else {
    forgetGuard();
    forgetApprovals();
  }
}

function toggleSaying() {
  const form = part("saying");
  form.hidden = !form.hidden;
  part("speak").setAttribute("aria-expanded", String(!form.hidden));
  if (!form.hidden) part("words").focus();
}

async function say(event) {
  event.preventDefault();
  const words = part("words");
  if (words.value.trim() && (await told(ask("say", { text: words.value }))) !== null) words.value = "";
}

async function copy() {
  try {
    const answer = await fetch(`/panel/address${location.search}`);
    if (!answer.ok) throw new Error(await answer.text());
    await navigator.clipboard.writeText(new URL(await answer.text(), location.origin).href);
    tell("Copied: paste it into an OBS browser source.");
  } catch {
    tell("It could not be copied: the terminal shows it too.", { refused: true });
  }
}

part("hush").onclick = () => told(ask("hush"));
part("react").onclick = () => told(ask("react"));
part("pause").onclick = () => told(ask(isPaused ? "resume" : "pause"));
part("speak").onclick = toggleSaying;
part("saying").onsubmit = say;
part("copy").onclick = copy;
connect(see, hear);
