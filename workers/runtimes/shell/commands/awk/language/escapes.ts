/** Escapes in strings, as gawk reads them. */
import { joined, textOfByte } from '#workers/text/encoding/byte-text.ts';

const letters: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' },
  ...{ '\\': '\\', '"': '"', '/': '/' },
  '\n': '',
};

type Escape = { text: string; end: number; warning?: string };

/** Reads the escape whose backslash is at a place. Bytes that stand side by side are read at once. */
export function readEscape(source: string, at: number): Escape {
  const bytes = /^(?:\\[0-7]{1,3}|\\x[\da-fA-F]{1,2})+/.exec(source.slice(at, at + 64))?.[0];
  if (bytes !== undefined) return { text: textOfEscapes(bytes), end: at + bytes.length };
  const letter = source[at + 1];
  if (letter === undefined) return { text: '\\', end: at + 1 };
  const known = letters[letter];
  if (known !== undefined) return { text: known, end: at + 2 };
  if (letter === '\r' && source[at + 2] === '\n') return { text: '', end: at + 3 };
  return {
    text: letter,
    end: at + 2,
    warning: `warning: escape sequence '\\${letter}' treated as plain '${letter}'`,
  };
}

function textOfEscapes(escapes: string): string {
  return joined(
    escapes.replace(/\\x([\da-fA-F]+)|\\([0-7]+)/g, (_, hex?: string, octal?: string) =>
      textOfByte(hex === undefined ? Number.parseInt(octal ?? '0', 8) : Number.parseInt(hex, 16)),
    ),
  );
}

/** The value of an assignment on the command line, in which escapes are read, too. */
export function readEscapes(text: string): string {
  let value = '';
  for (let at = 0; at < text.length;) {
    if (text[at] !== '\\') {
      value += text.charAt(at++);
      continue;
    }
    const escape = readEscape(text, at);
    value += escape.text;
    at = escape.end;
  }
  return value;
}
