/** Cuts the key out of what a server says, then shortens it: servers repeat keys in their errors, whole and in part. */
import type { Destination } from './provider.ts';

const shownCharacters = 300;
/** So much of a key's beginning gives it away; less is found in words that are no keys. */
const tellingCharacters = 8;

/**
 * Contract: takes the whole text, because a key that lies across a cut cannot be found any more. Where somebody else has
 * cut it already, its beginning is taken for it.
 */
export function redact(text: string, { apiKey }: Destination): string {
  const clean = formsOf(apiKey).reduce(removeForm, text);
  const masked = clean.replaceAll(/\b(sk|key|gsk|xai)-[\w*.-]{4,}/g, '$1-…');
  return masked.length > shownCharacters ? `${masked.slice(0, shownCharacters).toWellFormed()}…` : masked;
}

/** The key as it is, in an address, and inside base64, where it looks different at each of three places. */
function formsOf(apiKey: string): string[] {
  if (apiKey === '') return [];
  const encoded = [0, 1, 2].map((before) => insideBase64(apiKey, before));
  const forAddresses = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  // Of a short key nearly nothing is left there, and that is found anywhere.
  const telling = [...encoded, ...forAddresses].filter(({ length }) => length >= tellingCharacters);
  return [...new Set([apiKey, encodeURIComponent(apiKey.toWellFormed()), ...telling])];
}

/** The characters that come of the key alone, whatever stands around it. */
function insideBase64(apiKey: string, before: number): string {
  const bytes = [...Array<number>(before).fill(0), ...new TextEncoder().encode(apiKey)];
  const base64 = btoa(String.fromCharCode(...bytes));
  return base64.slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
}

function removeForm(text: string, form: string): string {
  const head = form.slice(0, tellingCharacters);
  let kept = '';
  let end = 0;
  for (let at = text.indexOf(head); at >= 0; at = text.indexOf(head, end)) {
    kept += `${text.slice(end, at)}…`;
    end = at + sharedLength(text, at, form);
  }
  return kept + text.slice(end);
}

function sharedLength(text: string, at: number, form: string): number {
  let length = 0;
  while (length < form.length && text[at + length] === form[length]) length++;
  return length;
}
