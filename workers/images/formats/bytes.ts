/** Reads and joins the parts that files of pictures consist of. */

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** Bytes as characters, such as the name of a part. Past the end, it is shorter. */
export function latin1(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length));
}

export function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The name in an ICC profile: its tag `desc`. https://www.color.org/specification/ICC.1-2022-05.pdf */
export function profileName(icc: Uint8Array): string | undefined {
  const view = viewOf(icc);
  if (icc.length < 132) return undefined;
  const count = Math.min(view.getUint32(128), 100);
  for (let index = 0; index < count && 144 + 12 * index <= icc.length; index++) {
    const at = 132 + 12 * index;
    if (latin1(icc, at, 4) !== 'desc') continue;
    const start = view.getUint32(at + 4);
    if (start + 28 > icc.length) return undefined;
    const kind = latin1(icc, start, 4);
    if (kind === 'desc') return cleaned(latin1(icc, start + 12, Math.min(view.getUint32(start + 8), 80)));
    if (kind !== 'mluc') return undefined;
    const textAt = start + view.getUint32(start + 24);
    const text = icc.subarray(textAt, textAt + Math.min(view.getUint32(start + 20), 160));
    return cleaned(new TextDecoder('utf-16be').decode(text));
  }
  return undefined;
}

function cleaned(name: string): string | undefined {
  return name.replaceAll(/\p{Cc}/gu, '').trim() || undefined;
}
