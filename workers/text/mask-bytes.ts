/**
 * Replaces texts in binary data whose length must not change, such as the lines of git's protocol, which
 * begin with their length.
 */

/**
 * Changes `body` in place: every byte of each text, as UTF-8, becomes an asterisk. Texts of fewer than
 * `least` bytes are not replaced.
 */
export function maskBytes(
  body: Uint8Array<ArrayBuffer>,
  texts: Iterable<string>,
  least = 1,
): Uint8Array<ArrayBuffer> {
  for (const text of new Set(texts)) {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length < least) continue;
    for (let at = find(body, bytes, 0); at >= 0; at = find(body, bytes, at + bytes.length))
      body.fill('*'.charCodeAt(0), at, at + bytes.length);
  }
  return body;
}

function find(body: Uint8Array, wanted: Uint8Array, from: number): number {
  const [first = 0] = wanted;
  for (let at = body.indexOf(first, from); at >= 0; at = body.indexOf(first, at + 1))
    if (wanted.every((byte, index) => body[at + index] === byte)) return at;
  return -1;
}
