/** Splits a dot-command into words: single quotes are literal, double quotes allow escapes. */

const word = /'([^']*)'?|"((?:\\[^]|[^"\\])*)"?|\S+/g;

export function splitWords(line: string): string[] {
  return [...line.matchAll(word)].map(
    ([text, single, double]) => single ?? (double === undefined ? text : unescape(double)),
  );
}

const escapes: Readonly<Record<string, string>> = {
  n: '\n',
  t: '\t',
  r: '\r',
  a: '\x07',
  b: '\b',
  f: '\f',
  v: '\v',
};

export function unescape(text: string): string {
  return text.replace(/\\([0-7]{1,3}|[^])/g, (_, escaped: string) =>
    /^[0-7]/.test(escaped) ? String.fromCharCode(parseInt(escaped, 8)) : (escapes[escaped] ?? escaped),
  );
}
