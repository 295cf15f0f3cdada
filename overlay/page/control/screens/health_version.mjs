// Which version this is, and whether newer ones are looked for.

import { Card } from "../parts/basic.mjs";
import { Switched } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { translate } from "../translate.mjs";
import { html } from "../view.mjs";
import { say } from "../words.mjs";

/** The version, with the switch for the look for a newer one. */
export function Version({ known }) {
  const told = known.state?.updates;
  const setting = known.settings?.byKey["updates.enabled"];
  if (!told || !setting) return null;
  return html`<${Card} title=${say("health.version")}>
    <p role="status" dir="auto">${translate(told.words)}</p>
    ${told.page && html`<p class="line"><a class="button line small" href=${told.page} target="_blank" rel="noreferrer">${say("health.version.page")}</a></p>`}
    <${Switched} label=${say("health.version.look")} value=${setting.value} disabled=${Boolean(setting.locked)} change=${(on) => change(setting, on)} />
    <p class="quiet">${say("health.version.about")} <a class="link" href="#settings">${say("health.version.address")}</a></p>
  <//>`;
}
