// How it looks: the theme, the size and the font of letters, and the figure.

import { useAnswer } from "../answers.mjs";
import { Card } from "../parts/basic.mjs";
import { Field, Segment, Select, Slider } from "../parts/inputs.mjs";
import { change } from "../settings.mjs";
import { html } from "../view.mjs";
import { count, knows, say } from "../words.mjs";

export function Themes({ known }) {
  const byKey = known.settings?.byKey ?? {};
  const [themes] = useAnswer("stage.themes", {}, [known.settings]);
  const [theme, size, font] = [byKey["stage.theme"], byKey["layout.text_size"], byKey["layout.font"]];
  if (!theme || !themes) return null;
  const percent = `${count(100 * size.value, 0)} %`;
  return html`<${Card} title=${say("look.theme")}>
    <div class="themes" role="radiogroup" aria-label=${say("look.theme")}>
      ${themes.map((each) => html`<${ThemeCard} key=${each.name} theme=${each} setting=${theme} />`)}
    </div>
    <p class="pair bare"><span>${say("look.size")}</span><b>${percent}</b></p>
    <${Slider} label=${say("look.size")} value=${100 * size.value} min=${60} max=${200} step=${5} words=${(value) => `${count(value, 0)} %`}
      disabled=${Boolean(size.locked)} change=${(value) => change(size, value === 100 ? null : value / 100)} />
    <div class="pair bare"><span class="grows">${say("look.font")}</span>
      <${Field} label=${say("look.font")} value=${font.value} placeholder=${themes.find((each) => each.chosen)?.font} maxlength="80"
        disabled=${Boolean(font.locked)} change=${(value) => change(font, value.trim() || null)} /></div>
  <//>`;
}

function ThemeCard({ theme, setting }) {
  const { name, chosen, caption, bubble } = theme;
  const drawn = ({ fill, text, border, border_width: width }) => ({ background: fill, color: text, border: width ? `2px solid ${border}` : "0" });
  const label = knows(`look.theme.${name}`) ? say(`look.theme.${name}`) : name;
  return html`<button type="button" class="theme" role="radio" aria-checked=${String(chosen)} disabled=${Boolean(setting.locked)} onClick=${() => change(setting, name)}>
    <span class="scene" dir="ltr" aria-hidden="true"><span class="bubble" style=${drawn(bubble)}>${say("look.theme.bubble")}</span>
      <span style=${drawn(caption)}>${say("look.theme.caption")}</span></span>
    <span>${label}</span>
  </button>`;
}

export function Figure({ known }) {
  const byKey = known.settings?.byKey ?? {};
  const [place, mood] = [byKey["mascot.place"], byKey["mascot.mood"]];
  if (!place || !mood) return null;
  return html`<${Card} title=${say("look.avatar")}>
    <${Segment} label=${say("look.avatar.side")} value=${place.value} disabled=${Boolean(place.locked)} change=${(value) => change(place, value)}
      choices=${["left", "right", "off"].map((each) => [each, say(`look.avatar.${each}`)])} />
    <div class="pair bare"><span class="grows">${say("look.avatar.mood")}</span>
      <${Select} label=${say("look.avatar.mood")} value=${mood.value} disabled=${Boolean(mood.locked)} change=${(value) => change(mood, value)}
        choices=${mood.schema.enum.map((each) => [each, say(`persona.mood.${each === "neutral" ? "none" : each}`)])} /></div>
    <p class="quiet">${say("look.avatar.own")}</p>
  <//>`;
}
