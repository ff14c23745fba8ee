/** Removes a secret from the error text of a server: servers repeat it, whole or in part, plain or encoded. */

/** A shorter prefix would also match ordinary words. */
const tellingCharacters = 8;

export function cutSecret(text: string, secret: string): string {
  return formsOf(secret).reduce(removeForm, text);
}

/** Plain, URL-encoded, and inside base64, where it has three forms depending on its offset. */
function formsOf(secret: string): string[] {
  if (secret === '') return [];
  const encoded = [0, 1, 2].map((before) => insideBase64(secret, before));
  const forAddresses = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  // Too short a form would match anywhere.
  const telling = [...encoded, ...forAddresses].filter(({ length }) => length >= tellingCharacters);
  return [...new Set([secret, encodeURIComponent(secret.toWellFormed()), ...telling])];
}

/** The base64 characters that depend on the secret alone, not on the bytes around it. */
function insideBase64(secret: string, before: number): string {
  const bytes = [...Array<number>(before).fill(0), ...new TextEncoder().encode(secret)];
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
