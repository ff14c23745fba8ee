/** Small strings in the local storage: theme, language, drafts. Without storage, reads return null. */

const prefix = 'oneclaw.';

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    // Storage is blocked (private mode, embedded page): use the defaults.
    return null;
  }
}

export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    // As above; the page keeps the value in memory.
  }
}

/** The keys that start with `start`. */
export function listLocal(start: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix + start) ? [key.slice(prefix.length)] : [],
    );
  } catch {
    return [];
  }
}
