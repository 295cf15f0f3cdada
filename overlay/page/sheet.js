// A shape's sheets of sprites, fetched when they are first needed: cells of 32 pixels, and of 64 for larger pieces.

import { withToken } from "./connection.js";

const CELL = 32;

export class Sheet {
  #shape;
  #images = new Map(); // by the side of their cells

  constructor(shape) {
    this.#shape = shape;
  }

  /** Draw the sprite of a row and phase into a square; nothing as long as the sheet is not there. */
  draw(paint, row, phase, left, top, side) {
    const cell = side > CELL ? 2 * CELL : CELL;
    const image = this.#image(cell);
    if (image.complete && image.naturalWidth) {
      paint.drawImage(image, phase * cell, row * cell, cell, cell, left, top, side, side);
    }
  }

  #image(cell) {
    if (!this.#images.has(cell)) {
      const image = new Image();
      image.src = withToken(`/particles/${this.#shape}${cell > CELL ? "@2x" : ""}.png`);
      this.#images.set(cell, image);
    }
    return this.#images.get(cell);
  }
}
