// Where people talk with it: each service set up by steps, the streamer's own line, and who may do what.

import { useAnswer } from "../answers.mjs";
import { beginAgain } from "../orders.mjs";
import { Button, Card, Head } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { Switch } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";
import { DiscordSteps } from "./chats_discord.mjs";
import { ForEach, MayDo, MayWrite } from "./chats_settings.mjs";

/** The steps of each service; one more service is one more entry. */
const SERVICES = { discord: DiscordSteps };

export function Chats({ known }) {
  const [services, again] = useAnswer("chats.list", {}, [known.settings, known.state.down.discord]);
  return html`<${Head} title=${say("screen.chats")} about=${say("chats.about")} />
    <div class="two">
      <div class="column">${services
        ? services.filter((each) => each.service in SERVICES).map((each) => html`<${Service} key=${each.service} service=${each} known=${known} again=${again} />`)
        : html`<${Card}><p class="line first"><${Mark} of="busy" /> ${say("chats.asking")}</p><//>`}
        <${ForEach} known=${known} /></div>
      <div class="column"><${Here} /><${MayWrite} known=${known} /><${MayDo} known=${known} /></div>
    </div>`;
}

function Service({ service, known, again }) {
  const { service: name, steps, waits, note } = service;
  const Steps = SERVICES[name];
  const setting = known.settings?.byKey[`${name}.enabled`];
  const [mark, words] = describe(service, known.state.down[name]);
  return html`<section class="card" aria-label=${say(`chats.${name}`)}>
    <header><${Mark} of=${mark} word=${say(`mark.${mark}`)} /><h2>${say(`chats.${name}`)}</h2><span class="grows ${mark === "good" ? "quiet" : mark}" dir="auto">${words}</span>
      ${setting && html`<${Switch} label=${say(`chats.${name}`)} value=${setting.value} disabled=${Boolean(setting.locked)} change=${(on) => change(setting, on)} />`}</header>
    ${waits && steps[0]?.state !== "now" && html`<p class="verdict odd"><span class="grows">${say("chats.waits")}</span> <${Button} kind="small" icon="again" press=${beginAgain}>${say("chats.begin")}<//></p>`}
    ${note ? html`<p class="quiet" dir="auto">${translate(note)}</p>` : html`<${Steps} steps=${steps} again=${again} />`}
  </section>`;
}

/** Return the shape of a service's state, and the words for it. */
function describe({ is_on: isOn, steps, waits }, down) {
  const failed = steps.flatMap((each) => each.notes).find((each) => each.state === "failed");
  const at = steps.findIndex((each) => each.state === "now");
  if (failed) return ["bad", say("chats.failed")];
  if (isOn && at === 0) return ["bad", say("chats.tokenless")];
  if (waits) return ["odd", say("chats.waiting")];
  if (isOn && down) return ["bad", translate(down)];
  if (at >= 0) return ["off", at ? say("chats.at", { n: at + 1, of: steps.length }) : say("chats.not")];
  return isOn ? ["good", say("chats.on")] : ["off", say("off")];
}

function Here() {
  const [words, type] = useState("");
  const send = async (event) => {
    event.preventDefault();
    if (!words.trim()) return;
    const sent = ask("cue", { kind: "operator", text: words });
    await sent.then(() => type(""), (error) => tell(error.message, { isRefusal: true }));
  };
  return html`<${Card} title=${say("chats.here")} end=${html`<span class="quiet">${say("chats.here.about")}</span>`}>
    <form class="line first" onSubmit=${send}>
      <input class="field grows" maxlength="500" autocomplete="off" aria-label=${say("chats.here.label")} placeholder=${say("chats.here.label")} value=${words} onInput=${(event) => type(event.target.value)} />
      <button class="button" type="submit">${say("chats.here.send")}</button>
    </form>
  <//>`;
}
