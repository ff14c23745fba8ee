/** JSON pointers as URI fragments, as in `$ref`: `#/$defs/My%20Type` (RFC 6901, section 6). */
import { isJsonObject, type Json } from '../json.ts';

export function toPointer(tokens: readonly string[]): string {
  return ['#', ...tokens.map(encode)].join('/');
}

/** Undefined for a reference to another document. */
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

function encode(token: string): string {
  const escaped = token.replaceAll('~', '~0').replaceAll('/', '~1').toWellFormed();
  return escaped.replace(/[^\w.~!$'()*+,;=:@-]/gu, encodeURIComponent);
}

function unescape(token: string): string {
  return token.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** One step of a pointer. */
export function stepInto(value: Json | undefined, key: string): Json | undefined {
  if (Array.isArray(value)) return value[Number(key)];
  return isJsonObject(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}
