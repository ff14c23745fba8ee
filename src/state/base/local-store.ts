/** Small strings kept on this device: the theme, the language, drafts. A browser that refuses storage gets none. */

const prefix = 'oneclaw.';

export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(prefix + key);
  } catch {
    // Blocked storage (private modes, embedded pages) means defaults, never a broken page.
    return null;
  }
}

export function writeLocal(key: string, value: string | null): void {
  try {
    if (value === null) localStorage.removeItem(prefix + key);
    else localStorage.setItem(prefix + key, value);
  } catch {
    // As above; the value still holds for as long as the page is open.
  }
}

/** The keys that begin so. */
export function listLocal(start: string): string[] {
  try {
    return Object.keys(localStorage).flatMap((key) =>
      key.startsWith(prefix + start) ? [key.slice(prefix.length)] : [],
    );
  } catch {
    return [];
  }
}
