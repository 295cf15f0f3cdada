// Servers of tools: how each is, what it has, and a new one. Nothing of a server is used before it was looked at.

import { useAnswer } from "../answers.mjs";
import { copy } from "../copying.mjs";
import { Button, Card, Chip, Empty } from "../parts/basic.mjs";
import { Mark } from "../parts/icons.mjs";
import { Switch } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { undoOf } from "../undoing.mjs";
import { html, useState } from "../view.mjs";
import { say } from "../words.mjs";

/** The servers, and the form of a new one. */
export function Servers({ known }) {
  const roles = known.state.roles.filter((each) => each.part === "mcp");
  const [servers, again] = useAnswer("mcp.list", {}, [JSON.stringify(roles), known.settings]);
  return html`<${Card} title=${say("tools.servers")}>
    ${servers?.length ? html`<ul class="rows">${servers.map((each) => html`<${Server} key=${each.name} server=${each} enabled=${known.settings?.byKey[`mcp.${each.name}.enabled`]} again=${again} />`)}</ul>` : html`<${Empty}>${say("tools.servers.none")}<//>`}
    <${NewServer} servers=${servers} again=${again} />
  <//>`;
}

function describe(server) {
  const waits = Object.values(server.tools).filter((each) => each !== "allowed").length;
  if (!server.is_on) return ["off", say("tools.server.off"), ""];
  if (server.trouble) return ["bad", say("tools.server.down"), translate(server.trouble)];
  if (!server.is_up) return ["busy", say("tools.server.starting"), ""];
  const n = Object.keys(server.tools).length;
  const has = say(n === 1 ? "tools.servers.has.one" : "tools.servers.has", { n });
  const why = [waits && say("tools.servers.waits", { n: waits }), ...server.left_out, ...server.misfits].filter(Boolean).join("; ");
  return [why ? "odd" : "good", has, why];
}

function Server({ server, enabled, again }) {
  const [listed, see] = useState(null);
  const { name } = server;
  const [mark, words, why] = describe(server);
  const look = () => (listed ? Promise.resolve(see(null)) : ask("mcp.tools", { server: name }).then(see));
  const allow = () => ask("mcp.allow", { server: name, tools: Object.fromEntries(listed.map((each) => [each.own_name, each.digest])) }).then(() => (see(null), again()));
  const remove = () => ask("mcp.remove", { name }).then((told) => (tell(told, { undo: undoOf(`mcp.${name}`), what: name }), again()));
  return html`<li class="server">
    <${Mark} of=${mark} word=${say(`mark.${mark}`)} />
    <div class="grows"><p><label for=${`server-${name}`}><b>${name}</b></label> <span class="quiet">${server.where || say("tools.server.here")} · ${words}</span></p>${why && html`<p class=${mark} dir="auto">${why}</p>`}</div>
    <${Switch} id=${`server-${name}`} label=${say("tools.server.on", { name })} value=${server.is_on} disabled=${!enabled || Boolean(enabled.locked)} change=${(on) => change(enabled, on)} />
    <div class="line">
      ${server.is_up && html`<${Button} kind="small" press=${look} aria-expanded=${String(listed !== null)}>${say(listed ? "tools.look.close" : "tools.look")}<//>`}
      ${server.is_on && html`<${Button} kind="small" icon="again" press=${() => ask("mcp.restart", { name }).then((told) => (tell(told), again()))}>${say("tools.server.again")}<//>`}
      <${Button} kind="small" press=${remove} aria-label=${say("tools.server.remove.one", { name })}>${say("tools.server.remove")}<//>
    </div>
    ${listed && html`<${Looked} listed=${listed} allow=${allow} />`}
  </li>`;
}

function Looked({ listed, allow }) {
  const waits = listed.some((each) => each.state !== "allowed");
  return html`<div class="looked">
    <p class="quiet">${say("tools.look.words")}</p>
    <ul class="rows">${listed.map((each) => html`<li class="entry" key=${each.own_name}>
      <p><code>${each.own_name}</code> <${Chip} kind=${each.state === "allowed" ? "good" : "odd"}>${say(`tools.state.${each.state}`)}<//> ${!each.is_read_only && html`<${Chip}>${say("tools.state.asks")}<//>`}</p>
      <p dir="auto">${each.told}</p><p class="quiet">${say("tools.look.takes", { what: Object.keys(each.parameters.properties ?? {}).join(", ") || "–" })}</p></li>`)}</ul>
    ${waits && html`<${Button} kind="go" press=${allow}>${say("tools.allow")}<//>`}
  </div>`;
}

const NOTHING = { name: "", line: "", preset: null, key: "", header: "", secret: "" };

function NewServer({ servers, again }) {
  const [presets] = useAnswer("mcp.presets", {}, [servers]);
  const [draft, write] = useState(NOTHING);
  const put = (what) => write({ ...draft, ...what });
  const choose = (each) => write({ ...NOTHING, name: each.name, line: each.command ?? "", preset: each.preset ? each : null });
  const add = (event) => {
    event.preventDefault();
    ask("mcp.add", argumentsOf(draft)).then(
      (told) => (tell(told, { undo: undoOf(`mcp.${draft.name}`), what: draft.name }), write(NOTHING), again()),
      (error) => tell(error.message, { isRefusal: true }),
    );
  };
  return html`<details class="fold"><summary>${say("tools.add")}</summary>
    <form class="column" onSubmit=${add}>
      ${presets?.length ? html`<div class="line">${presets.map((each) => html`<${Button} key=${each.name} kind="small line" press=${() => choose(each)} aria-pressed=${String(draft.name === each.name)}>+ ${each.name}<//>`)}</div>` : ""}
      <${Entry} label=${say("tools.add.name")} value=${draft.name} put=${(name) => put({ name })} />
      ${!draft.preset && html`<${Entry} label=${say("tools.add.line")} value=${draft.line} put=${(line) => put({ line })} />`}
      ${draft.preset?.key && html`<${Entry} label=${say("tools.add.key")} kind="password" value=${draft.key} put=${(key) => put({ key })} />
        <div class="line"><span class="quiet grows">${say("tools.add.key.from")}</span><${Button} kind="small" press=${() => copy(draft.preset.key_from, say("copied", { what: say("tools.add.address") }))}>${say("tools.add.key.copy")}<//></div>`}
      ${/^https?:/.test(draft.line) && html`<${Entry} label=${say("tools.add.header")} value=${draft.header} put=${(header) => put({ header })} />
        ${draft.header && html`<${Entry} label=${say("tools.add.secret")} kind="password" value=${draft.secret} put=${(secret) => put({ secret })} />`}`}
      <div class="line"><button type="submit" class="button go">${say("tools.add.go")}</button><span class="quiet grows">${say("tools.add.words")}</span></div>
    </form>
  </details>`;
}

function Entry({ label, value, put, kind = "text" }) {
  return html`<input class="field" type=${kind} aria-label=${label} placeholder=${label} value=${value} autocomplete="off" spellcheck=${false} onInput=${(event) => put(event.target.value)} />`;
}

function argumentsOf({ name, line, preset, key, header, secret }) {
  if (preset) return { name, preset: preset.preset, ...(key ? { key } : {}) };
  const isAddress = /^https?:/.test(line);
  return { name, [isAddress ? "url" : "command"]: line, ...(isAddress && header ? { headers: { [header]: secret } } : {}) };
}
