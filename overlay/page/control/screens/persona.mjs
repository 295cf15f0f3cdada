// Who it is: the personas to choose from, and the one that is looked at with all that makes it.

import { useAnswer } from "../answers.mjs";
import { Button, Card, Chip, Empty, Head } from "../parts/basic.mjs";
import { Area, ChipList, Field, Segment, Select, Slider } from "../parts/inputs.mjs";
import { tell } from "../parts/toast.mjs";
import { isGoing, removeSoon } from "../removing.mjs";
import { saveFile } from "../saving.mjs";
import { ask } from "../store.mjs";
import { translate } from "../translate.mjs";
import { undoOf } from "../undoing.mjs";
import { html, useEffect, useRef, useState } from "../view.mjs";
import { say } from "../words.mjs";

const LANGUAGES = ["", "en", "de", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "zh", "chat"];
const MOODS = ["", "happy", "sad", "angry", "surprised", "thinking"];
const OF_ITSELF = ["", "never", "seldom", "sometimes", "often"];
const MOST_BYTES = 64_000;
const MOST_EXAMPLES = 5;
const REMOVE = "persona.remove";
const NEW_EXAMPLE = { seen: "", say: "", do: "none" };

const refuse = (error) => tell(error.message, { isRefusal: true });

export function Persona({ known }) {
  const setting = known.settings?.byKey["scene.persona"];
  const [listed, again] = useAnswer("persona.list", {}, [known.settings]);
  const [chosen, look] = useState(null);
  const open = listed?.some((each) => each.id === chosen) ? chosen : listed?.find((each) => each.plays)?.id;
  return html`<${Head} title=${say("screen.persona")} about=${say("persona.about")} />
    <div class="two">
      <div class="column"><${Cast} listed=${listed} open=${open} look=${look} again=${again} setting=${setting} />
        ${open && html`<${Trial} key=${open} id=${open} />`}</div>
      <div class="column">${open && html`<${Sheet} key=${open} id=${open} renew=${again} news=${known.settings} trouble=${listed.find((each) => each.id === open).trouble} />`}</div>
    </div>`;
}

function Cast({ listed, open, look, again, setting }) {
  const plays = listed?.find((each) => each.plays);
  const copy = async () => {
    const made = await ask("persona.copy", { name: open, to: say("persona.copy.name", { name: listed.find((each) => each.id === open).name }).slice(0, 40) });
    await again();
    look(made);
  };
  return html`<${Card} title=${say("persona.cast")} end=${plays && html`<span class="quiet">${say("persona.now", { name: plays.name })}</span>`}>
    ${listed ? html`<ul class="rows" aria-label=${say("persona.cast")}>${listed.map((each) => html`<${Member} key=${each.id} persona=${each} isOpen=${each.id === open} look=${look} again=${again} setting=${setting} />`)}</ul>` : html`<${Empty}>${say("starting")}<//>`}
    <div class="line"><${Button} kind="line" press=${copy} disabled=${!open}>${say("persona.copy")}<//><${Import} again=${again} look=${look} />
      <${Button} kind="line" press=${() => download(open)} disabled=${!open}>${say("persona.export")}<//></div>
    <p class="quiet">${say("persona.cast.about")}</p>
  <//>`;
}

function Member({ persona, isOpen, look, again, setting }) {
  const { id, name, origin, plays, trouble } = persona;
  const choose = async () => {
    await ask("persona.choose", { name: id });
    tell(say("persona.chosen", { name }), { undo: undoOf("scene.persona"), what: say("persona.cast") });
    look(id);
    await again();
  };
  const removal = { name: id };
  return html`<li class="member ${isOpen ? "open" : ""}">
    <button type="button" class="name" aria-pressed=${String(isOpen)} onClick=${() => look(id)}><b dir="auto">${name}</b><span class="quiet">${say(`persona.kind.${id}`) === `persona.kind.${id}` ? id : say(`persona.kind.${id}`)}</span></button>
    <span class="line first">${origin !== "ships" && html`<${Chip}>${say(`persona.origin.${origin}`)}<//>`}${plays && html`<${Chip} kind="chosen" icon="yes">${say("persona.plays")}<//>`}
      ${!plays && !trouble && html`<${Button} kind="small go" press=${choose} disabled=${Boolean(setting?.locked)} aria-label=${say("persona.choose.what", { name })}>${say("persona.choose")}<//>`}
      ${origin !== "ships" && !(plays && origin === "own") && html`<${Button} kind="small line" disabled=${isGoing(REMOVE, removal)} press=${() => removeSoon(REMOVE, removal, again)}
        aria-label=${say(origin === "own" ? "persona.remove.what" : "persona.reset.what", { name })}>${say(origin === "own" ? "persona.remove" : "persona.reset")}<//>`}</span>
    ${trouble && html`<p class="bad" dir="auto">${translate(trouble)}</p>`}
  </li>`;
}

function Import({ again, look }) {
  const input = useRef(null);
  const take = async (event) => {
    const [file] = event.target.files;
    event.target.value = "";
    if (!file) return;
    if (file.size > MOST_BYTES) return refuse(new Error(say("persona.tooLarge", { file: file.name, mb: (file.size / 1e6).toFixed(1) })));
    try {
      const made = await ask("persona.import", { text: await file.text() });
      await again();
      look(made);
      tell(say("persona.imported", { file: file.name }));
    } catch (error) {
      refuse(error);
    }
  };
  return html`<input type="file" hidden accept=".md,.txt,text/markdown,text/plain" ref=${input} aria-label=${say("persona.import")} onChange=${take} />
    <${Button} kind="line" press=${() => void input.current.click()}>${say("persona.import")}<//>`;
}

