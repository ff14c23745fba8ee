/** Cuts a secret out of what a server says of a failure: servers repeat it, whole and in part, as it is and encoded. */

/** So much of its beginning gives it away; less is found in words that are no secrets. */
const tellingCharacters = 8;

export function cutSecret(text: string, secret: string): string {
  return formsOf(secret).reduce(removeForm, text);
}

/** As it is, in an address, and inside base64, where it looks different at each of three places. */
function formsOf(secret: string): string[] {
  if (secret === '') return [];
  const encoded = [0, 1, 2].map((before) => insideBase64(secret, before));
  const forAddresses = encoded.map((form) => form.replaceAll('+', '-').replaceAll('/', '_'));
  // Of a short key nearly nothing is left there, and that is found anywhere.
  const telling = [...encoded, ...forAddresses].filter(({ length }) => length >= tellingCharacters);
  return [...new Set([secret, encodeURIComponent(secret.toWellFormed()), ...telling])];
}

/** The characters that come of the key alone, whatever stands around it. */
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
