// Folders of an account as the page shows them: the page may be on the stream, and the account's name be a person's.

const MAYBE = /[\\/](?:home|Users)[\\/]/i;
const POSIX = /(?<![\w.~-])(?:(?:\/(?:var|usr|export))?\/home|\/Users)\/[^/\s'"`<>|:;,()]*[^/\s'"`<>|:;,().]/g;
const WINDOWS = /(?<![A-Za-z])[A-Za-z]:[\\/]+Users[\\/]+[^\\/:*?"<>|\r\n]+(?=[\\/])/gi;

/** Return what is shown, with `~` in place of any account's folder in it. */
export function withoutAccounts(shown) {
  if (Array.isArray(shown)) return shown.map(withoutAccounts);
  if (typeof shown !== "string" || !MAYBE.test(shown)) return shown;
  return shown.replace(WINDOWS, "~").replace(POSIX, "~");
}

/** Return the last part of a path; a name that is no path stays as it is. */
export const lastOf = (name) => (/^(~|[A-Za-z]:)?[\\/]/.test(name) ? name.split(/[\\/]/).filter(Boolean).at(-1) : name);
