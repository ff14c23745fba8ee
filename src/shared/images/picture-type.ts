/** The type of a picture by its first bytes: names, headers and servers are often wrong about it. */

const text = (bytes: Uint8Array, from: number, to: number) =>
  String.fromCharCode(...bytes.subarray(from, to));

/**
 * One of `imageTypes`; undefined for other bytes. `bytes`: at least the first 12.
 * https://mimesniff.spec.whatwg.org/#matching-an-image-type-pattern
 */
export function pictureType(bytes: Uint8Array): string | undefined {
  if (text(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (text(bytes, 0, 3) === '\xff\xd8\xff') return 'image/jpeg';
  if (/^GIF8[79]a$/.test(text(bytes, 0, 6))) return 'image/gif';
  return text(bytes, 0, 4) === 'RIFF' && text(bytes, 8, 12) === 'WEBP' ? 'image/webp' : undefined;
}

export async function pictureTypeOf(file: Blob): Promise<string | undefined> {
  return pictureType(new Uint8Array(await file.slice(0, 12).arrayBuffer()));
}

/** `data`: base64. */
export function pictureTypeIn(data: string): string | undefined {
  try {
    return pictureType(Uint8Array.from(atob(data.slice(0, 16)), (each) => each.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
