// The control surface: draws the frame and the screen that is open, and hears the keys.

import "../plain.js";
import { Frame } from "./frame.mjs";
import "./kept.mjs";
import { hearKeys } from "./keys.mjs";
import { connect } from "./store.mjs";
import { html, render } from "./view.mjs";
import { loadWords } from "./words.mjs";

await loadWords();
const app = document.getElementById("app");
app.replaceChildren(); // what stood there before the first paint
render(html`<${Frame} />`, app);
hearKeys();
connect();
