/** Finds web addresses in a text: with a scheme, or as a bare host such as `wttr.in/Berlin`. */

/** Top-level domains that are also file extensions: `notes.md` in a sentence must not count as a host. */
const fileEndings = ['ai', 'app', 'bz', 'cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip'];
const withScheme = /https?:\/\/[^\s<>"'`\\]+/gi;
const bareHost = /(?<![\w@./-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'`\\]*)?/gu;

export function urlsIn(text: string): URL[] {
  const rest = text.replace(withScheme, ' ');
  const bare = [...rest.matchAll(bareHost)]
    .map(([found]) => found)
    .filter((found) => !fileEndings.includes(endingOf(found)));
  return [...(text.match(withScheme) ?? []), ...bare.map((found) => `https://${found}`)].flatMap((found) => {
    // Removes the bracket or punctuation of the surrounding sentence.
    const url = found.replace(/[)\]}.,;:!?]+$/, '');
    return URL.canParse(url) ? [new URL(url)] : [];
  });
}

function endingOf(found: string): string {
  return (/^[^/:]*\.([^./:]+)/.exec(found)?.[1] ?? '').toLowerCase();
}
