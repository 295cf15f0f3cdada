// A picture that the performer has told: drawn on a canvas, for the page loads none by an address.

import { html, useEffect, useRef } from "../view.mjs";

/** A JPEG in Base64; the one before stays until it can be drawn. */
export function Picture({ jpeg, label, kind = "" }) {
  const canvas = useRef(null);
  useEffect(() => {
    let isOver = false;
    decode(jpeg).then((picture) => {
      if (!isOver && canvas.current) draw(canvas.current, picture);
      picture.close();
    });
    return () => void (isOver = true);
  }, [jpeg]);
  return html`<canvas class=${kind} role="img" aria-label=${label} ref=${canvas} />`;
}

function decode(jpeg) {
  const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
  return createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
}

function draw(canvas, picture) {
  canvas.width = picture.width;
  canvas.height = picture.height;
  canvas.getContext("2d").drawImage(picture, 0, 0);
}
