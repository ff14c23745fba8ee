/** Pointers into a schema, as `$ref` writes them: `#/$defs/My%20Type`. */

export function toPointer(tokens: readonly string[]): string {
  return ['#', ...tokens.map((token) => encodeURIComponent(escape(token)))].join('/');
}

/** Undefined where it leads elsewhere than into the same document. */
export function fromPointer(reference: string): string[] | undefined {
  if (reference === '#') return [];
  if (!reference.startsWith('#/')) return undefined;
  try {
    return reference
      .slice(2)
      .split('/')
      .map((token) => unescape(decodeURIComponent(token)));
  } catch {
    return undefined;
  }
}

function escape(token: string): string {
  return token.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}
