/** The chunks of a PNG file. https://www.w3.org/TR/png-3/ */
import type { PictureFacts } from '../picture-facts.ts';
import { joined, latin1, viewOf } from './bytes.ts';

/** `start` and `end` include length, name and checksum. */
type Chunk = { name: string; start: number; data: number; end: number };

const signature = '\x89PNG\r\n\x1a\n';
/** The chunks that change how a picture looks; every other one is metadata. */
const kept =
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(
    ' ',
  );

export function readPng(bytes: Uint8Array): PictureFacts | undefined {
  if (latin1(bytes, 0, 8) !== signature || latin1(bytes, 12, 4) !== 'IHDR') return undefined;
  const view = viewOf(bytes);
  const colours = view.getUint8(25);
  const facts: PictureFacts = {
    ...{ format: 'png', width: view.getUint32(16), height: view.getUint32(20) },
    ...{ bits: view.getUint8(24), hasAlpha: colours === 4 || colours === 6 },
  };
  for (const { name, data, end } of chunks(bytes)) {
    if (name === 'tRNS') facts.hasAlpha = true;
    else if (name === 'acTL') facts.isAnimated = true;
    else if (name === 'eXIf') facts.exif ??= bytes.subarray(data, end - 4);
    else if (name === 'iCCP') facts.profile ??= latin1(bytes, data, 80).split('\0')[0];
  }
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** The same picture without metadata, and with this EXIF data. */
export function stripPng(bytes: Uint8Array, exif: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const parts = [...chunks(bytes)]
    .filter(({ name }) => kept.includes(name))
    .flatMap(({ name, start, end }) => {
      const part = bytes.subarray(start, end);
      return name === 'IHDR' && exif ? [part, chunk('eXIf', exif)] : [part];
    });
  return joined([bytes.subarray(0, 8), ...parts]);
}

/** What follows the chunk IEND is not listed. */
function* chunks(bytes: Uint8Array): Generator<Chunk> {
  const view = viewOf(bytes);
  for (let start = 8; start + 12 <= bytes.length;) {
    const end = start + 12 + view.getUint32(start);
    const name = latin1(bytes, start + 4, 4);
    yield { name, start, data: start + 8, end: Math.min(end, bytes.length) };
    if (name === 'IEND') return;
    start = end;
  }
}

function chunk(name: string, data: Uint8Array): Uint8Array {
  const made = joined([new Uint8Array(4), new TextEncoder().encode(name), data, new Uint8Array(4)]);
  const view = viewOf(made);
  view.setUint32(0, data.length);
  view.setUint32(made.length - 4, checksum(made.subarray(4, made.length - 4)));
  return made;
}

/** CRC-32, bit by bit: the data is short. */
function checksum(bytes: Uint8Array): number {
  let sum = ~0;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = (sum >>> 1) ^ (sum & 1 ? 0xed_b8_83_20 : 0);
  }
  return ~sum >>> 0;
}
