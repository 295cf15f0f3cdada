// What the page's address asks for: `?theme=NAME` (the server sees to it), `&scale=0.5..3`, `&only=caption,bubble`
// (kinds to draw) and `&mascot=0`. What nobody understands is told once, in the console, and passed over.

const KINDS = ["caption", "bubble", "emote", "card", "avatar", "particles"];
const NAMES = ["token", "from", "theme", "scale", "only", "mascot", "audio", "volume", "preview"];
const SMALLEST = 0.5;
const LARGEST = 3;

const query = new URLSearchParams(location.search);

/** The theme's name; empty when the stage's is right. */
export const theme = query.get("theme") ?? "";

/** The scale of everything; 1 is the usual size. */
export const scale = readScale();

const drawn = readKinds();

/** Whether a kind of element is to be drawn. */
export function isWanted(kind) {
  return drawn.has(kind);
}

for (const name of new Set(query.keys())) {
  if (!NAMES.includes(name)) complain(`There is no '${name}' to ask for; there are ${NAMES.join(", ")}.`);
}

/** Log a fault in the page's address to the console. */
export function complain(sentence) {
  console.warn(`This page's address: ${sentence}`);
}

function readScale() {
  const asked = query.get("scale");
  if (asked === null) return 1;
  const number = Number(asked);
  if (asked.trim() && number >= SMALLEST && number <= LARGEST) return number;
  complain(`scale=${asked} is no number from ${SMALLEST} to ${LARGEST}.`);
  return 1;
}

function readKinds() {
  const asked = (query.get("only") ?? "").split(",").map((kind) => kind.trim()).filter(Boolean);
  const strange = asked.filter((kind) => !KINDS.includes(kind));
  if (strange.length) complain(`only=${strange} is nothing that is drawn; there are ${KINDS.join(", ")}.`);
  const known = asked.filter((kind) => KINDS.includes(kind));
  const kinds = new Set(known.length ? known : KINDS);
  if (!mayHaveMascot()) kinds.delete("avatar");
  return kinds;
}

function mayHaveMascot() {
  const asked = query.get("mascot") ?? "1";
  if (!["0", "1"].includes(asked)) complain(`mascot=${asked} is neither 0 nor 1.`);
  return asked !== "0";
}
