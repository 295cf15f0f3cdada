// Cards: a title behind a mark, words, a bar, and perhaps a picture, which may move. Text is only ever text.

import { Beat } from "./clock.js";
import { withToken } from "./connection.js";
import { fit } from "./fit.js";
import { isLarge, theme, unit } from "./look.js";
import { Loop } from "./loop.js";

export class Card {
  #element = { src: "", src2x: "" };
  #picture = new Image();
  #loop = new Loop({});
  #beat = new Beat(this.#picture, (now) => this.#loop.show(this.#picture, now));
  #frame = part("picture");
  #title = words("title");
  #text = words("text");
  #bar = part("bar");
  #filled = part("filled");

  constructor(element) {
    this.box = part("box");
    const [told, head] = [part("told"), part("head")];
    this.#picture.alt = "";
    this.#picture.decoding = "sync";
    this.#picture.onload = () => this.refit();
    this.#picture.onerror = () => this.#goWithout();
    this.#frame.append(this.#picture);
    this.#frame.hidden = true; // until there is one
    this.#bar.append(this.#filled);
    head.append(part("mark"), this.#title);
    told.append(head, this.#text, this.#bar);
    this.box.append(this.#frame, told);
    this.become(element);
    this.ready = element.src ? this.#picture.decode().then(() => true, () => true) : null;
  }

  /** Show the card as it is now. */
  become(element) {
    this.#element = element;
    this.#loop = new Loop(element);
    this.#title.textContent = element.alt;
    this.#text.textContent = element.text;
    this.#bar.hidden = element.progress === null;
    this.#filled.style.width = `${Math.min(Math.max(element.progress, 0), 1) * 100}%`;
    this.#choose();
    if (this.box.isConnected) this.refit();
  }

  /** Lay the words out, and the picture, for the page as large, and the theme as it is now. */
  refit() {
    this.#choose();
    this.#resize();
    fit(this.#title, 1);
    fit(this.#text, theme().card.lines);
    this.#beat.look();
  }

  /** Move no more. */
  end() {
    this.#beat.end();
  }

  #choose() {
    const path = isLarge() ? this.#element.src2x : this.#element.src;
    const src = path && withToken(path);
    if ((this.#picture.getAttribute("src") ?? "") === src) return;
    this.#frame.hidden = !src;
    if (src) this.#picture.src = src;
    else this.#picture.removeAttribute("src");
  }

  #goWithout() {
    this.#frame.hidden = true;
    this.refit();
  }

  /** Enlarge a small picture by a whole number, and fit a large one into the frame, on whole pixels. */
  #resize() {
    const side = Math.floor(theme().card.picture * unit() + 0.5);
    const { naturalWidth, naturalHeight: height, style } = this.#picture;
    const width = naturalWidth / this.#loop.count;
    const longest = Math.max(width, height, 1);
    const times = longest > side ? side / longest : Math.floor(side / longest);
    const css = (pixels) => `${pixels / devicePixelRatio}px`;
    this.#picture.classList.toggle("enlarged", times > 1);
    this.#picture.classList.toggle("strip", this.#loop.count > 1);
    this.#frame.style.width = this.#frame.style.height = css(side);
    for (const [name, length] of [["width", width], ["height", height]]) style[name] = css(Math.round(length * times));
    style.left = css(Math.floor((side - Math.round(width * times)) / 2));
    style.top = css(Math.floor((side - Math.round(height * times)) / 2));
  }
}

/** Seat a card in the column of its side, the youngest on top; one that sits there stays. */
export function seat(node, { side, born_ms }) {
  const column = document.querySelector(`.cards[data-side="${side === "right" ? "right" : "left"}"]`);
  if (node.parentNode === column) return;
  node.dataset.born = born_ms;
  const older = [...column.children].find((each) => Number(each.dataset.born) <= born_ms);
  column.insertBefore(node, older ?? null);
}

function part(name) {
  const node = document.createElement("div");
  node.className = name;
  return node;
}

function words(name) {
  const node = part(`words ${name}`);
  node.dir = "auto";
  return node;
}
