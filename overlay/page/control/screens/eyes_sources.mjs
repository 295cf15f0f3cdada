// Where pictures come from: one of the sources that there are here, each with a small picture.

import { Button, Card, Fold } from "../parts/basic.mjs";
import { Icon } from "../parts/icons.mjs";
import { Field } from "../parts/inputs.mjs";
import { Picture } from "../parts/picture.mjs";
import { change } from "../settings.mjs";
import { ask } from "../store.mjs";
import { tell } from "../parts/toast.mjs";
import { translate } from "../translate.mjs";
import { html, useEffect, useState } from "../view.mjs";
import { say } from "../words.mjs";

const ICONS = { auto: "look", screen: "look", recorder: "eyes", clip: "resume", arcade: "react" };

export function Sources({ setting, eyes }) {
  const [listed, see] = useState([]);
  const [asked, choose] = useState(null);
  const look = () => ask("frames.sources", { pictures: true }).then(see);
  useEffect(() => {
    ask("frames.sources").then(see).then(look).catch((error) => tell(error.message, { isRefusal: true }));
  }, [setting.value]);
  const take = async (spec) => {
    choose(spec);
    await change(setting, spec);
    choose(null);
  };
  return html`<${Card} title=${say("eyes.source")} end=${html`<${Button} kind="small" icon="again" press=${look}>${say("eyes.source.again")}<//>`}>
    <ul class="sources" aria-label=${say("eyes.source")}>
      ${listed.map((each) => html`<${Tile} key=${each.spec} source=${each} isAsked=${each.spec === asked} isLocked=${Boolean(setting.locked)} choose=${() => take(each.spec)} />`)}
    </ul>
    ${setting.locked && html`<p class="odd">${translate(setting.locked)}</p>`}
    ${eyes?.why && html`<p class="quiet" dir="auto">${translate(eyes.why)}</p>`}
    <${Fold} title=${say("eyes.source.other")}><div class="others">
      <label>${say("eyes.source.clip")}<${Field} label=${say("eyes.source.clip")} value="" disabled=${Boolean(setting.locked)} change=${(path) => path.trim() && take(`clip:${path.trim()}`)} /></label>
      <label>${say("eyes.source.part")}<${Field} label=${say("eyes.source.part")} value="" placeholder="0,0,1280,720" disabled=${Boolean(setting.locked)} change=${(part) => part.trim() && take(`screen:1:${part.trim()}`)} /></label>
    </div><//>
  <//>`;
}

function Tile({ source, isAsked, isLocked, choose }) {
  const { spec, kind, why, in_use, jpeg, width, height } = source;
  const facts = in_use ? say("eyes.source.used") : width ? `${width} × ${height}` : say(`eyes.source.${kind}.about`);
  return html`<li><button type="button" class="source" aria-pressed=${String(in_use)} aria-busy=${isAsked} disabled=${isLocked || Boolean(why)} onClick=${choose}>
    <span class="thumb" aria-hidden="true">${jpeg ? html`<${Picture} jpeg=${jpeg} label="" />` : html`<${Icon} name=${ICONS[kind] ?? "eyes"} />`}</span>
    <b dir="auto">${nameSource(source)}</b><span class="quiet" dir="auto">${why ? translate(why) : facts}</span>
  </button></li>`;
}

/** Return the name of a source; what is written by hand stands as it was written. */
export function nameSource({ spec, kind, monitor }) {
  if (kind === "screen" && monitor) return say("eyes.source.screen", { n: monitor });
  return kind === "clip" || spec.includes(":") ? spec : say(`eyes.source.${kind}`);
}
