// What the panel is made of: elements with text in them, never markup.

/** Find an element of the page by its id. */
export function part(id) {
  return document.getElementById(id);
}

/** Make an element with a class and a text. */
export function made(tag, name = "", text = "") {
  const element = document.createElement(tag);
  element.className = name;
  element.textContent = text;
  return element;
}

/** Make a button that does something when it is pressed. */
export function button(label, pressed) {
  const element = made("button", "", label);
  element.type = "button";
  element.onclick = pressed;
  return element;
}

/** Say at the foot what came of an order. */
export function tell(text, { refused = false } = {}) {
  const foot = part("answer");
  foot.classList.toggle("refused", refused);
  foot.textContent = text;
}

/** Have what comes of an order said at the foot: what `saying` makes of its answer, or why not. */
export async function told(order, saying = (value) => String(value)) {
  try {
    const value = await order;
    tell(saying(value));
    return value;
  } catch (refusal) {
    tell(refusal.message, { refused: true });
    return null;
  }
}
