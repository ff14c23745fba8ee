/** EXIF data: a small TIFF file inside a picture. https://www.cipa.jp/std/documents/e/DC-008-Translation-2019-E.pdf */

export type Exif = {
  /** 1 to 8; 1 is upright, over 4 is turned by a quarter. */
  orientation: number;
  /** The local time at the camera, such as `2024-05-01 10:20:30`. */
  taken?: string;
  camera?: string;
  /** Degrees; north and east are positive. */
  place?: { latitude: number; longitude: number };
};

const tags = {
  ...{ make: 0x010f, model: 0x0110, orientation: 0x0112, changed: 0x0132, exifFolder: 0x8769 },
  ...{ gpsFolder: 0x8825, taken: 0x9003, width: 0xa002, height: 0xa003, makerNote: 0x927c },
  ...{ latitudeRef: 1, latitude: 2, longitudeRef: 3, longitude: 4, preview: 0x0201, previewBytes: 0x0202 },
};

/** Bytes of a value by its type. */
const sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8];
/** More entries are a damaged file. */
const maxEntries = 500;

/** `at`: the offset of the value itself. */
type Entry = { tag: number; type: number; count: number; at: number; bytes: number };
type Tiff = { view: DataView; isLittle: boolean };
type Folder = { entries: Map<number, Entry>; nextAt: number };

/** Damaged data counts as none. */
export function readExif(exif: Uint8Array | undefined): Exif {
  const opened = exif && open(exif);
  if (!opened) return { orientation: 1 };
  const { tiff, first } = opened;
  const text = (entry: Entry | undefined) => (entry ? textOf(tiff, entry) : '');
  const inner = folderAt(tiff, first.entries.get(tags.exifFolder));
  const orientation = numberOf(tiff, first.entries.get(tags.orientation)) ?? 1;
  const taken = dateOf(text(inner?.entries.get(tags.taken)) || text(first.entries.get(tags.changed)));
  const [make, model] = [text(first.entries.get(tags.make)), text(first.entries.get(tags.model))];
  // Models often begin with the name of the maker.
  const camera = model.startsWith(make) ? model : `${make} ${model}`.trim();
  const place = placeOf(tiff, folderAt(tiff, first.entries.get(tags.gpsFolder)));
  return {
    orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
    ...(taken && { taken }),
    ...(camera && { camera }),
    ...(place && { place }),
  };
}

/** EXIF data that holds the orientation alone. */
export function orientationOnly(orientation: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(26);
  const view = new DataView(bytes.buffer);
  bytes.set([0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1]);
  view.setUint16(10, tags.orientation);
  // One value of type SHORT, left-aligned in its field.
  view.setUint16(12, 3);
  view.setUint32(14, 1);
  view.setUint16(18, orientation);
  return bytes;
}

/**
 * The EXIF data for an edited picture: upright, with its new size, and without what may show the picture before the
 * edit, which are the preview and the maker's own data.
 */
export function exifForEdited(
  exif: Uint8Array,
  { width, height }: { width: number; height: number },
): Uint8Array<ArrayBuffer> | undefined {
  const bytes = exif.slice();
  const opened = open(bytes);
  if (!opened) return undefined;
  const { tiff, first } = opened;
  const inner = folderAt(tiff, first.entries.get(tags.exifFolder));
  setNumber(tiff, first.entries.get(tags.orientation), 1);
  setNumber(tiff, inner?.entries.get(tags.width), width);
  setNumber(tiff, inner?.entries.get(tags.height), height);
  const note = inner?.entries.get(tags.makerNote);
  if (note) bytes.fill(0, note.at, note.at + note.bytes);
  removePreview(bytes, tiff, first);
  return bytes;
}

function removePreview(bytes: Uint8Array, tiff: Tiff, first: Folder): void {
  const at = tiff.view.getUint32(first.nextAt, tiff.isLittle);
  tiff.view.setUint32(first.nextAt, 0, tiff.isLittle);
  const second = at > 0 ? readFolder(tiff, at) : undefined;
  const start = numberOf(tiff, second?.entries.get(tags.preview));
  const length = numberOf(tiff, second?.entries.get(tags.previewBytes));
  if (start !== undefined) bytes.fill(0, start, length === undefined ? undefined : start + length);
}

