// The stage in OBS: how it is there, and to add it. Its address is never shown: the page may be on stream.

import { useAnswer } from "../answers.mjs";
import { copy } from "../copying.mjs";
import { Button, Card, Fold } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { Picture } from "../parts/picture.mjs";
import { tell } from "../parts/toast.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { say } from "../words.mjs";

const MARKS = { apart: "bad", here: "good", dark: "odd", size: "odd", elsewhere: "odd", nowhere: "off", password: "odd", absent: "off", old: "bad", gone: "bad", refused: "bad" };
const MENDED = ["nowhere", "elsewhere", "size", "gone", "refused"];

/** Return the address of the stage's page, empty before it is known, and a function that finds it anew. */
export function usePageAddress() {
  const [address, see] = useState("");
  const find = async () => {
    const answer = await fetch("/panel/address").catch(() => null);
    if (answer?.ok) see(new URL(await answer.text(), location.origin).href);
  };
  useEffect(() => void find(), []);
  return [address, find];
}

export function InObs({ known, address, findAgain }) {
  const [port, host] = ["obs.port", "obs.host"].map((key) => known.settings?.byKey[key]?.value);
  const isSeen = known.state.roles.some((each) => each.part === "stage" && each.state === "works");
  const [asked, again] = useAnswer("obs.state", {}, [port, host, isSeen]);
  const [added, see] = useState(null);
  const obs = added ?? asked;
  useEffect(() => {
    const lookAgain = () => (see(null), again());
    addEventListener("focus", lookAgain);
    return () => removeEventListener("focus", lookAgain);
  }, []);
  const given = obs && obs.state !== "apart" ? moveTo(obs.origin, address) : "";
  const add = (password) => ask("obs.add", password ? { password } : {}).then(see);
  return html`<${Card} title=${say("look.obs")}>
    ${obs ? html`<${State} obs=${obs} isSeen=${isSeen} />` : html`<p class="obs-state"><${Mark} of="busy" /> ${say("look.obs.asks")}</p>`}
    ${obs?.jpeg && html`<${Picture} kind="proof" jpeg=${obs.jpeg} label=${say("look.obs.proof")} />`}
    ${obs?.state === "password" && html`<${Password} add=${add} />`}
    <div class="line">
      ${MENDED.includes(obs?.state) && html`<${Button} kind="go" press=${() => add()}>${say(obs.state === "nowhere" ? "look.obs.add" : "look.obs.mend")}<//>`}
      <${Button} press=${() => copy(given, say("look.obs.copied"))} disabled=${!given}>${say("look.obs.copy")}<//>
      <${Button} kind="line" icon="again" press=${() => (see(null), again())}>${say("look.obs.again")}<//>
    </div>
    <a class="drag" href="#look" draggable=${Boolean(given)} onDragStart=${(event) => carry(event, given)}>
      <b>${say("look.obs.drag")}</b><span class="quiet">${say("look.obs.drag.about")}</span></a>
    <${Fold} title=${say("look.obs.help")}>
      <ul class="quiet">${["closed", "server", "file", "apart"].map((each) => html`<li key=${each}>${say(`look.obs.help.${each}`)}</li>`)}</ul>
      <div class="line"><span class="grows quiet">${say("look.obs.renew.about")}</span>
        <${Renewal} findAgain=${findAgain} /></div>
    <//>
  <//>`;
}

/** Return an address as OBS reaches it: on another PC not by that of this page, which is perhaps for this PC alone. */
function moveTo(origin, address) {
  if (!address || !origin) return address;
  const { pathname, search } = new URL(address);
  return new URL(pathname + search, origin).href;
}

function State({ obs, isSeen }) {
  const { why, scene = "", width, height, canvas_width: across, canvas_height: down, see_through: isClear } = obs;
  const state = obs.state === "here" && !isSeen ? "dark" : obs.state;
  const pages = isSeen ? Math.max(1, obs.pages) : 0; // of an answer of before the page came
  const mark = isClear === false ? "odd" : MARKS[state];
  const facts = [
    (why && translate(why)) || say(`look.obs.${state}.words`, { scene, size: `${width} × ${height}`, canvas: `${across} × ${down}` }),
    isClear === false && say("look.obs.opaque"),
    isClear && say("look.obs.clear"),
    say(pages === 1 ? "look.obs.page" : "look.obs.pages", { n: pages }),
  ];
  return html`<div class="obs-state" role="status"><${Mark} of=${mark} word=${say(`mark.${mark}`)} />
    <div><b>${say(`look.obs.${state}`)}</b><p class="quiet" dir="auto">${facts.filter(Boolean).join(" ")}</p></div></div>`;
}

function Password({ add }) {
  const [typed, type] = useState("");
  const send = async (event) => {
    event.preventDefault();
    await add(typed).catch((error) => tell(error.message, { isRefusal: true }));
    type("");
  };
  return html`<form class="line" onSubmit=${send}>
    <input class="field grows" type="password" autocomplete="off" maxlength="200" value=${typed} aria-label=${say("look.obs.password.label")}
      placeholder=${say("look.obs.password.label")} onInput=${(event) => type(event.target.value)} />
    <button class="button go" type="submit" disabled=${!typed}>${say("look.obs.add")}</button>
  </form>`;
}

/** Add the address to a drag; OBS makes a browser source of it, of the size and name that it tells. */
function carry(event, address) {
  const size = "layer-name=Stream%20Performer&layer-width=1920&layer-height=1080";
  event.dataTransfer.setData("text/uri-list", `${address}&${size}`);
}

/** A new address, asked for twice: with it the sources in OBS are dark until it stands there. */
function Renewal({ findAgain }) {
  const [isSure, askAgain] = useState(false);
  const renew = async () => {
    askAgain(!isSure);
    if (!isSure) return;
    await ask("tokens.renew", { roles: ["renderer", "sound"] });
    await findAgain();
    tell(say("look.obs.renewed"));
  };
  return html`<${Button} press=${renew} kind=${isSure ? "small bad" : "small"} onBlur=${() => askAgain(false)}>${say(isSure ? "look.obs.renew.sure" : "look.obs.renew")}<//>`;
}