async function download(name) {
  const { file, text } = await ask("persona.export", { name });
  saveFile(file, text, "text/markdown");
}

function Sheet({ id, renew, trouble, news }) {
  const [told, again] = useAnswer("persona.get", { name: id }, [trouble, news]);
  const [changed, see] = useState(null);
  useEffect(() => see(null), [told]);
  const sheet = changed ?? told;
  if (!sheet) return trouble ? null : html`<${Card} title=${say("persona.who")}><${Empty}>${say("starting")}<//><//>`;
  const write = async (fields) => {
    see(await ask("persona.set", { name: id, fields }));
    renew();
  };
  const change = async (field, value) => {
    const before = sheet[field];
    try {
      await write({ [field]: value });
      tell(say(sheet.plays ? "persona.changed.now" : "persona.changed", { what: say(`persona.${field}`) }), {
        undo: async () => (await write({ [field]: before === "" ? null : before }), say("persona.undone")),
      });
    } catch (error) {
      refuse(error);
      await again();
    }
  };
  return html`<${Who} sheet=${sheet} change=${change} /><${Talks} sheet=${sheet} change=${change} />`;
}

function Who({ sheet, change }) {
  const { cost } = sheet;
  const set = (field) => (value) => change(field, value === "" ? null : value);
  const choices = (field, values) => values.map((each) => [each, say(`persona.${field}.${each || "none"}`)]);
  return html`<${Card} title=${say("persona.who")} end=${sheet.origin === "ships" && html`<span class="quiet">${say("persona.ships")}</span>`}>
    <div class="pairs">
      <label><span>${say("persona.name")}</span><${Field} label=${say("persona.name")} value=${sheet.name} maxlength="40" change=${(value) => change("name", value)} /></label>
      <label><span>${say("persona.language")}</span><${Select} label=${say("persona.language")} value=${sheet.language} choices=${choices("language", LANGUAGES)} change=${set("language")} /></label>
    </div>
    ${sheet.is_by_hand
      ? html`<${Long} field="short" sheet=${sheet} change=${change} most=${2000} words=${say("persona.cost.short", { n: cost.comment, chars: cost.chars, most: cost.most_chars })} />
          <${Long} field="text" sheet=${sheet} change=${change} most=${12_000} words=${say("persona.cost.text", { n: cost.conversation })} />`
      : html`<${Long} field="character" sheet=${sheet} change=${change} most=${cost.most_character} words=${say("persona.cost", { n: sheet.character.length, most: cost.most_character, tokens: cost.character })} />
          ${sheet.origin !== "ships" && html`<${Told} character=${sheet.character} told=${cost.told} />`}
          <p class="quiet small">${say("persona.cost.all", { comment: cost.comment, conversation: cost.conversation })}</p>`}
    <p class="above"><b>${say("persona.never_says")}</b></p><p class="quiet">${say("persona.never_says.about")}</p>
    <${ChipList} label=${say("persona.never_says")} values=${sheet.never_says} change=${(value) => change("never_says", value)} />
    <div class="pairs">
      <div class="labelled"><p><span>${say("persona.sentences")}</span><b>${sheet.sentences ?? say("persona.sentences.none")}</b></p>
        <${Slider} label=${say("persona.sentences")} value=${sheet.sentences ?? 3} min=${1} max=${5} step=${1} words=${String} change=${(value) => change("sentences", value)} /></div>
      <label><span>${say("persona.of_itself")}</span><${Select} label=${say("persona.of_itself")} value=${sheet.of_itself} choices=${choices("of_itself", OF_ITSELF)} change=${set("of_itself")} /></label>
    </div>
    <p>${say("persona.mood")}</p><${Segment} label=${say("persona.mood")} value=${sheet.mood} choices=${choices("mood", MOODS)} change=${set("mood")} />
  <//>`;
}

