/** Files in encodings other than UTF-8, and a file that is not text. */

const bytes = (/** @type {number[]} */ ...values) => Uint8Array.from(values);
const text = (/** @type {string} */ latin1) => Uint8Array.from(latin1, (one) => one.charCodeAt(0));

/** UTF-16, little-endian, with a byte order mark. */
const wide = new Uint8Array(Buffer.from('\ufeffname,café\r\nb,日本語\r\na,Übung 1\r\n', 'utf16le'));

/** @type {Record<string, Uint8Array>} */
export const files = {
  'latin1.txt': text('name,caf\xe9\nb,na\xefve \xe0 la carte\na,\xdcbung 1\n\xa0x\x85y,\xff\xfe\n'),
  // "日本語" and "ソ表", whose second bytes are a backslash, in Shift-JIS.
  'sjis.txt': text('name,\x93\xfa\x96\x7b\x8c\xea\nb,\x83\x5c\x95\x5c 2\na,\xb1\xb2\xb3\n'),
  'utf16.txt': wide,
  // Cut, overlong and lone bytes, a surrogate, and a cut character at the end, without a line end.
  'broken.txt': text(
    'b,\xc3\xa9\xc3\na,\xc0\x80 \xed\xa0\x80\nname,\xf0\x9f\x98 \xe2\x82\xac \x80\xbf\nz,\xe6\x97',
  ),
  binary: bytes(
    ...Array.from({ length: 256 }, (_, at) => at),
    0,
    10,
    255,
    13,
    10,
    ...Array.from({ length: 256 }, (_, at) => 255 - at),
  ),
};
