/** What a binary file is by its first bytes, and which tool works with it. */

type Kind = { what: string; starts: readonly (string | RegExp)[]; advice(path: string): string };

const shell = (command: string) => `run ${command} with execute_shell_command`;

const kinds: readonly Kind[] = [
  {
    what: 'a picture',
    starts: [
      '\x89PNG',
      '\xff\xd8\xff',
      'GIF8',
      'BM',
      /^RIFF[^]{4}WEBP/,
      /^[^]{4}ftyp(avif|heic|mif1)/,
      'II*\0',
      'MM\0*',
      /^\0\0\x01\0/,
    ],
    advice: () => 'look at it with the tool image, and change it with edit_image',
  },
  {
    what: 'an SQLite database',
    starts: ['SQLite format 3\0'],
    advice: (path) => shell(`sqlite3 ${path} .schema`),
  },
  {
    what: 'a zip archive',
    starts: ['PK\x03\x04', 'PK\x05\x06'],
    advice: (path) => shell(`unzip -l ${path}`),
  },
  {
    what: 'compressed with gzip',
    starts: ['\x1f\x8b'],
    advice: (path) => shell(`zcat ${path} | head, or tar -tzf ${path}`),
  },
  { what: 'a tar archive', starts: [/^[^]{257}ustar/], advice: (path) => shell(`tar -tf ${path}`) },
  {
    what: 'sound or a film',
    starts: ['ID3', 'OggS', 'fLaC', '\xff\xfb', '\x1aE\xdf\xa3', /^RIFF[^]{4}(WAVE|AVI )/, /^[^]{4}ftyp/],
    advice: () => 'the user can play it: open_file',
  },
];

/** A sentence that says what the file is and what to do with it. `start`: its first bytes. */
export function binaryAdvice(path: string, start: Uint8Array): string {
  const text = Array.from(start.subarray(0, 300), (byte) => String.fromCharCode(byte)).join('');
  const kind = kinds.find(({ starts }) =>
    starts.some((each) => (typeof each === 'string' ? text.startsWith(each) : each.test(text))),
  );
  const quoted = /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
  if (!kind)
    return `${path} is a binary file and cannot be read as text. To see its bytes, ${shell(`xxd ${quoted} | head`)}. If it is text in another encoding, name it in 'encoding' (for example 'UTF-16LE').`;
  return `${path} is ${kind.what}, not text: ${kind.advice(quoted)}.`;
}
