// Copying a text without showing it: the page may be on the stream.

import { tell } from "./parts/toast.mjs";
import { say } from "./words.mjs";

/** Put a text on the clipboard and tell so in these words; refused where the page may not, as in some docks of OBS. */
export async function copy(text, told) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    if (!copyBySelection(text)) throw new Error(say("copied.not"));
  }
  tell(told);
}

function copyBySelection(text) {
  const field = Object.assign(document.createElement("textarea"), { value: text, className: "unseen" });
  document.body.append(field);
  field.select();
  const isCopied = document.execCommand("copy");
  field.remove();
  return isCopied;
}
