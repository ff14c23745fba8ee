/** The segments of a JPEG file. https://www.w3.org/Graphics/JPEG/itu-t81.pdf (annex B) */
import type { PictureFacts } from '../picture-facts.ts';
import { joined, latin1, profileName, viewOf } from './bytes.ts';

/** `start` and `end` include the marker; `data` is where its content begins. The scans are one segment. */
type Segment = { marker: number; start: number; data: number; end: number };

const markers = { start: 0xd8, end: 0xd9, scan: 0xda, app0: 0xe0, app1: 0xe1, icc: 0xe2, adobe: 0xee };
const comment = 0xfe;
const exifHead = 'Exif\0\0';

export function readJpeg(bytes: Uint8Array): PictureFacts | undefined {
  if (latin1(bytes, 0, 3) !== '\xff\xd8\xff') return undefined;
  const view = viewOf(bytes);
  const facts: PictureFacts = { format: 'jpeg', width: 0, height: 0 };
  for (const { marker, data, end } of segments(bytes)) {
    if (isFrame(marker) && facts.width === 0) {
      const size = { height: view.getUint16(data + 1), width: view.getUint16(data + 3) };
      Object.assign(facts, size, { isCmyk: bytes[data + 5] === 4, bits: bytes[data] });
    } else if (marker === markers.app1 && latin1(bytes, data, 6) === exifHead)
      facts.exif ??= bytes.subarray(data + 6, end);
    else if (marker === markers.icc && latin1(bytes, data, 12) === 'ICC_PROFILE\0')
      facts.profile ??= profileName(bytes.subarray(data + 14, end));
  }
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}

/** The same picture without metadata; what changes its look (colour profile, colour transform) stays. */
export function stripJpeg(bytes: Uint8Array, exif: Uint8Array | undefined): Uint8Array<ArrayBuffer> {
  const kept = [...segments(bytes)].filter(({ marker, data }) => {
    if (marker === markers.app0) return latin1(bytes, data, 5) === 'JFIF\0';
    if (marker === markers.icc) return latin1(bytes, data, 12) === 'ICC_PROFILE\0';
    return marker === markers.adobe || (marker < markers.app0 && marker !== comment);
  });
  return withExif(
    joined([bytes.subarray(0, 2), ...kept.map(({ start, end }) => bytes.subarray(start, end))]),
    exif,
  );
}

/** `bytes`: a file without EXIF data. Data too long for a segment is left out. */
export function withExif(
  bytes: Uint8Array<ArrayBuffer>,
  exif: Uint8Array | undefined,
): Uint8Array<ArrayBuffer> {
  if (!exif || exif.length > 65_000) return bytes;
  const length = exif.length + 8;
  const head = [0xff, markers.app1, length >> 8, length & 0xff, ...new TextEncoder().encode(exifHead)];
  const [first] = segments(bytes);
  // After the segment JFIF, which has to be the first.
  const at = first?.marker === markers.app0 ? first.end : 2;
  return joined([bytes.subarray(0, at), Uint8Array.from(head), exif, bytes.subarray(at)]);
}

/** Ends after the scans: what follows the end of the picture, such as a second one or a video, is not listed. */
function* segments(bytes: Uint8Array): Generator<Segment> {
  const view = viewOf(bytes);
  for (let start = 2; start + 4 <= bytes.length;) {
    if (bytes[start] !== 0xff) return;
    const marker = view.getUint8(start + 1);
    // Any number of 0xff may precede a marker.
    if (marker === 0xff) {
      start++;
      continue;
    }
    const length = view.getUint16(start + 2);
    const end = marker === markers.scan ? endOfScans(bytes, start) : start + 2 + length;
    yield { marker, start, data: start + 4, end: Math.min(end, bytes.length) };
    if (marker === markers.scan) return;
    start = end;
  }
}

/** After the marker of the end, or the end of the file. In a scan, 0xff is followed by 0 or a restart marker. */
function endOfScans(bytes: Uint8Array, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at)) {
    const marker = bytes[at + 1] ?? markers.end;
    if (marker === markers.end) return Math.min(at + 2, bytes.length);
    const isInScan = marker === 0 || (marker >= 0xd0 && marker <= 0xd7);
    if (marker === 0xff) at += 1;
    else at += isInScan ? 2 : 2 + ((bytes[at + 2] ?? 0) << 8) + (bytes[at + 3] ?? 0);
  }
  return bytes.length;
}

/** SOF0 to SOF15, without the tables DHT, JPG and DAC that lie between them. */
function isFrame(marker: number): boolean {
  return marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
}
