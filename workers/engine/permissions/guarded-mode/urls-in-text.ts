/** Finds web addresses in a text: with a scheme, or as a bare host such as `wttr.in/Berlin`. */

/** Top-level domains that are also file extensions: `notes.md` in a sentence must not count as a host. */
const fileEndings = ['ai', 'app', 'bz', 'cc', 'md', 'mov', 'pl', 'ps', 'py', 'rs', 'sh', 'so', 'zip'];
const withScheme = /(?<!\w)https?:\/\/[^\s<>"'`\\]+/gi;
/** Brackets, quotes and punctuation of the sentence around an address. */
const endOfSentence = /[)\]}.,;:!?*|…“”‘’«»、。，；：！？（）「」『』【】]+$/;
const bareHost = /(?<![\w@./-])(?:[\p{L}\p{N}-]+\.)+\p{L}{2,}(?::\d+)?(?:\/[^\s<>"'`\\]*)?/gu;

export function urlsIn(text: string): URL[] {
  return [...fullUrlsIn(text), ...bareUrlsIn(text)];
}

/**
 * Those that are surely meant as addresses. A host without a scheme may be the name of a file such as `main.tf` or
 * `notes.org`, or two sentences without a space, and a stranger may have registered it.
 */
export function fullUrlsIn(text: string): URL[] {
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
    const url = found.replace(endOfSentence, '');
    return URL.canParse(url) ? [new URL(url)] : [];
  });
}

function endingOf(found: string): string {
  return (/^[^/:]*\.([^./:]+)/.exec(found)?.[1] ?? '').toLowerCase();
}
