// Copying a text without showing it: the page may be on the stream.

import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

/** Put a text on the clipboard, and tell what was copied. */
export async function copy(text, what) {
  await (navigator.clipboard?.writeText(text).catch(() => copyByHand(text)) ?? copyByHand(text));
  tell(say("copied", { what }));
}

// A dock of OBS may have no clipboard of the page's own.
function copyByHand(text) {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "unseen";
  document.body.append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}