/** Where a long character is cut for a comment; one that ships has a short form of its own. */
function Told({ character, told }) {
  const words = character.split(/\s+/).filter(Boolean);
  let many = words.length;
  while (many && !told.includes(words.slice(0, many).join(" "))) many -= 1;
  if (many === words.length) return null;
  const text = words.slice(0, many).join(" ");
  return html`<p class="odd small" dir="auto">${say(many ? "persona.told" : "persona.told.none", { n: text.length, all: character.length, text })}</p>`;
}

function Long({ field, sheet, change, most, words }) {
  const seePasted = ({ target, clipboardData }) => {
    const tooMany = target.value.length - (target.selectionEnd - target.selectionStart) + clipboardData.getData("text").length - most;
    if (tooMany > 0) refuse(new Error(say("persona.pasted", { most, n: tooMany })));
  };
  return html`<label class="long" onPaste=${seePasted}><span>${say(`persona.${field}`)}</span>
    <${Area} label=${say(`persona.${field}`)} value=${sheet[field]} most=${most} rows=${field === "text" ? 12 : 5} change=${(value) => change(field, value)} /></label>
    <p class="quiet small">${words}</p>`;
}

function Talks({ sheet, change }) {
  const { examples } = sheet;
  const [draft, write] = useState(null);
  const put = (at, part) => change("examples", examples.map((each, other) => (other === at ? { ...each, ...part } : each)));
  const add = async (event) => {
    event.preventDefault();
    if (!draft.seen.trim() || !draft.say.trim()) return;
    await change("examples", [...examples, { ...draft, seen: draft.seen.trim(), say: draft.say.trim() }]);
    write(null);
  };
  const fieldOf = (part) => html`<input class="field" aria-label=${say(`persona.example.${part}`)} placeholder=${say(`persona.example.${part}`)} maxlength="200" value=${draft[part]} onInput=${(event) => write({ ...draft, [part]: event.target.value })} />`;
  return html`<${Card} title=${say("persona.examples")}>
    <p class="quiet">${say("persona.examples.about")}</p>
    <ul class="rows">${examples.map((each, at) => html`<li class="example" key=${`${at} ${each.seen}`}>
      <div class="column"><${Field} label=${say("persona.example.seen.at", { n: at + 1 })} value=${each.seen} maxlength="200" change=${(seen) => put(at, { seen })} />
        <${Field} label=${say("persona.example.say.at", { n: at + 1 })} value=${each.say} maxlength="200" change=${(words) => put(at, { say: words })} /></div>
      <${Button} kind="ghost" icon="no" disabled=${examples.length === 1} aria-label=${say("persona.example.remove", { n: at + 1 })} press=${() => void change("examples", examples.filter((_, other) => other !== at))} />
    </li>`)}</ul>
    ${sheet.cost.examples < examples.length && html`<p class="odd small">${say("persona.examples.fit", { n: sheet.cost.examples })}</p>`}
    ${draft
      ? html`<form class="line" onSubmit=${add}>${fieldOf("seen")}${fieldOf("say")}<button type="submit" class="button">${say("persona.example.keep")}</button></form>`
      : html`<div class="line"><${Button} kind="small" disabled=${examples.length >= MOST_EXAMPLES} press=${() => void write(NEW_EXAMPLE)}>${say("persona.example.add")}<//></div>`}
  <//>`;
}

function Trial({ id }) {
  const [lines, see] = useState(null);
  const run = async () => {
    see(null);
    see(await ask("persona.try", { name: id }));
  };
  return html`<${Card} title=${say("persona.try")} end=${html`<${Button} kind="line small" icon="resume" press=${run}>${say("persona.try.run")}<//>`}>
    <p class="quiet">${say("persona.try.about")}</p>
    <div role="status">${lines && html`<ol class="rows tried">${lines.map((each, at) => html`<li class="entry" key=${at} dir="auto">${each.text ? say("quoted", { text: each.text }) : html`<span class="quiet">(${translate(each.why)})</span>`}</li>`)}</ol>`}</div>
  <//>`;
}
