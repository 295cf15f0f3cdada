// Discord by steps: the bot's token, its place on a server, the channel of the show, and a test.

import { copy } from "../copying.mjs";
import { Button } from "../parts/basic.mjs";
import { Select } from "../parts/inputs.mjs";
import { Notes, Steps } from "../parts/steps.mjs";
import { tell } from "../parts/toast.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";

const BODIES = { token: Token, invite: Invite, channel: Channel, test: Test };

/** The steps of Discord, as `chats.list` tells them. */
export function DiscordSteps({ steps, again }) {
  const take = (step, value) => ask("chats.step", { service: "discord", step, value }).then((told) => (tell(told), again()));
  const shown = steps.map((step) => ({
    name: step.step,
    title: say(`chats.discord.${step.step}`),
    state: step.state,
    told: step.notes.map((each) => translate(each.found)).join("; ") || say(`chats.discord.${step.step}.${step.state === "done" ? "done" : "words"}`),
    mayChange: true,
    body: html`<${BODIES[step.step]} step=${step} take=${take} again=${again} />`,
  }));
  return html`<${Steps} label=${say("chats.discord")} steps=${shown} />`;
}

function Token({ step, take }) {
  const [token, type] = useState("");
  const send = () => take("token", token).then(() => type(""));
  return html`<p class="quiet">${say("chats.discord.token.words")}</p>
    <${Notes} notes=${step.notes} />
    <form class="line" onSubmit=${(event) => (event.preventDefault(), token.trim() && send().catch((error) => tell(error.message, { isRefusal: true })))}>
      <input class="field grows" type="password" maxlength="1000" autocomplete="off" aria-label=${say("chats.discord.token.label")} placeholder=${say("chats.discord.token.kept")} value=${token} onInput=${(event) => type(event.target.value)} />
      <${Button} kind="go" press=${send} disabled=${!token.trim()}>${say("chats.discord.token.try")}<//>
      <${Links} link=${step.link} open=${say("chats.discord.token.open")} what=${say("chats.discord.token.portal")} />
    </form>`;
}

function Invite({ step, again }) {
  return html`<p class="quiet">${say("chats.discord.invite.words")}</p>
    <${Notes} notes=${step.notes} />
    <div class="line"><${Links} link=${step.link} open=${say("chats.discord.invite.open")} what=${say("chats.discord.invite.link")} />
      <${Button} kind="small" icon="again" press=${again}>${say("chats.again")}<//></div>`;
}

function Channel({ step, take, again }) {
  const choices = step.choices.map((each) => [each.value, each.lacks ? say("chats.discord.lacks", { name: each.name, what: each.lacks }) : each.name]);
  const choose = (value) => value && take("channel", value).catch((error) => tell(error.message, { isRefusal: true }));
  return html`<p class="quiet">${say("chats.discord.channel.words")}</p>
    <${Notes} notes=${step.notes} />
    <div class="line"><div class="grows"><${Select} label=${say("chats.discord.channel")} value=${step.value} choices=${step.value ? choices : [["", say("chats.discord.channel.none")], ...choices]} change=${choose} /></div>
      <${Button} kind="small" icon="again" press=${again}>${say("chats.again")}<//></div>`;
}

function Test({ step, again }) {
  const test = () => ask("chats.test", { service: "discord" }).then((told) => (tell(told), again()));
  return html`<p class="quiet">${say("chats.discord.test.words")}</p><${Notes} notes=${step.notes} />
    <div class="line"><${Button} kind="go" press=${test}>${say("chats.discord.test.go")}<//></div>`;
}

/** A page elsewhere: to be opened here, or its address copied to where one is signed in. */
function Links({ link, open, what }) {
  if (!link) return null;
  return html`<a class="button small" href=${link} target="_blank" rel="noreferrer">${open}</a>
    <${Button} kind="small" press=${() => copy(link, say("copied", { what }))}>${say("chats.copy")}<//>`;
}
