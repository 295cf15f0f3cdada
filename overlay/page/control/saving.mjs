// Files that the page gives away: the browser saves them.

const KEPT_MS = 5000;

/** Save a file of this name and type by the browser. */
export function saveFile(name, content, type) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