function open(bytes: Uint8Array): { tiff: Tiff; first: Folder } | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 14) return undefined;
  const order = view.getUint16(0);
  const isLittle = order === 0x4949;
  if ((!isLittle && order !== 0x4d4d) || view.getUint16(2, isLittle) !== 42) return undefined;
  const tiff = { view, isLittle };
  const first = readFolder(tiff, view.getUint32(4, isLittle));
  return first && { tiff, first };
}

function readFolder({ view, isLittle }: Tiff, at: number): Folder | undefined {
  if (at + 2 > view.byteLength) return undefined;
  const count = view.getUint16(at, isLittle);
  const nextAt = at + 2 + 12 * count;
  if (count > maxEntries || nextAt + 4 > view.byteLength) return undefined;
  const entries = new Map<number, Entry>();
  for (let each = at + 2; each < nextAt; each += 12) {
    const type = view.getUint16(each + 2, isLittle);
    const length = view.getUint32(each + 4, isLittle);
    const bytes = (sizes[type] ?? 0) * length;
    const start = bytes > 4 ? view.getUint32(each + 8, isLittle) : each + 8;
    if (bytes === 0 || start + bytes > view.byteLength) continue;
    entries.set(view.getUint16(each, isLittle), {
      ...{ tag: view.getUint16(each, isLittle), type, count: length, at: start, bytes },
    });
  }
  return { entries, nextAt };
}

function folderAt(tiff: Tiff, pointer: Entry | undefined): Folder | undefined {
  const at = numberOf(tiff, pointer);
  return at === undefined ? undefined : readFolder(tiff, at);
}

/** Of the types SHORT and LONG. */
function numberOf({ view, isLittle }: Tiff, entry: Entry | undefined): number | undefined {
  if (entry?.type === 3) return view.getUint16(entry.at, isLittle);
  return entry?.type === 4 ? view.getUint32(entry.at, isLittle) : undefined;
}

function setNumber({ view, isLittle }: Tiff, entry: Entry | undefined, value: number): void {
  if (entry?.type === 3) view.setUint16(entry.at, value, isLittle);
  if (entry?.type === 4) view.setUint32(entry.at, value, isLittle);
}

function textOf({ view }: Tiff, { type, at, bytes }: Entry): string {
  if (type !== 2) return '';
  const data = new Uint8Array(view.buffer, view.byteOffset + at, Math.min(bytes, 200));
  const [text = ''] = new TextDecoder('latin1').decode(data).split('\0');
  // It goes into a line of a result: no line breaks, and no control characters.
  return text.replaceAll(/\p{Cc}/gu, ' ').trim();
}

/** EXIF writes `2024:05:01 10:20:30`; a camera without a clock writes zeros or blanks. */
function dateOf(text: string): string | undefined {
  const [, year, month, day, time] = /^(\d{4}):(\d\d):(\d\d) (\d\d:\d\d:\d\d)$/.exec(text) ?? [];
  return year === undefined || year === '0000' ? undefined : `${year}-${month}-${day} ${time}`;
}

function placeOf(tiff: Tiff, gps: Folder | undefined): Exif['place'] {
  const read = (value: number, reference: number, negative: string) => {
    const degrees = degreesOf(tiff, gps?.entries.get(value));
    const side = gps?.entries.get(reference);
    return degrees !== undefined && side && textOf(tiff, side) === negative ? -degrees : degrees;
  };
  const latitude = read(tags.latitude, tags.latitudeRef, 'S');
  const longitude = read(tags.longitude, tags.longitudeRef, 'W');
  if (latitude === undefined || longitude === undefined) return undefined;
  return { latitude, longitude };
}

/** Three fractions: degrees, minutes, seconds. */
function degreesOf({ view, isLittle }: Tiff, entry: Entry | undefined): number | undefined {
  if (entry?.type !== 5 || entry.count < 3) return undefined;
  const part = (index: number) => {
    const at = entry.at + 8 * index;
    return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
  };
  const degrees = part(0) + part(1) / 60 + part(2) / 3600;
  return Number.isFinite(degrees) ? Math.round(degrees * 1e5) / 1e5 : undefined;
}
