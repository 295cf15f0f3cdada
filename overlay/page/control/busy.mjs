// What is not saved yet: the page tells so by its pointer, and by an attribute for whoever waits for it.

const open = new Set();

/** Note whether something, by any name of its own, is still to be saved. */
export function showBusy(what, isBusy) {
  if (isBusy) open.add(what);
  else open.delete(what);
  document.documentElement.toggleAttribute("data-saving", open.size > 0);
}
