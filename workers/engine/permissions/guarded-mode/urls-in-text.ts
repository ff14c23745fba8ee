/** Finds web addresses in a text: with a scheme, or as a bare host such as `wttr.in/Berlin`. */

/** Top-level domains that are also file extensions: `notes.md` in a sentence must not count as a host. */
const fileEndings = ['ai', 'app', 'bz', 'cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip'];
/** Endings that neither files nor sentences have. */
const sureEndings = ['com', 'org', 'net', 'edu', 'gov'];
const withScheme = /https?:\/\/[^\s<>"'`\\]+/gi;
const bareHost = /(?<![\w@./-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'`\\]*)?/gu;

export function urlsIn(text: string): URL[] {
  return [...fullUrlsIn(text), ...bareUrlsIn(text)];
}

/**
 * Those that are surely meant as addresses. Any other bare host may be the name of a file such as `main.tf`, or two
 * sentences without a space, and a stranger may have registered it.
 */
export function sureUrlsIn(text: string): URL[] {
  return [
    ...fullUrlsIn(text),
    ...bareUrlsIn(text).filter(({ host }) => sureEndings.includes(endingOf(host))),
  ];
}

function fullUrlsIn(text: string): URL[] {
  return parsed(text.match(withScheme) ?? []);
}

function bareUrlsIn(text: string): URL[] {
  const bare = [...text.replace(withScheme, ' ').matchAll(bareHost)]
    .map(([found]) => found)
    .filter((found) => !fileEndings.includes(endingOf(found)));
  return parsed(bare.map((found) => `https://${found}`));
}

function parsed(addresses: readonly string[]): URL[] {
  return addresses.flatMap((found) => {
    // Removes the bracket or punctuation of the surrounding sentence.
    const url = found.replace(/[)\]}.,;:!?]+$/, '');
    return URL.canParse(url) ? [new URL(url)] : [];
  });
}

function endingOf(found: string): string {
  return (/^[^/:]*\.([^./:]+)/.exec(found)?.[1] ?? '').toLowerCase();
}
